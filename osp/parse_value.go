package osp

import (
	"encoding/json"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/openservicekit/openservice/wallclock"
)

// expect reports whether the next value starts with kind, one of { [ " t 0. Otherwise it notes what was wanted and passes
// over the value.
func (d *decoder) expect(kind byte, want string) bool {
	got := d.peek()
	switch got {
	case kind:
		return true
	case 'f':
		if kind == 't' {
			return true
		}
	case '-', '1', '2', '3', '4', '5', '6', '7', '8', '9':
		if kind == '0' {
			return true
		}
	}
	d.skip()
	d.noteType(want, got)
	return false
}

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

// clock reads a time of day, HH:MM.
func (d *decoder) clock() (t wallclock.Time, ok bool) {
	if !d.expect('"', "a time of day as text, such as \"08:30\"") {
		return t, false
	}
	s := d.str()
	t, err := wallclock.ParseTime(s)
	if err != nil || len(s) != len("15:04") {
		d.note(RulePattern, d.subject()+" must be a time of day from 00:00 to 23:59, written with two digits each, such as 08:30.")
		return wallclock.Time{}, false
	}
	return t, true
}

// optionalClock is clock for a member that may be absent; nil also stands for a time that couldn't be read.
func (d *decoder) optionalClock() *wallclock.Time {
	t, ok := d.clock()
	if !ok {
		return nil
	}
	return &t
}

// date reads a calendar date, YYYY-MM-DD.
func (d *decoder) date() wallclock.Date {
	if !d.expect('"', "a date as text, such as \"2026-11-26\"") {
		return wallclock.Date{}
	}
	s := d.str()
	date, err := wallclock.ParseDate(s)
	switch {
	case err == nil:
	case isDateShape(s):
		d.note(RuleFormat, d.subject()+" is "+s+", a date that is not on the calendar.")
	default:
		d.note(RulePattern, d.subject()+" must be a date written as year-month-day, such as 2026-11-26.")
	}
	return date
}

func (d *decoder) timestamp() Timestamp {
	if !d.expect('"', "a date and time as text") {
		return ""
	}
	s := Timestamp(d.str())
	if _, err := s.Time(); err != nil {
		d.note(RuleFormat, d.subject()+" must be a date and time with a UTC offset, such as 2026-09-07T14:00:00Z.")
	}
	return s
}

func (d *decoder) boolean() (value, ok bool) {
	if !d.expect('t', "true or false") {
		return false, false
	}
	if d.src[d.pos] == 't' {
		d.literal("true")
		return !d.bad, !d.bad
	}
	d.literal("false")
	return false, !d.bad
}

func (d *decoder) optionalBoolean() *bool {
	b, _ := d.boolean()
	return &b
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

// integer reads a whole number from min to max, however it is written: 45, 45.0 and 4.5e1 are the same.
func (d *decoder) integer(min, max int) int {
	if !d.expect('0', "a whole number") {
		return 0
	}
	raw := d.num()
	n, err := strconv.Atoi(raw)
	if err != nil {
		dec := parseDecimal(raw)
		if !dec.isInteger() {
			d.note(RuleType, d.subject()+" must be a whole number.")
			return 0
		}
		n = dec.int()
	}
	switch {
	case n < min:
		d.note(RuleMinimum, d.subject()+" must be at least "+strconv.Itoa(min)+".")
	case n > max:
		d.note(RuleMaximum, d.subject()+" must be at most "+strconv.Itoa(max)+".")
	}
	return n
}

// degrees reads a number from -limit to limit.
func (d *decoder) degrees(limit int) float64 {
	if !d.expect('0', "a number") {
		return 0
	}
	f, raw := d.float()
	if f < 0 && exceeds(-f, raw, limit) {
		d.note(RuleMinimum, d.subject()+" must be at least -"+strconv.Itoa(limit)+".")
	}
	if f > 0 && exceeds(f, raw, limit) {
		d.note(RuleMaximum, d.subject()+" must be at most "+strconv.Itoa(limit)+".")
	}
	return f
}

// miles reads a number over 0 and up to limit.
func (d *decoder) miles(limit int) float64 {
	if !d.expect('0', "a number") {
		return 0
	}
	f, raw := d.float()
	if f <= 0 {
		d.note(RuleExclusiveMinimum, d.subject()+" must be more than 0.")
	}
	if f > 0 && exceeds(f, raw, limit) {
		d.note(RuleMaximum, d.subject()+" must be at most "+strconv.Itoa(limit)+".")
	}
	return f
}

// float reads a number, which is infinite when it is out of range.
func (d *decoder) float() (float64, string) {
	raw := d.num()
	f, _ := strconv.ParseFloat(raw, 64)
	return f, raw
}

// exceeds reports whether the number that raw writes, whose size as a float64 is f, is of a size over limit. Just at the
// limit the digits decide, because a float64 doesn't hold them all.
func exceeds(f float64, raw string, limit int) bool {
	return f > float64(limit) || f == float64(limit) && parseDecimal(raw).exceeds(limit)
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

// keep reads a member that OSP doesn't define and keeps it as written.
func (d *decoder) keep(into *Members, name string) {
	d.checkName(name)
	d.peek()
	start := d.pos
	d.skip()
	if d.bad {
		return
	}
	if *into == nil {
		*into = make(Members)
	}
	(*into)[name] = json.RawMessage(d.src[start:d.pos])
}

// list reads an array of min to max entries, each with read; max 0 means no limit. With unique, an entry that was there
// before is an issue.
func list[T comparable](d *decoder, min, max int, unique bool, read func(*decoder) T) []T {
	out := make([]T, 0, 4)
	var before seen[T]
	a := d.array(min, max)
	for a.next() {
		issues := len(d.issues) + d.more
		v := read(d)
		if unique && len(d.issues)+d.more == issues && !before.add(v) {
			d.note(RuleUniqueItems, d.subject()+" repeats an earlier one.")
		}
		out = append(out, v)
	}
	return out
}
