package osp

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/charset"
)

// scannedPage is what a page holds for a reader of structured data.
type scannedPage struct {
	base   string   // href of the first base element, "" if there is none
	blocks []string // the contents of the script elements that hold JSON-LD, in order
}

// scanJSONLD finds the JSON-LD of a page as a browser would: by the type of the script element, however it is quoted and
// whatever parameters it has, and not in comments, templates, noscript, styles or text areas. It takes linear time.
func scanJSONLD(page []byte, contentType string) scannedPage {
	var out scannedPage
	z := html.NewTokenizer(bytes.NewReader(decodePage(page, contentType)))
	templates, inBlock := 0, false
	for {
		switch z.Next() {
		case html.ErrorToken: // the end: the reader itself can't fail
			return out
		case html.TextToken:
			if inBlock {
				out.blocks = append(out.blocks, string(z.Raw()))
				inBlock = false
			}
		case html.StartTagToken, html.SelfClosingTagToken: // HTML ignores the slash of all of these
			switch name, attributes := z.TagName(); {
			case string(name) == "template":
				templates++
			case templates > 0:
			case string(name) == "script":
				inBlock = attributes && isJSONLD(attribute(z, "type"))
			case string(name) == "base" && attributes && out.base == "":
				out.base = attribute(z, "href")
			}
		case html.EndTagToken:
			inBlock = false
			if name, _ := z.TagName(); string(name) == "template" && templates > 0 {
				templates--
			}
		}
	}
}

// attribute returns the value of the first attribute of that name.
func attribute(z *html.Tokenizer, name string) string {
	for {
		key, value, more := z.TagAttr()
		if string(key) == name {
			return string(value)
		}
		if !more {
			return ""
		}
	}
}

// isJSONLD reports whether a media type is JSON-LD's, in any case of letters and with any parameters.
func isJSONLD(mediaType string) bool {
	mediaType, _, _ = strings.Cut(mediaType, ";")
	return strings.EqualFold(strings.Trim(mediaType, " \t\n\f\r"), "application/ld+json")
}

// decodePage makes UTF-8 of a page by what its bytes, its Content-Type and its meta elements say, in this order.
func decodePage(page []byte, contentType string) []byte {
	// A page that says nothing is UTF-8 if all of it is valid as that, and windows-1252 otherwise. DetermineEncoding looks
	// for valid UTF-8 in the first 1024 bytes alone, so it is shown a letter that decides.
	head := page
	if !isASCII(page) && utf8.Valid(page) {
		const room = 1016
		end := min(len(page), room)
		for end < len(page) && !utf8.RuneStart(page[end]) {
			end--
		}
		head = append(bytes.Clone(page[:end]), "é    "...)
	}
	encoding, name, _ := charset.DetermineEncoding(head, contentType)
	if name == "utf-8" {
		return bytes.TrimPrefix(page, []byte("\xef\xbb\xbf"))
	}
	decoded, err := encoding.NewDecoder().Bytes(page)
	if err != nil {
		return page
	}
	return decoded
}

func isASCII(b []byte) bool {
	for _, c := range b {
		if c >= utf8.RuneSelf {
			return false
		}
	}
	return true
}
