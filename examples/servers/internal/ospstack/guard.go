package ospstack

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
)

// guard lets through what is addressed to this server. A page of another site that has
// made its name resolve to our address (DNS rebinding) still sends that name as Host
// and Origin.
type guard struct {
	origin string          // the public one
	names  map[string]bool // hosts that are ours beside the address of the connection
}

// newGuard knows the public origin, its host with or without www., the loopback names
// and the host that was asked to listen on.
func newGuard(origin, listenHost string) *guard {
	g := &guard{origin: strings.ToLower(origin), names: map[string]bool{"localhost": true, "127.0.0.1": true, "::1": true}}
	if u, err := url.Parse(g.origin); err == nil {
		host := u.Hostname()
		g.names[host] = true
		if bare, ok := strings.CutPrefix(host, "www."); ok {
			g.names[bare] = true
		} else {
			g.names["www."+host] = true
		}
	}
	if addr, err := netip.ParseAddr(listenHost); listenHost != "" && (err != nil || !addr.IsUnspecified()) {
		g.names[strings.ToLower(listenHost)] = true
	}
	return g
}

// hosts refuses requests with a Host that isn't ours.
func (g *guard) hosts(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !g.isOurs(r) {
			http.Error(w, "This server does not answer for that host.", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// origins refuses requests that a page of another origin makes.
func (g *guard) origins(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		for _, origin := range r.Header.Values("Origin") {
			if !g.isSame(origin, r) {
				http.Error(w, "Pages of other origins can't call this server.", http.StatusForbidden)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

func (g *guard) isOurs(r *http.Request) bool {
	name := hostName(r.Host)
	if g.names[name] {
		return true
	}
	// An address, unlike a name, can't be made to mean another machine.
	local, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if local == nil {
		return false
	}
	asked, err := netip.ParseAddr(name)
	if err != nil {
		return false
	}
	own, err := netip.ParseAddrPort(local.String())
	return err == nil && own.Addr().Unmap().WithZone("") == asked.Unmap().WithZone("")
}

// isSame reports whether an Origin is the public one, or that of the very host that
// the request is addressed to.
func (g *guard) isSame(origin string, r *http.Request) bool {
	origin = strings.ToLower(origin)
	if origin == g.origin {
		return true
	}
	host := strings.ToLower(r.Host)
	return origin == "http://"+host || origin == "https://"+host
}

// hostName is a Host header without its port, in lower case.
func hostName(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
}
