package adaptertest

import (
	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

// What the fixtures are said to be, the adapter says of them too: the other checks stand
// on it, and an adapter that loses such a fact on the way misleads its agent.
var harnessChecks = []check{
	required("harness.plain", "Core Objects",
		"the plain fixture has a fixed price and a provider, and needs neither payment, consultation nor code", (*probe).plainIsPlain),
	required("harness.openings", "availability.find",
		"every fixture but that of a consultation has open slots", (*probe).fixturesAreOpen),
	required("harness.creates", "Canonical Flow",
		"one booking is one appointment create on the platform, and the harness counts it", (*probe).createsAreCounted),
	required("harness.consultation", "service.describe",
		"requires_consultation is true of the service that goes through a person, and false of the plain one", (*probe).consultationIsSaid),
	required("harness.payment_requirement", "policy.explain",
		"payment_requirement tells deposit, full prepayment and an unknown requirement apart", (*probe).paymentIsSaid),
	required("harness.verification_method", "policy.explain",
		"verification_method is not none where the platform wants a code", (*probe).verificationIsSaid),
	required("harness.not_fixed", "Money",
		"a price that depends on an insurance or a quote is present and not fixed", (*probe).notFixedIsSaid),
	required("harness.no_price", "Money",
		"a service that names no price has none, in the service and in its slots", (*probe).noPriceIsSaid),
	required("harness.fees", "policy.explain",
		"cancellation_fee and no_show_fee are surfaced where the platform has them", (*probe).feesAreSaid),
	required("harness.no_provider", "Core Objects",
		"a slot for which nobody is named carries no provider", (*probe).noProviderIsSaid),
	required("harness.options", "Core Objects",
		"the variants and add-ons of a service are in its options", (*probe).optionsAreSaid),
	required("harness.currencies", "Money",
		"the currency fixtures have one fixed price each, of exponents 0, 2 and 3", (*probe).currenciesAreAll),
}

func (p *probe) plainIsPlain() {
	f := p.h.Fixtures.Plain
	service, policy, slot := p.describe(f), p.explain(f), p.slots(f, 1)[0]
	price := slot.Price
	if price == nil {
		price = service.Price
	}
	switch {
	case price == nil || !price.IsFixed():
		p.fatalf("its price is not fixed")
	case slot.ProviderID == "":
		p.fatalf("its slots name no provider")
	case service.RequiresConsultation:
		p.fatalf("it requires a consultation")
	case policy.PaymentRequirement != osbp.PaymentNone || !isZero(policy.Deposit):
		p.fatalf("its policy says that payment_requirement is %q", policy.PaymentRequirement)
	case policy.VerificationMethod != osbp.VerificationNone && policy.VerificationMethod != "":
		p.fatalf("its policy says that verification_method is %q", policy.VerificationMethod)
	}
}

// fixturesAreOpen: what nobody can book would go through many checks of slots unseen.
func (p *probe) fixturesAreOpen() {
	for _, f := range p.catalogue() {
		if f.Fixture != p.h.Fixtures.Consultation && len(p.someSlots(f.Fixture)) == 0 {
			p.fatalf("Fixtures.%s has no slot within %d days", f.field, daysAhead)
		}
	}
}

func (p *probe) createsAreCounted() {
	before := p.h.Creates()
	p.attempt(p.h.Fixtures.Plain).book()
	p.wantCreates(before, 1)
}

func (p *probe) consultationIsSaid() {
	f := p.fixture(p.h.Fixtures.Consultation, "Consultation", "that a service which goes through a person says so")
	if !p.describe(f).RequiresConsultation {
		p.fatalf("requires_consultation is false of %q", f.ServiceID)
	}
	if plain := p.h.Fixtures.Plain; p.describe(plain).RequiresConsultation {
		p.fatalf("requires_consultation is true of %q", plain.ServiceID)
	}
}

func (p *probe) paymentIsSaid() {
	fixtures := &p.h.Fixtures
	some := false
	for _, one := range []struct {
		Fixture
		want osbp.PaymentRequirement
	}{
		{fixtures.Deposit, osbp.PaymentDeposit}, {fixtures.FullPrepay, osbp.PaymentFullPrepay}, {fixtures.UnknownPayment, osbp.PaymentUnknown},
	} {
		if one.Fixture == (Fixture{}) {
			continue
		}
		some = true
		got := p.explain(one.Fixture).PaymentRequirement
		if got == "" {
			got = osbp.PaymentUnknown
		}
		if got != one.want {
			p.fatalf("payment_requirement of %q is %q, not %q", one.ServiceID, got, one.want)
		}
	}
	if !some {
		p.skipf("Harness.Fixtures has none of Deposit, FullPrepay and UnknownPayment: that payments are told apart is not shown")
	}
}

func (p *probe) verificationIsSaid() {
	f := p.fixture(p.h.Fixtures.Verified, "Verified", "that a service which needs a code says so")
	if got := p.explain(f).VerificationMethod; got == osbp.VerificationNone {
		p.fatalf("verification_method of %q is %q", f.ServiceID, got)
	}
}

func (p *probe) notFixedIsSaid() {
	f := p.fixture(p.h.Fixtures.NotFixed, "NotFixed", "that a price which is not fixed says so")
	given := 0
	service := p.describe(f)
	for _, price := range append([]*money.Money{service.Price}, prices(p.someSlots(f))...) {
		if price == nil {
			continue
		}
		given++
		if price.IsFixed() {
			p.fatalf("a price of %q is fixed: %s", f.ServiceID, price.Plain())
		}
	}
	if given == 0 {
		p.fatalf("neither the service %q nor its slots have a price", f.ServiceID)
	}
}

func prices(slots []osbp.Slot) []*money.Money {
	var all []*money.Money
	for i := range slots {
		all = append(all, slots[i].Price)
	}
	return all
}

func (p *probe) noPriceIsSaid() {
	f := p.fixture(p.h.Fixtures.NoPrice, "NoPrice", "that a price which nobody names is not invented")
	for _, price := range append(prices(p.someSlots(f)), p.describe(f).Price) {
		if price != nil && price.IsFixed() {
			p.fatalf("%q has the price %s", f.ServiceID, price.Plain())
		}
	}
}

func (p *probe) feesAreSaid() {
	f := p.fixture(p.h.Fixtures.Fees, "Fees", "that cancellation and no-show fees are surfaced")
	policy := p.explain(f)
	if isZero(policy.CancellationFee) {
		p.fatalf("the policy of %q has no cancellation_fee", f.ServiceID)
	}
	if isZero(policy.NoShowFee) {
		p.fatalf("the policy of %q has no no_show_fee", f.ServiceID)
	}
}

func (p *probe) noProviderIsSaid() {
	f := p.fixture(p.h.Fixtures.NoProvider, "NoProvider", "that nobody is named where nobody is bound")
	for _, slot := range p.someSlots(f) {
		if slot.ProviderID != "" {
			p.fatalf("a slot of %q names a provider", f.ServiceID)
		}
	}
}

func (p *probe) optionsAreSaid() {
	f := p.fixture(p.h.Fixtures.Options, "Options", "that variants and add-ons are shown")
	if len(p.describe(f).Options) == 0 {
		p.fatalf("%q has no options", f.ServiceID)
	}
}

func (p *probe) currenciesAreAll() {
	seen := make(map[int]bool)
	for _, f := range p.h.Fixtures.Currencies {
		if f.Price == nil || !f.Price.IsFixed() {
			p.fatalf("Fixtures.Currencies has %q without a fixed Price", f.ServiceID)
		}
		exponent, err := money.Exponent(f.Price.Currency)
		if err != nil {
			p.fatalf("Fixtures.Currencies has %q with a Price in no currency of ISO 4217", f.ServiceID)
		}
		seen[exponent] = true
	}
	for _, exponent := range []int{0, 2, 3} {
		if !seen[exponent] {
			p.skipf("Fixtures.Currencies has no price with %d decimals: that it is scaled right is not shown", exponent)
		}
	}
}
