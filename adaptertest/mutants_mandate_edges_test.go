package adaptertest_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/wallclock"
)

var mandateEdgeMutants = []mutant{
	{
		name: "a mandate is remembered by its id", check: "mandate.judged_anew",
		also: []string{"idempotency.conflict_limits", "approval.bound_to_payload"},
		adapter: func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
			var mu sync.Mutex
			seen := map[string]osbp.Mandate{}
			return before(func(c *osbp.BookingCreateInput, _ *rig) {
				if c.Mandate == nil || c.Mandate.ID == "" {
					return
				}
				mu.Lock()
				defer mu.Unlock()
				if was, ok := seen[c.Mandate.ID]; ok {
					c.Mandate = &was
				} else {
					seen[c.Mandate.ID] = *c.Mandate
				}
			})(in, r)
		},
	},
	{
		name: "schedule_ids may be names", check: "mandate.schedule_names_are_no_ids",
		adapter: func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
			return before(func(c *osbp.BookingCreateInput, _ *rig) {
				if c.Mandate == nil || len(c.Mandate.ScheduleIDs) == 0 || slices.Contains(c.Mandate.ScheduleIDs, c.ScheduleID) {
					return
				}
				slots, err := in.FindAvailability(context.Background(), osbp.AvailabilityFindInput{ServiceID: c.ServiceID, ScheduleID: c.ScheduleID, Date: c.Date})
				if err == nil && len(slots) > 0 && slices.Contains(c.Mandate.ScheduleIDs, slots[0].ScheduleName) {
					c.Mandate.ScheduleIDs = []string{c.ScheduleID}
				}
			})(in, r)
		},
	},
	{
		name: "only the last id of a list counts", check: "mandate.one_of_several", also: []string{"approval.bound_to_payload"},
		adapter: laxer(func(m *osbp.Mandate) {
			if n := len(m.ProviderIDs); n > 1 {
				m.ProviderIDs = m.ProviderIDs[n-1:]
			}
		}),
	},
	{
		name: "a numeric offset on latest_end is cut off", check: "mandate.latest_with_offset",
		adapter: laxer(func(m *osbp.Mandate) {
			if n := len(m.LatestEnd); n == 25 {
				m.LatestEnd = m.LatestEnd[:19]
			}
		}),
	},
	{
		name: "a Z on earliest_start is cut off", check: "mandate.earliest_with_offset",
		adapter: laxer(func(m *osbp.Mandate) { m.EarliestStart = strings.TrimSuffix(m.EarliestStart, "Z") }),
	},
	{
		name: "an offset on the date is cut off", check: "mandate.date_with_offset",
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) {
			if len(c.Date) > 10 && !strings.Contains(c.Date, "T") {
				c.Date = c.Date[:10]
			}
		}),
	},
	{
		name: "a latest_end that can't be read is none", check: "mandate.latest_not_a_date",
		also: []string{"mandate.latest_with_offset", "mandate.latest_date_only"},
		adapter: laxer(func(m *osbp.Mandate) {
			if _, err := wallclock.ParseDateTime(m.LatestEnd); err != nil && !strings.HasSuffix(m.LatestEnd, "Z") {
				m.LatestEnd = ""
			}
		}),
	},
	{
		name: "a latest_end that is a date is the end of that day", check: "mandate.latest_date_only",
		adapter: laxer(func(m *osbp.Mandate) {
			if len(m.LatestEnd) == 10 {
				m.LatestEnd += "T23:59:59"
			}
		}),
	},
	{
		name: "a max_extra_fee of nothing is no cap", check: "mandate.deposit_over_zero",
		also: []string{"mandate_order.fee_currency_before_fee_cap"},
		adapter: laxer(func(m *osbp.Mandate) {
			if n, ok := int64(0), false; m.MaxExtraFee != nil {
				if n, ok = m.MaxExtraFee.FixedAmount(); ok && n == 0 {
					m.MaxExtraFee = nil
				}
			}
		}),
	},
	{
		name: "the type of a fee cap is not looked at", check: "mandate.deposit_cap_not_fixed",
		adapter: laxer(func(m *osbp.Mandate) {
			m.MaxExtraFee = relimited(m.MaxExtraFee, func(c *money.Money) {
				if c.AmountMinor != (money.Amount{}) {
					c.Type = ""
				}
			})
		}),
	},
	{
		name: "the currency of a fee cap matches whatever the letters", check: "mandate.deposit_currency_exact",
		adapter: laxer(func(m *osbp.Mandate) {
			m.MaxExtraFee = relimited(m.MaxExtraFee, func(c *money.Money) { c.Currency = strings.ToUpper(c.Currency) })
		}),
	},
	{
		name: "a fee cap for a price in advance is converted", check: "mandate.prepay_currency",
		adapter: laxer(func(m *osbp.Mandate) {
			if m.MaxExtraFee != nil && m.OrganizationID == sandbox.KanalDental {
				m.MaxExtraFee = relimited(m.MaxExtraFee, func(c *money.Money) { c.Currency = "EUR" })
			}
		}),
	},
	{
		name: "a price in advance needs a cap", check: "mandate.prepay_uncapped",
		adapter: stricter(func(c osbp.BookingCreateInput, _ *rig) osbp.Code {
			if c.ServiceID == sandbox.Whitening && c.Mandate.MaxExtraFee == nil && c.Mandate.AllowPolicyFee {
				return osbp.CodePolicyFeeExceedsMandate
			}
			return ""
		}),
	},
	{
		name: "a cap without an amount is none for a price in advance", check: "mandate.prepay_cap_without_amount",
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) {
			if c.Mandate != nil && c.ServiceID == sandbox.Whitening && c.Mandate.MaxExtraFee != nil && !c.Mandate.MaxExtraFee.IsFixed() {
				c.Mandate.MaxExtraFee = nil
			}
		}),
	},
	{
		name: "a deposit comes on top of the price", check: "mandate.deposit_apart_from_price",
		also: []string{"summary.*"},
		adapter: stricter(func(c osbp.BookingCreateInput, _ *rig) osbp.Code {
			if c.ServiceID == sandbox.PortraitPhoto && c.Mandate.MaxPrice != nil && c.Mandate.AllowPolicyFee {
				if n, ok := c.Mandate.MaxPrice.FixedAmount(); ok && n >= 12500 && n < 17500 {
					return osbp.CodePriceExceedsMandate
				}
			}
			return ""
		}),
	},
	{
		name: "an expiry has many forms", check: "mandate.expires_at_other_form",
		adapter: laxer(func(m *osbp.Mandate) {
			for _, form := range []string{time.RFC1123, time.RFC1123Z, "2006-01-02 15:04:05Z07:00", "2006/01/02 15:04:05Z07:00", "Mon, 02 Jan 2006 15:04:05 Z"} {
				if at, err := time.Parse(form, m.ExpiresAt); err == nil {
					m.ExpiresAt = wallclock.FormatInstant(at)
				}
			}
		}),
	},
	{
		name: "an expiry without a figure is for ever", check: "mandate.expires_at_other_form",
		adapter: laxer(func(m *osbp.Mandate) {
			if m.ExpiresAt != "" && !strings.ContainsAny(m.ExpiresAt, "0123456789") {
				m.ExpiresAt = "9999-12-31T23:59:59Z"
			}
		}),
	},
	{
		name: "the hour 24 of an expiry is a second less", check: "mandate.expires_at_other_form",
		adapter: laxer(func(m *osbp.Mandate) { m.ExpiresAt = strings.Replace(m.ExpiresAt, "T24:00:00", "T23:59:59", 1) }),
	},
}

// relimited is a copy of a cap with a change.
func relimited(m *money.Money, change func(*money.Money)) *money.Money {
	if m == nil {
		return nil
	}
	own := *m
	change(&own)
	return &own
}
