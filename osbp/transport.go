package osbp

import (
	"errors"
	"net"
	"net/http"
	"time"
)

// Transport is the http.RoundTripper through which a Platform calls its booking
// system (OSBP "Platform Metadata and Versioning", "Security and Privacy
// Considerations"). On every request it
//
//   - sets the identity headers and the version pin, and attaches the credentials;
//   - records the response's metadata for the audit event of the tool call that the
//     request's context belongs to, see RecordUpstream. A call that brought no
//     response is recorded with status 0, so that an event never shows an earlier
//     call as the last one;
//   - warns the operator, once per method and path template, of a response that
//     carries Deprecation or Sunset. The response itself passes unchanged.
//
// It never repeats a request, and it keeps net/http from doing so: anything but
// GET, HEAD, OPTIONS and TRACE is a mutation, reaches the platform at most once,
// and is not redirected. A mutation's error is marked with NotSent only where no
// connection was had for it, so that nothing can have been sent. Two consequences:
// a mutation without a body is sent with an empty body of unknown length (a chunked
// one in HTTP/1.1 for POST, PUT and PATCH), since net/http would repeat one that
// has none; and NotSent speaks of that one request. Where a mutation of the same create
// brought no answer, one that broke off, or a status of 5xx, no refusal counts as
// definite.
//
// Call it through Client. One Transport serves one platform; it is safe for
// concurrent use. The zero value sends nothing.
type Transport struct {
	opts      TransportOptions
	base      http.RoundTripper
	userAgent string
	lifecycle *lifecycle
}

var _ http.RoundTripper = (*Transport)(nil)

// NewTransport returns a Transport, or an error that names the option that is
// missing or wrong.
func NewTransport(o TransportOptions) (*Transport, error) {
	if err := o.complete(); err != nil {
		return nil, err
	}
	base := o.Base
	if base == nil {
		base = newBaseTransport()
	}
	return &Transport{opts: o, base: base, userAgent: userAgent(o.Vendor, o.Version), lifecycle: newLifecycle(&o)}, nil
}

// newBaseTransport differs from net/http's default in that it reads no proxy from
// the environment, gives up connecting sooner and takes fewer response headers.
func newBaseTransport() *http.Transport {
	const connectTimeout = 10 * time.Second
	return &http.Transport{
		DialContext:            (&net.Dialer{Timeout: connectTimeout}).DialContext,
		TLSHandshakeTimeout:    connectTimeout,
		ForceAttemptHTTP2:      true,
		MaxIdleConns:           100,
		MaxIdleConnsPerHost:    16,
		IdleConnTimeout:        90 * time.Second,
		ExpectContinueTimeout:  time.Second,
		MaxResponseHeaderBytes: 64 << 10,
	}
}

var (
	errNoTransport = errors.New("osbp: Transport was not made by NewTransport")
	errNoURL       = errors.New("osbp: request without a URL")
)

// RoundTrip implements http.RoundTripper. It refuses a request that follows the
// redirect of a mutation, or leaves the origin that the first request went to.
func (t *Transport) RoundTrip(req *http.Request) (*http.Response, error) {
	mutation := isMutation(req.Method)
	if err := mayFollow(req); err != nil {
		closeBody(req)
		return nil, err
	}
	out, secrets, err := t.prepare(req)
	if err != nil {
		closeBody(req)
		if mutation {
			err = NotSent(err)
		}
		return nil, err
	}
	var once *oneSending
	if mutation {
		out, once = sendOnce(out)
	}
	resp, err := t.base.RoundTrip(out)
	switch {
	case err == nil && resp == nil:
		err = errors.New("osbp: TransportOptions.Base returned neither a response nor an error")
	case err != nil && resp != nil && resp.Body != nil:
		resp.Body.Close() // whoever gets both goes by the error
	}
	if err != nil {
		RecordUpstream(req.Context(), UpstreamMeta{Call: upstreamCall(req)})
		switch {
		case mutation && once.surelyNotSent():
			err = NotSent(err)
		case mutation:
			noteLostMutation(req.Context())
		}
		return nil, err
	}
	// The request that was sent has the credentials.
	resp.Request = req
	meta := upstreamMeta(req, resp, t.opts.VersionEcho, secrets)
	RecordUpstream(req.Context(), meta)
	t.lifecycle.note(req, meta)
	if mutation {
		watchAnswer(req.Context(), resp)
	}
	return resp, nil
}

// prepare makes the request that is sent and lists the secrets in it.
func (t *Transport) prepare(req *http.Request) (out *http.Request, secrets []string, err error) {
	if t == nil || t.base == nil {
		return nil, nil, errNoTransport
	}
	if req.URL == nil {
		return nil, nil, errNoURL
	}
	if err := req.Context().Err(); err != nil {
		return nil, nil, err
	}
	out = req.Clone(req.Context())
	// Before Credentials, which may sign the headers, and after it: who is calling
	// is not for it to change.
	t.identify(out)
	if t.opts.Credentials != nil {
		if err := contained(func() error { return t.opts.Credentials(out) }); err != nil {
			return nil, nil, err
		}
		t.identify(out)
		if out.URL == nil {
			return nil, nil, errNoURL
		}
	}
	if err := checkHeader(out.Header); err != nil {
		return nil, nil, err
	}
	return out, t.secretsOf(req, out), nil
}

// Client returns an http.Client over t whose answer to a mutation is the
// platform's own, also where it is a redirect. Redirects of reads are followed
// within the same origin, so that credentials stay there. It has no time limit
// beyond the request's context.
func (t *Transport) Client() *http.Client {
	return &http.Client{Transport: t, CheckRedirect: checkRedirect}
}

// CloseIdleConnections closes those of the base that are not in use, if it can.
func (t *Transport) CloseIdleConnections() {
	if t == nil {
		return
	}
	if base, ok := t.base.(interface{ CloseIdleConnections() }); ok {
		base.CloseIdleConnections()
	}
}

func closeBody(req *http.Request) {
	if req.Body != nil {
		req.Body.Close()
	}
}
