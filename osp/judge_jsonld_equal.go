package osp

import (
	"net/url"
	"strings"
)

// equalText compares texts with white space folded.
func equalText(found, wanted string) bool { return foldSpaces(found) == foldSpaces(wanted) }

func foldSpaces(s string) string { return strings.Join(strings.Fields(s), " ") }

// equalPhone compares the digits of phone numbers, of which a leading 1 is optional.
func equalPhone(found, wanted string) bool {
	f := nationalDigits(found)
	return f != "" && f == nationalDigits(wanted)
}

func nationalDigits(phone string) string {
	digits := strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, phone)
	if len(digits) == 11 {
		digits = strings.TrimPrefix(digits, "1")
	}
	return digits
}

// equalURL compares URLs, the found one resolved against the address of the page, without a trailing slash.
func (j *judge) equalURL(found, wanted string) bool {
	return foldURL(resolve(j.base, found)) == foldURL(wanted)
}

// equalTemplate is equalURL for a URL template: what it stands for without any of its parameters (RFC 6570).
func (j *judge) equalTemplate(found, wanted string) bool {
	return j.equalURL(plainTemplate(found), wanted)
}

// plainTemplate expands a URL template with no values: its expressions vanish.
func plainTemplate(template string) string {
	var b strings.Builder
	for {
		before, rest, open := strings.Cut(template, "{")
		_, after, closed := strings.Cut(rest, "}")
		if !open || !closed {
			return b.String() + template
		}
		b.WriteString(before)
		template = after
	}
}

// foldURL writes a URL in one way: scheme and host in lower case, no default port, no trailing slash, no empty query or
// fragment.
func foldURL(s string) string {
	u, err := url.Parse(strings.TrimSpace(s))
	if err != nil {
		return s
	}
	u.Host = strings.ToLower(u.Host)
	if u.Scheme == "https" {
		u.Host = strings.TrimSuffix(u.Host, ":443")
	}
	u.ForceQuery = false
	path := strings.TrimSuffix(u.EscapedPath(), "/")
	u.RawPath, u.Path = "", ""
	if unescaped, err := url.PathUnescape(path); err == nil {
		u.Path, u.RawPath = unescaped, path
	}
	return u.String()
}
