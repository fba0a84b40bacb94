package osbp_test

import (
	"bytes"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/osbp"
)

// roundTripper is a base that answers as the test says.
type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// respond is an answer with headers given as name, value, name, value.
func respond(status int, header ...string) *http.Response {
	h := make(http.Header)
	for i := 0; i < len(header); i += 2 {
		h.Add(header[i], header[i+1])
	}
	return &http.Response{StatusCode: status, ProtoMajor: 1, ProtoMinor: 1, Header: h, Body: io.NopCloser(strings.NewReader("{}"))}
}

// transportRig is a Transport, its operator's log and what its base was sent.
type transportRig struct {
	*osbp.Transport
	log  *bytes.Buffer
	sent []*http.Request
	// answer is the base's; nil is an empty 200.
	answer func(*http.Request) (*http.Response, error)
}

func (r *transportRig) RoundTrip(req *http.Request) (*http.Response, error) {
	r.sent = append(r.sent, req)
	if r.answer != nil {
		return r.answer(req)
	}
	return respond(200), nil
}

func newTransportRig(t testing.TB, change func(*osbp.TransportOptions)) *transportRig {
	t.Helper()
	r := &transportRig{log: new(bytes.Buffer)}
	o := osbp.TransportOptions{
		Vendor: "acme", Version: "1.2.3", Logger: slog.New(slog.NewTextHandler(r.log, nil)), Base: roundTripper(r.RoundTrip),
	}
	if change != nil {
		change(&o)
	}
	var err error
	if r.Transport, err = osbp.NewTransport(o); err != nil {
		t.Fatal(err)
	}
	return r
}

func newRequest(t testing.TB, method, url string, body io.Reader) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, url, body)
	if err != nil {
		t.Fatal(err)
	}
	return req
}

// do sends a request through the Transport and returns what came of it.
func (r *transportRig) do(t testing.TB, req *http.Request) (*http.Response, error) {
	t.Helper()
	resp, err := r.Transport.RoundTrip(req)
	if resp != nil {
		t.Cleanup(func() { resp.Body.Close() })
	}
	return resp, err
}

func (r *transportRig) must(t testing.TB, req *http.Request) *http.Response {
	t.Helper()
	resp, err := r.do(t, req)
	if err != nil {
		t.Fatal(err)
	}
	return resp
}

// closeNoting notes that it was closed.
type closeNoting struct {
	io.Reader
	closed bool
}

func (c *closeNoting) Close() error {
	c.closed = true
	return nil
}

// newServer serves HTTP/1.1 and unencrypted HTTP/2 on loopback and returns its URL.
func newServer(t testing.TB, handler http.HandlerFunc) string {
	t.Helper()
	server := httptest.NewUnstartedServer(handler)
	server.Config.Protocols = new(http.Protocols)
	server.Config.Protocols.SetHTTP1(true)
	server.Config.Protocols.SetUnencryptedHTTP2(true)
	server.Start()
	t.Cleanup(server.Close)
	return server.URL
}
