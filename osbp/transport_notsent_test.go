package osbp_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httptrace"
	"net/url"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/openservicekit/openservice/osbp"
)

var errDial = errors.New("dial failed")

// dialling is a base whose connections are made by dial.
func dialling(dial func(ctx context.Context) (net.Conn, error)) *http.Transport {
	return &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return dial(ctx) }}
}

// closedPort is an address that nobody listens on.
func closedPort(t testing.TB) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	return listener.Addr().String()
}

func newTLSServer(t testing.TB, change func(*tls.Config)) *httptest.Server {
	t.Helper()
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.TLS = new(tls.Config)
	if change != nil {
		change(server.TLS)
	}
	server.StartTLS()
	t.Cleanup(server.Close)
	return server
}

// TestRule23_NotSent: where no connection was had nothing can have been sent, and
// nowhere else. A read's error never says so: it may come after a create.
func TestRule23_NotSent(t *testing.T) {
	untrusted := newTLSServer(t, nil)
	deaf := newWire(t, func(_ *wire, c *net.TCPConn) { c.Read(make([]byte, 1)) })
	refusingProxy := newWire(t, func(_ *wire, c *net.TCPConn) {
		http.ReadRequest(bufio.NewReader(c))
		io.WriteString(c, "HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n")
	})
	proxy, err := url.Parse(refusingProxy.url())
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		base http.RoundTripper
		url  string
	}{
		"connection refused":  {nil, "http://" + closedPort(t)},
		"no such host":        {dialling(func(context.Context) (net.Conn, error) { return nil, &net.DNSError{Err: "no such host"} }), "http://api.example.com"},
		"dial error":          {dialling(func(context.Context) (net.Conn, error) { return nil, errDial }), "http://api.example.com"},
		"untrusted server":    {nil, untrusted.URL},
		"handshake cut":       {nil, "https://" + deaf.Addr().String()},
		"proxy refuses":       {&http.Transport{Proxy: http.ProxyURL(proxy)}, "https://api.example.com"},
		"HTTP/2 dial refused": {onlyHTTP2(), "http://" + closedPort(t)},
	} {
		t.Run(name, func(t *testing.T) {
			client := newHTTPTransport(t, c.base).Client()
			for bodyName, body := range bodies {
				for _, method := range []string{"POST", "DELETE"} {
					err := mutate(t, client, method, c.url, "Idempotency-Key", body())
					if err == nil || !osbp.SurelyNotMade(err) {
						t.Errorf("%s, %s: %v is not known not to be sent", method, bodyName, err)
					}
					if p := osbp.AsProblem(err); p != nil {
						t.Errorf("%s, %s: a transport error is the protocol answer %v", method, bodyName, p)
					}
				}
			}
			if err := mutate(t, client, "GET", c.url, "", nil); err == nil || osbp.SurelyNotMade(err) {
				t.Errorf("a read's error %v says that nothing was made", err)
			}
		})
	}
	client := newHTTPTransport(t, dialling(func(context.Context) (net.Conn, error) { return nil, errDial })).Client()
	if err := mutate(t, client, "POST", "http://api.example.com", "", nil); !errors.Is(err, errDial) {
		t.Errorf("%v hides the cause", err)
	}
}

// TestRule23_NotSentInTime: a deadline that passes while the connection is being
// made.
func TestRule23_NotSentInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		base := dialling(func(ctx context.Context) (net.Conn, error) {
			<-ctx.Done()
			return nil, ctx.Err()
		})
		transport := newHTTPTransport(t, base)
		for _, limit := range []time.Duration{-1, time.Second} {
			ctx, cancel := context.WithTimeout(t.Context(), limit)
			defer cancel()
			req := newRequest(t, "POST", "http://api.example.com/v1/appointments", strings.NewReader("{}")).WithContext(ctx)
			_, err := transport.Client().Do(req)
			if !errors.Is(err, context.DeadlineExceeded) || !osbp.SurelyNotMade(err) {
				t.Errorf("limit %v: %v is not known not to be sent", limit, err)
			}
		}
	})
}

// TestRule23_MaybeSent: without certainty the outcome stays unknown, whatever the
// error looks like.
func TestRule23_MaybeSent(t *testing.T) {
	dialError := &net.OpError{Op: "dial", Err: errDial}
	trace := func(req *http.Request) *httptrace.ClientTrace { return httptrace.ContextClientTrace(req.Context()) }
	for name, base := range map[string]roundTripper{
		"looks like a dial error, and nothing tells": func(*http.Request) (*http.Response, error) {
			return nil, dialError
		},
		"connection had, then a dial error": func(req *http.Request) (*http.Response, error) {
			trace(req).GetConn("api.example.com:443")
			trace(req).GotConn(httptrace.GotConnInfo{})
			trace(req).GetConn("api.example.com:443")
			return nil, dialError
		},
		"body read on a way of the base's own": func(req *http.Request) (*http.Response, error) {
			io.Copy(io.Discard, req.Body)
			trace(req).GetConn("api.example.com:443")
			return nil, dialError
		},
	} {
		t.Run(name, func(t *testing.T) {
			client := newHTTPTransport(t, base).Client()
			for bodyName, body := range bodies {
				if err := mutate(t, client, "POST", "http://api.example.com", "", body()); err == nil || osbp.SurelyNotMade(err) {
					t.Errorf("%s: %v is taken for not sent", bodyName, err)
				}
			}
		})
	}
	// In TLS 1.3 the server turns a client away after the client has begun to send.
	server := newTLSServer(t, func(c *tls.Config) { c.ClientAuth = tls.RequireAnyClientCert })
	base := server.Client().Transport.(*http.Transport)
	if err := mutate(t, newHTTPTransport(t, base).Client(), "POST", server.URL, "", strings.NewReader("{}")); err == nil || osbp.SurelyNotMade(err) {
		t.Errorf("client certificate refused: %v is taken for not sent", err)
	}
}

// TestRule23_NotSentConcurrent: one call's connection says nothing about another's
// (run with -race).
func TestRule23_NotSentConcurrent(t *testing.T) {
	good := newWire(t, http1(cutAfterCommit, false))
	client := newHTTPTransport(t, nil).Client()
	bad := "http://" + closedPort(t)
	const calls = 32
	var wg sync.WaitGroup
	for n := range 2 * calls {
		wg.Go(func() {
			target, want := bad, true
			if n%2 == 0 {
				target, want = good.url(), false
			}
			err := mutate(t, client, "POST", target, "Idempotency-Key", strings.NewReader("{}"))
			if err == nil || osbp.SurelyNotMade(err) != want {
				t.Errorf("%s: %v is not sent: %t, want %t", target, err, !want, want)
			}
		})
	}
	wg.Wait()
	if n := good.arrived.Load(); n != calls {
		t.Errorf("arrived %d times, want %d", n, calls)
	}
}
