package scrub

import (
	"html"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// layer is a text after some decoding. Byte i of text came from
// source[start[i]:end[i]]; both are nil where text is the source itself.
type layer struct {
	text       string
	start, end []int32
}

func (l *layer) span(from, to int) (start, end int32) {
	if l.start == nil {
		return int32(from), int32(to)
	}
	return l.start[from], l.end[to-1]
}

// maxDecodings is how often an escape may have been escaped again.
const maxDecodings = 3

// layers calls yield with the text as it stands and with each of its decodings.
func layers(text string, yield func(*layer)) {
	l := &layer{text: text}
	yield(l)
	for range maxDecodings {
		if !strings.ContainsAny(l.text, `%\&`) {
			return
		}
		next := decode(l)
		if next == nil {
			return
		}
		l = next
		yield(l)
	}
}

// decode undoes one level of percent-encoding, JSON escapes and HTML character
// references; nil if there was none.
func decode(l *layer) *layer {
	d := decoder{from: l}
	for i := 0; i < len(l.text); {
		n := 0
		switch l.text[i] {
		case '%':
			n = d.percent(i)
		case '\\':
			n = d.backslash(i)
		case '&':
			n = d.reference(i)
		}
		if n == 0 {
			d.keep(i)
			n = 1
		}
		i += n
	}
	if !d.changed {
		return nil
	}
	d.to.text = string(d.text)
	return &d.to
}

type decoder struct {
	from    *layer
	to      layer
	text    []byte
	changed bool
}

func (d *decoder) keep(i int) {
	start, end := d.from.span(i, i+1)
	d.text = append(d.text, d.from.text[i])
	d.to.start, d.to.end = append(d.to.start, start), append(d.to.end, end)
}

// put writes what from.text[i:j] decodes to.
func (d *decoder) put(decoded string, i, j int) {
	start, end := d.from.span(i, j)
	d.text = append(d.text, decoded...)
	for range len(decoded) {
		d.to.start, d.to.end = append(d.to.start, start), append(d.to.end, end)
	}
	d.changed = true
}

// percent decodes the one code point whose encoding begins at i, and returns
// the number of bytes that took, 0 if there is none. A byte that is part of no
// code point becomes a replacement character.
func (d *decoder) percent(i int) int {
	if strings.HasPrefix(d.from.text[i+1:], "u") { // as JavaScript's escape writes it
		r, ok := hex(d.from.text, i+2, 4)
		if !ok || utf16.IsSurrogate(r) {
			return 0
		}
		d.put(string(r), i, i+6)
		return 6
	}
	var encoded [utf8.UTFMax]byte
	n := 0
	for at := i; n < len(encoded) && at < len(d.from.text) && d.from.text[at] == '%'; at += 3 {
		b, ok := hex(d.from.text, at+1, 2)
		if !ok {
			break
		}
		encoded[n] = byte(b)
		if n++; utf8.FullRune(encoded[:n]) {
			break
		}
	}
	if n == 0 {
		return 0
	}
	r, size := utf8.DecodeRune(encoded[:n])
	d.put(string(r), i, i+3*size)
	return 3 * size
}

// backslash decodes the escape of JSON and its relatives that begins at i.
func (d *decoder) backslash(i int) int {
	text := d.from.text
	if i+1 == len(text) {
		return 0
	}
	n, r := 2, rune(0)
	switch c := text[i+1]; c {
	case '"', '\'', '\\', '/':
		r = rune(c)
	case 'n', 'r', 't', 'f', 'b':
		r = ' '
	case 'x':
		b, ok := hex(text, i+2, 2)
		if !ok {
			return 0
		}
		n, r = 4, b
	case 'u':
		u, ok := hex(text, i+2, 4)
		if !ok {
			return 0
		}
		n, r = 6, u
		if utf16.IsSurrogate(r) {
			low, ok := rune(0), strings.HasPrefix(text[i+6:], `\u`)
			if ok {
				low, ok = hex(text, i+8, 4)
			}
			if r = utf16.DecodeRune(r, low); !ok || r == utf8.RuneError {
				return 0
			}
			n = 12
		}
	default:
		return 0
	}
	d.put(string(r), i, i+n)
	return n
}

// maxReference bounds the length of an HTML character reference.
const maxReference = 12

// reference decodes the HTML character reference that begins at i.
func (d *decoder) reference(i int) int {
	text := d.from.text[i:min(len(d.from.text), i+maxReference)]
	end := strings.IndexByte(text, ';')
	if end < 0 {
		return 0
	}
	decoded := html.UnescapeString(text[:end+1])
	if decoded == text[:end+1] || strings.ContainsRune(decoded, utf8.RuneError) {
		return 0
	}
	d.put(decoded, i, i+end+1)
	return end + 1
}

// hex reads n hexadecimal digits of text at i.
func hex(text string, i, n int) (v rune, ok bool) {
	if i+n > len(text) {
		return 0, false
	}
	for _, c := range []byte(text[i : i+n]) {
		switch {
		case '0' <= c && c <= '9':
			v = v<<4 | rune(c-'0')
		case 'a' <= c|0x20 && c|0x20 <= 'f':
			v = v<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return v, true
}
