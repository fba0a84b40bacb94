package adaptertest_test

import (
	"context"
	"math"
	"strings"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

// misread is a platform of which some reads say something else.
type misread struct {
	wholePlatform
	service func(*osbp.Service)
	policy  func(*osbp.Policy)
	slots   func([]osbp.Slot) []osbp.Slot
}

func (p misread) DescribeService(ctx context.Context, in osbp.ServiceDescribeInput) (*osbp.Service, error) {
	s, err := p.wholePlatform.DescribeService(ctx, in)
	if err == nil && p.service != nil {
		p.service(s)
	}
	return s, err
}

func (p misread) ExplainPolicy(ctx context.Context, in osbp.PolicyExplainInput) (*osbp.Policy, error) {
	got, err := p.wholePlatform.ExplainPolicy(ctx, in)
	if err == nil && p.policy != nil {
		p.policy(got)
	}
	return got, err
}

func (p misread) FindAvailability(ctx context.Context, in osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
	slots, err := p.wholePlatform.FindAvailability(ctx, in)
	if err == nil && p.slots != nil {
		slots = p.slots(slots)
	}
	return slots, err
}

// reanswered is an adapter that makes something else of the problem that booking.create
// ended with.
func reanswered(change func(*osbp.Problem) *osbp.Problem) func(osbp.BookingAdapter, *rig) osbp.BookingAdapter {
	return func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
		return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			if p := osbp.AsProblem(err); p != nil {
				own := *p
				return got, change(&own)
			}
			return got, err
		}}
	}
}

// terminalAs makes the terminal form of requires_user_confirmation something else.
func terminalAs(change func(*osbp.Problem)) func(osbp.BookingAdapter, *rig) osbp.BookingAdapter {
	return reanswered(func(p *osbp.Problem) *osbp.Problem {
		if p.Code == osbp.CodeRequiresUserConfirmation && !p.Retryable {
			change(p)
		}
		return p
	})
}

var mandatePriceMutants = []mutant{
	{
		name: "currencies match whatever the letters", check: "mandate.currency_exact",
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) {
			if c.Mandate != nil && c.Mandate.MaxPrice != nil {
				limit := *c.Mandate.MaxPrice
				limit.Currency = strings.ToUpper(limit.Currency)
				c.Mandate.MaxPrice = &limit
			}
		}),
	},
	{
		name: "caps have 32 bits", check: "mandate.cap_largest",
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) {
			if c.Mandate == nil || c.Mandate.MaxPrice == nil {
				return
			}
			if n, ok := c.Mandate.MaxPrice.FixedAmount(); ok && n > math.MaxInt32 {
				c.Mandate.MaxPrice = fixed(c.Mandate.MaxPrice.Currency, max(0, int64(int32(n))))
			}
		}),
	},
	{
		name: "a cap is read off its display text", check: "mandate.cap_display_ignored",
		adapter: laxer(func(m *osbp.Mandate) {
			if m.MaxPrice != nil && strings.HasPrefix(m.MaxPrice.Display, "999") {
				m.MaxPrice = fixed(m.MaxPrice.Currency, 99_999_900)
			}
		}),
	},
	{
		name: "the lower of a cap and its display text counts", check: "mandate.cap_display_no_limit",
		adapter: stricterMandate(osbp.CodePriceExceedsMandate, func(m *osbp.Mandate) bool {
			return m.MaxPrice != nil && strings.HasPrefix(m.MaxPrice.Display, "0.01")
		}),
	},
	{
		name: "a price must be under the cap", check: "mandate.price_at_cap",
		also: []string{"mandate.deposit_apart_from_price",
			"mandate.tightest", "mandate.free_at_zero", "mandate.slot_price_at_cap", "mandate.price_raised",
			"mandate.cap_display_no_limit",
		},
		hand: func(q *quirks) { q.capExclusive = true },
	},
	{
		name: "max_price is not looked at", check: "mandate.price_over_cap",
		also: []string{
			"mandate.price_over_zero", "mandate.cap_without_amount", "mandate.cap_not_fixed", "mandate.price_not_fixed",
			"mandate.price_not_fixed_capped", "mandate.price_absent", "mandate.slot_price_counts", "mandate.price_raised",
			"mandate.refusals_final", "mandate_order.price_before_payment", "mandate_order.price_before_unknown_payment",
			"approval.terminal_*", "money.*", "mandate.cap_display_ignored",
		},
		hand: leftOut("price"),
	},
	{
		name: "a cap of nothing is no cap", check: "mandate.price_over_zero",
		adapter: laxer(func(m *osbp.Mandate) {
			if m.MaxPrice != nil {
				if n, ok := m.MaxPrice.FixedAmount(); ok && n == 0 && m.MaxPrice.Currency == "USD" {
					m.MaxPrice = nil
				}
			}
		}),
	},
	{
		name: "a price of nothing is none", check: "mandate.free_at_zero",
		also: []string{
			"summary.price_of_nothing", "summary.fee_of_free", "harness.*", "shape.*", "money.*", "mandate.*", "handoff.*",
			"idempotency.organizations_apart", "approval.free_challenged",
		},
		platform: func(in osbp.Platform, _ *rig) osbp.Platform {
			return misread{
				wholePlatform: in.(wholePlatform),
				service:       func(s *osbp.Service) { s.Price = nilIfNothing(s.Price) },
				slots: func(all []osbp.Slot) []osbp.Slot {
					for i := range all {
						all[i].Price = nilIfNothing(all[i].Price)
					}
					return all
				},
			}
		},
	},
	{
		name: "amounts are compared whatever their currency", check: "mandate.currency_other",
		also: []string{
			"mandate.refusals_final", "mandate_order.currency_before_amount", "mandate_order.currency_before_payment", "money.*",
		},
		hand: func(q *quirks) { q.currencyIgnored = true },
	},
	{
		name: "a cap in another currency is converted", check: "mandate.currency_other",
		also: []string{"mandate.price_not_fixed_capped", "mandate_order.currency_before_payment", "money.*"},
		adapter: laxer(func(m *osbp.Mandate) {
			if m.MaxPrice != nil && m.MaxPrice.Currency == "EUR" {
				if n, ok := m.MaxPrice.FixedAmount(); ok && n == money.MaxMinor {
					m.MaxPrice = usd(n)
				}
			}
		}),
	},
	{
		name: "a cap without an amount is no cap", check: "mandate.cap_without_amount",
		adapter: laxer(func(m *osbp.Mandate) {
			if m.MaxPrice != nil && *m.MaxPrice == (money.Money{Currency: m.MaxPrice.Currency}) {
				m.MaxPrice = nil
			}
		}),
	},
	{
		name: "the type of a cap is not looked at", check: "mandate.cap_not_fixed",
		adapter: laxer(func(m *osbp.Mandate) {
			if m.MaxPrice != nil && m.MaxPrice.Type != "" {
				own := *m.MaxPrice
				own.Type = ""
				m.MaxPrice = &own
			}
		}),
	},
	{
		name: "without a cap no price is needed", check: "mandate.price_not_fixed",
		also: []string{"mandate.price_absent", "approval.terminal_*"},
		hand: func(q *quirks) { q.noCapNoPrice = true },
	},
	{
		name: "a terminal refusal is retryable", check: "mandate.price_not_fixed_capped",
		also: []string{"mandate.deposit_cap_not_fixed", "mandate.prepay_cap_without_amount",
			"mandate.price_not_fixed", "mandate.price_absent", "mandate.cap_without_amount", "mandate.cap_not_fixed",
			"mandate.payment_unknown", "mandate.deposit_cap_without_amount", "approval.terminal_*",
		},
		hand: func(q *quirks) { q.terminalRetryable = true },
	},
	{
		name: "a terminal refusal carries a token", check: "mandate.price_absent",
		also: []string{"mandate.deposit_cap_not_fixed", "mandate.prepay_cap_without_amount",
			"mandate.price_not_fixed", "mandate.price_not_fixed_capped", "mandate.cap_without_amount", "mandate.cap_not_fixed",
			"mandate.payment_unknown", "mandate.deposit_cap_without_amount", "approval.terminal_*",
		},
		adapter: terminalAs(func(p *osbp.Problem) { p.Message += "\n\nRetry with approval.token=\"appr_terminal\"" }),
	},
	{
		name: "a price that nobody names is nothing", check: "mandate.price_absent",
		also: []string{"harness.*", "shape.*", "money.*", "approval.terminal_*"},
		platform: func(in osbp.Platform, _ *rig) osbp.Platform {
			return misread{wholePlatform: in.(wholePlatform), service: func(s *osbp.Service) {
				if s.Price == nil && !s.RequiresConsultation {
					s.Price = kwd(0)
				}
			}}
		},
	},
	{
		name: "the price is the service's", check: "mandate.slot_price_counts",
		also: []string{"summary.price_of_slot", "money.*"},
		hand: func(q *quirks) { q.servicePriceOnly = true },
	},
	{
		name: "a slot may not cost more than its service", check: "mandate.slot_price_at_cap",
		also: []string{"summary.zone_of_time", "mandate.provider_none_unnamed", "summary.price_of_slot", "mandate.provider_unnamed", "mandate.provider_not_needed"},
		adapter: stricter(func(c osbp.BookingCreateInput, _ *rig) osbp.Code {
			if c.ServiceID == sandbox.BikeTune && (c.Time >= "22:00" || c.Time < "02:00") {
				return osbp.CodePriceExceedsMandate
			}
			return ""
		}),
	},
	{
		name: "the price is checked at the challenge", check: "mandate.price_raised",
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) {
			if c.Mandate != nil && c.Mandate.MaxPrice != nil && *c.Mandate.MaxPrice == *usd(4000) {
				c.Mandate.MaxPrice = usd(4001)
			}
		}),
	},
}

func nilIfNothing(m *money.Money) *money.Money {
	if m != nil {
		if n, ok := m.FixedAmount(); ok && n == 0 {
			return nil
		}
	}
	return m
}

var mandatePaymentMutants = []mutant{
	{
		name: "a deposit needs no permission", check: "mandate.deposit_not_allowed",
		also: []string{"idempotency.conflict_limits",
			"mandate.prepay_not_allowed", "mandate.payment_final", "mandate_order.permission_before_fee_cap", "mandate_order.payment_before_approval",
		},
		adapter: laxer(func(m *osbp.Mandate) { m.AllowPolicyFee = true }),
	},
	{
		name: "what must be paid before is not looked at", check: "mandate.deposit_over_cap",
		also: []string{"mandate.*", "mandate_order.*", "harness.*", "handoff.*", "approval.terminal_*"},
		hand: leftOut("payment"),
	},
	{
		name: "a deposit needs a cap", check: "mandate.deposit_uncapped",
		adapter: stricterMandate(osbp.CodePolicyFeeExceedsMandate, func(m *osbp.Mandate) bool {
			return m.AllowPolicyFee && m.MaxExtraFee == nil && strings.HasPrefix(m.OrganizationID, "biz_salmiya")
		}),
		also: []string{
			"mandate.price_absent", "mandate_order.price_before_payment", "mandate_order.currency_before_payment",
		},
	},
	{
		name: "a deposit must be under the cap", check: "mandate.deposit_at_cap",
		also: []string{"mandate.deposit_apart_from_price", "mandate.prepay_at_cap"},
		hand: func(q *quirks) { q.feeCapExclusive = true },
	},
	{
		name: "max_extra_fee is not looked at", check: "mandate.deposit_over_cap",
		also: []string{"mandate.deposit_cap_not_fixed", "mandate.deposit_currency_exact", "mandate.deposit_over_zero", "mandate.prepay_cap_without_amount", "mandate.prepay_currency", "idempotency.conflict_limits",
			"mandate.deposit_currency", "mandate.deposit_cap_without_amount", "mandate.prepay_over_cap", "mandate.payment_final",
			"mandate_order.fee_currency_before_fee_cap",
		},
		adapter: laxer(func(m *osbp.Mandate) { m.MaxExtraFee = nil }),
	},
	{
		name: "fees are compared whatever their currency", check: "mandate.deposit_currency",
		also: []string{"mandate.prepay_currency", "mandate_order.fee_currency_before_fee_cap"},
		hand: func(q *quirks) { q.feeCurrencyIgnored = true },
	},
	{
		name: "a fee cap without an amount is no cap", check: "mandate.deposit_cap_without_amount", also: []string{"mandate.deposit_cap_not_fixed", "mandate.prepay_cap_without_amount"},
		adapter: laxer(func(m *osbp.Mandate) {
			if m.MaxExtraFee != nil && !m.MaxExtraFee.IsFixed() {
				m.MaxExtraFee = nil
			}
		}),
	},
	{
		name: "a price in advance is no fee", check: "mandate.prepay_not_allowed",
		also: []string{"mandate.prepay_cap_without_amount", "mandate.prepay_currency", "mandate.prepay_over_cap"},
		hand: func(q *quirks) { q.prepayIsFree = true },
	},
	{
		name: "a price in advance is always handed off", check: "mandate.prepay_at_cap",
		also: []string{"mandate.prepay_cap_without_amount", "mandate.prepay_currency", "mandate.prepay_uncapped", "mandate.prepay_over_cap", "summary.prose", "summary.full_prepay"},
		adapter: stricter(func(c osbp.BookingCreateInput, _ *rig) osbp.Code {
			if c.ServiceID == sandbox.Whitening {
				return osbp.CodeRequiresPaymentHandoff
			}
			return ""
		}),
	},
	{
		name: "a price in advance is held to max_price alone", check: "mandate.prepay_over_cap", also: []string{"mandate.prepay_cap_without_amount", "mandate.prepay_currency"},
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) {
			if c.Mandate != nil && c.ServiceID == sandbox.Whitening {
				c.Mandate.MaxExtraFee = nil
			}
		}),
	},
	{
		name: "a payment that is not known is none", check: "mandate.payment_unknown",
		also: []string{"harness.*", "shape.*", "approval.terminal_*"},
		hand: func(q *quirks) { q.unknownAsNone = true },
	},
	{
		name: "a no-show fee is a policy fee", check: "mandate.conditional_fees_uncapped",
		adapter: stricter(func(c osbp.BookingCreateInput, _ *rig) osbp.Code {
			if c.ServiceID == sandbox.Haircut && c.Mandate.MaxExtraFee != nil {
				return osbp.CodePolicyFeeExceedsMandate
			}
			return ""
		}),
	},
	{
		name: "a consultation is a service like any other", check: "mandate.consultation",
		also: []string{"mandate.payment_final", "mandate_order.consultation_before_approval", "harness.*", "shape.*", "handoff.*"},
		hand: func(q *quirks) { q.consultationLost = true },
	},
	{
		name: "a payment that is handed off may be tried again", check: "mandate.payment_final",
		hand: func(q *quirks) { q.retryableFlipped = osbp.CodeRequiresPaymentHandoff },
	},
	{
		name: "a consultation may be tried again", check: "mandate.payment_final",
		hand: func(q *quirks) { q.retryableFlipped = osbp.CodeRequiresConsultationHandoff },
	},
}

var mandateSlotMutants = []mutant{
	{
		name: "the nearest slot will do", check: "mandate.time_not_offered",
		also: []string{"outcome.taken_then_open", "time.repeated_hour", "time.skipped_hour", "idempotency.one_slot_two_keys", "outcome.slot_taken*"},
		hand: func(q *quirks) { q.nearestSlot = true },
	},
	{
		name: "a day that is over is a mistake of the mandate's", check: "mandate.date_not_offered",
		adapter: stricter(func(c osbp.BookingCreateInput, r *rig) osbp.Code {
			if c.Date < r.clock.now().AddDate(0, 0, -2).Format("2006-01-02") && c.Date > "2000" {
				return osbp.CodeInvalidMandate
			}
			return ""
		}),
		also: []string{"input.*", "leak.*"},
	},
	{
		name: "any provider will do", check: "mandate.provider_unsaid_unpinned",
		also: []string{"time.repeated_hour"},
		hand: func(q *quirks) { q.anyoneNamed = true },
	},
	{
		name: "a provider who is not there is the first one", check: "mandate.provider_not_of_slot",
		also: []string{"approval.bound_to_payload", "idempotency.conflict_provider"},
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) {
			if strings.HasPrefix(c.ProviderID, "provider_") {
				c.ProviderID = sandbox.StaffImogen
			}
		}),
	},
	{
		name: "a request without a provider takes anyone", check: "mandate.provider_unsaid_unpinned",
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) {
			if c.ProviderID == "" && c.ServiceID == sandbox.LessonUSD && c.Mandate != nil && c.Mandate.ProviderIDs == nil {
				c.ProviderID = sandbox.StaffImogen
			}
		}),
	},
	{
		name: "a schedule that is not there is the default one", check: "mandate.schedule_not_of_service",
		also: []string{"approval.bound_to_payload", "idempotency.conflict_schedule"},
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) {
			if strings.HasPrefix(c.ScheduleID, "schedule_") {
				c.ScheduleID = sandbox.MeridianOnline
			}
		}),
	},
	{
		name: "a service that is not there is the default one", check: "mandate.service_not_there",
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) {
			if strings.HasPrefix(c.ServiceID, "service_") {
				c.ServiceID = sandbox.LessonUSD
			}
		}),
	},
}
