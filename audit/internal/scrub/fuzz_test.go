package scrub_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/openservicekit/openservice/audit/internal/scrub"
)

// FuzzText: whatever text and values come in, what comes out is the text with
// some of it replaced, and no known code or token is in it.
func FuzzText(f *testing.F) {
	for _, l := range lookalikes {
		f.Add(l, "Jane Doe", "482913", "zQ8-_xYt.rrT0")
	}
	for _, c := range shapes {
		f.Add(c, "山田", "7XK9", "approve_opaque_adapter_token")
	}
	f.Fuzz(func(t *testing.T, text, name, code, secret string) {
		for _, s := range []string{text, name, code, secret} {
			if !utf8.ValidString(s) {
				t.Skip()
			}
		}
		s := scrubber(func(k *scrub.Known) {
			k.AddName(name)
			k.AddAddress(name)
			k.AddCode(code)
			k.AddSecret(secret)
			k.AddURL(secret)
			k.AddID(code)
		})
		for _, got := range []string{s.Text(text), s.Contacts(text), s.ID(text)} {
			if !utf8.ValidString(got) {
				t.Fatalf("%q became %q", text, got)
			}
			rest := text
			for part := range strings.SplitSeq(got, scrub.Marker) {
				at := strings.Index(rest, part)
				if at < 0 {
					t.Fatalf("%q became %q, which has more than the marker", text, got)
				}
				rest = rest[at+len(part):]
			}
		}
		const long = 6
		if got := s.Text(text + " " + secret + " " + text); len(secret) >= long && visible(secret) > 1 && strings.TrimSpace(secret) == secret && strings.Contains(got, secret) && !strings.Contains(scrub.Marker, secret) {
			t.Fatalf("%q can be read in %q", secret, got)
		}
	})
}

// visible counts the characters of s that leave a mark on paper.
func visible(s string) (n int) {
	for _, r := range s {
		if unicode.IsGraphic(r) && !unicode.IsSpace(r) && !unicode.IsMark(r) {
			n++
		}
	}
	return n
}
