package osbp_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

// gapsOf names the gaps, the blocking ones with a mark.
func gapsOf(gaps []osbp.ReachabilityGap) []string {
	var names []string
	for _, g := range gaps {
		name := g.Member
		if g.Blocking {
			name += "!"
		}
		names = append(names, name)
	}
	return names
}

func TestReachability(t *testing.T) {
	tests := []struct {
		name string
		edit func(*osbp.MandateRequest)
		want []string
	}{
		{"everything", func(*osbp.MandateRequest) {}, nil},
		{"nothing", func(r *osbp.MandateRequest) { r.Service, r.Slot, r.Policy = nil, nil, nil },
			[]string{"service!", "slot!", "policy!"}},
		{"zero answers", func(r *osbp.MandateRequest) {
			*r.Service, *r.Slot, *r.Policy = osbp.Service{}, osbp.Slot{}, osbp.Policy{}
		}, []string{
			"service.id!", "slot.organization_id!", "slot.service_id!", "slot.schedule_id!", "slot.provider_id",
			"slot.starts_at_local!", "slot.ends_at_local!", "slot.schedule_timezone", "slot.price!",
			"policy.organization", "policy.payment_requirement!",
		}},
		{"no provider", func(r *osbp.MandateRequest) { r.Slot.ProviderID = "" }, []string{"slot.provider_id"}},
		{"offset on the start", func(r *osbp.MandateRequest) { r.Slot.StartsAtLocal += "Z" },
			[]string{"slot.starts_at_local!"}},
		{"offset on the end", func(r *osbp.MandateRequest) { r.Slot.EndsAtLocal += "Z" },
			[]string{"slot.ends_at_local!"}},
		{"end by the instant", func(r *osbp.MandateRequest) { r.Slot.EndsAtLocal, r.Service.Duration = "", "" }, nil},
		{"end by an instant in no zone", func(r *osbp.MandateRequest) {
			r.Slot.EndsAtLocal, r.Slot.ScheduleTimezone = "", ""
		}, []string{"slot.ends_at_local!", "slot.schedule_timezone"}},
		{"end by the duration", func(r *osbp.MandateRequest) { r.Slot.EndsAtLocal, r.Slot.EndsAt = "", "" }, nil},
		{"end by no duration", func(r *osbp.MandateRequest) {
			r.Slot.EndsAtLocal, r.Slot.EndsAt, r.Service.Duration = "", "", "60 min"
		}, []string{"slot.ends_at_local!"}},
		{"end by a duration of nothing", func(r *osbp.MandateRequest) {
			r.Slot.EndsAtLocal, r.Slot.EndsAt, r.Service.Duration = "", "", "PT0S"
		}, []string{"slot.ends_at_local!"}},
		{"end by the duration of no service", func(r *osbp.MandateRequest) {
			r.Slot.EndsAtLocal, r.Slot.EndsAt, r.Service = "", "", nil
		}, []string{"service!", "slot.ends_at_local!"}},
		{"the service's price", func(r *osbp.MandateRequest) { r.Slot.Price = nil }, nil},
		{"no price", func(r *osbp.MandateRequest) { r.Slot.Price, r.Service.Price = nil, nil }, []string{"slot.price!"}},
		{"a price to be quoted", func(r *osbp.MandateRequest) {
			r.Slot.Price = typed("USD", money.TypeQuoteRequired, -1)
		}, []string{"slot.price!"}},
		{"a price that no list knows", func(r *osbp.MandateRequest) { r.Slot.Price = priced("ZZZ", 1) },
			[]string{"slot.price!"}},
		{"no organization in the policy", func(r *osbp.MandateRequest) { r.Policy.Organization = nil },
			[]string{"policy.organization"}},
		{"an organization without an id", func(r *osbp.MandateRequest) { r.Policy.Organization.ID = "" },
			[]string{"policy.organization.id!"}},
		{"unknown payment", func(r *osbp.MandateRequest) { r.Policy.PaymentRequirement = osbp.PaymentUnknown },
			[]string{"policy.payment_requirement!"}},
		{"unknown deposit", func(r *osbp.MandateRequest) {
			r.Policy.PaymentRequirement, r.Policy.Deposit = osbp.PaymentDeposit, nil
		}, []string{"policy.deposit!"}},
		{"deposit of nothing", func(r *osbp.MandateRequest) { r.Policy.PaymentRequirement = osbp.PaymentDeposit },
			[]string{"policy.deposit!"}},
		{"a deposit", func(r *osbp.MandateRequest) {
			r.Policy.PaymentRequirement, r.Policy.Deposit = osbp.PaymentDeposit, usd(2000)
		}, nil},
		{"prepayment", func(r *osbp.MandateRequest) { r.Policy.PaymentRequirement = osbp.PaymentFullPrepay }, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			req := mandateRequest(t)
			tt.edit(&req)
			req.AllowPolicyFee = true
			gaps := osbp.Reachability(req.Service, req.Slot, req.Policy)
			if diff := cmp.Diff(tt.want, gapsOf(gaps)); diff != "" {
				t.Errorf("gaps (-want +got):\n%s", diff)
			}
			blocked := false
			for _, g := range gaps {
				blocked = blocked || g.Blocking
				if g.Tool == "" || g.MandateMember == "" || g.Reason == "" || g.Clause == "" {
					t.Errorf("gap %+v says too little", g)
				}
			}
			// A blocking gap and a refused mandate are the same thing.
			if _, err := osbp.NewMandate(req); (err != nil) != blocked {
				t.Errorf("NewMandate: %v, though the gaps are %v", err, gapsOf(gaps))
			}
		})
	}
}
