package osp_test

import (
	"fmt"
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/openservicekit/openservice/osp"
)

// Rule 38: callers are told apart by what was observed; a forwarding header counts only from proxies that are named, and then
// from the right.
func TestRule38_CallerKey(t *testing.T) {
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8:1::/48"), netip.MustParsePrefix("192.0.2.1/32")}
	for _, tt := range []struct {
		name, remote string
		forwarded    []string
		proxies      []netip.Prefix
		want         string
	}{
		{"a direct connection", "203.0.113.7:4711", nil, nil, "203.0.113.7"},
		{"a header from a client", "203.0.113.7:4711", []string{"198.51.100.1"}, nil, "203.0.113.7"},
		{"a header from a client, with proxies named", "203.0.113.7:4711", []string{"198.51.100.1"}, proxies, "203.0.113.7"},
		{"through a proxy", "10.0.0.1:1", []string{"198.51.100.1"}, proxies, "198.51.100.1"},
		{"through two proxies", "10.0.0.1:1", []string{"198.51.100.1, 10.0.0.2"}, proxies, "198.51.100.1"},
		{"what the client put before doesn't count", "10.0.0.1:1", []string{"1.2.3.4, 198.51.100.1"}, proxies, "198.51.100.1"},
		{"nor on a line of its own", "10.0.0.1:1", []string{"1.2.3.4", "198.51.100.1, 192.0.2.1"}, proxies, "198.51.100.1"},
		{"nor a proxy's address that the client put there", "10.0.0.1:1", []string{"10.0.0.9, 198.51.100.1"}, proxies, "198.51.100.1"},
		{"a proxy that forwards nothing", "10.0.0.1:1", nil, proxies, "10.0.0.1"},
		{"a hop that can't be read", "10.0.0.1:1", []string{"198.51.100.1, unknown, 10.0.0.2"}, proxies, "10.0.0.2"},
		{"an empty hop", "10.0.0.1:1", []string{"198.51.100.1,"}, proxies, "10.0.0.1"},
		{"only proxies", "10.0.0.1:1", []string{"10.0.0.3, 10.0.0.2"}, proxies, "10.0.0.3"},
		{"with a port", "10.0.0.1:1", []string{"198.51.100.1:8080"}, proxies, "198.51.100.1"},
		{"IPv6 counts by its network", "[2001:db8:2:3:4:5:6:7]:443", nil, nil, "2001:db8:2:3::/64"},
		{"IPv6 in brackets, with a port and a zone", "[2001:db8:1::5]:443", []string{"[fe80::1%eth0]:99"}, proxies, "fe80::/64"},
		{"IPv4 in IPv6", "[::ffff:203.0.113.7]:443", nil, nil, "203.0.113.7"},
		{"a proxy as IPv4 in IPv6", "[::ffff:10.0.0.1]:443", []string{"::ffff:198.51.100.1"}, proxies, "198.51.100.1"},
		{"a socket without an address", "@", []string{"198.51.100.1"}, proxies, ""},
	} {
		r := httptest.NewRequest("POST", palmettoREST, nil)
		r.RemoteAddr = tt.remote
		if tt.forwarded != nil {
			r.Header["X-Forwarded-For"] = tt.forwarded
		}
		r.Header.Set("Forwarded", "for=1.1.1.1")
		r.Header.Set("X-Real-Ip", "1.1.1.1")
		if got := osp.CallerKey(r, tt.proxies); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// Case http-rate-limit-key-not-spoofable: a burst under ever new forwarding headers is one caller's.
func TestRule38_LimitNotSpoofable(t *testing.T) {
	limited := func(opts osp.SiteOptions, remote string, forwarded func(int) string) int {
		h := restRig(t, newRig(t, hvac, func(o *osp.ServerOptions) { o.Limits.Caller = osp.Rate{PerSecond: 1, Burst: 5} }), opts)
		n := 0
		for i := range 50 {
			r := httptest.NewRequest("POST", palmettoREST+"check_coverage", nil)
			r.RemoteAddr = remote
			r.Header.Set("X-Forwarded-For", forwarded(i))
			rec := httptest.NewRecorder()
			h.ServeHTTP(rec, r)
			if answerOf(t, osp.ToolCheckCoverage, rec.Result())["error"] == "rate_limited" {
				n++
			}
		}
		return n
	}
	spoofed := func(i int) string { return fmt.Sprintf("198.51.100.%d", i) }
	if n := limited(osp.SiteOptions{}, "203.0.113.7:1", spoofed); n != 45 {
		t.Errorf("no proxies: %d of 50 limited", n)
	}
	proxy := osp.SiteOptions{TrustedProxies: []netip.Prefix{netip.MustParsePrefix("10.0.0.1/32")}}
	if n := limited(proxy, "10.0.0.1:1", spoofed); n != 0 {
		t.Errorf("50 callers behind a proxy: %d limited", n)
	}
	if n := limited(proxy, "10.0.0.1:1", func(i int) string { return spoofed(i) + ", 203.0.113.9" }); n != 45 {
		t.Errorf("one caller behind a proxy: %d of 50 limited", n)
	}
}

func FuzzCallerKey(f *testing.F) {
	proxies := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	f.Add("10.0.0.1:1", "1.2.3.4, [::1]:80, 10.0.0.2")
	f.Add("[::ffff:10.0.0.1%1]:1", ",,%")
	f.Fuzz(func(t *testing.T, remote, forwarded string) {
		r := httptest.NewRequest("POST", palmettoREST, nil)
		r.RemoteAddr = remote
		want := osp.CallerKey(r, nil)
		r.Header["X-Forwarded-For"] = []string{forwarded}
		if got := osp.CallerKey(r, nil); got != want {
			t.Errorf("without proxies the header counts: %q, %q", got, want)
		}
		if key := osp.CallerKey(r, proxies); len(key) > 50 {
			t.Errorf("a key of %d bytes", len(key))
		}
	})
}
