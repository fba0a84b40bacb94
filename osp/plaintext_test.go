package osp_test

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/openservicekit/openservice/osp"
)

const noLimit = 1 << 20

// Rule 37, P-128, P-222.
func TestRule37_PlainText(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"prose stays", "Arrived in <1 hour & cost < $90 (5 > 4), 10/10 <3", "Arrived in <1 hour & cost < $90 (5 > 4), 10/10 <3"},
		{"references are decoded once", "5 stars &amp;lt;script&amp;gt;alert(1)&amp;lt;/script&amp;gt;", "5 stars &lt;script&gt;alert(1)&lt;/script&gt;"},
		{"decoded tags are tags", "ok &lt;b&gt;bold&lt;/b&gt; &#60;script&#62;x&#60;/script&#62;end", "ok bold end"},
		{"named and numeric references", "Joe&rsquo;s caf&eacute; &#x2713; AT&T", "Joe’s café ✓ AT&T"},
		{"a reference beyond Unicode", "a&#1114112;b", "a\uFFFDb"},
		{"a quoted value may hold an end, in either quotes", "<a title='<b>3 > 2'>here</a>", "here"},
		{"inline tags join", "<b>bold</b>ly <a href=\"https://x.example/?a>b\">here</a>", "boldly here"},
		{"blocks break lines", "<p>On time</p><p>Fair price</p>Line one<br>line two<ul><li>a</li><li>b</li></ul>",
			"On time\nFair price\nLine one\nline two\na\nb"},
		{"script and style bodies go", "a<script>var x = '</b>';</script>b<STYLE type=text/css>p{}</style >c", "abc"},
		{"script without an end", "fine<script>alert(1)", "fine"},
		{"tag without an end", "Nice work <img src=x onerror=alert(1)", "Nice work"},
		{"comments go", "a<!-- x > y -->b<!-->c<!--->d<!doctype html>e<?php 1 ?>f</ >g<!-- open", "abcdefg"},
		{"line breaks stay as many as they are", "a<br>b<br><br>c<br><br><br><br>d", "a\nb\n\nc\n\nd"},
		{"a broken heart", "bad </3 really", "bad < /3 really"},
		{"a tag in pieces", "<scr<script>ipt>alert(1)</scr</script>ipt>", "ipt>alert(1)ipt>"},
		{"a tag around a tag", "<<b>script>alert(1)<</b>/script>", "< script>alert(1)< /script>"},
		{"a tag split by a zero-width space", "<\u200bscript>alert(1)</script>x", "x"},
		{"a tag split by NUL", "<\x00script>alert(1)</script>x", "x"},
		{"a tag split by a reference", "&lt;&#8203;script>alert(1)</script>x", "x"},
		{"terminal sequences of eight bits", "\u009b31mred\u009b0m ok", "red ok"},
		{"terminal sequences", "\x1b[31mred\x1b[0m ok\x00\x072J\r\nnext\tcol", "red ok2J\nnext\tcol"},
		{"bidirectional controls", "safe\u202egnp.exe\u2066x\u2069", "safegnp.exex"},
		{"hidden tags and selectors", "hi\U000E0041\U000E0042\uFE01\U000E0101 ❤️", "hi ❤️"},
		{"line breaks", "a\r\nb\rc\u2028d\u0085e\vf", "a\nb\nc\nd\ne\nf"},
		{"white space is folded", "  a  \u00a0 b \n \n\n\n c\t\td  ", "a b\n\nc\td"},
		{"bad UTF-8", "a\xffb", "a\uFFFDb"},
		{"nothing visible", "\u200b\u200d <b></b>", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := osp.PlainText(c.in, noLimit); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestPlainTextLimit(t *testing.T) {
	for _, c := range []struct {
		name, in string
		limit    int
		want     string
	}{
		{"code points, not bytes", "ééééé", 3, "ééé"},
		{"exactly", "ééé", 3, "ééé"},
		{"counted after cleaning", "<b>ab</b>cd", 3, "abc"},
		{"no white space at the cut", "ab cd", 3, "ab"},
		{"zero is the strictest", "abc", 0, ""},
		{"negative", "abc", -1, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := osp.PlainText(c.in, c.limit); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// isPlain fails unless a text is plain: no element or comment for an HTML reader, nothing invisible.
func isPlain(t *testing.T, text string) {
	t.Helper()
	if !utf8.ValidString(text) {
		t.Fatalf("%q is not UTF-8", text)
	}
	for _, r := range text {
		if unicode.Is(unicode.Cc, r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r) || unicode.Is(unicode.Join_Control, r) {
			t.Fatalf("%q has %U", text, r)
		}
	}
	tokens := html.NewTokenizer(strings.NewReader(text))
	for kind := tokens.Next(); kind != html.ErrorToken; kind = tokens.Next() {
		if kind != html.TextToken {
			t.Fatalf("%q has the markup %q", text, tokens.Token())
		}
	}
}

func TestPlainTextIsLinear(t *testing.T) {
	for _, unit := range []string{"</3", "<!x", "<", "<<b>", "<!--", "<a href='", "<script>", "&lt;", "-", "<b =", "</", "\x1b["} {
		isPlain(t, osp.PlainText(strings.Repeat(unit, 1<<18), noLimit)) // a quadratic reading would take minutes
	}
}

func FuzzPlainText(f *testing.F) {
	for _, text := range []string{
		"<<b>script>alert(1)<</b>/script>", "&lt;b&gt;", "<!-- a --!> b", "</3", "a\x1b[31mb\u202e", "<p>a<p>b", "<a b='>'>", "<<!---->b>",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		plain := osp.PlainText(text, noLimit)
		isPlain(t, plain)
		if !strings.Contains(plain, "&") { // references are decoded once each time
			if again := osp.PlainText(plain, noLimit); again != plain {
				t.Fatalf("%q became %q, then %q", text, plain, again)
			}
		}
		if n := utf8.RuneCountInString(osp.PlainText(text, 5)); n > 5 {
			t.Fatalf("%d code points, limit 5", n)
		}
	})
}

func BenchmarkPlainText(b *testing.B) {
	text := strings.Repeat("<p>Fast, fair, and cleaned up &amp; gone by noon.</p>", 8)
	b.SetBytes(int64(len(text)))
	b.ReportAllocs()
	for b.Loop() {
		osp.PlainText(text, 700)
	}
}
