package adaptertest

import (
	"slices"
	"strings"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/wallclock"
)

// What the user is shown before the booking (B-016, B-017, B-045, B-140, B-141, B-161).
var summaryChecks = slices.Concat(summaryBookingChecks, summaryMoneyChecks, summaryToldChecks)

var summaryBookingChecks = []check{
	required("summary.service", "Canonical Flow",
		"the summary names the service", shows(plain, func(t *attempt) (string, bool) {
			return "the service's name", t.sum.has(t.service.Name)
		})),
	required("summary.date", "Canonical Flow",
		"the summary gives the merchant-local date", shows(plain, func(t *attempt) (string, bool) {
			return "the merchant-local date", t.sum.hasDate(t.start())
		})),
	required("summary.weekday", "Canonical Flow",
		"a weekday that the summary names beside the date is that of the date", shows(plain, func(t *attempt) (string, bool) {
			return "the weekday that the date has", t.sum.withoutOtherWeekday(t.start())
		})),
	required("summary.time", "Canonical Flow",
		"the summary gives the merchant-local time", shows(plain, func(t *attempt) (string, bool) {
			return "the merchant-local time", t.sum.hasTime(t.start())
		})),
	required("summary.zone", "Canonical Flow",
		"the summary says which zone the time is in, or that it is local", shows(plain, func(t *attempt) (string, bool) {
			return "the zone", t.sum.hasZone(t.slot.ScheduleTimezone)
		})),
	required("summary.provider", "Canonical Flow",
		"the summary shows the provider by display name where the slot has one", (*probe).summaryProvider),
	required("summary.place", "Canonical Flow",
		"the summary shows the schedule or location by display name where the slot has one", (*probe).summaryPlace),
	required("summary.customer", "booking.create",
		"the summary shows the customer's name that the merchant will see", shows(plain, func(t *attempt) (string, bool) {
			return "the customer's name", t.sum.has(t.in.Customer.DisplayName)
		})),
	required("summary.name_parts", "booking.create",
		"where the platform wants given and family name apart the summary tells them apart, so that swapped ones are caught",
		(*probe).summaryNameParts),
	required("summary.name_labels", "booking.create",
		"where the summary labels given and family name, it does not swap them", (*probe).summaryNameLabels),
	required("summary.name_as_written", "Internationalization Strategy",
		"the summary shows the customer's name exactly as it was given", (*probe).summaryNameAsWritten),
	required("summary.display_name_alone", "Core Objects",
		"a customer with a display name alone is shown by it, and no other part is invented", (*probe).summaryDisplayNameAlone),
	required("summary.cancellation_terms", "Canonical Flow",
		"the summary states the cancellation terms", shows(plain, func(t *attempt) (string, bool) {
			return "until when the booking can be cancelled", t.sum.hasTerms(t.policy, t.start())
		})),
	required("summary.cancellation_note", "booking.create",
		"the summary carries the merchant's cancellation note as it stands", (*probe).summaryNote),
	required("summary.prose", "booking.create",
		"the summary is prose without enum labels, member names and codes", (*probe).summaryProse),
	required("summary.without_instruction", "Canonical Flow",
		"nothing of the machine-directed retry instruction stands in the summary", shows(plain, func(t *attempt) (string, bool) {
			return "the user's part alone", t.sum.withoutInstruction()
		})),
	required("summary.claims_no_hold", "availability.find",
		"the summary does not claim that the slot is held or booked", shows(plain, func(t *attempt) (string, bool) {
			return "no hold", t.sum.withoutHold(t.policy.CancellationNote)
		})),
}

var summaryMoneyChecks = []check{
	required("summary.price", "Canonical Flow",
		"the summary states the price and its currency", shows(plain, func(t *attempt) (string, bool) {
			return "the price with its currency", t.sum.hasAmount(t.told())
		})),
	required("summary.price_by_exponent", "Money",
		"the summary states prices in the digits of their currency: 6000 JPY is not 60.00", (*probe).summaryExponents),
	required("summary.price_of_nothing", "Canonical Flow",
		"the summary of a service that costs nothing says so", shows(free, func(t *attempt) (string, bool) {
			return "that it costs nothing", t.sum.hasAmount(t.told()) || t.sum.hasAny("free", "no charge", "no cost", "at no")
		})),
	required("summary.price_of_slot", "Canonical Flow",
		"the summary states the slot's price where it is not the service's", (*probe).summarySlotPrice),
	required("summary.price_now", "booking.create",
		"the summary states the price as it is now, not as it was read before", (*probe).summaryPriceNow),
	required("summary.price_not_display", "Money",
		"the summary states the price by its amount, whatever the platform's display text says", (*probe).summaryPriceNotDisplay),
	required("summary.nothing_due", "booking.create",
		"the summary says that nothing has to be paid in advance where that is so", shows(plain, func(t *attempt) (string, bool) {
			return "that nothing is due in advance", t.sum.saysNothingDue()
		})),
	required("summary.deposit", "Canonical Flow",
		"the summary states the deposit that is due in advance", shows(deposit, func(t *attempt) (string, bool) {
			return "the deposit", t.sum.hasAmount(t.fixtureDue()) && !t.sum.saysNothingDue()
		})),
	required("summary.full_prepay", "Canonical Flow",
		"the summary says that the price is due in advance", shows(fullPrepay, func(t *attempt) (string, bool) {
			return "that the price is due in advance", t.sum.hasAmount(t.told()) && t.sum.saysDueBefore()
		})),
	required("summary.cancellation_fee", "policy.explain",
		"the summary states the cancellation fee that the policy names", shows(fees, func(t *attempt) (string, bool) {
			return "the cancellation fee", t.sum.hasAmount(t.fee("cancellation fee", t.policy.CancellationFee))
		})),
	required("summary.no_show_fee", "policy.explain",
		"the summary states the no-show fee that the policy names", shows(fees, func(t *attempt) (string, bool) {
			return "the no-show fee", t.sum.hasAmount(t.fee("no-show fee", t.policy.NoShowFee))
		})),
	required("summary.fees_not_capped", "policy.explain",
		"the summary does not describe cancellation and no-show fees as capped by the mandate", shows(fees, func(t *attempt) (string, bool) {
			return "no cap on conditional fees", t.sum.withoutCappedFees()
		})),
	required("summary.fee_of_free", "policy.explain",
		"the summary of a service that costs nothing states the no-show fee that it carries", (*probe).summaryFreeFee),
	required("summary.fee_now", "booking.create",
		"the summary states a no-show fee as it is now, not as it was read before", (*probe).summaryFeeNow),
}

// shows tries that the challenge's summary of a draft shows what it should.
func shows(on selector, test func(*attempt) (what string, ok bool)) func(*probe) {
	return func(p *probe) {
		t := p.attempt(on(p)).summarize()
		if what, ok := test(t); !ok {
			p.fatalf("the summary does not show %s", what)
		}
	}
}

// summarize keeps the summary that the user would see.
func (t *attempt) summarize() *attempt {
	t.sum = summaryText(t.challenge().Summary)
	return t
}

// told is what the sandbox charges, as a person reads it off the price list.
func (t *attempt) told() *money.Money {
	if t.fixture.Price != nil {
		return t.fixture.Price
	}
	return t.price()
}

func (t *attempt) fixtureDue() *money.Money {
	if t.fixture.Due != nil {
		return t.fixture.Due
	}
	return t.due()
}

func (t *attempt) fee(name string, fee *money.Money) *money.Money {
	if fee == nil || !fee.IsFixed() {
		t.p.fatalf("the policy of Fixtures.Fees names no fixed %s", name)
	}
	return fee
}

func (t *attempt) start() wallclock.DateTime {
	at, err := wallclock.ParseDateTime(t.slot.StartsAtLocal)
	if err != nil {
		t.p.fatalf("a slot's starts_at_local is not a date and time without an offset")
	}
	return at
}

func (p *probe) summaryProvider() {
	t := p.attempt(p.h.Fixtures.Plain).summarize()
	if t.slot.ProviderName == "" {
		p.skipf("the slots of Fixtures.Plain carry no provider_name: a provider in the summary is not shown")
	}
	if !t.sum.has(t.slot.ProviderName) {
		p.fatalf("the summary does not show the provider's name")
	}
}

func (p *probe) summaryPlace() {
	t := p.attempt(p.h.Fixtures.Plain).summarize()
	if t.slot.ScheduleName == "" {
		p.skipf("the slots of Fixtures.Plain carry no schedule_name: a place in the summary is not shown")
	}
	if !t.sum.has(t.slot.ScheduleName) {
		p.fatalf("the summary does not show the schedule's name")
	}
}

// summaryNameParts sends one person twice, the second time with the parts swapped.
func (p *probe) summaryNameParts() {
	f := p.fixture(p.h.Fixtures.FullName, "FullName", "that swapped names are caught")
	slot := p.slots(f, 1)[0]
	var seen [2]summaryText
	for i, parts := range [][2]string{{"Zephyrine", "Quillfeather"}, {"Quillfeather", "Zephyrine"}} {
		t := p.attemptOf(f, slot)
		t.in.Customer.GivenName, t.in.Customer.FamilyName = parts[0], parts[1]
		seen[i] = t.summarize().sum
		if !seen[i].has(parts[0]) || !seen[i].has(parts[1]) {
			p.fatalf("the summary does not show given and family name")
		}
	}
	if seen[0] == seen[1] {
		p.fatalf("the summary is the same with given and family name swapped")
	}
}

func (p *probe) summaryNameLabels() {
	t := p.attempt(p.h.Fixtures.Plain)
	given, family := "Thistle", "Zephyrine" // as in names that come family name first
	t.in.Customer.DisplayName, t.in.Customer.GivenName, t.in.Customer.FamilyName = "Q. Larkspur", given, family
	if !t.summarize().sum.labelsNames(given, family) {
		p.fatalf("the summary calls the given name the family name")
	}
}

func (p *probe) summaryNameAsWritten() {
	t := p.attempt(p.h.Fixtures.Plain)
	t.in.Customer.DisplayName = "Renée O’Quillfeather-Łęcka"
	t.in.Customer.GivenName, t.in.Customer.FamilyName = "", ""
	if !strings.Contains(string(t.summarize().sum), t.in.Customer.DisplayName) {
		p.fatalf("the summary does not show the customer's name as it was given")
	}
}

func (p *probe) summaryDisplayNameAlone() {
	t := p.attempt(p.h.Fixtures.Plain)
	t.in.Customer.DisplayName = "Zephyrine Quillfeather"
	t.in.Customer.GivenName, t.in.Customer.FamilyName = "", ""
	t.summarize()
	switch {
	case !t.sum.has("Zephyrine Quillfeather"):
		p.fatalf("the summary does not show the display name")
	case strings.Count(string(t.sum), "Quillfeather") != 1:
		p.fatalf("the summary shows a part of the name that was not given apart")
	}
}

func (p *probe) summaryNote() {
	f := p.h.Fixtures.Plain
	note := "Ring the bell of unit " + p.key("note") + " to cancel."
	if p.h.SetNote != nil {
		p.setNote(f, note, "a cancellation note in the summary")
	}
	t := p.attempt(f).summarize()
	switch {
	case p.h.SetNote == nil && t.policy.CancellationNote == "":
		p.skipf("Harness.SetNote is not set, and the policy has no note: a cancellation note in the summary is not shown")
	case p.h.SetNote == nil:
		note = t.policy.CancellationNote
	}
	if !t.sum.has(note) {
		p.fatalf("the summary does not carry the cancellation note")
	}
}

func (p *probe) summaryProse() {
	fixtures := p.h.Fixtures
	for _, f := range []Fixture{fixtures.Plain, fixtures.Fees, fixtures.Deposit, fixtures.FullPrepay} {
		if f == (Fixture{}) {
			continue
		}
		if label := p.attempt(f).summarize().sum.label(); label != "" {
			p.fatalf("the summary carries %q", label)
		}
	}
}

func (p *probe) summaryExponents() {
	if len(p.h.Fixtures.Currencies) == 0 {
		p.skipf("Harness.Fixtures.Currencies is empty: amounts of other currencies in the summary are not shown")
	}
	for _, f := range p.h.Fixtures.Currencies {
		t := p.attempt(f).summarize()
		if !t.sum.hasAmount(t.told()) {
			p.fatalf("the summary does not state the price of a service in %s", t.told().Currency)
		}
	}
}

func (p *probe) summarySlotPrice() {
	t := p.dearer().summarize()
	if !t.sum.hasAmount(t.slot.Price) {
		p.fatalf("the summary does not state the slot's price")
	}
	if t.sum.hasAmount(t.service.Price) {
		p.fatalf("the summary states the service's price beside the slot's")
	}
}

func (p *probe) summaryPriceNow() {
	slot := p.slots(p.h.Fixtures.Plain, 1)[0]
	old := p.attemptOf(p.h.Fixtures.Plain, slot).summarize()
	price := old.moved(old.price(), 1700)
	p.setPrice(old.fixture, *price, "a summary after the price has changed")
	now := p.attemptOf(p.h.Fixtures.Plain, slot).widen().summarize()
	if !now.sum.hasAmount(price) || now.sum.hasAmount(old.price()) {
		p.fatalf("the summary does not state the price as it is now")
	}
}

func (p *probe) summaryPriceNotDisplay() {
	f := p.h.Fixtures.Plain
	price := p.attempt(f).price()
	lying := *price
	lying.Display = "1.23 " + lying.Currency
	p.setPrice(f, lying, "a price whose display text lies")
	t := p.attempt(f).widen().summarize()
	if !t.sum.hasAmount(price) || t.sum.has(lying.Display) {
		p.fatalf("the summary states the platform's display text for the price")
	}
}

func (p *probe) summaryFreeFee() {
	t := p.attempt(free(p)).summarize()
	if t.policy.NoShowFee == nil {
		p.skipf("the policy of Fixtures.Free names no no-show fee: such a fee of a free service is not shown")
	}
	if !t.sum.hasAmount(t.policy.NoShowFee) {
		p.fatalf("the summary does not show the no-show fee")
	}
}

func (p *probe) summaryFeeNow() {
	f := fees(p)
	slot := p.slots(f, 1)[0]
	old := p.attemptOf(f, slot).summarize()
	fee := old.moved(old.fee("no-show fee", old.policy.NoShowFee), 1700)
	p.setNoShowFee(f, *fee, "a summary after a fee has changed")
	if now := p.attemptOf(f, slot).summarize(); !now.sum.hasAmount(fee) {
		p.fatalf("the summary does not state the no-show fee as it is now")
	}
}
