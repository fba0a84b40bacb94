package adaptertest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

// rescaled changes the price of one service, where it is described and in its slots.
func rescaled(service string, amount func(int64) int64) adapterBreaks {
	described := describing(func(s *osbp.Service) {
		if s.ID == service {
			s.Price = repriced(s.Price, amount)
		}
	})
	listed := listing(func(s *osbp.Slot) {
		if s.ServiceID == service {
			s.Price = repriced(s.Price, amount)
		}
	})
	return func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter { return listed(described(in, r), r) }
}

var moneyMutants = []mutant{
	{
		name: "a display text that is a hundredth", check: "money.display",
		adapter: describing(func(s *osbp.Service) {
			if s.Price == nil || s.Price.Currency != "USD" {
				return
			}
			if n, ok := s.Price.FixedAmount(); ok {
				p := *s.Price
				p.Display = fmt.Sprintf("$%d.%02d", n/10000, n/100%100)
				s.Price = &p
			}
		}),
	},
	{
		name: "the no-show fee is in whole units", check: "money.no_show_fee",
		also:    []string{"summary.long_note", "summary.no_show_fee", "summary.fee_of_free"},
		adapter: explaining(func(p *osbp.Policy) { p.NoShowFee = hundredth(p.NoShowFee) }),
	},
	{
		name: "the cancellation fee is in whole units", check: "money.cancellation_fee",
		also:    []string{"summary.long_note", "summary.cancellation_fee"},
		adapter: explaining(func(p *osbp.Policy) { p.CancellationFee = hundredth(p.CancellationFee) }),
	},
	{
		name: "the two fees are one for the other", check: "money.cancellation_fee",
		also:    []string{"summary.fees_told_apart", "money.no_show_fee", "summary.fee_of_free"},
		adapter: explaining(func(p *osbp.Policy) { p.NoShowFee, p.CancellationFee = p.CancellationFee, p.NoShowFee }),
	},
	{
		name: "options are priced in whole units", check: "money.option_price",
		adapter: describing(func(s *osbp.Service) {
			for i := range s.Options {
				s.Options[i].Price = hundredth(s.Options[i].Price)
			}
		}),
	},
	{
		name: "a display text that is of another price", check: "money.display",
		hand: func(q *quirks) { q.displayAsPrice = true },
	},
	{
		name: "cents scaled by 100 once more", check: "money.two_decimals", also: []string{"money.current", "host.reads_anew"},
		adapter: describing(func(s *osbp.Service) {
			if s.ID == sandbox.LessonUSD {
				s.Price = repriced(s.Price, func(n int64) int64 { return n * 100 })
			}
		}),
	},
	{
		name: "CLP scaled by 100", check: "money.no_decimals", also: []string{"money.slot_price"},
		adapter: rescaled(sandbox.LessonEUR, func(n int64) int64 { return n * 100 }),
	},
	{
		name: "JPY scaled by 100", check: "money.no_decimals", also: []string{"money.slot_price"},
		adapter: rescaled(sandbox.LessonJPY, func(n int64) int64 { return n * 100 }),
	},
	{
		name: "KWD has two decimals", check: "money.three_decimals",
		also:    []string{"money.slot_price", "summary.price_by_exponent"},
		adapter: rescaled(sandbox.LessonKWD, func(n int64) int64 { return n / 10 }),
	},
	{
		name: "IQD has no decimals", check: "money.three_decimals",
		also:    []string{"money.slot_price", "summary.price_by_exponent"},
		adapter: rescaled(sandbox.LessonGBP, func(n int64) int64 { return n / 1000 }),
	},
	{
		name: "slots are priced in major units", check: "money.slot_price",
		also: []string{"summary.price_by_exponent"},
		adapter: listing(func(s *osbp.Slot) {
			if s.ServiceID == sandbox.LessonKWD {
				s.Price = repriced(s.Price, func(n int64) int64 { return n / 1000 })
			}
		}),
	},
	{
		name: "a price in yen is shown in dollars", check: "money.no_conversion", also: []string{"money.no_decimals"},
		adapter: describing(func(s *osbp.Service) {
			if s.ID == sandbox.LessonJPY {
				s.Price = usd(4000)
			}
		}),
	},
	{
		name: "a currency by its sign", check: "money.currency",
		also: []string{"approval.bound_to_lower_fee", "summary.fees_alike", "summary.long_note",
			"summary.fee_now", "summary.fee_of_free", "summary.no_show_fee", "approval.bound_to_fee", "money.no_show_fee",
		},
		adapter: explaining(func(p *osbp.Policy) {
			if p.NoShowFee != nil {
				p.NoShowFee = &money.Money{AmountMinor: p.NoShowFee.AmountMinor, Currency: "US$"}
			}
		}),
	},
	{
		name: "a withdrawn currency", check: "money.currency",
		also: []string{"summary.fees_alike", "summary.long_note", "summary.cancellation_fee", "money.cancellation_fee"},
		adapter: explaining(func(p *osbp.Policy) {
			if p.ServiceID == sandbox.Haircut {
				p.CancellationFee = fixed("DEM", 2500)
			}
		}),
	},
	{
		name: "an amount beside a price that is not fixed", check: "money.well_formed",
		adapter: describing(func(s *osbp.Service) {
			if s.Price != nil && s.Price.Type == money.TypeInsuranceDependent {
				s.Price = &money.Money{AmountMinor: money.Fixed("EUR", 5000).AmountMinor, Currency: "EUR", Type: s.Price.Type}
			}
		}),
	},
	{
		name: "a fee beyond 2^53-1", check: "money.well_formed",
		also: []string{"summary.fees_alike", "summary.fees_told_apart", "summary.long_note", "money.fees", "shape.policy_explain", "summary.cancellation_fee", "money.cancellation_fee"},
		adapter: explaining(func(p *osbp.Policy) {
			if p.ServiceID == sandbox.Haircut {
				p.CancellationFee = fixed("USD", 1<<53)
			}
		}),
	},
	{
		name: "an amount of 0 is left out", check: "money.zero",
		host: answering(osbp.ToolServiceDescribe, editing(func(v map[string]any) {
			if price, ok := v["price"].(map[string]any); ok && price["amount_minor"] == float64(0) {
				delete(price, "amount_minor")
			}
		})),
	},
	{
		name: "a deposit in percent", check: "money.due",
		also: []string{"mandate.deposit_apart_from_price", "mandate.deposit_at_cap"},
		adapter: explaining(func(p *osbp.Policy) {
			if p.PaymentRequirement == osbp.PaymentDeposit {
				p.Deposit = fixed(p.Deposit.Currency, 40)
			}
		}),
	},
	{
		name: "a fee of an unknown amount", check: "money.fees",
		adapter: explaining(func(p *osbp.Policy) {
			if p.NoShowFee == nil {
				p.NoShowFee = &money.Money{Currency: p.Organization.Currency, Type: money.TypeUnknown}
			}
		}),
	},
	{
		name: "options are priced in the platform's currency", check: "money.options",
		also: []string{"money.option_price"},
		adapter: describing(func(s *osbp.Service) {
			s.Options = slices.Clone(s.Options)
			for i := range s.Options {
				s.Options[i].Price = eur(1500)
			}
		}),
	},
	{
		name: "services are described from a cache", check: "money.current",
		also: []string{"host.reads_anew"},
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			var cache sync.Map
			return brokenAdapter{BookingAdapter: in, describe: func(ctx context.Context, i osbp.ServiceDescribeInput) (*osbp.Service, error) {
				if data, ok := cache.Load(i.ServiceID); ok {
					s := new(osbp.Service)
					return s, json.Unmarshal(data.([]byte), s)
				}
				s, err := in.DescribeService(ctx, i)
				if data, merr := json.Marshal(s); err == nil && merr == nil {
					cache.Store(i.ServiceID, data)
				}
				return s, err
			}}
		},
	},
}

// hundredth takes cents for dollars.
func hundredth(m *money.Money) *money.Money {
	if m == nil {
		return nil
	}
	if n, ok := m.FixedAmount(); ok {
		return fixed(m.Currency, n/100)
	}
	return m
}
