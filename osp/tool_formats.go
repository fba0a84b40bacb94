package osp

import "strings"

// The forms of texts in tool inputs (OSP Appendix B).

// maxSlug is the longest slug, in code points; it bounds the texts whose form is shorter still.
const maxSlug = 80

func isToolSlug(s string) bool { return len(s) <= maxSlug && isSlug(s) }

// isUUID accepts the textual form 8-4-4-4-12 of RFC 9562 in either case, of any version, and no other spelling.
func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		if i == 8 || i == 13 || i == 18 || i == 23 {
			if s[i] != '-' {
				return false
			}
		} else if !isHex(s[i]) {
			return false
		}
	}
	return true
}

// isPhone accepts what has at least ten digits in it (OSP Appendix B.6), and still has them once it is plain: digits in a tag
// are nobody's number.
func isPhone(s string) bool {
	s = plainLine(s, maxPhone)
	digits := 0
	for i := range len(s) {
		if isDigit(s[i]) {
			digits++
		}
	}
	return digits >= 10
}

// isPlainEmail accepts an address that can stand in a page. The quoted form alone could hold markup.
func isPlainEmail(s string) bool { return isEmail(s) && !strings.ContainsAny(s, "<>") }

func isZIP(s string) bool {
	_, ok := parseZIP(s)
	return ok
}

func isContactMethod(s string) bool {
	switch ContactMethod(s) {
	case ContactCall, ContactText, ContactEmail:
		return true
	}
	return false
}

func isChannel(s string) bool {
	switch Channel(s) {
	case ChannelMCP, ChannelREST, ChannelWebMCP, ChannelOther:
		return true
	}
	return false
}
