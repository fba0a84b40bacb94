package osbp_test

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/osbp"
)

// redirecting answers everything but /end with a redirect to location.
func redirecting(status int, location string) func(*http.Request) (*http.Response, error) {
	return func(req *http.Request) (*http.Response, error) {
		if strings.HasPrefix(req.URL.Path, "/end") {
			return respond(200), nil
		}
		return respond(status, "Location", location), nil
	}
}

// clients are the one that Transport makes and one that knows nothing of it.
func (r *transportRig) clients() map[string]*http.Client {
	return map[string]*http.Client{"Client": r.Client(), "other client": {Transport: r.Transport}}
}

// TestRule27_MutationNotRedirected: the platform sees one request, Client's caller
// the platform's own answer, and no error says that nothing was sent.
func TestRule27_MutationNotRedirected(t *testing.T) {
	for _, status := range []int{301, 302, 303, 307, 308} {
		for _, location := range []string{"/end", "https://api.example.com/end", "https://evil.example.net/end"} {
			for _, method := range []string{"POST", "PUT", "PATCH", "DELETE"} {
				for bodyName, body := range bodies {
					r := newTransportRig(t, nil)
					r.answer = redirecting(status, location)
					for name, client := range r.clients() {
						r.sent = nil
						resp, err := client.Do(newRequest(t, method, "https://api.example.com/v1/appointments", body()))
						if len(r.sent) != 1 {
							t.Errorf("%s: %s %s %d to %s was followed", name, method, bodyName, status, location)
						}
						if name == "Client" && (err != nil || resp.StatusCode != status) {
							t.Errorf("%s: %s %s %d: answer %v, %v", name, method, bodyName, status, resp, err)
						}
						if osbp.SurelyNotMade(err) {
							t.Errorf("%s: %s %s %d: %v is taken for not sent", name, method, bodyName, status, err)
						}
						if err == nil {
							resp.Body.Close()
						}
					}
				}
			}
		}
	}
}

// TestRedirectOfRead: followed within the origin; credentials go nowhere else.
func TestRedirectOfRead(t *testing.T) {
	const origin = "https://api.example.com"
	for location, followed := range map[string]bool{
		"/end": true, origin + "/end?x=1": true, "https://API.example.com/end": true,
		"http://api.example.com/end": false, "https://api.example.com:8443/end": false, "https://evil.example.net/end": false,
		"//evil.example.net/end": false, "https://www.api.example.com/end": false,
	} {
		r := newTransportRig(t, func(o *osbp.TransportOptions) {
			o.Credentials = func(req *http.Request) error { req.Header.Set("Authorization", "Bearer sk_live_abcdefgh"); return nil }
		})
		r.answer = redirecting(302, location)
		for name, client := range r.clients() {
			r.sent = nil
			resp, err := client.Do(newRequest(t, "GET", origin+"/v1/services", nil))
			if got := len(r.sent) == 2; got != followed {
				t.Errorf("%s: redirect to %s is followed: %t, want %t", name, location, got, followed)
			}
			if err == nil {
				resp.Body.Close()
			} else if followed || name == "Client" {
				t.Errorf("%s: %s: %v", name, location, err)
			}
		}
	}
}

// TestRedirectChain: a hop that was followed does not hide where the first request
// went, and a loop ends.
func TestRedirectChain(t *testing.T) {
	r := newTransportRig(t, nil)
	r.answer = func(req *http.Request) (*http.Response, error) {
		return respond(302, "Location", map[string]string{"/a": "/b", "/b": "https://evil.example.net/c"}[req.URL.Path]), nil
	}
	for name, client := range r.clients() {
		r.sent = nil
		resp, err := client.Do(newRequest(t, "GET", "https://api.example.com/a", nil))
		if err == nil {
			resp.Body.Close()
		}
		if len(r.sent) != 2 {
			t.Errorf("%s: %d requests, want 2", name, len(r.sent))
		}
	}
	r.answer, r.sent = redirecting(302, "/again"), nil
	resp, err := r.Client().Do(newRequest(t, "GET", "https://api.example.com/again", nil))
	if err != nil {
		t.Fatal(err)
	}
	io.Copy(io.Discard, resp.Body)
	resp.Body.Close()
	if resp.StatusCode != 302 || len(r.sent) != 10 {
		t.Errorf("a loop ended with %d after %d requests", resp.StatusCode, len(r.sent))
	}
	// A redirect from nobody knows where.
	orphan := newRequest(t, "GET", "https://api.example.com/a", nil)
	orphan.Response = new(http.Response)
	if _, err := r.do(t, orphan); err == nil {
		t.Error("a redirect of unknown origin was followed")
	}
}
