package osp

import (
	"net/netip"
	"strings"
)

// isSlug reports whether s matches ^[a-z0-9][a-z0-9-]*$.
func isSlug(s string) bool {
	for i := range len(s) {
		if !slugByte(s[i]) || i == 0 && s[i] == '-' {
			return false
		}
	}
	return s != ""
}

func slugByte(c byte) bool { return c-'a' < 26 || isDigit(c) || c == '-' }

func isDigit(c byte) bool { return c-'0' < 10 }

func isLetter(c byte) bool { return c|0x20-'a' < 26 }

// isDateShape reports whether s matches ^\d{4}-\d{2}-\d{2}$.
func isDateShape(s string) bool {
	if len(s) != len("2006-01-02") {
		return false
	}
	for i := range len(s) {
		if dash := i == 4 || i == 7; dash && s[i] != '-' || !dash && !isDigit(s[i]) {
			return false
		}
	}
	return true
}

// isZoneName reports whether s matches ^[A-Za-z_]+(?:/[A-Za-z0-9_+-]+)+$.
func isZoneName(s string) bool {
	area, rest, ok := strings.Cut(s, "/")
	if !ok || area == "" {
		return false
	}
	for i := range len(area) {
		if !isLetter(area[i]) && area[i] != '_' {
			return false
		}
	}
	empty := true
	for i := range len(rest) {
		switch c := rest[i]; {
		case c == '/' && !empty:
			empty = true
		case isLetter(c) || isDigit(c) || c == '_' || c == '+' || c == '-':
			empty = false
		default:
			return false
		}
	}
	return !empty
}

// isReverseDNS reports whether s matches ^[a-z0-9-]+(\.[a-z0-9-]+)+$.
func isReverseDNS(s string) bool {
	labels := 0
	for label := range strings.SplitSeq(s, ".") {
		for i := range len(label) {
			if !slugByte(label[i]) {
				return false
			}
		}
		if label == "" {
			return false
		}
		labels++
	}
	return labels > 1
}

// isEmail reports whether s is a mailbox of RFC 5321 section 4.1.2, as JSON Schema's format email asks, without quoted
// pairs: ASCII, a dot-atom or a quoted text before the last @, a host name or an address literal behind it.
func isEmail(s string) bool {
	at := strings.LastIndexByte(s, '@')
	if at < 1 || at > 64 {
		return false
	}
	return isLocalPart(s[:at]) && isMailDomain(s[at+1:])
}

func isLocalPart(s string) bool {
	if len(s) > 1 && s[0] == '"' && s[len(s)-1] == '"' {
		for _, c := range []byte(s[1 : len(s)-1]) {
			if c < ' ' || c > '~' || c == '"' || c == '\\' {
				return false
			}
		}
		return true
	}
	for i := range len(s) {
		c := s[i]
		if c == '.' {
			if i == 0 || i == len(s)-1 || s[i-1] == '.' {
				return false
			}
		} else if !isLetter(c) && !isDigit(c) && strings.IndexByte("!#$%&'*+-/=?^_`{|}~", c) < 0 {
			return false
		}
	}
	return true
}

func isMailDomain(s string) bool {
	if literal, ok := strings.CutPrefix(s, "["); ok {
		literal, ok = strings.CutSuffix(literal, "]")
		v6, is6 := strings.CutPrefix(literal, "IPv6:")
		if !is6 {
			v6 = literal
		}
		addr, err := netip.ParseAddr(v6)
		return ok && err == nil && addr.Zone() == "" && addr.Is4() != is6
	}
	for label := range strings.SplitSeq(s, ".") {
		if !isHostLabel(label) {
			return false
		}
	}
	return len(s) <= 253
}

// isHostLabel reports whether s is one label of a host name: letters, digits and inner hyphens.
func isHostLabel(s string) bool {
	if s == "" || len(s) > 63 || s[0] == '-' || s[len(s)-1] == '-' {
		return false
	}
	for i := range len(s) {
		if c := s[i]; !isLetter(c) && !isDigit(c) && c != '-' {
			return false
		}
	}
	return true
}
