package osp

import (
	"slices"
	"strconv"
	"unicode/utf8"
)

// text reads a string of min to max code points; max 0 means no limit.
func (d *decoder) text(min, max int) string {
	if !d.expect('"', "a text") {
		return ""
	}
	s := d.str()
	switch {
	case len(s) < min || min > 1 && utf8.RuneCountInString(s) < min:
		d.noteShort(min)
	case max > 0 && len(s) > max && utf8.RuneCountInString(s) > max:
		d.noteLong(max, utf8.RuneCountInString(s))
	}
	return s
}

// optionalText reads a text that may be present and empty.
func (d *decoder) optionalText(max int) *string {
	s := d.text(0, max)
	return &s
}

// url reads an https URL.
func (d *decoder) url() string {
	if !d.expect('"', "a web address") {
		return ""
	}
	s := d.str()
	switch {
	case !hasHTTPS(s):
		d.note(RulePattern, d.subject()+" must be a web address that begins with https://.")
	case !isHTTPSURL(s):
		d.note(RuleFormat, d.subject()+" is not a valid web address: spaces and letters outside the English alphabet must be percent-encoded, and it needs a host name.")
	}
	return s
}

// email reads an email address.
func (d *decoder) email() string {
	if !d.expect('"', "an email address") {
		return ""
	}
	s := d.str()
	switch {
	case len(s) > 254 && utf8.RuneCountInString(s) > 254:
		d.noteLong(254, utf8.RuneCountInString(s))
	case !isEmail(s):
		d.note(RuleFormat, d.subject()+" is not a valid email address.")
	}
	return s
}

// slug reads an identifier such as "ac-repair" of at most max characters.
func (d *decoder) slug(max int) string {
	if !d.expect('"', "a text") {
		return ""
	}
	s := d.str()
	switch {
	case !isSlug(s):
		d.note(RulePattern, d.subject()+" must be lowercase letters, digits and hyphens, such as ac-repair, and must not begin with a hyphen.")
	case len(s) > max:
		d.noteLong(max, len(s))
	}
	return s
}

func (d *decoder) zip() ZIP {
	if !d.expect('"', "a text of five digits") {
		return ZIP{}
	}
	z, ok := parseZIP(d.str())
	if !ok {
		d.note(RulePattern, d.subject()+" must be a ZIP code of exactly five digits.")
	}
	return z
}

// constant reads a text that has only one allowed value.
func (d *decoder) constant(want string) string {
	if !d.expect('"', "a text") {
		return ""
	}
	s := d.str()
	if s != want {
		d.note(RuleConst, d.subject()+" must be "+strconv.Quote(want)+".")
	}
	return s
}

// enum reads one of a list of words.
func enum[T ~string](d *decoder, allowed []T) T {
	if !d.expect('"', "a text") {
		return ""
	}
	s := T(d.str())
	if !slices.Contains(allowed, s) {
		noteEnum(d, s, allowed)
	}
	return s
}
