package osbp_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/openservicekit/openservice/osbp"
)

// TestCreator_Panics of what a program plugs in become answers: internal before the
// create, an unknown outcome from then on, for the caller and its twins alike.
func TestCreator_Panics(t *testing.T) {
	const secret = "+15555550100"
	for _, tc := range []struct {
		name    string
		at      func(storeCall) bool
		code    osbp.Code
		creates int64
	}{
		{"reading the record", func(c storeCall) bool { return c.of("Get", "attempt", 1) }, osbp.CodeInternalAdapterError, 0},
		{"reserving", func(c storeCall) bool { return c.of("Swap", "attempt", reserveSwap) }, osbp.CodeInternalAdapterError, 0},
		{"settling", func(c storeCall) bool { return c.of("Swap", "attempt", settleSwap) }, osbp.CodeBookingOutcomeUnknown, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r, f := faulty(t, nil)
			approved := r.approve(t, r.input())
			f.before = func(c storeCall) error {
				if tc.at(c) {
					panic("store: " + secret)
				}
				return nil
			}
			_, err := r.create(t.Context(), approved)
			if p := wantCode(t, err, tc.code, false); strings.Contains(p.Message, secret) {
				t.Errorf("message %q", p.Message)
			}
			r.wantCreates(t, tc.creates)
			if err := r.creator.Close(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	t.Run("a twin", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			r, f := faulty(t, nil)
			approved := r.approve(t, r.input())
			f.before = func(c storeCall) error {
				if c.of("Swap", "attempt", settleSwap) {
					panic(secret)
				}
				return nil
			}
			finish := make(chan struct{})
			r.onCreate = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
				<-finish
				return &osbp.Appointment{ID: "appointment_123"}, nil
			}
			var wg sync.WaitGroup
			for range 9 {
				wg.Go(func() {
					_, err := r.create(context.Background(), approved)
					if p := osbp.AsProblem(err); p == nil || p.Code != osbp.CodeBookingOutcomeUnknown {
						t.Errorf("got %v", err)
					}
				})
				synctest.Wait()
			}
			close(finish)
			wg.Wait()
			r.wantCreates(t, 1)
		})
	})
	t.Run("the approver", func(t *testing.T) {
		r := newRig(t, func(r *rig, o *osbp.CreatorOptions) {
			o.Gate = newGate(t, osbp.GateOptions{Store: r.store, Clock: r.clock.Now,
				Approver: approverFunc(func(context.Context, string) (bool, error) { panic(secret) })})
		})
		_, err := r.create(t.Context(), r.approve(t, r.input()))
		wantCode(t, err, osbp.CodeRequiresUserConfirmation, false)
		r.wantCreates(t, 0)
	})
}

// TestCreator_ZeroCreator refuses everything and panics at nothing.
func TestCreator_ZeroCreator(t *testing.T) {
	r := newRig(t, nil)
	for name, c := range map[string]*osbp.Creator{"zero": new(osbp.Creator), "nil": nil} {
		if _, err := c.Recorded(t.Context(), "appointment_123"); err == nil {
			t.Errorf("%s: Recorded says yes", name)
		}
		if err := c.SettleUnknown(t.Context(), "idem", osbp.Finding{Found: osbp.FoundNever}); err == nil {
			t.Errorf("%s: SettleUnknown says yes", name)
		}
		n := 0
		for _, err := range c.Unsettled(t.Context()) {
			if n++; err == nil {
				t.Errorf("%s: Unsettled lists", name)
			}
		}
		if n != 1 {
			t.Errorf("%s: Unsettled yields %d, want one error", name, n)
		}
		if err := c.Close(t.Context()); err != nil {
			t.Errorf("%s: Close: %v", name, err)
		}
		if _, err := c.Create(t.Context(), r.input(), nil, nil); err == nil {
			t.Errorf("%s: created", name)
		}
	}
}
