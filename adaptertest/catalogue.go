package adaptertest

import (
	"fmt"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

// named is a fixture and where the harness has it.
type named struct {
	Fixture
	field string
}

// catalogue returns the fixtures that the sandbox has, each service on a schedule once.
func (p *probe) catalogue() []named {
	f := &p.h.Fixtures
	all := []named{
		{f.Plain, "Plain"}, {f.Free, "Free"}, {f.Fees, "Fees"}, {f.Deposit, "Deposit"}, {f.FullPrepay, "FullPrepay"},
		{f.UnknownPayment, "UnknownPayment"}, {f.NotFixed, "NotFixed"}, {f.NoPrice, "NoPrice"},
		{f.Consultation, "Consultation"}, {f.Verified, "Verified"}, {f.NoProvider, "NoProvider"},
		{f.FullName, "FullName"}, {f.Options, "Options"}, {f.Gated, "Gated"}, {f.NoReadback, "NoReadback"},
		{f.OtherVerification, "OtherVerification"}, {f.ClockChange, "ClockChange"}, {f.Overnight, "Overnight"},
	}
	for i, c := range f.Currencies {
		all = append(all, named{c, fmt.Sprintf("Currencies[%d]", i)})
	}
	var distinct []named
	seen := make(map[[4]string]bool)
	for _, one := range all {
		key := [4]string{one.OrganizationID, one.ServiceID, one.ScheduleID, one.ProviderID}
		if one.Fixture != (Fixture{}) && !seen[key] {
			seen[key] = true
			distinct = append(distinct, one)
		}
	}
	return distinct
}

// describe, explain and find are reads that a check stands on.
func (p *probe) describe(f Fixture) *osbp.Service {
	s, err := p.adapter(f).DescribeService(p.ctx, osbp.ServiceDescribeInput{ServiceID: f.ServiceID})
	p.wantAnswer("service.describe", err)
	if s == nil {
		p.fatalf("service.describe answered with nothing")
	}
	return s
}

func (p *probe) explain(f Fixture) *osbp.Policy {
	policy, err := p.adapter(f).ExplainPolicy(p.ctx, osbp.PolicyExplainInput{ServiceID: f.ServiceID})
	p.wantAnswer("policy.explain", err)
	if policy == nil {
		p.fatalf("policy.explain answered with nothing")
	}
	return policy
}

func (p *probe) find(f Fixture, date string) []osbp.Slot {
	slots, err := p.adapter(f).FindAvailability(p.ctx, findInput(f, date))
	p.wantAnswer("availability.find", err)
	return slots
}

func findInput(f Fixture, date string) osbp.AvailabilityFindInput {
	return osbp.AvailabilityFindInput{ServiceID: f.ServiceID, ScheduleID: f.ScheduleID, ProviderID: f.ProviderID, Date: date}
}

// someSlots are the slots of the first day that has any, and none where the service goes
// through a person first. They are as the adapter gave them.
func (p *probe) someSlots(f Fixture) []osbp.Slot {
	for _, date := range p.dates(f) {
		if slots := p.find(f, date); len(slots) > 0 {
			return slots
		}
	}
	return nil
}

// amount is a Money and where it stands.
type amount struct {
	*money.Money
	where string
}

// amounts returns every Money that the reads of a fixture give.
func (p *probe) amounts(f Fixture) []amount {
	service, policy := p.describe(f), p.explain(f)
	all := []amount{
		{service.Price, "Service.price"}, {policy.Deposit, "Policy.deposit"},
		{policy.CancellationFee, "Policy.cancellation_fee"}, {policy.NoShowFee, "Policy.no_show_fee"},
	}
	for _, o := range service.Options {
		all = append(all, amount{o.Price, "ServiceOption.price"})
	}
	for _, s := range p.someSlots(f) {
		all = append(all, amount{s.Price, "Slot.price"})
	}
	var given []amount
	for _, one := range all {
		if one.Money != nil {
			given = append(given, one)
		}
	}
	return given
}

// isZero reports whether nothing is to be paid.
func isZero(m *money.Money) bool {
	if m == nil {
		return true
	}
	n, ok := m.FixedAmount()
	return ok && n == 0
}

// wantSameMoney requires an amount and its currency, however they are displayed.
func (p *probe) wantSameMoney(what string, got, want *money.Money) {
	if got == nil {
		p.fatalf("%s is missing; it is %s", what, want.Plain())
	}
	n, fixed := got.FixedAmount()
	m, _ := want.FixedAmount()
	if !fixed || n != m || got.Currency != want.Currency {
		p.fatalf("%s is %s, not %s", what, got.Plain(), want.Plain())
	}
}
