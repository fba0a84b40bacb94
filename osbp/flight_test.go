package osbp_test

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/openservicekit/openservice/osbp"
)

// TestRule24_TwinWithAnotherCode is not refused for a code that it did not send.
func TestRule24_TwinWithAnotherCode(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, nil)
		approved := r.approve(t, r.input())
		finish := make(chan struct{})
		r.onCreate = func(_ context.Context, b *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
			d, _ := b.Details()
			switch d.VerificationCode {
			case "":
				<-finish
				return nil, osbp.CodeRequiresVerification
			case "123456":
				return &osbp.Appointment{ID: "appointment_123"}, nil
			}
			return nil, osbp.CodeVerificationFailed
		}
		var wg sync.WaitGroup
		wg.Go(func() {
			_, err := r.create(context.Background(), approved)
			wantCode(t, err, osbp.CodeRequiresVerification, true)
		})
		synctest.Wait()
		wg.Go(func() {
			twin := approved
			twin.VerificationCode = "123456"
			if got, err := r.create(context.Background(), twin); err != nil || got.Receipt.BookingID != "appointment_123" {
				t.Errorf("got %+v, %v", got, err)
			}
		})
		synctest.Wait()
		close(finish)
		wg.Wait()
		r.wantCreates(t, 2)
	})
}

// TestRule21_OvertakenByATwin: a call that looked the slot up while its twin booked
// it is not told that its own booking took the slot, or to ask the user again.
func TestRule21_OvertakenByATwin(t *testing.T) {
	for name, refusal := range map[string]error{"slot taken": osbp.CodeSlotTaken, "still offered": nil} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, nil)
			approved := r.approve(t, r.input())
			twin := r.another(t, nil)
			r.onResolve = func() error {
				twin.mustBook(t, approved)
				return refusal
			}
			got, err := r.create(t.Context(), approved)
			if err != nil || got.Receipt.BookingID != "appointment_123" || got.Runtime == nil {
				t.Errorf("got %+v, %v", got, err)
			}
			r.wantCreates(t, 0)
			twin.wantCreates(t, 1)
		})
	}
}

// TestRule24_TwinOfAJustLandedFlight read the record while its twin was sending, and
// looks for the twin after it has landed.
func TestRule24_TwinOfAJustLandedFlight(t *testing.T) {
	r, f := faulty(t, nil)
	approved := r.approve(t, r.input())
	entered, finish, done := make(chan struct{}), make(chan struct{}), make(chan struct{})
	r.onCreate = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		close(entered)
		<-finish
		return &osbp.Appointment{ID: "appointment_123"}, nil
	}
	go func() {
		defer close(done)
		if _, err := r.create(context.Background(), approved); err != nil {
			t.Error(err)
		}
	}()
	<-entered
	f.set(func() {
		f.read = func(c storeCall) { // the twin has read, and stalls until the other is done
			if c.of("Get", "attempt", 2) {
				close(finish)
				<-done
			}
		}
	})
	got, err := r.create(t.Context(), approved)
	if err != nil || got.Runtime == nil || got.Receipt.BookingID != "appointment_123" {
		t.Errorf("got %+v, %v", got, err)
	}
	r.wantCreates(t, 1)
}

// TestRule25_TwinsHaveNoUpstream: an answer that is a twin's is local, though the call
// has asked the platform on its way there.
func TestRule25_TwinsHaveNoUpstream(t *testing.T) {
	note := func(r *hostRig, then func()) {
		r.platform.describe = func(ctx context.Context, _ osbp.ServiceDescribeInput) (*osbp.Service, error) {
			osbp.RecordUpstream(ctx, osbp.UpstreamMeta{Call: "GET /v1/services", Status: 200})
			then()
			return &r.platform.service, nil
		}
	}
	t.Run("read after its end", func(t *testing.T) {
		r := newHostRig(t, nil)
		in := r.approved(t, exampleInput(t))
		note(r, func() {
			note(r, func() {})
			if e := r.call(t, osbp.ToolBookingCreate, in); !e.OK || r.lastEvent(t).Upstream == nil {
				t.Errorf("the first: %v", e)
			}
		})
		if e := r.call(t, osbp.ToolBookingCreate, in); !e.OK || e.Runtime == nil || r.lastEvent(t).Upstream != nil {
			t.Errorf("the twin: %v, upstream %+v", e, r.lastEvent(t).Upstream)
		}
	})
	t.Run("waited for", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			r := newHostRig(t, nil)
			in := r.approved(t, exampleInput(t))
			finish, look := make(chan struct{}), make(chan struct{})
			r.platform.create = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
				<-finish
				return &osbp.Appointment{ID: "appointment_123"}, nil
			}
			note(r, func() { <-look })
			var wg sync.WaitGroup
			for range 2 { // both have read the record before either reserves
				wg.Go(func() {
					if e := r.call(t, osbp.ToolBookingCreate, in); !e.OK {
						t.Errorf("got %v", e)
					}
				})
			}
			synctest.Wait()
			close(look)
			synctest.Wait()
			close(finish)
			wg.Wait()
			local := 0
			for _, event := range r.log.Events()[1:] {
				if event.Upstream == nil {
					local++
				}
			}
			if local != 1 || r.platform.creates.Load() != 1 {
				t.Errorf("%d of 2 events are local, after %d creates", local, r.platform.creates.Load())
			}
		})
	})
}
