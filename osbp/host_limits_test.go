package osbp_test

import (
	"context"
	"strings"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"github.com/openservicekit/openservice/osbp"
)

// TestHost_SlowBooking: a booking that outlasts the host's patience is still under
// way. It is neither refused, nor said to have sent nothing.
func TestHost_SlowBooking(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newHostRig(t, func(o *osbp.HostOptions) { o.CallTimeout = time.Second })
		in := r.approved(t, exampleInput(t))
		r.platform.create = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
			time.Sleep(20 * time.Second) // virtual time
			return &osbp.Appointment{ID: "appointment_123"}, nil
		}
		e := r.call(t, osbp.ToolBookingCreate, in)
		wantRefusal(t, e, osbp.CodeBookingInProgress)
		if !e.Problem.Retryable {
			t.Error("the retry that would find the receipt is ruled out")
		}
		time.Sleep(time.Minute)
		synctest.Wait()
		if e := r.call(t, osbp.ToolBookingCreate, in); !e.OK || e.Runtime == nil || r.platform.creates.Load() != 1 {
			t.Errorf("got %v after %d creates", e.Problem, r.platform.creates.Load())
		}
	})
}

// TestHost_ZeroValues answer with an error, not with a panic.
func TestHost_ZeroValues(t *testing.T) {
	r := newHostRig(t, nil)
	for name, a := range map[string]osbp.BookingAdapter{
		"nil adapter": (*osbp.Adapter)(nil), "zero adapter": new(osbp.Adapter), "nil foreign": (*foreignAdapter)(nil),
	} {
		if h, err := osbp.NewHost(a, osbp.HostOptions{Log: r.log}); err == nil || h != nil {
			t.Errorf("%s: accepted", name)
		}
	}
	for name, h := range map[string]*osbp.Host{"nil": nil, "zero": new(osbp.Host)} {
		if e, err := h.Call(t.Context(), osbp.ToolServiceDescribe, nil); err == nil || e.OK {
			t.Errorf("%s: %v", name, e)
		}
		if err := h.Close(t.Context()); err != nil {
			t.Errorf("%s: Close: %v", name, err)
		}
	}
}

// TestAdapter_ZeroValues answer with an error, not with a panic, and book nothing.
func TestAdapter_ZeroValues(t *testing.T) {
	ctx := t.Context()
	var a osbp.Adapter
	for method, err := range map[string]error{
		"DescribeService":  second(a.DescribeService(ctx, osbp.ServiceDescribeInput{ServiceID: "s"})),
		"FindAvailability": second(a.FindAvailability(ctx, findInput())),
		"ExplainPolicy":    second(a.ExplainPolicy(ctx, osbp.PolicyExplainInput{ServiceID: "s"})),
		"SendVerification": second(a.SendVerification(ctx, verifyInput())),
		"VerifyCode":       second(a.VerifyCode(ctx, osbp.VerificationVerifyInput{Purpose: "p", Code: "c"})),
		"CreateBooking":    second(a.CreateBooking(ctx, exampleInput(t))),
		"GetBooking":       second(a.GetBooking(ctx, osbp.BookingStatusInput{BookingID: "b"})),
		"SettleUnknown":    a.SettleUnknown(ctx, "k", osbp.Finding{Found: osbp.FoundNever}),
	} {
		if err == nil {
			t.Errorf("%s says yes", method)
		}
	}
	for _, err := range a.Unsettled(ctx) {
		if err == nil {
			t.Error("lists")
		}
	}
	if err := a.Close(ctx); err != nil {
		t.Errorf("Close: %v", err)
	}
	var none *verifyingPlatform
	if a, err := osbp.NewAdapter(none, osbp.AdapterOptions{Vendor: "v", APIVersion: "1", OrganizationID: "o", Store: newMemory(t, newClock("2026-05-01T19:00:00Z"), storeOptions{})}); err == nil || a != nil {
		t.Error("a nil platform was accepted")
	}
}

func second[T any](_ T, err error) error { return err }

// TestAdapter_SlowContactStore: where the noting of a contact hangs, a refusal that
// is definite stays so, and the wait is the store's limit and no longer.
func TestAdapter_SlowContactStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c := newClock("2026-05-01T19:00:00Z")
		p := newFakePlatform(t)
		p.create = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
			return nil, osbp.CodeRequiresVerification
		}
		slow := &stuckStore{faultyStore: faultyStore{Store: newMemory(t, c, storeOptions{})}}
		a := newAdapter(t, p, c, func(o *osbp.AdapterOptions) {
			o.VerifyPendingOnly, o.Approvals, o.StoreTimeout = true, slow, time.Second
		})
		in := approveWith(t, a, exampleInput(t))
		slow.stuck = "contact/"
		start := time.Now()
		_, err := a.CreateBooking(t.Context(), in)
		wantCode(t, err, osbp.CodeRequiresVerification, true)
		if waited := time.Since(start); waited != time.Second {
			t.Errorf("waited %v for the store, want its time limit", waited)
		}
		p.create = nil
		if _, err := a.CreateBooking(t.Context(), in); err != nil {
			t.Error(err)
		}
	})
}

// TestRule25_ReceiptSurvivesThePlugins: a clock, a log or a source of randomness that
// panics after the booking costs the event, not the receipt.
func TestRule25_ReceiptSurvivesThePlugins(t *testing.T) {
	booked := false
	for name, change := range map[string]func(*hostRig, *osbp.HostOptions){
		"clock": func(r *hostRig, o *osbp.HostOptions) {
			o.Clock = func() time.Time {
				if booked {
					panic("clock")
				}
				return r.clock.Now()
			}
		},
		"randomness": func(_ *hostRig, o *osbp.HostOptions) { o.Rand = panicky{&booked} },
		"no randomness": func(_ *hostRig, o *osbp.HostOptions) {
			o.Rand = iotest.ErrReader(errCut)
		},
	} {
		t.Run(name, func(t *testing.T) {
			booked = false
			r := newHostRig(t, nil)
			r.platform.create = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
				booked = true
				return &osbp.Appointment{ID: "appointment_123"}, nil
			}
			a := newAdapter(t, r.platform, r.clock, nil)
			r.host = newHost(t, a, r, func(o *osbp.HostOptions) { change(r, o) })
			in := r.approved(t, exampleInput(t))
			e := r.call(t, osbp.ToolBookingCreate, in)
			if !e.OK || e.AuditEventID != "" {
				t.Errorf("got %v", e)
			}
			if !strings.Contains(r.operator.String(), "AUDIT EVENT LOST") {
				t.Error("the operator was not told")
			}
		})
	}
}

type panicky struct{ now *bool }

func (p panicky) Read(b []byte) (int, error) {
	if *p.now {
		panic("randomness")
	}
	return len(b), nil
}
