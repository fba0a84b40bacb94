package osbp_test

import (
	"context"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osbp"
)

// capped is a rig that allows n bookings under one mandate.
func capped(t testing.TB, n int, change func(*rig, *osbp.CreatorOptions)) (*rig, *faultyStore) {
	t.Helper()
	return faulty(t, func(r *rig, o *osbp.CreatorOptions) {
		o.MaxBookingsPerMandate = n
		if change != nil {
			change(r, o)
		}
	})
}

func (r *rig) attempt(key string) osbp.BookingCreateInput {
	in := r.input()
	in.IdempotencyKey = key
	return in
}

// wantCap says whether the mandate has no booking left.
func (r *rig) wantCap(t testing.TB, reached bool) {
	t.Helper()
	_, err := r.create(t.Context(), r.attempt("one more"))
	if got := osbp.AsProblem(err).Code == osbp.CodeBookingCapReached; got != reached {
		t.Errorf("got %v, want the cap reached: %t", err, reached)
	}
}

// TestBookingCap_InDoubt counts an attempt that may have booked, whatever becomes of
// its retries.
func TestBookingCap_InDoubt(t *testing.T) {
	for name, retry := range map[string]func(*rig, *faultyStore){
		"mandate expires before the resend": func(r *rig, f *faultyStore) {
			f.before = func(c storeCall) error {
				if c.of("Get", "mandate", 4) { // when the resend is counted
					r.clock.Advance(time.Hour)
				}
				return nil
			}
		},
		"resend can't be marked": func(_ *rig, f *faultyStore) {
			f.before = func(c storeCall) error {
				if c.op == "Swap" && c.kind() == "attempt" {
					return errStore
				}
				return nil
			}
		},
		"resend is refused": func(r *rig, _ *faultyStore) {
			r.onCreate = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
				return nil, osbp.CodeSlotTaken
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			r, f := capped(t, 1, func(_ *rig, o *osbp.CreatorOptions) { o.NativeIdempotency = true })
			r.example.Mandate.ExpiresAt = "2026-05-01T19:30:00Z"
			approved := r.approve(t, r.attempt("first"))
			r.onCreate = cut
			_, err := r.create(t.Context(), approved)
			wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
			retry(r, f)
			_, err = r.create(t.Context(), approved)
			wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
			f.before, r.onCreate = nil, nil
			r.example.Mandate.ExpiresAt = "2026-05-02T19:30:00Z" // the same id, renewed
			r.wantCap(t, true)
		})
	}
}

// TestBookingCap_LostRace leaves the count to the one who has the key now.
func TestBookingCap_LostRace(t *testing.T) {
	r, f := capped(t, 1, nil)
	approved := r.approve(t, r.attempt("first"))
	other := r.another(t, func(o *osbp.CreatorOptions) { o.MaxBookingsPerMandate = 1 })
	f.before = func(c storeCall) error {
		if c.of("Swap", "attempt", sendingSwap) { // stalled past the lease
			r.clock.Advance(time.Minute)
			other.mustBook(t, approved)
		}
		return nil
	}
	r.mustBook(t, approved)
	r.wantCreates(t, 0)
	other.wantCreates(t, 1)
	r.wantCap(t, true)
}

// TestBookingCap_GivenBack counts nothing that was never made.
func TestBookingCap_GivenBack(t *testing.T) {
	t.Run("sending can't be marked", func(t *testing.T) {
		r, f := capped(t, 1, nil)
		approved := r.approve(t, r.attempt("first"))
		f.before = func(c storeCall) error {
			if c.of("Swap", "attempt", sendingSwap) {
				return errStore
			}
			return nil
		}
		_, err := r.create(t.Context(), approved)
		wantCode(t, err, osbp.CodeStoreUnavailable, true)
		r.wantCreates(t, 0)
		r.wantCap(t, false)
		r.mustBook(t, approved) // at once: the key is free again
	})
	t.Run("settled as never", func(t *testing.T) {
		r, _ := capped(t, 1, nil)
		approved := r.approve(t, r.attempt("first"))
		r.onCreate = cut
		r.create(t.Context(), approved)
		r.wantCap(t, true)
		if err := r.creator.SettleUnknown(t.Context(), "first", osbp.Finding{Found: osbp.FoundNever}); err != nil {
			t.Fatal(err)
		}
		r.wantCap(t, false)
	})
	t.Run("found never", func(t *testing.T) {
		r, _ := capped(t, 1, func(_ *rig, o *osbp.CreatorOptions) {
			o.NativeIdempotency = true
			o.Finder = finderFunc(func(context.Context, osbp.AppointmentQuery) (osbp.Finding, error) {
				return osbp.Finding{Found: osbp.FoundNever}, nil
			})
		})
		approved := r.approve(t, r.attempt("first"))
		r.onCreate = cut
		r.create(t.Context(), approved)
		r.wantCap(t, false)
	})
}

// TestBookingCap_FarExpiry: a mandate for as long as the calendar goes is counted
// like any other.
func TestBookingCap_FarExpiry(t *testing.T) {
	r, _ := capped(t, 1, nil)
	r.example.Mandate.ExpiresAt = "9999-12-31T23:59:59Z"
	r.mustBook(t, r.approve(t, r.attempt("first")))
	r.wantCap(t, true)
}

// TestBookingCap_FreedWhileResent: while a person frees a key, another instance may
// send it again. Its booking counts.
func TestBookingCap_FreedWhileResent(t *testing.T) {
	native := func(o *osbp.CreatorOptions) { o.NativeIdempotency, o.MaxBookingsPerMandate = true, 1 }
	r, f := capped(t, 1, func(_ *rig, o *osbp.CreatorOptions) { native(o) })
	other := r.another(t, native)
	approved := r.approve(t, r.attempt("first"))
	r.onCreate = cut
	_, err := r.create(t.Context(), approved)
	wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
	booked := false
	f.before = func(c storeCall) error {
		if c.op == "Get" && c.kind() == "mandate" {
			_, err := other.create(t.Context(), approved)
			booked = err == nil
		}
		return nil
	}
	if err := r.creator.SettleUnknown(t.Context(), "first", osbp.Finding{Found: osbp.FoundNever}); err != nil {
		t.Log(err)
	}
	f.before = nil
	r.wantCap(t, booked)
}

// TestBookingCap_Races: what was free when the user was asked may be taken when it is
// counted, and a count that changes meanwhile is counted on.
func TestBookingCap_Races(t *testing.T) {
	for name, tc := range map[string]struct {
		limit  int
		op     string
		booked bool
	}{
		"taken before it is read":    {1, "Get", false},
		"taken before it is written": {1, "Create", false},
		"room for both":              {2, "Create", true},
	} {
		t.Run(name, func(t *testing.T) {
			r, f := capped(t, tc.limit, nil)
			other := r.another(t, func(o *osbp.CreatorOptions) { o.MaxBookingsPerMandate = tc.limit })
			mine, theirs := r.approve(t, r.attempt("mine")), other.approve(t, other.attempt("theirs"))
			n := 0
			f.before = func(c storeCall) error {
				if c.op == "Swap" && c.kind() == "attempt" {
					n++ // reserved: what follows is the counting
				}
				if n == 1 && c.op == tc.op && c.kind() == "mandate" {
					n++
					other.mustBook(t, theirs)
				}
				return nil
			}
			_, err := r.create(t.Context(), mine)
			if tc.booked && err != nil {
				t.Error(err)
			}
			if !tc.booked {
				wantCode(t, err, osbp.CodeBookingCapReached, false)
			}
			f.before = nil
			r.wantCap(t, true)
		})
	}
}

// TestBookingCap_LivesAsLongAsTheMandate counts until the mandate's last second.
func TestBookingCap_LivesAsLongAsTheMandate(t *testing.T) {
	r, _ := capped(t, 1, nil)
	r.example.Mandate.ExpiresAt = "2026-05-04T19:00:00Z"
	r.mustBook(t, r.approve(t, r.attempt("first")))
	r.clock.Advance(3*24*time.Hour - time.Second)
	r.wantCap(t, true)
}
