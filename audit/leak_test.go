package audit_test

import (
	"encoding/json"
	"maps"
	"net/url"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/openservicekit/openservice/audit"
)

// person is a customer as the leak tests plant it.
type person struct {
	names []string // display, given and family name
	phone string   // E.164
	email string
	code  string
}

// leak looks, with means of its own, for what of p can be read in text: a word
// of a name, the phone number without its prefix, the email address, the code; in
// any letter case, normal form or percent-encoding.
func (p *person) leak(text string) string {
	for range 3 {
		reading := plain(strings.ReplaceAll(text, audit.Redacted, "\t"))
		words := map[string]bool{}
		for w := range strings.FieldsFuncSeq(reading, isSeparator) {
			words[w] = true
		}
		for _, name := range p.names {
			for w := range strings.FieldsFuncSeq(plain(name), isSeparator) {
				if !strings.ContainsFunc(w, unicode.IsLetter) {
					continue // a mark by itself is no word
				}
				if words[w] && !isNumber(w) || isUnspaced(w) && strings.Contains(reading, w) {
					return "name " + w
				}
			}
		}
		if p.email != "" && strings.Contains(reading, plain(p.email)) {
			return "email " + p.email
		}
		if words[p.code] && p.code != "" {
			return "code " + p.code
		}
		const prefix = 3
		if digits := strings.TrimPrefix(p.phone, "+"); len(digits) > prefix && strings.Contains(runs(reading), digits[prefix:]) {
			return "phone " + p.phone
		}
		next, err := url.QueryUnescape(text)
		if err != nil || next == text {
			break
		}
		text = next
	}
	return ""
}

func plain(s string) string { return strings.ToLower(strings.ToUpper(norm.NFKC.String(s))) }

func isSeparator(r rune) bool { return !unicode.In(r, unicode.L, unicode.M, unicode.Nd) }

func isNumber(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return !unicode.IsDigit(r) })
}

func isUnspaced(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool {
		return !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Thai)
	})
}

// runs is text with the digits of all scripts as ASCII, run together unless a
// letter or a marker comes between.
func runs(text string) string {
	var b strings.Builder
	for _, r := range text {
		switch {
		case '0' <= r && r <= '9':
			b.WriteRune(r)
		case '٠' <= r && r <= '٩':
			b.WriteRune(r - '٠' + '0')
		case '०' <= r && r <= '९':
			b.WriteRune(r - '०' + '0')
		case unicode.IsLetter(r), r == '\t':
			b.WriteByte(' ')
		}
	}
	return b.String()
}

// sameShape wants got to be want but for strings and numbers that became text.
func sameShape(t *testing.T, where string, want, got any) {
	t.Helper()
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok || len(g) != len(w) {
			t.Errorf("%s: %v became %v", where, want, got)
			return
		}
		for name := range w {
			if _, ok := g[name]; !ok {
				t.Errorf("%s: no member %s", where, name)
			}
			sameShape(t, where+"."+name, w[name], g[name])
		}
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			t.Errorf("%s: %v became %v", where, want, got)
			return
		}
		for i := range w {
			sameShape(t, where, w[i], g[i])
		}
	case string:
		if _, ok := got.(string); !ok {
			t.Errorf("%s: %v became %v", where, want, got)
		}
	case bool, nil:
		if got != want {
			t.Errorf("%s: %v became %v", where, want, got)
		}
	}
}

// eachString calls yield with every string in a JSON value, member names aside, and
// puts what it returns in its place.
func eachString(v any, where string, yield func(where, s string) string) any {
	switch v := v.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			v[name] = eachString(v[name], where+"."+name, yield)
		}
	case []any:
		for i := range v {
			v[i] = eachString(v[i], where, yield)
		}
	case string:
		return yield(where, v)
	}
	return v
}

// parsed is a document as a generic JSON value.
func parsed(t testing.TB, doc []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(doc, &v); err != nil {
		t.Fatalf("%v in %s", err, doc)
	}
	return v
}
