package osbp_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/openservicekit/openservice/osbp"
)

// bodies are what a mutation may carry. NewRequest sets GetBody for the first.
var bodies = map[string]func() io.Reader{
	"rewindable": func() io.Reader { return bytes.NewReader([]byte(`{"slot":"1"}`)) },
	"no body":    func() io.Reader { return nil },
	"no bytes":   func() io.Reader { return http.NoBody },
	"stream":     func() io.Reader { return io.MultiReader(strings.NewReader(`{"slot":"1"}`)) },
}

var idempotencyHeaders = []string{"", "Idempotency-Key", "X-Idempotency-Key"}

func newHTTPTransport(t testing.TB, base http.RoundTripper) *osbp.Transport {
	t.Helper()
	transport, err := osbp.NewTransport(osbp.TransportOptions{
		Vendor: "acme", Logger: slog.New(slog.DiscardHandler), Base: base,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(transport.CloseIdleConnections)
	return transport
}

// warm makes client keep a connection to url.
func warm(t testing.TB, client *http.Client, url string) {
	t.Helper()
	resp, err := client.Do(newRequest(t, "GET", url, nil))
	if err != nil {
		t.Fatal(err)
	}
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
}

// mutate sends one mutation and reads its answer to the end.
func mutate(t testing.TB, client *http.Client, method, url, header string, body io.Reader) error {
	t.Helper()
	req := newRequest(t, method, url+"/v1/appointments", body)
	if header != "" {
		req.Header.Set(header, "key_1")
	}
	resp, err := client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}

// TestRule27_WarmConnectionCut: B-231. Wherever a kept-alive connection is cut, a
// mutation reaches the platform once, and its outcome is not taken for known.
func TestRule27_WarmConnectionCut(t *testing.T) {
	for at := cutOnArrival; at < notCut; at++ {
		for _, reset := range []bool{false, true} {
			for bodyName, body := range bodies {
				for _, header := range idempotencyHeaders {
					for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "BOOK"} {
						w := newWire(t, http1(at, reset))
						client := newHTTPTransport(t, nil).Client()
						warm(t, client, w.url())
						err := mutate(t, client, method, w.url(), header, body())
						if err == nil || osbp.SurelyNotMade(err) {
							t.Errorf("cut %s, reset %t, %s, %s %q: %v", cutNames[at], reset, bodyName, method, header, err)
						}
						if n := w.arrived.Load(); n != 1 {
							t.Errorf("cut %s, reset %t, %s, %s %q: arrived %d times", cutNames[at], reset, bodyName, method, header, n)
						}
					}
				}
			}
		}
	}
}

// TestWarmConnectionCutPlainClient shows that the danger is real: without Transport
// the same requests arrive twice.
func TestWarmConnectionCutPlainClient(t *testing.T) {
	for at := cutOnArrival; at <= cutAfterCommit; at++ {
		for _, reset := range []bool{false, true} {
			for _, bodyName := range []string{"rewindable", "no body"} {
				w := newWire(t, http1(at, reset))
				base := new(http.Transport)
				client := &http.Client{Transport: base}
				warm(t, client, w.url())
				if err := mutate(t, client, "POST", w.url(), "Idempotency-Key", bodies[bodyName]()); err == nil {
					t.Error("no error")
				}
				if n := w.arrived.Load(); n != 2 {
					t.Errorf("cut %s, reset %t, %s: arrived %d times, want 2: this test no longer shows what it should", cutNames[at], reset, bodyName, n)
				}
				base.CloseIdleConnections()
			}
		}
	}
}

// TestRule27_WarmConnectionClosedFirst: a connection that the platform closes while
// the request is on its way is replaced or given up, never used twice.
func TestRule27_WarmConnectionClosedFirst(t *testing.T) {
	for _, reset := range []bool{false, true} {
		for range 50 {
			answered := make(chan struct{})
			var served atomic.Bool
			w := newWire(t, func(w *wire, c *net.TCPConn) {
				if served.Swap(true) {
					http1(notCut, false)(w, c)
					return
				}
				if reset {
					c.SetLinger(0)
				}
				io.ReadFull(c, make([]byte, 1))
				io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody")
				<-answered
			})
			client := newHTTPTransport(t, nil).Client()
			warm(t, client, w.url())
			close(answered)
			err := mutate(t, client, "POST", w.url(), "Idempotency-Key", bytes.NewReader([]byte("{}")))
			if n := w.arrived.Load(); n > 1 || err == nil && n != 1 {
				t.Fatalf("arrived %d times, error %v", n, err)
			}
		}
	}
}

// TestRule27_HTTP2Refused: what HTTP/2 repeats on a platform's word, is not repeated.
func TestRule27_HTTP2Refused(t *testing.T) {
	rst := func(code uint32) func(net.Conn, uint32) {
		return func(c net.Conn, stream uint32) {
			writeFrame(c, frameRSTStream, 0, stream, binary.BigEndian.AppendUint32(nil, code))
		}
	}
	for name, c := range map[string]struct {
		refuse  func(net.Conn, uint32)
		repeats bool // whether net/http does
	}{
		"GOAWAY": {func(c net.Conn, stream uint32) {
			writeFrame(c, frameGoAway, 0, 0, binary.BigEndian.AppendUint64(nil, 1<<32)) // the last stream is 1
		}, true},
		"REFUSED_STREAM": {rst(7), true},
		"PROTOCOL_ERROR": {rst(1), true},
		"INTERNAL_ERROR": {rst(2), false},
		"cut":            {func(c net.Conn, _ uint32) { c.Close() }, false},
	} {
		t.Run(name, func(t *testing.T) {
			for bodyName, body := range bodies {
				for _, header := range idempotencyHeaders {
					w := newWire(t, http2(c.refuse))
					client := newHTTPTransport(t, onlyHTTP2()).Client()
					warm(t, client, w.url())
					err := mutate(t, client, "POST", w.url(), header, body())
					if err == nil || osbp.SurelyNotMade(err) {
						t.Errorf("%s, %q: %v", bodyName, header, err)
					}
					if n := w.arrived.Load(); n != 1 {
						t.Errorf("%s, %q: arrived %d times", bodyName, header, n)
					}
				}
			}
			// The same by a plain client, to show that the danger is real.
			w := newWire(t, http2(c.refuse))
			base := onlyHTTP2()
			defer base.CloseIdleConnections()
			client := &http.Client{Transport: base}
			warm(t, client, w.url())
			mutate(t, client, "POST", w.url(), "", bodies["no body"]())
			if n := w.arrived.Load(); (n == 2) != c.repeats {
				t.Errorf("plain client: arrived %d times, repeated is %t: this test no longer shows what it should", n, c.repeats)
			}
		})
	}
}

func onlyHTTP2() *http.Transport {
	protocols := new(http.Protocols)
	protocols.SetUnencryptedHTTP2(true)
	return &http.Transport{Protocols: protocols}
}

// TestRule27_MutationsStillWork: bodies and lengths arrive as they were sent.
func TestRule27_MutationsStillWork(t *testing.T) {
	for _, base := range []*http.Transport{nil, onlyHTTP2()} {
		for bodyName, body := range bodies {
			for _, method := range []string{"POST", "PUT", "PATCH", "DELETE"} {
				got := make(chan string, 1)
				server := newServer(t, func(w http.ResponseWriter, req *http.Request) {
					b, err := io.ReadAll(req.Body)
					if err != nil {
						t.Error(err)
					}
					if bodyName == "rewindable" && req.ContentLength != int64(len(b)) {
						t.Errorf("%s %s: length %d was not sent", method, bodyName, req.ContentLength)
					}
					got <- req.Method + string(b)
				})
				var roundTripper http.RoundTripper
				if base != nil {
					roundTripper = base
				}
				client := newHTTPTransport(t, roundTripper).Client()
				want := method
				if r := body(); r != nil {
					b, _ := io.ReadAll(r)
					want += string(b)
				}
				if err := mutate(t, client, method, server, "Idempotency-Key", body()); err != nil {
					t.Errorf("%s %s: %v", method, bodyName, err)
				} else if got := <-got; got != want {
					t.Errorf("%s %s: arrived as %q", method, bodyName, got)
				}
			}
		}
	}
}

// TestRule27_BaseThatRepeats: also a base that repeats by itself can't send a body
// a second time, and sends no second request by GetBody.
func TestRule27_BaseThatRepeats(t *testing.T) {
	for bodyName, body := range bodies {
		w := newWire(t, http1(cutAfterCommit, false))
		inner := new(http.Transport)
		defer inner.CloseIdleConnections()
		transport := newHTTPTransport(t, roundTripper(func(req *http.Request) (*http.Response, error) {
			if req.GetBody != nil {
				t.Errorf("%s: the body can be made anew", bodyName)
			}
			if _, ok := req.Body.(io.Seeker); ok {
				t.Errorf("%s: the body can be rewound", bodyName)
			}
			resp, err := inner.RoundTrip(req)
			if err == nil {
				return resp, nil
			}
			if _, err := req.Body.Read(make([]byte, 1)); err == nil || errors.Is(err, io.EOF) {
				t.Errorf("%s: the body can be read again: %v", bodyName, err)
			}
			return nil, err
		}))
		if err := mutate(t, transport.Client(), "POST", w.url(), "Idempotency-Key", body()); err == nil || osbp.SurelyNotMade(err) {
			t.Errorf("%s: %v", bodyName, err)
		}
	}
}

// TestReadsMayBeRepeated: a read on a dead connection costs nobody anything, so
// net/http may do what it does.
func TestReadsMayBeRepeated(t *testing.T) {
	r := newTransportRig(t, nil)
	for _, method := range []string{"", "GET", "HEAD", "OPTIONS", "TRACE"} {
		req := newRequest(t, method, "https://api.example.com/", nil)
		req.Method = method
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		r.must(t, req.WithContext(ctx))
		if sent := r.sent[len(r.sent)-1]; sent.Body != nil || sent.Method != method {
			t.Errorf("%q was sent with a body", method)
		}
	}
}
