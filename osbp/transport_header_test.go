package osbp_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/osbp"
)

// TestRule23_HeaderThatCannotBeSent: a header that net/http refuses is refused before
// anything can have been sent, says so, and is not quoted.
func TestRule23_HeaderThatCannotBeSent(t *testing.T) {
	url := newServer(t, func(http.ResponseWriter, *http.Request) { t.Error("a request was sent") })
	for name, set := range map[string]func(http.Header){
		"line break":           func(h http.Header) { h.Set("X-Code", "secret\n") },
		"header in a value":    func(h http.Header) { h.Set("X-Code", "secret\r\nX-Admin: 1") },
		"NUL":                  func(h http.Header) { h.Set("X-Code", "secret\x00") },
		"delete":               func(h http.Header) { h.Set("X-Code", "secret\x7f") },
		"second value":         func(h http.Header) { h["X-Code"] = []string{"fine", "secret\v"} },
		"space in a name":      func(h http.Header) { h["X secret"] = []string{"1"} },
		"line break in a name": func(h http.Header) { h["X\r\nsecret"] = []string{"1"} },
		"no name":              func(h http.Header) { h[""] = []string{"secret"} },
	} {
		for _, who := range []string{"caller", "credentials"} {
			r := newTransportRig(t, func(o *osbp.TransportOptions) {
				o.Base = nil
				if who == "credentials" {
					o.Credentials = func(req *http.Request) error { set(req.Header); return nil }
				}
			})
			for _, method := range []string{"GET", "POST"} {
				req := newRequest(t, method, url, nil)
				if who == "caller" {
					set(req.Header)
				}
				_, err := r.do(t, req)
				if err == nil || strings.Contains(err.Error(), "secret") || osbp.SurelyNotMade(err) != (method == "POST") {
					t.Errorf("%s, %s of %s: %v", name, method, who, err)
				}
			}
		}
	}
}

// TestHeadersThatCanBeSent: tabs and what is not ASCII pass, as with net/http.
func TestHeadersThatCanBeSent(t *testing.T) {
	arrived := 0
	url := newServer(t, func(_ http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Note") == "a\tb é" {
			arrived++
		}
	})
	r := newTransportRig(t, func(o *osbp.TransportOptions) { o.Base = nil })
	req := newRequest(t, "POST", url, nil)
	req.Header["x-note"] = []string{"a\tb é"}
	r.must(t, req)
	if arrived != 1 {
		t.Error("the header did not arrive")
	}
}
