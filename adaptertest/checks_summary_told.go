package adaptertest

import "strings"

// What the summary says is said of the right thing (B-016, B-017, B-140, B-141, B-161).
var summaryToldChecks = []check{
	required("summary.provider_of_slot", "Canonical Flow",
		"where several providers offer a service the summary shows the one whose slot it is", (*probe).summaryProviderOfSlot),
	required("summary.zone_of_time", "Time Discipline",
		"a zone that the summary names right after the merchant-local time is one whose clocks show it", (*probe).summaryZoneOfTime),
	required("summary.fees_told_apart", "policy.explain",
		"the summary does not call the cancellation fee the no-show fee, or the other way round", (*probe).summaryFeesToldApart),
	required("summary.fees_alike", "policy.explain",
		"the summary states both fees also where they are alike", (*probe).summaryFeesAlike),
	required("summary.long_note", "booking.create",
		"a merchant's long note crowds nothing else out of the summary", (*probe).summaryLongNote),
	required("summary.note_of_lines", "booking.create",
		"the summary carries a cancellation note of several lines to its end", (*probe).summaryNoteOfLines),
}

func (p *probe) summaryProviderOfSlot() {
	all := p.h.Fixtures
	for _, f := range []Fixture{all.Plain, all.Fees, all.Free, all.Options, all.Verified, all.Deposit, all.FullPrepay, all.FullName} {
		if f == (Fixture{}) || f.ProviderID == "" {
			continue
		}
		date := dateOf(p.slots(f, 1)[0].StartsAtLocal)
		anybody := f
		anybody.ProviderID = ""
		seen := make(map[string]string)
		for _, s := range p.find(anybody, date) {
			if _, again := seen[s.ProviderID]; again || s.ProviderID == "" || s.ProviderName == "" || !plainlyTimed(s, nil) {
				continue
			}
			seen[s.ProviderID] = s.ProviderName
			if !p.attemptOf(f, s).summarize().sum.has(s.ProviderName) {
				p.fatalf("the summary does not show the provider of the slot, %q", s.ProviderID)
			}
		}
		if len(seen) > 1 {
			return
		}
	}
	p.skipf("no fixture has slots of two providers with names on one day: that the summary shows the slot's is not shown")
}

func (p *probe) summaryZoneOfTime() {
	for _, f := range []Fixture{p.h.Fixtures.Plain, p.h.Fixtures.Fees, p.h.Fixtures.NoProvider} {
		if f == (Fixture{}) {
			continue
		}
		t := p.attempt(f)
		if zone := p.zoneOf(t.slot); zone.IsValid() {
			if wrong := t.summarize().sum.otherZone(p.h.Zones, zone, t.slot); wrong != "" {
				p.fatalf("the summary of a booking in %s says that its time is in %q", zone, wrong)
			}
		}
	}
}

func (p *probe) summaryFeesToldApart() {
	t := p.attempt(fees(p)).summarize()
	cancellation, noShow := t.fee("cancellation fee", t.policy.CancellationFee), t.fee("no-show fee", t.policy.NoShowFee)
	if n, _ := cancellation.FixedAmount(); n == 0 || noShow.Plain() == cancellation.Plain() {
		p.skipf("the fees of Fixtures.Fees are alike: that the summary tells them apart is not shown")
	}
	if !t.sum.tellsFeesApart(cancellation, noShow) {
		p.fatalf("the summary takes one of the fees for the other")
	}
}

func (p *probe) summaryFeesAlike() {
	f := fees(p)
	slot := p.slots(f, 1)[0]
	fee := p.attemptOf(f, slot).fee("cancellation fee", p.explain(f).CancellationFee)
	p.setNoShowFee(f, *fee, "a summary of two fees that are alike")
	t := p.attemptOf(f, slot).summarize()
	if !t.sum.hasAmount(fee) || !t.sum.has("cancel") || !noShowWords.MatchString(string(t.sum)) {
		p.fatalf("the summary does not state what not coming costs")
	}
}

func (p *probe) summaryLongNote() {
	f := p.h.Fixtures.Fees
	if f == (Fixture{}) {
		f = p.h.Fixtures.Plain
	}
	p.setNote(f, strings.TrimSpace(strings.Repeat("Please ring at the side door, since the front is closed on some days. ", 12)),
		"a summary with a long note")
	t := p.attempt(f).summarize()
	for what, ok := range inOrder(map[string]bool{
		"the service":              t.sum.has(t.service.Name),
		"the date":                 t.sum.hasDate(t.start()),
		"the time":                 t.sum.hasTime(t.start()),
		"the price":                t.sum.hasAmount(t.told()),
		"the customer's name":      t.sum.has(t.in.Customer.DisplayName),
		"that nothing is due":      f.Due != nil || t.sum.saysNothingDue(),
		"the cancellation fee":     t.policy.CancellationFee == nil || t.sum.hasAmount(t.policy.CancellationFee),
		"the no-show fee":          t.policy.NoShowFee == nil || t.sum.hasAmount(t.policy.NoShowFee),
		"the terms of cancelling":  t.sum.hasTerms(t.policy, t.start()),
		"the provider of the slot": t.slot.ProviderName == "" || t.sum.has(t.slot.ProviderName),
	}) {
		if !ok {
			p.fatalf("beside a long note the summary does not show %s", what)
		}
	}
}

// summaryNoteOfLines leaves open what stands between two lines.
func (p *probe) summaryNoteOfLines() {
	lines := []string{"Ring the bell of unit " + p.key("note"), "Cancelling by mail is " + p.key("late")}
	p.setNote(p.h.Fixtures.Plain, strings.Join(lines, "\n"), "a cancellation note of several lines in the summary")
	t := p.attempt(p.h.Fixtures.Plain).summarize()
	for _, line := range lines {
		if !t.sum.has(line) {
			p.fatalf("the summary does not carry every line of the cancellation note")
		}
	}
}
