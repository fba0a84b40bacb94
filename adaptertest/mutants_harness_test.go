package adaptertest_test

import (
	"github.com/openservicekit/openservice/adaptertest"
	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

var harnessMutants = []mutant{
	{
		name: "one calendar is always full", check: "harness.openings",
		adapter: lists(func(i osbp.AvailabilityFindInput, slots []osbp.Slot) []osbp.Slot {
			if i.ServiceID == sandbox.TrialLesson {
				return []osbp.Slot{}
			}
			return slots
		}),
	},
	{
		name: "a text message is promised where nobody is verified", check: "harness.plain",
		adapter: explaining(func(p *osbp.Policy) {
			if p.VerificationMethod == osbp.VerificationNone && p.ServiceID == sandbox.LessonUSD {
				p.VerificationMethod = osbp.VerificationSMS
			}
		}),
	},
	{
		name: "creates are counted twice", check: "harness.creates",
		also: []string{
			"approval.*", "idempotency.*", "outcome.*", "containment.rate_limited_evidence", "verification.flow",
			"host.rate_limited_once",
		},
		harness: func(h *adaptertest.Harness) {
			counted := h.Creates
			h.Creates = func() int { return 2 * counted() }
		},
	},
	{
		name: "requires_consultation is lost", check: "harness.consultation",
		adapter: describing(func(s *osbp.Service) { s.RequiresConsultation = false }),
	},
	{
		name: "a deposit is called a full prepayment", check: "harness.payment_requirement",
		adapter: explaining(func(p *osbp.Policy) {
			if p.PaymentRequirement == osbp.PaymentDeposit {
				p.PaymentRequirement = osbp.PaymentFullPrepay
			}
		}),
	},
	{
		name: "what must be paid is not known, so nothing", check: "harness.payment_requirement",
		adapter: explaining(func(p *osbp.Policy) {
			if p.PaymentRequirement == osbp.PaymentUnknown {
				p.PaymentRequirement = osbp.PaymentNone
			}
		}),
	},
	{
		name: "codes by email count as none", check: "harness.verification_method",
		adapter: explaining(func(p *osbp.Policy) {
			if p.ServiceID == sandbox.Haircut {
				p.VerificationMethod = osbp.VerificationNone
			}
		}),
	},
	{
		name: "a price on insurance is a price of 0", check: "harness.not_fixed",
		adapter: describing(func(s *osbp.Service) {
			if s.Price != nil && s.Price.Type == money.TypeInsuranceDependent {
				s.Price = eur(0)
			}
		}),
	},
	{
		name: "no price is a price of 0", check: "harness.no_price",
		adapter: describing(func(s *osbp.Service) {
			if s.Price == nil && !s.RequiresConsultation {
				s.Price = kwd(0)
			}
		}),
	},
	{
		name: "the no-show fee is lost", check: "harness.fees",
		also:    []string{"summary.fees_told_apart", "summary.fee_now", "summary.fee_of_free", "summary.no_show_fee", "money.no_show_fee"},
		adapter: explaining(func(p *osbp.Policy) { p.NoShowFee = nil }),
	},
	{
		name: "whoever is free is somebody called any", check: "harness.no_provider",
		also: []string{"summary.zone_of_time", "mandate.provider_none_unnamed", "mandate.provider_not_needed", "mandate.provider_unnamed", "mandate.slot_price_at_cap", "mandate.slot_price_counts", "summary.price_of_slot"},
		adapter: listing(func(s *osbp.Slot) {
			if s.ProviderID == "" && s.ServiceID == sandbox.BikeTune {
				s.ProviderID = "any"
			}
		}),
	},
	{
		name: "options are lost", check: "harness.options",
		also:    []string{"money.option_price"},
		adapter: describing(func(s *osbp.Service) { s.Options = nil }),
	},
	{
		name: "a price list without a currency code", check: "harness.currencies",
		also:    []string{"money.no_conversion", "summary.price_by_exponent"},
		harness: func(h *adaptertest.Harness) { h.Fixtures.Currencies[1].Price = fixed("CH$", 38000) },
	},
}
