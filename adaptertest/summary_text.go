package adaptertest

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// summaryText is an approval summary as the user would see it. Its wording is the
// adapter's: the questions below look for facts in whatever English they may stand in.
type summaryText string

// has reports whether the text contains words, whatever the case, the white space and
// the quotation marks.
func (s summaryText) has(words string) bool {
	return strings.Contains(folded(string(s)), folded(words))
}

func (s summaryText) hasAny(words ...string) bool {
	for _, w := range words {
		if s.has(w) {
			return true
		}
	}
	return false
}

func folded(s string) string {
	return strings.ToLower(strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if strings.ContainsRune("\"'`“”„‘’«»", r) {
			return -1
		}
		return r
	}, s)), " "))
}

func (s summaryText) matches(pattern string) bool {
	return regexp.MustCompile(pattern).MatchString(string(s))
}

// hasDate finds a date in ISO, numeric or English form.
func (s summaryText) hasDate(at wallclock.DateTime) bool {
	return s.matches(`(?i)\b` + datePattern(at) + `(?:\D|$)`)
}

func datePattern(at wallclock.DateTime) string {
	month := time.Month(at.Date.Month).String()
	day := fmt.Sprintf(`0?%d(?:st|nd|rd|th)?`, at.Date.Day)
	named := fmt.Sprintf(`(?:%s|%s\.?)`, month, month[:3])
	numbers := fmt.Sprintf(`0?%[2]d[./-]0?%[3]d[./-](?:%[1]d|%02[4]d)|0?%[3]d[./-]0?%[2]d[./-](?:%[1]d|%02[4]d)`,
		at.Date.Year, int(at.Date.Month), at.Date.Day, at.Date.Year%100)
	return `(?:` + at.Date.String() + `|` + numbers + `|` + named + ` ` + day + `|` + day + ` (?:of )?` + named + `)`
}

// withoutOtherWeekday finds no weekday right before or after the date that is not its own.
// One that stands elsewhere may be of another day, such as the last to cancel.
func (s summaryText) withoutOtherWeekday(at wallclock.DateTime) bool {
	const weekday, between = `(mon|tue|wed|thu|fri|sat|sun)[a-z]*\.?`, `[ ,(]{1,3}(?:the |on )?`
	date := datePattern(at)
	own := strings.ToLower(time.Weekday(int(at.Weekday()) % 7).String()[:3])
	for _, pattern := range []string{`(?i)\b` + weekday + between + date + `(?:\D|$)`, `(?i)\b` + date + between + weekday} {
		for _, found := range regexp.MustCompile(pattern).FindAllStringSubmatch(string(s), -1) {
			if strings.ToLower(found[1]) != own {
				return false
			}
		}
	}
	return true
}

// hasTime finds a time of day by a clock of 24 or of 12 hours.
func (s summaryText) hasTime(at wallclock.DateTime) bool { return s.matches(timePattern(at)) }

// hasZone finds a zone by its IANA name, its city or an abbreviation, or words such as
// local time.
func (s summaryText) hasZone(name string) bool {
	city := strings.ReplaceAll(name[strings.LastIndex(name, "/")+1:], "_", " ")
	return name != "" && (s.has(name) || s.has(city)) || s.matches(`\b[A-Z]{1,3}[SD]?T\b|(?i)\b(?:local time|merchant-local|time there)\b`)
}

// grouping is what may stand between the digits of a large number.
const grouping = `[,.\'\x{2019} \x{A0}\x{202F}]?`

// numberPattern matches the whole units of an amount, grouped or not, and the places of
// its currency as they were cut off them.
func numberPattern(m *money.Money) (whole, part string, ok bool) {
	minor, ok := m.FixedAmount()
	exponent, err := money.Exponent(m.Currency)
	if !ok || err != nil {
		return "", "", false
	}
	digits := fmt.Sprintf("%0*d", exponent+1, minor)
	units, part := digits[:len(digits)-exponent], digits[len(digits)-exponent:]
	for i, d := range units {
		if i > 0 && len(units)-i >= 3 { // also lakhs and crores
			whole += grouping
		}
		whole += string(d)
	}
	return whole, part, true
}

// hasAmount finds an amount beside its currency's code, symbol or name, such as
// 95.00 USD, $95 or 95,00 €.
func (s summaryText) hasAmount(m *money.Money) bool {
	amount, part, ok := numberPattern(m)
	switch {
	case !ok:
		return false
	case part != "" && strings.Trim(part, "0") == "":
		amount += `(?:[.,]` + part + `)?`
	case part != "":
		amount += `[.,]` + part
	}
	unit := `(?:` + m.Currency + `|\p{Sc}|[A-Z]{1,2}\.?|(?i:dollars?|euros?|pounds?|yen|dinars?|pesos?))`
	return s.matches(`(?:^|[^\d.,:])`+amount+`[ \x{A0}\x{202F}]?`+unit+`(?:\P{L}|$)`) ||
		s.matches(unit+`[ \x{A0}\x{202F}]?`+amount+`(?:[^\d]|$)`)
}

// hasNumber finds an amount without a look at its currency, with as many of its places as
// are written.
func (s summaryText) hasNumber(m *money.Money) bool {
	whole, part, ok := numberPattern(m)
	places := `00?`
	if part != "" {
		places = part
	}
	for i := range part {
		places += `|` + part[:i]
	}
	const from, to = `(?:^|[^\d.,]|(?:^|\D)[.,])`, `(?:[^\d.,]|[.,](?:\D|$)|$)` // no digits of a longer number
	return ok && s.matches(from+whole+`(?:[.,](?:`+places+`))?`+to)
}

var nothingDue = regexp.MustCompile(`(?i)\b(?:no|nothing|without|not)\b[^.]*\b(?:pay\w*|paid|deposit|upfront|advance|due|charged?)\b`)

// saysNothingDue finds words such as "No upfront payment or deposit is required".
func (s summaryText) saysNothingDue() bool {
	for _, sentence := range s.sentences() {
		if nothingDue.MatchString(sentence) && !strings.Contains(sentence, "collected") {
			return true
		}
	}
	return false
}

// saysDueBefore finds words such as "to be paid in advance".
func (s summaryText) saysDueBefore() bool {
	return s.hasAny("advance", "upfront", "up front", "prepay", "prepaid", "pre-pa", "before the appointment", "to book") && !s.saysNothingDue()
}

// sentences cuts the text where one ends, which no amount does.
func (s summaryText) sentences() []string {
	return regexp.MustCompile(`[.;!]\s+|\n`).Split(strings.ReplaceAll(strings.ToLower(string(s)), "no-show", "noshow"), -1)
}

// hasTerms finds whether and until when the booking can be cancelled: so long before the
// start, or a date and a time.
func (s summaryText) hasTerms(p *osbp.Policy, start wallclock.DateTime) bool {
	if !s.has("cancel") {
		return false
	}
	length, err := wallclock.ParseDuration(p.CancellationWindow)
	if !p.CancellationEnabled || p.CancellationWindow == "" || err != nil {
		return true
	}
	if last, err := wallclock.ParseDateTime(spare(start.String(), -hours(length))); err == nil && s.hasDate(last) && s.hasTime(last) {
		return true
	}
	inHours := length.Days*24 + int(length.Clock/time.Hour)
	ways := []string{strconv.Itoa(inHours)}
	if inHours%24 == 0 {
		ways = append(ways, strconv.Itoa(inHours/24))
	}
	if inHours == 0 {
		ways = []string{strconv.Itoa(int(length.Clock / time.Minute))}
	}
	return s.matches(`(?i)\b(?:`+strings.Join(ways, "|")+`) ?-?(?:h|hours?|hrs?|days?|d|minutes?|mins?|m)\b`) ||
		inHours == 24 && s.hasAny("a day", "one day", "the day before")
}

var labels = regexp.MustCompile(`payment_requirement|full_prepay|cancellation_(?:enabled|window|note|fee)|no_show_fee|late_grace|verification_method|` +
	`amount_minor|starts_at|ends_at|service_id|schedule_id|provider_id|display_name|given_name|family_name|\bP(?:\d+[YMWD]|T\d+[HMS])\w*|\{"`)

// label finds what belongs on the wire and not before a person.
func (s summaryText) label() string { return labels.FindString(string(s)) }

func (s summaryText) withoutInstruction() bool {
	return !s.hasAny("approval.token", "approval.confirmed", "idempotency_key", "booking.create", "payload", "retry")
}

var holds = regexp.MustCompile(`(?i)\b(?:is|are|been|was|we|have|now)\s+(?:now\s+|already\s+)?(?:held|holding|reserved|on hold|booked|confirmed|secured)\b`)

// unless are words of a sentence that says what is not, or not yet.
var unless = regexp.MustCompile(`(?i)\b(?:not|n't|never|nothing|until|unless|only|once|after|when|if|before)\b`)

// withoutHold leaves out the merchant's own words.
func (s summaryText) withoutHold(note string) bool {
	text := string(s)
	if note != "" {
		text = strings.ReplaceAll(text, note, "")
	}
	for _, sentence := range summaryText(text).sentences() {
		if holds.MatchString(sentence) && !unless.MatchString(sentence) {
			return false
		}
	}
	return true
}

var (
	cappedFee = regexp.MustCompile(`\bcapped\b|\b(?:within|limited (?:to|by)|covered by|bounded by|no more than|at most|up to)\b` +
		`[^.]*\b(?:mandate|limits?|cap|authori[sz]ation|allowance|budget|max\w*)\b`)
	uncapped = regexp.MustCompile(`\b(?:no limit|not|never|neither|nor|without|beyond|outside|aren't|isn't|can't)\b`)
)

// withoutCappedFees finds no sentence that says of a fee that the mandate bounds it.
func (s summaryText) withoutCappedFees() bool {
	for _, sentence := range s.sentences() {
		if strings.Contains(sentence, "fee") && cappedFee.MatchString(sentence) && !uncapped.MatchString(sentence) {
			return false
		}
	}
	return true
}

var (
	givenLabel  = regexp.MustCompile(`(?i)\b(?:given|first|fore)[- ]?names?\b`)
	familyLabel = regexp.MustCompile(`(?i)\b(?:family|last|sur)[- ]?names?\b`)
)

// labelsNames reports whether names that are labelled, before or after their label, are
// labelled rightly. A text without labels is right.
func (s summaryText) labelsNames(given, family string) bool {
	text := string(s)
	g, f := givenLabel.FindStringIndex(text), familyLabel.FindStringIndex(text)
	if g == nil || f == nil {
		return true
	}
	first := func(after int) string {
		i, j := strings.Index(text[after:], given), strings.Index(text[after:], family)
		return nearest(given, family, i, j)
	}
	last := func(before int) string {
		i, j := strings.LastIndex(text[:before], given), strings.LastIndex(text[:before], family)
		return nearest(given, family, before-i, before-j)
	}
	return first(g[1]) == given && first(f[1]) == family || last(g[0]) == given && last(f[0]) == family
}

// nearest is the one of two that is nearer by a distance; a negative one is none.
func nearest(a, b string, i, j int) string {
	switch {
	case i < 0 && j < 0:
		return ""
	case j < 0 || i >= 0 && i < j:
		return a
	}
	return b
}
