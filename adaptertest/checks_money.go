package adaptertest

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

// Prices as a person reads them off the price list, in the currency's own minor unit
// (B-054 to B-070, B-139).
var moneyChecks = slices.Concat([]check{
	required("money.two_decimals", "Money",
		"a price in a currency with two decimals counts hundredths", priced(2)),
	required("money.no_decimals", "Money",
		"a price in a currency without decimals is not scaled", priced(0)),
	required("money.three_decimals", "Money",
		"a price in a currency with three decimals counts thousandths", priced(3)),
	required("money.slot_price", "Money",
		"a slot's price counts the same minor units as the service's", (*probe).slotsArePriced),
	required("money.no_conversion", "Money",
		"no price is in another currency than the price list's", (*probe).nothingIsConverted),
	required("money.currency", "Money",
		"every Money names a currency that ISO 4217 lists with a minor unit", (*probe).currenciesAreListed),
	required("money.well_formed", "Money",
		"amount_minor lies in 0..2^53-1, is there when the price is fixed and absent when it is not", (*probe).moneyIsWellFormed),
	required("money.display", "Money",
		"a display text that names an amount names that of amount_minor", (*probe).displaysAgree),
	required("money.zero", "Money",
		"what costs nothing has amount_minor 0 on the wire, and not no amount", (*probe).zeroIsAnAmount),
	required("money.due", "policy.explain",
		"what must be paid in advance has the amount of the price list", (*probe).dueIsRight),
	required("money.fees", "policy.explain",
		"a fee that is surfaced has an amount", (*probe).feesHaveAmounts),
	required("money.options", "Core Objects",
		"options are priced in the currency of their service", (*probe).optionsArePriced),
	required("money.current", "Adapter Contract",
		"a price that the platform has changed is read anew", (*probe).pricesAreCurrent),
}, moneyListChecks)

// currencyFixtures are those of an exponent.
func (p *probe) currencyFixtures(exponent int) []Fixture {
	var all []Fixture
	for _, f := range p.h.Fixtures.Currencies {
		if f.Price == nil {
			continue
		}
		if e, err := money.Exponent(f.Price.Currency); err == nil && e == exponent {
			all = append(all, f)
		}
	}
	if len(all) == 0 {
		p.skipf("Harness.Fixtures.Currencies has none with %d decimals: that its prices are scaled right is not shown", exponent)
	}
	return all
}

func priced(exponent int) func(*probe) {
	return func(p *probe) {
		for _, f := range p.currencyFixtures(exponent) {
			p.wantSameMoney("the price of "+f.ServiceID, p.priceOf(f), f.Price)
		}
	}
}

// priceOf is the service's price, or where it has none that of its first slot.
func (p *probe) priceOf(f Fixture) *money.Money {
	if price := p.describe(f).Price; price != nil {
		return price
	}
	if slots := p.someSlots(f); len(slots) > 0 {
		return slots[0].Price
	}
	return nil
}

// A slot may leave its price to the service's.
func (p *probe) slotsArePriced() {
	for _, f := range append(p.h.Fixtures.Currencies, p.h.Fixtures.Plain) {
		if f.Price == nil {
			continue
		}
		for _, s := range p.someSlots(f) {
			if s.Price != nil && s.Price.Currency == f.Price.Currency {
				p.wantSameMoney("the price of a slot of "+f.ServiceID, s.Price, f.Price)
			}
		}
	}
}

func (p *probe) nothingIsConverted() {
	for _, f := range p.catalogue() {
		if f.Price == nil {
			continue
		}
		for _, m := range p.amounts(f.Fixture) {
			if (m.where == "Service.price" || m.where == "Slot.price") && m.Currency != f.Price.Currency {
				p.fatalf("%s of %q is in %q, and the price list in %s", m.where, f.ServiceID, m.Currency, f.Price.Currency)
			}
		}
	}
}

func (p *probe) currenciesAreListed() {
	for _, f := range p.catalogue() {
		for _, m := range p.amounts(f.Fixture) {
			if _, err := money.Exponent(m.Currency); err != nil {
				p.fatalf("%s of %q has currency %q: %v", m.where, f.ServiceID, m.Currency, err)
			}
		}
	}
}

func (p *probe) moneyIsWellFormed() {
	for _, f := range p.catalogue() {
		for _, m := range p.amounts(f.Fixture) {
			checked := *m.Money
			checked.Currency = "USD" // the currency is judged elsewhere
			if err := checked.Check(); err != nil {
				p.fatalf("%s of %q: %v", m.where, f.ServiceID, err)
			}
		}
	}
}

func (p *probe) zeroIsAnAmount() {
	f := p.fixture(p.h.Fixtures.Free, "Free", "that an amount of 0 is not lost")
	h := p.hosted(f)
	var service struct {
		Price *struct {
			AmountMinor *json.Number `json:"amount_minor"`
		} `json:"price"`
	}
	e := h.call(osbp.ToolServiceDescribe, osbp.ServiceDescribeInput{ServiceID: f.ServiceID})
	h.wantOK(osbp.ToolServiceDescribe, e)
	if err := json.Unmarshal(e.Value, &service); err != nil || service.Price == nil || service.Price.AmountMinor == nil {
		p.fatalf("%q is free, and its price has no amount_minor", f.ServiceID)
	}
	if n := service.Price.AmountMinor.String(); n != "0" {
		p.fatalf("%q is free, and its price has amount_minor %s", f.ServiceID, n)
	}
}

// displaysAgree judges texts with digits as they are written in most places; a text may
// leave the places after the point out.
func (p *probe) displaysAgree() {
	for _, f := range p.catalogue() {
		for _, m := range p.amounts(f.Fixture) {
			_, err := money.Exponent(m.Currency)
			if err == nil && m.IsFixed() && strings.ContainsAny(m.Display, "0123456789") && !summaryText(m.Display).hasNumber(m.Money) {
				p.fatalf("the display text of %s of %q names another amount", m.where, f.ServiceID)
			}
		}
	}
}

func (p *probe) dueIsRight() {
	some := false
	if f := p.h.Fixtures.Deposit; f != (Fixture{}) && f.Due != nil {
		some = true
		p.wantSameMoney("the deposit for "+f.ServiceID, p.explain(f).Deposit, f.Due)
	}
	if f := p.h.Fixtures.FullPrepay; f != (Fixture{}) && f.Due != nil {
		some = true
		p.wantSameMoney("the price of "+f.ServiceID+", due in full,", p.priceOf(f), f.Due)
	}
	if !some {
		p.skipf("Harness.Fixtures has neither Deposit nor FullPrepay with what is Due: that it is told right is not shown")
	}
}

func (p *probe) feesHaveAmounts() {
	for _, f := range p.catalogue() {
		policy := p.explain(f.Fixture)
		for _, fee := range []*money.Money{policy.CancellationFee, policy.NoShowFee} {
			if fee != nil && !fee.IsFixed() {
				p.fatalf("a fee of %q has no amount", f.ServiceID)
			}
		}
	}
}

func (p *probe) optionsArePriced() {
	f := p.fixture(p.h.Fixtures.Options, "Options", "what variants and add-ons cost")
	service := p.describe(f)
	for _, o := range service.Options {
		if o.Price != nil && service.Price != nil && o.Price.Currency != service.Price.Currency {
			p.fatalf("an option of %q is priced in another currency", f.ServiceID)
		}
	}
}

func (p *probe) pricesAreCurrent() {
	f := p.h.Fixtures.Plain
	old, listed := p.describe(f).Price, p.slots(f, 1)[0].Price
	if listed != nil {
		old = listed
	}
	n, ok := int64(0), false
	if old != nil {
		n, ok = old.FixedAmount()
	}
	if !ok {
		p.fatalf("the plain fixture has no fixed price")
	}
	raised := money.Fixed(old.Currency, n+n/2)
	p.setPrice(f, raised, "that prices are read anew")
	if price := p.describe(f).Price; price != nil {
		p.wantSameMoney("the service's price, raised meanwhile,", price, &raised)
	}
	if price := p.slots(f, 1)[0].Price; price != nil {
		p.wantSameMoney("a slot's price, raised meanwhile,", price, &raised)
	}
}
