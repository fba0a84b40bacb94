package osp

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"syscall"
	"time"
)

// The blocks of the IANA registries of special-purpose addresses (RFC 6890 and its updates) that are not globally reachable,
// with multicast and what is reserved. Of IPv6 only 2000::/3 is handed out at all.
var (
	specialIPv4 = prefixes(
		"0.0.0.0/8",       // this network
		"10.0.0.0/8",      // private
		"100.64.0.0/10",   // shared by a carrier's customers
		"127.0.0.0/8",     // loopback
		"169.254.0.0/16",  // link-local, and the metadata services of clouds
		"172.16.0.0/12",   // private
		"192.0.0.0/24",    // protocol assignments
		"192.0.2.0/24",    // documentation
		"192.88.99.0/24",  // 6to4 relays, withdrawn
		"192.168.0.0/16",  // private
		"198.18.0.0/15",   // benchmarks
		"198.51.100.0/24", // documentation
		"203.0.113.0/24",  // documentation
		"224.0.0.0/4",     // multicast
		"240.0.0.0/4",     // reserved, and broadcast
	)
	globalIPv6  = netip.MustParsePrefix("2000::/3")
	specialIPv6 = prefixes(
		"2001::/23",     // protocol assignments: Teredo, ORCHID, benchmarks
		"2001:db8::/32", // documentation
		"2002::/16",     // 6to4, which leads to any IPv4 address
		"3fff::/20",     // documentation
	)
	// nat64 holds IPv4 addresses in its last four bytes, and leads there.
	nat64 = netip.MustParsePrefix("64:ff9b::/96")
)

func prefixes(list ...string) []netip.Prefix {
	out := make([]netip.Prefix, len(list))
	for i, s := range list {
		out[i] = netip.MustParsePrefix(s)
	}
	return out
}

// IsPublicAddr reports whether an address is one of the public Internet: not loopback, private, link-local, shared,
// documentation, multicast, reserved, nor any other that the IANA registries call special-purpose and not globally reachable.
// An IPv4 address that IPv6 carries, mapped or by NAT64, counts as the IPv4 address that it leads to. The zero Addr is not
// public.
func IsPublicAddr(addr netip.Addr) bool {
	addr = addr.Unmap().WithZone("")
	if nat64.Contains(addr) {
		b := addr.As16()
		addr = netip.AddrFrom4([4]byte(b[12:]))
	}
	special := specialIPv6
	if addr.Is4() {
		special = specialIPv4
	} else if !globalIPv6.Contains(addr) {
		return false
	}
	return !slices.ContainsFunc(special, func(p netip.Prefix) bool { return p.Contains(addr) })
}

// newFetchTransport makes a transport that connects to public addresses. The check is made on the address that is about to
// be connected to, so that a name that resolves differently the second time gains nothing.
func newFetchTransport(opts *FetcherOptions) *http.Transport {
	dialer := net.Dialer{Timeout: opts.Timeout}
	if opts.Dialer != nil {
		dialer = *opts.Dialer
	}
	if !opts.AllowPrivate {
		dialer.ControlContext = refusePrivate(dialer)
		dialer.Control = nil
	}
	transport := &http.Transport{
		DialContext:            dialer.DialContext,
		ForceAttemptHTTP2:      true,
		IdleConnTimeout:        30 * time.Second,
		MaxIdleConns:           100,
		MaxIdleConnsPerHost:    1,
		MaxResponseHeaderBytes: 64 << 10,
	}
	if opts.TLS != nil {
		transport.TLSClientConfig = opts.TLS.Clone()
	}
	return transport
}

// refusePrivate makes the hook that is called with every address before it is connected to; the dialer's own follows.
func refusePrivate(own net.Dialer) func(context.Context, string, string, syscall.RawConn) error {
	return func(ctx context.Context, network, address string, conn syscall.RawConn) error {
		to, err := netip.ParseAddrPort(address)
		if err != nil || !IsPublicAddr(to.Addr()) {
			return fmt.Errorf("%w: %s", ErrAddressRefused, address)
		}
		switch {
		case own.ControlContext != nil:
			return own.ControlContext(ctx, network, address, conn)
		case own.Control != nil:
			return own.Control(network, address, conn)
		}
		return nil
	}
}
