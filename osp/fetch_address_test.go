package osp_test

import (
	"net/netip"
	"testing"

	"github.com/openservicekit/openservice/osp"
)

// The ends of every block, and what lies right beside them.
func TestIsPublicAddr(t *testing.T) {
	for addr, want := range map[string]bool{
		"0.0.0.0": false, "0.255.255.255": false, "1.0.0.0": true,
		"9.255.255.255": true, "10.0.0.0": false, "10.255.255.255": false, "11.0.0.0": true,
		"100.63.255.255": true, "100.64.0.0": false, "100.127.255.255": false, "100.128.0.0": true,
		"126.255.255.255": true, "127.0.0.1": false, "127.255.255.255": false, "128.0.0.0": true,
		"169.253.255.255": true, "169.254.0.0": false, "169.254.169.254": false, "169.255.0.0": true,
		"172.15.255.255": true, "172.16.0.0": false, "172.31.255.255": false, "172.32.0.0": true,
		"192.0.0.0": false, "192.0.0.255": false, "192.0.1.0": true, "192.0.2.1": false, "192.0.3.0": true,
		"192.0.78.24": true, "192.88.98.255": true, "192.88.99.1": false, "192.88.100.0": true,
		"192.167.255.255": true, "192.168.0.1": false, "192.168.255.255": false, "192.169.0.0": true,
		"198.17.255.255": true, "198.18.0.1": false, "198.19.255.255": false, "198.20.0.0": true,
		"198.51.100.7": false, "198.51.101.0": true, "203.0.113.5": false, "203.0.114.0": true,
		"223.255.255.255": true, "224.0.0.1": false, "239.255.255.255": false, "240.0.0.0": false, "255.255.255.255": false,
		"8.8.8.8": true, "93.184.215.14": true,

		"::": false, "::1": false, "::127.0.0.1": false, "::8.8.8.8": false,
		"::ffff:127.0.0.1": false, "::ffff:10.0.0.1": false, "::ffff:8.8.8.8": true, "::ffff:0:127.0.0.1": false,
		"64:ff9b::7f00:1": false, "64:ff9b::10.1.2.3": false, "64:ff9b::8.8.8.8": true, "64:ff9b:1::8.8.8.8": false,
		"100::1": false, "1fff:ffff::1": false, "2000::1": true,
		"2001::1": false, "2001:1ff:ffff::": false, "2001:200::": true, "2001:db8::1": false, "2001:db9::1": true,
		"2002:7f00:1::": false, "2002:808:808::1": false, "2003::1": true, "2606:4700::1111": true, "2a00:1450:4001::1": true,
		"3ffe:ffff::1": true, "3fff::1": false, "3fff:fff:ffff::": false, "3fff:1000::": true, "4000::": false,
		"5f00::1": false, "fc00::1": false, "fd12:3456::1": false, "fe80::1": false, "fe80::1%eth0": false,
		"febf::1": false, "fec0::1": false, "ff02::1": false, "2606:4700::1111%eth0": true,
	} {
		if got := osp.IsPublicAddr(netip.MustParseAddr(addr)); got != want {
			t.Errorf("%s: %v", addr, got)
		}
	}
	if osp.IsPublicAddr(netip.Addr{}) {
		t.Error("the zero address is public")
	}
}
