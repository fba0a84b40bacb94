package osp

import "unicode/utf8"

// The forms of texts in tool inputs (OSP Appendix B).

// atMost accepts texts of up to limit code points, which is how JSON Schema counts.
func atMost(limit int) func(string) bool {
	return func(s string) bool { return len(s) <= limit || utf8.RuneCountInString(s) <= limit }
}

func isToolSlug(s string) bool { return len(s) <= 80 && isSlug(s) }

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

// isPhone accepts at most 40 code points with at least ten digits among them (OSP Appendix B.6).
func isPhone(s string) bool {
	digits := 0
	for i := range len(s) {
		if isDigit(s[i]) {
			digits++
		}
	}
	return digits >= 10 && atMost(maxPhone)(s)
}

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
