package adaptertest_test

import (
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// The longest texts that are shown, in code points.
const (
	maxHandName = 200
	maxHandNote = 1000
)

// facts are the summary and the texts in it that it cuts short.
func (b *handBooking) facts(e *handEvidence) string {
	return fmt.Sprintf("%s %q", b.summary(e), []string{
		e.service.Name, e.slot.ProviderName, e.slot.ScheduleName, e.policy.CancellationNote, e.slot.ScheduleTimezone,
	})
}

// summary is the prose that the user confirms. Each line is one fact; a fact that is
// not known is left out.
func (b *handBooking) summary(e *handEvidence) string {
	q, out := &b.a.q, []string{}
	line := func(leftOut bool, text string) {
		if !leftOut && text != "" {
			out = append(out, text)
		}
	}
	line(q.serviceLeftOut, b.whatLine(e))
	line(q.timeLeftOut, b.whenLine(e))
	line(q.zoneLeftOut, named("The time is merchant-local, in ", b.text(e.slot.ScheduleTimezone, maxHandName)))
	line(q.providerLeftOut, named("With ", b.text(e.slot.ProviderName, maxHandName)))
	line(q.placeLeftOut, named("Place: ", b.text(e.slot.ScheduleName, maxHandName)))
	line(q.priceLeftOut, "Price: "+b.amount(e.price())+".")
	line(q.payNowLeftOut, b.payLine(e))
	line(q.termsLeftOut, b.termsLine(e.policy))
	line(q.feeLeftOut, b.feeLine("Cancellation fee", e.policy.CancellationFee))
	line(q.noShowLeftOut, b.feeLine("No-show fee", e.policy.NoShowFee))
	line(q.customerNameLeftOut, b.nameLine(&b.in.Customer))
	line(false, "Once made, the booking can't be cancelled or changed through this agent.")
	return strings.Join(out, " ")
}

func named(before, text string) string {
	if text == "" {
		return ""
	}
	return before + text + "."
}

func (b *handBooking) whatLine(e *handEvidence) string {
	at := ""
	if o := e.policy.Organization; o != nil && o.Name != "" {
		at = " at " + b.text(o.Name, maxHandName)
	}
	return "Book " + b.text(e.service.Name, maxHandName) + at + "."
}

func (b *handBooking) whenLine(e *handEvidence) string {
	start, err := wallclock.ParseDateTime(e.slot.StartsAtLocal)
	if err != nil {
		return ""
	}
	shown := start.Date.String() + " at " + start.Time.Short()
	if at, err := wallclock.ParseInstant(e.slot.StartsAt); err == nil && b.a.q.timeInUTC {
		shown = at.UTC().Format("2006-01-02 at 15:04")
	}
	text := "On " + time.Weekday(int(start.Weekday())%7).String() + ", " + shown
	if end, err := wallclock.ParseDateTime(e.slot.EndsAtLocal); err == nil && !b.a.q.timeInUTC {
		text += " until " + end.Date.String() + " " + end.Time.Short()
	}
	return text + "."
}

// amount writes money as 95.00 USD, whatever its display says.
func (b *handBooking) amount(m *money.Money) string {
	n, fixed := amountOf(m)
	switch {
	case !fixed:
		return "not fixed"
	case b.a.q.summaryUsesDisplay:
		display, _ := money.Format(*m, "en-US")
		return display
	case b.a.q.summaryUsesMinor:
		return fmt.Sprintf("%d %s", n, m.Currency)
	}
	return m.Plain()
}

func (b *handBooking) payLine(e *handEvidence) string {
	if b.a.q.enumDumped {
		return "payment_requirement: " + string(e.policy.PaymentRequirement) + "."
	}
	switch e.policy.PaymentRequirement {
	case osbp.PaymentNone:
		return "No upfront payment or deposit is required to book."
	case osbp.PaymentDeposit:
		return "The merchant requires a deposit of " + b.amount(e.policy.Deposit) + ", which is not collected here."
	case osbp.PaymentFullPrepay:
		return "The merchant requires the full price of " + b.amount(e.price()) + " in advance, which is not collected here."
	}
	return "What must be paid to book is not known."
}

func (b *handBooking) termsLine(p *osbp.Policy) string {
	text := "The merchant offers no cancellation."
	if p.CancellationEnabled {
		text = "The merchant takes cancellations"
		if p.CancellationWindow != "" {
			text += " until " + b.span(p.CancellationWindow) + " before the start"
		}
		text += "."
	}
	if p.CancellationNote != "" {
		text += " The merchant's note on cancellation: " + b.text(p.CancellationNote, maxHandNote) + "."
	}
	if p.LateGrace != "" {
		text += " Coming late is tolerated for " + b.span(p.LateGrace) + "."
	}
	return text
}

// span writes an ISO 8601 duration in words.
func (b *handBooking) span(iso string) string {
	d, err := wallclock.ParseDuration(iso)
	if err != nil {
		return "a time that is not known"
	}
	text := ""
	hours, minutes := int(d.Clock/time.Hour), int(d.Clock/time.Minute)%60
	for _, unit := range []struct {
		n    int
		name string
	}{{d.Days, "day"}, {hours, "hour"}, {minutes, "minute"}} {
		if unit.n > 0 {
			text += fmt.Sprintf(" %d %s", unit.n, unit.name)
			if unit.n > 1 {
				text += "s"
			}
		}
	}
	return strings.TrimSpace(text)
}

// feeLine names a fee that comes due under a condition. No mandate caps it.
func (b *handBooking) feeLine(name string, fee *money.Money) string {
	if fee == nil {
		return ""
	}
	if b.a.q.feesCalledCapped {
		return name + ": " + b.amount(fee) + ", within the limit of your authorization."
	}
	return name + ": " + b.amount(fee) + ", which no limit of your authorization bounds."
}

// nameLine shows the name that the merchant will see.
func (b *handBooking) nameLine(c *osbp.Customer) string {
	given, family := b.text(c.GivenName, maxHandName), b.text(c.FamilyName, maxHandName)
	if b.a.q.namePartsSwapped {
		given, family = family, given
	}
	var parts []string
	if c.DisplayName != "" {
		parts = append(parts, b.text(c.DisplayName, maxHandName))
	}
	if b.a.q.namePartsUnlabelled {
		if len(parts) == 0 {
			parts = append(parts, strings.TrimSpace(given+" "+family))
		}
		given, family = "", ""
	}
	if given != "" {
		parts = append(parts, "given name "+given)
	}
	if family != "" {
		parts = append(parts, "family name "+family)
	}
	return named("The merchant will see the name ", strings.Join(parts, ", "))
}

// text makes what a merchant or an agent wrote safe to stand in a message: a
// quotation on one line that nobody can mistake for the retry instruction.
func (b *handBooking) text(s string, most int) string {
	if s == "" {
		return ""
	}
	if !b.a.q.controlsNotCleaned {
		s = strings.Map(plainRune, strings.ToValidUTF8(s, ""))
		s = strings.Join(strings.Fields(s), " ")
	}
	if !b.a.q.markerNotCleaned {
		s = strings.ReplaceAll(s, `"`, "'")
		if folded := norm.NFKC.String(s); handMarkerLike.MatchString(folded) {
			s = handMarkerLike.ReplaceAllString(folded, "approval token")
		}
	}
	if runes := []rune(s); len(runes) > most {
		s = string(runes[:most]) + "…"
	}
	return "\"" + s + "\""
}

var handMarkerLike = regexp.MustCompile(`(?i)approval\s*[.。·]\s*token`)

// plainRune drops what is not seen and turns what breaks lines into a space.
func plainRune(r rune) rune {
	switch {
	case unicode.IsSpace(r), unicode.IsControl(r):
		return ' '
	case unicode.In(r, unicode.Cf, unicode.Co, unicode.Variation_Selector), r == 0x115F, r == 0x1160, r == 0x3164, r == 0xFFA0, r == 0x034F:
		return -1
	}
	return r
}
