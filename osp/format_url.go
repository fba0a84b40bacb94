package osp

import (
	"net/netip"
	"strings"
)

const httpsPrefix = "https://"

func hasHTTPS(s string) bool { return strings.HasPrefix(s, httpsPrefix) }

// The characters that RFC 3986 allows in the parts of a URI, besides percent-encoding.
const (
	inHost  = 1 << iota // unreserved and sub-delims
	inUser              // those and a colon
	inPath              // those, @ and /
	inQuery             // those and ?
)

var uriBytes = func() (table [256]uint8) {
	const unreserved, subDelims = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~", "!$&'()*+,;="
	allow := func(chars string, parts uint8) {
		for _, c := range []byte(chars) {
			table[c] |= parts
		}
	}
	allow(unreserved+subDelims, inHost|inUser|inPath|inQuery)
	allow(":", inUser|inPath|inQuery)
	allow("@/", inPath|inQuery)
	allow("?", inQuery)
	return table
}()

// isHTTPSURL reports whether s is an https URI by the grammar of RFC 3986. A host is needed: section 3.2.2 calls an empty
// one invalid for this scheme. It is a name or an IPv4 address as written, or an IPv6 address in brackets.
func isHTTPSURL(s string) bool {
	if !hasHTTPS(s) {
		return false
	}
	s = s[len(httpsPrefix):]
	end := len(s)
	if i := strings.IndexAny(s, "/?#"); i >= 0 {
		end = i
	}
	if !isAuthority(s[:end]) {
		return false
	}
	// Past the authority the three parts differ only in that a question mark starts the query and a number sign, which
	// none of them holds, the fragment.
	rest, fragment, _ := strings.Cut(s[end:], "#")
	return consistsOf(rest, inQuery) && consistsOf(fragment, inQuery)
}

func isAuthority(s string) bool {
	if user, host, ok := strings.Cut(s, "@"); ok {
		if !consistsOf(user, inUser) {
			return false
		}
		s = host
	}
	if literal, ok := strings.CutPrefix(s, "["); ok {
		literal, port, closed := strings.Cut(literal, "]")
		addr, err := netip.ParseAddr(literal)
		return closed && err == nil && addr.Is6() && addr.Zone() == "" && (port == "" || port[0] == ':' && isDigits(port[1:]))
	}
	host, port, _ := strings.Cut(s, ":")
	return host != "" && !strings.Contains(host, "%") && consistsOf(host, inHost) && isDigits(port)
}

func isDigits(s string) bool { return strings.Trim(s, "0123456789") == "" }

// consistsOf reports whether s has only characters of the given part, and percent-encoded bytes.
func consistsOf(s string, part uint8) bool {
	for i := 0; i < len(s); i++ {
		if uriBytes[s[i]]&part != 0 {
			continue
		}
		if s[i] != '%' || i+2 >= len(s) || !isHex(s[i+1]) || !isHex(s[i+2]) {
			return false
		}
		i += 2
	}
	return true
}

func isHex(c byte) bool { return isDigit(c) || c|0x20-'a' < 6 }
