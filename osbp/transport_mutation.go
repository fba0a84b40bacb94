package osbp

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptrace"
	"sync/atomic"
)

func isMutation(method string) bool {
	switch method {
	case "", http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace:
		return false
	}
	return true
}

// sendOnce returns req in a form that net/http can't send twice, and what watches
// over its sending.
//
// HTTP/1 is repeated on a kept-alive connection that fails, whatever the method,
// where the header has an Idempotency-Key or X-Idempotency-Key and the body is
// absent or can be made anew by GetBody; HTTP/2 is repeated after GOAWAY,
// REFUSED_STREAM or PROTOCOL_ERROR where the body is absent or can be made anew. A
// body that is there, even if empty, and can't be made anew excludes all of it.
func sendOnce(req *http.Request) (*http.Request, *oneSending) {
	body := req.Body
	if body == nil || body == http.NoBody {
		// NoBody itself would be taken for an absent body.
		body = io.NopCloser(http.NoBody)
	}
	once := &oneSending{body: body}
	req = req.WithContext(httptrace.WithClientTrace(req.Context(), &httptrace.ClientTrace{
		GetConn: func(string) { once.asked.Store(true) },
		GotConn: func(httptrace.GotConnInfo) { once.connected.Store(true) },
	}))
	req.Body, req.GetBody = once, nil
	return req, once
}

// oneSending is the body of a mutation: it can be read to its end once, and tells
// whether anything can have been sent.
type oneSending struct {
	body                          io.ReadCloser
	asked, connected, read, ended atomic.Bool
}

var errSentBefore = errors.New("osbp: a mutation is not sent twice")

// Read implements io.Reader.
func (s *oneSending) Read(p []byte) (int, error) {
	s.read.Store(true)
	if s.ended.Load() {
		return 0, errSentBefore
	}
	return s.body.Read(p)
}

// Close implements io.Closer. Whoever reads on fails, and its request with it.
func (s *oneSending) Close() error {
	s.ended.Store(true)
	return s.body.Close()
}

// surelyNotSent reports whether a connection was asked for, none was had, DNS,
// dialling, proxy and TLS handshake included, and nobody has begun to read the
// body. A base that does not report to httptrace never gets that far.
func (s *oneSending) surelyNotSent() bool {
	return s.asked.Load() && !s.connected.Load() && !s.read.Load()
}
