package osp_test

import (
	"context"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp"
)

// P-327: a phone that is sent has ten digits whatever the method of contact, and any punctuation.
func TestClausesPhoneDigits(t *testing.T) {
	for phone, ok := range map[string]bool{"3865550199": true, "(386) 555-0199": true, "386.555.0199": true, "+1 386 555 0199": true,
		"386 555 019": false, "none": false, "": false, "ext 386 555 01 9": false} {
		for _, method := range []string{"email", "call", "text"} {
			_, err := osp.DecodeBookingRequest(bookingInput(t, replace("/customer/contactMethod", method), replace("/customer/phone", phone)))
			if ok {
				wantCode(t, err, "")
				continue
			}
			wantCode(t, err, osp.CodeInvalidInput)
			if diff := cmp.Diff([]string{"customer.phone"}, refusalOf(t, err).Fields); diff != "" {
				t.Errorf("%q by %s: %s", phone, method, diff)
			}
		}
	}
}

// P-062, P-096, P-187, P-305: where requiresAddress is absent the service model decides, and each of the four parts counts.
func TestClausesAddress(t *testing.T) {
	now := instant(t, bookingNow)
	parts := []string{"address", "city", "state", "zip"}
	for _, c := range []struct {
		model    string
		ops      []patchOp
		required bool
	}{
		{"on_site", []patchOp{remove("/bookingPolicy/requiresAddress")}, true},
		{"both", []patchOp{remove("/bookingPolicy/requiresAddress")}, true},
		{"in_shop", []patchOp{remove("/bookingPolicy/requiresAddress")}, false},
		{"on_site", []patchOp{replace("/bookingPolicy/requiresAddress", false)}, false},
		{"in_shop", []patchOp{replace("/bookingPolicy/requiresAddress", true)}, true},
	} {
		p := exampleProfile(t, hvac, nil, append(c.ops, replace("/business/serviceModel", c.model))...)
		var all []patchOp
		for _, part := range parts {
			missing := remove("/customer/" + part)
			all = append(all, missing)
			err := p.CheckRequest(request(t, missing), now)
			if !c.required {
				wantCode(t, err, "")
				continue
			}
			wantCode(t, err, osp.CodeAddressRequired)
			if diff := cmp.Diff([]string{"customer." + part}, refusalOf(t, err).Fields); diff != "" {
				t.Errorf("%s: %s", c.model, diff)
			}
		}
		want := map[bool]osp.Code{true: osp.CodeAddressRequired}[c.required]
		wantCode(t, p.CheckRequest(request(t, all...), now), want)
	}
}

// recordingSink writes each request to a scheduling system.
type recordingSink struct{}

func (recordingSink) Deliver(context.Context, *osp.ServiceRequest) (osp.SinkReceipt, error) {
	return osp.SinkReceipt{SchedulingRecordCreated: true}, nil
}

// P-015, P-196: a record for staff is reported, also to a retry, and changes nothing about what is pending.
func TestClausesSchedulingRecord(t *testing.T) {
	r := newRig(t, hvac, func(o *osp.ServerOptions) { o.Sink = recordingSink{} })
	for range 2 {
		out := members(t, r.book())
		if out["schedulingRecordCreated"] != true || out["appointmentConfirmed"] != false || out["status"] != "pending_business_confirmation" {
			t.Errorf("%v", out)
		}
	}
}

// P-126, P-204, P-239, P-256, P-267, rule 34: limits hold per caller and for the business, requests apart from reads; what is
// limited has no effect, and after the wait it is answered.
func TestClausesLimits(t *testing.T) {
	other := osp.Caller{Key: "198.51.100.9", Channel: osp.ChannelMCP}
	t.Run("caller", func(t *testing.T) {
		r := newRig(t, hvac, func(o *osp.ServerOptions) { o.Limits.Caller = osp.Rate{PerSecond: 1, Burst: 2} })
		for i, want := range []osp.Code{"", "", osp.CodeRateLimited, osp.CodeRateLimited} {
			if result := r.call(osp.ToolListServices, ""); result.Code() != want || (want != "") != (result.RetryAfter == time.Second) {
				t.Errorf("call %d: %q after %v", i, result.Code(), result.RetryAfter)
			}
		}
		wantResult(t, r.callAs(other, osp.ToolListServices, ""), "")
		r.clock.Advance(time.Second)
		wantResult(t, r.call(osp.ToolListServices, ""), "")
		wantResult(t, r.call(osp.ToolListServices, ""), osp.CodeRateLimited)
	})
	t.Run("callers that can't be told apart", func(t *testing.T) {
		r := newRig(t, hvac, func(o *osp.ServerOptions) { o.Limits.Caller = osp.Rate{PerSecond: 1, Burst: 1} })
		wantResult(t, r.callAs(osp.Caller{Channel: osp.ChannelMCP}, osp.ToolListServices, ""), "")
		wantResult(t, r.callAs(osp.Caller{Channel: osp.ChannelREST, UserAgent: "another"}, osp.ToolListServices, ""), osp.CodeRateLimited)
	})
	t.Run("business", func(t *testing.T) {
		r := newRig(t, hvac, func(o *osp.ServerOptions) { o.Limits.Business = osp.Rate{PerSecond: 1, Burst: 2} })
		wantResult(t, r.call(osp.ToolListServices, ""), "")
		wantResult(t, r.callAs(other, osp.ToolListServices, ""), "")
		wantResult(t, r.callAs(osp.Caller{Key: "192.0.2.1"}, osp.ToolListServices, ""), osp.CodeRateLimited)
	})
	t.Run("requests", func(t *testing.T) {
		for name, set := range map[string]rigOptions{
			"per caller":   func(o *osp.ServerOptions) { o.Limits.BookingCaller = osp.Rate{PerSecond: 0.1, Burst: 1} },
			"per business": func(o *osp.ServerOptions) { o.Limits.BookingBusiness = osp.Rate{PerSecond: 0.1, Burst: 1} },
		} {
			r := newRig(t, hvac, set)
			r.booked()
			second := []patchOp{replace("/requestId", otherID), replace("/customer/phone", "+1 386 555 0123")}
			wantResult(t, r.book(second...), osp.CodeRateLimited)
			r.wantOffice(1)
			r.wantRecords(map[osp.RequestState]int{osp.RequestReceived: 1})
			wantResult(t, r.call(osp.ToolListServices, ""), "") // reads are counted apart
			r.clock.Advance(10 * time.Second)
			if b := r.booked(second...); b.IsDuplicate {
				t.Errorf("%s: what was limited has left something", name)
			}
			r.wantOffice(2)
		}
	})
	t.Run("by default", func(t *testing.T) {
		r := newRig(t, hvac, func(o *osp.ServerOptions) { o.Limits = osp.Limits{} })
		answered := 0
		for range 1000 {
			if r.call(osp.ToolListServices, "").Code() == "" {
				answered++
			}
		}
		if answered == 0 || answered > 100 {
			t.Errorf("%d of 1000 calls at once are answered", answered)
		}
	})
}
