package osp

import (
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// CallerKey tells the callers of an HTTP server apart for [Caller]: by the address that the connection comes from, or, if that
// is one of the proxies that the operator names, by the right-most address in X-Forwarded-For that is none of them (OSP 10).
// What a client writes into that header itself never counts, and neither does any other forwarding header.
//
// An IPv6 address counts as its /64 network, of which a single client commands every address. The key is empty, and shared,
// for a connection without an address, such as a Unix socket.
func CallerKey(r *http.Request, proxies []netip.Prefix) string {
	addr, ok := hopAddr(r.RemoteAddr)
	if !ok {
		return ""
	}
	if isProxy(addr, proxies) {
		addr = forwardedFor(addr, r.Header["X-Forwarded-For"], proxies)
	}
	if addr.Is4() {
		return addr.String()
	}
	network, err := addr.Prefix(64)
	if err != nil {
		return addr.String()
	}
	return network.String()
}

// forwardedFor walks from the proxy towards the client, as far as each hop can be believed.
func forwardedFor(proxy netip.Addr, lines []string, proxies []netip.Prefix) netip.Addr {
	hops := strings.Split(strings.Join(lines, ","), ",")
	for _, hop := range slices.Backward(hops) {
		addr, ok := hopAddr(strings.TrimSpace(hop))
		if !ok {
			return proxy
		}
		if proxy = addr; !isProxy(addr, proxies) {
			return addr
		}
	}
	return proxy
}

func isProxy(addr netip.Addr, proxies []netip.Prefix) bool {
	return slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(addr) })
}

// hopAddr reads an address with or without a port. A zone says how this machine reaches the address, not whose it is.
func hopAddr(s string) (netip.Addr, bool) {
	addr, err := netip.ParseAddr(strings.Trim(s, "[]"))
	if err != nil {
		withPort, err := netip.ParseAddrPort(s)
		if err != nil {
			return netip.Addr{}, false
		}
		addr = withPort.Addr()
	}
	return addr.Unmap().WithZone(""), true
}
