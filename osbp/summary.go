package osbp

import (
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/wallclock"
)

// Longest merchant and customer texts in a summary, in code points.
const (
	maxName = 200
	maxNote = 1000
	maxZone = 64
)

// Summary is the approval summary: English prose for the user, built from what
// the platform resolved and from the customer name that will be sent (OSBP
// "Canonical Flow", "booking.create"). It states the service, merchant-local date,
// time and zone, provider and place by display name where known, the price, what
// must be paid now, the cancellation terms, any cancellation and no-show fee, and
// the name the merchant will see. Money is written as amount and ISO code, the same
// in every version and locale; Money.Display is never read. The evidence must have
// passed ValidateMandate; without service, slot or policy the summary is empty,
// which a Gate refuses.
func Summary(in *BookingCreateInput, e *Evidence) string {
	if in == nil || e == nil || e.Service == nil || e.Slot == nil || e.Policy == nil {
		return ""
	}
	b := summaries.Get().(*summary)
	defer summaries.Put(b)
	b.out = b.out[:0]
	b.what(e)
	b.when(e)
	b.where(e)
	b.text("Price: ").money(e.price()).text(". ")
	b.payNow(e)
	b.cancellation(e.Policy)
	b.fees(e.Policy)
	b.customer(&in.Customer)
	b.text("Once made, the booking can't be cancelled or changed through this agent.")
	return cleanText(string(b.out))
}

// UnshownFacts is a digest of those texts of the evidence that Summary cuts short, for
// ApprovalRequest.Facts; zero where it shows all of them whole.
func UnshownFacts(e *Evidence) (digest [32]byte) {
	if e == nil || e.Service == nil || e.Slot == nil || e.Policy == nil {
		return digest
	}
	texts := [...]summaryText{
		{e.Service.Name, maxName}, {e.Slot.ProviderName, maxName}, {e.Slot.ScheduleName, maxName},
		{e.Policy.CancellationNote, maxNote}, {organizationName(e.Policy), maxName}, {e.Slot.ScheduleTimezone, maxZone},
	}
	if !slices.ContainsFunc(texts[:], func(t summaryText) bool { return len(t.text) > t.limit }) {
		return digest
	}
	hash := sha256.New()
	for _, t := range texts {
		fmt.Fprintf(hash, "%d:%s", len(t.text), t.text)
	}
	hash.Sum(digest[:0])
	return digest
}

// summaryText is a text of the evidence and how many code points of it are shown.
type summaryText struct {
	text  string
	limit int
}

func organizationName(p *Policy) string {
	if p.Organization == nil {
		return ""
	}
	return p.Organization.Name
}

type summary struct{ out []byte }

// summaries are buffers for reuse.
var summaries = sync.Pool{New: func() any { return &summary{make([]byte, 0, 1024)} }}

func (b *summary) text(s string) *summary { b.out = append(b.out, s...); return b }

// quoted adds text of the merchant's or the agent's as what it is: a quotation.
func (b *summary) quoted(s string, limit int) *summary {
	s = capText(s, limit)
	if strings.Contains(s, `"`) {
		s = strings.ReplaceAll(s, `"`, "'")
	}
	b.out = append(append(append(b.out, '"'), s...), '"')
	return b
}

// money adds the amount as our own formatter writes it, never a guess.
func (b *summary) money(m money.Money) *summary {
	out, err := m.AppendPlain(b.out)
	if err != nil {
		return b.text("an unknown amount")
	}
	b.out = out
	return b
}

func (b *summary) what(e *Evidence) {
	b.text("Book ").quoted(e.Service.Name, maxName)
	if o := e.Policy.Organization; o != nil && o.Name != "" {
		b.text(" at ").quoted(o.Name, maxName)
	}
}

func (b *summary) when(e *Evidence) {
	start, err := wallclock.ParseDateTime(e.Slot.StartsAtLocal)
	if err != nil {
		b.text(" at ").quoted(e.Slot.StartsAtLocal, maxName).text(". ")
		return
	}
	b.text(" on ").text(weekdayNames[(int(start.Weekday())+6)%7]).text(", ").text(e.Slot.StartsAtLocal[:len("2006-01-02")]).text(" at ")
	b.clock(start.Time)
	if end, ok := localOf(e.Slot.EndsAtLocal); ok {
		b.text(" to ")
		if end.Date != start.Date {
			b.text(end.Date.String()).text(" ")
		}
		b.clock(end.Time)
	} else if hasLength(e.Service.Duration) {
		b.text(" for ").length(e.Service.Duration)
	}
	b.text(" merchant-local time")
	if e.Slot.ScheduleTimezone != "" {
		b.text(" (").zone(e.Slot.ScheduleTimezone)
		if at, ok := instantOf(e.Slot.StartsAt); ok {
			b.text(", ")
			b.out = at.UTC().AppendFormat(b.out, "2006-01-02 15:04")
			b.text(" UTC")
		}
		b.text(")")
	}
}

// zone adds the name of a zone, as a quotation unless it looks like one: the platform
// may have put anything there.
func (b *summary) zone(name string) *summary {
	for i := 0; i < len(name); i++ {
		switch c := name[i]; {
		case c|0x20 >= 'a' && c|0x20 <= 'z', c >= '0' && c <= '9', c == '/', c == '_', c == '-', c == '+':
		default:
			return b.quoted(name, maxZone)
		}
	}
	return b.text(capText(name, maxZone))
}

var weekdayNames = [7]string{"Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"}

func (b *summary) clock(t wallclock.Time) {
	b.two(t.Hour).text(":").two(t.Minute)
	if t.Second != 0 || t.Nanosecond != 0 {
		b.text(":").two(t.Second)
	}
}

func (b *summary) two(n int) *summary {
	b.out = append(b.out, byte('0'+n/10), byte('0'+n%10))
	return b
}

func (b *summary) where(e *Evidence) {
	if e.Slot.ProviderName != "" {
		b.text(" with ").quoted(e.Slot.ProviderName, maxName)
	}
	if e.Slot.ScheduleName != "" {
		b.text(", ").quoted(e.Slot.ScheduleName, maxName)
	}
	b.text(". ")
}

func (b *summary) payNow(e *Evidence) {
	switch e.Policy.PaymentRequirement {
	case PaymentNone:
		b.text("No upfront payment or deposit is required to book. ")
	case PaymentDeposit:
		b.text("The merchant requires a deposit of ")
		if e.Policy.Deposit != nil {
			b.money(*e.Policy.Deposit)
		} else {
			b.text("an unknown amount")
		}
		b.text(", which is not collected here. ")
	case PaymentFullPrepay:
		b.text("The merchant requires the full price of ").money(e.price()).
			text(" to be paid in advance, which is not collected here. ")
	default:
		b.text("What must be paid to book is not known. ")
	}
}

func (b *summary) cancellation(p *Policy) {
	if !p.CancellationEnabled {
		b.text("The merchant offers no cancellation. ")
	} else if hasLength(p.CancellationWindow) {
		b.text("The merchant takes cancellations until ").length(p.CancellationWindow).text(" before the start. ")
	} else {
		b.text("The merchant takes cancellations. ")
	}
	if p.CancellationNote != "" {
		b.text("The merchant's note on cancellation: ").quoted(p.CancellationNote, maxNote).text(". ")
	}
	if hasLength(p.LateGrace) {
		b.text("Coming late is tolerated for ").length(p.LateGrace).text(". ")
	}
}

func (b *summary) fees(p *Policy) {
	named := false
	for _, fee := range [...]struct {
		name   string
		amount *money.Money
	}{{"Cancellation fee", p.CancellationFee}, {"No-show fee", p.NoShowFee}} {
		if fee.amount == nil {
			continue
		}
		b.text(fee.name).text(": ")
		if fee.amount.IsFixed() {
			b.money(*fee.amount)
		} else {
			b.text("the amount is not fixed")
		}
		b.text(". ")
		named = true
	}
	if named {
		b.text("No limit of your authorization applies to these fees. ")
	}
}

func (b *summary) customer(c *Customer) {
	if c.DisplayName == "" && c.GivenName == "" && c.FamilyName == "" {
		return
	}
	b.text("The merchant will see the name ")
	if c.DisplayName != "" {
		b.quoted(c.DisplayName, maxName)
	}
	parts := false
	for _, part := range [...]struct{ label, name string }{{"given name ", c.GivenName}, {"family name ", c.FamilyName}} {
		if part.name == "" {
			continue
		}
		if parts || c.DisplayName != "" {
			b.text(", ")
		}
		b.text(part.label).quoted(part.name, maxName)
		parts = true
	}
	b.text(". ")
}
