package osbp_test

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/openservicekit/openservice/osbp"
)

// hanging answers each create after its own while, deaf to its context.
func hanging(answers ...func() (*osbp.Appointment, error)) func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
	next := make(chan func() (*osbp.Appointment, error), len(answers))
	for _, a := range answers {
		next <- a
	}
	return func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		select {
		case answer := <-next:
			return answer()
		default:
			return nil, errCut // one create too many, which the test counts
		}
	}
}

func after(d time.Duration, id string, err error) func() (*osbp.Appointment, error) {
	return func() (*osbp.Appointment, error) {
		time.Sleep(d) // virtual time
		if err != nil {
			return nil, err
		}
		return &osbp.Appointment{ID: id}, nil
	}
}

// TestRule23_LateRefusalOfAResend speaks of the second create alone; the first may
// still have made the appointment.
func TestRule23_LateRefusalOfAResend(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, func(_ *rig, o *osbp.CreatorOptions) {
			o.CreateTimeout, o.NativeIdempotency = time.Second, true
		})
		approved := r.approve(t, r.input())
		r.onCreate = cut
		_, err := r.create(t.Context(), approved)
		wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
		r.onCreate = hanging(after(time.Minute, "", osbp.CodeSlotTaken))
		_, err = r.create(t.Context(), approved)
		wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
		time.Sleep(2 * time.Minute)
		synctest.Wait()
		r.onCreate = hanging(after(0, "", osbp.CodeSlotTaken))
		_, err = r.create(t.Context(), approved)
		wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
	})
}

// TestRule23_LateRefusalAfterSettlement frees nothing that others have taken up: a
// person said that the first create made nothing, and a second one is under way.
func TestRule23_LateRefusalAfterSettlement(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := newRig(t, func(_ *rig, o *osbp.CreatorOptions) { o.CreateTimeout = time.Second })
		approved := r.approve(t, r.input())
		r.onCreate = hanging(after(time.Minute, "", osbp.CodeRateLimited), after(2*time.Minute, "", errCut))
		_, err := r.create(t.Context(), approved)
		wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
		if err := r.creator.SettleUnknown(t.Context(), approved.IdempotencyKey, osbp.Finding{Found: osbp.FoundNever}); err != nil {
			t.Fatal(err)
		}
		_, err = r.create(t.Context(), approved)
		wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
		time.Sleep(5 * time.Minute)
		synctest.Wait()
		_, err = r.create(t.Context(), approved)
		wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
		r.wantCreates(t, 2)
	})
}

// TestRule23_LateSuccess is written down whatever was written meanwhile, and the
// operator hears of it where that can't be.
func TestRule23_LateSuccess(t *testing.T) {
	setUp := func(t *testing.T) (*rig, *faultyStore, osbp.BookingCreateInput) {
		r, f := faulty(t, func(_ *rig, o *osbp.CreatorOptions) { o.CreateTimeout = time.Second })
		approved := r.approve(t, r.input())
		r.onCreate = hanging(after(time.Minute, "appointment_late", nil))
		_, err := r.create(t.Context(), approved)
		wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
		return r, f, approved
	}
	late := func() { time.Sleep(2 * time.Minute); synctest.Wait() }
	t.Run("another write comes between", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			r, f, approved := setUp(t)
			f.set(func() {
				f.before = func(c storeCall) error {
					if c.of("Swap", "attempt", settleSwap+1) { // the late receipt
						rec, err := r.store.Get(t.Context(), c.key)
						if err == nil {
							_, err = r.store.Swap(t.Context(), c.key, rec.Version, rec.Value, rec.Expires)
						}
						if err != nil {
							t.Error(err)
						}
					}
					return nil
				}
			})
			late()
			if got := r.mustBook(t, approved); got.Receipt.BookingID != "appointment_late" {
				t.Errorf("got %+v", got.Receipt)
			}
			r.wantCreates(t, 1)
		})
	})
	t.Run("a person said never", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			r, _, approved := setUp(t)
			if err := r.creator.SettleUnknown(t.Context(), approved.IdempotencyKey, osbp.Finding{Found: osbp.FoundNever}); err != nil {
				t.Fatal(err)
			}
			late()
			if got := r.mustBook(t, approved); got.Receipt.BookingID != "appointment_late" {
				t.Errorf("got %+v", got.Receipt)
			}
			r.wantCreates(t, 1)
		})
	})
	t.Run("a person found another", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			r, _, approved := setUp(t)
			err := r.creator.SettleUnknown(t.Context(), approved.IdempotencyKey,
				osbp.Finding{Found: osbp.FoundAppointment, Appointment: &osbp.Appointment{ID: "appointment_9"}})
			if err != nil {
				t.Fatal(err)
			}
			late()
			if got := r.mustBook(t, approved); got.Receipt.BookingID != "appointment_9" {
				t.Errorf("the settled receipt changed to %+v", got.Receipt)
			}
			if !strings.Contains(r.log.String(), "appointment_late") {
				t.Error("the operator was not told of a second appointment")
			}
			_, err = r.creator.Recorded(t.Context(), "appointment_late")
			wantCode(t, err, osbp.CodeBookingNotFound, false)
		})
	})
	t.Run("the platform found another", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			r := newRig(t, func(_ *rig, o *osbp.CreatorOptions) {
				o.CreateTimeout = time.Second
				o.Finder = finderFunc(func(context.Context, osbp.AppointmentQuery) (osbp.Finding, error) {
					return osbp.Finding{Found: osbp.FoundAppointment, Appointment: &osbp.Appointment{ID: "appointment_9"}}, nil
				})
			})
			approved := r.approve(t, r.input())
			r.onCreate = hanging(after(time.Minute, "appointment_late", nil))
			if got := r.mustBook(t, approved); got.Receipt.BookingID != "appointment_9" {
				t.Errorf("got %+v", got.Receipt)
			}
			late()
			if got := r.mustBook(t, approved); got.Receipt.BookingID != "appointment_9" {
				t.Errorf("the settled receipt changed to %+v", got.Receipt)
			}
			if !strings.Contains(r.log.String(), "appointment_late") {
				t.Error("the operator was not told of a second appointment")
			}
		})
	})
	t.Run("the store is down", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			r, f, approved := setUp(t)
			f.set(func() { f.before = func(storeCall) error { return errStore } })
			late()
			if !strings.Contains(r.log.String(), "appointment_late") {
				t.Error("an appointment was made and nobody was told its id")
			}
			f.set(func() { f.before = nil })
			_, err := r.create(t.Context(), approved)
			wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
		})
	})
}

// TestRule23_LateAfterAReceipt: what a create says once the platform has been asked
// takes no receipt back. Of an appointment that is another one the operator is told.
func TestRule23_LateAfterAReceipt(t *testing.T) {
	another := &osbp.Appointment{ID: "appointment_late", StartsAtLocal: "2026-05-05T14:00:00"}
	for name, tc := range map[string]struct {
		late *osbp.Appointment
		err  error
		told string
	}{
		"a refusal":           {err: osbp.CodeSlotTaken},
		"another appointment": {late: another, told: another.ID},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := newRig(t, func(_ *rig, o *osbp.CreatorOptions) {
					o.CreateTimeout = time.Second
					o.Finder = finderFunc(func(context.Context, osbp.AppointmentQuery) (osbp.Finding, error) {
						return osbp.Finding{Found: osbp.FoundAppointment, Appointment: &osbp.Appointment{ID: "appointment_9"}}, nil
					})
				})
				approved := r.approve(t, r.input())
				r.onCreate = hanging(func() (*osbp.Appointment, error) {
					time.Sleep(time.Minute)
					return tc.late, tc.err
				})
				r.mustBook(t, approved)
				time.Sleep(2 * time.Minute)
				synctest.Wait()
				if got := r.mustBook(t, approved); got.Receipt.BookingID != "appointment_9" || got.Runtime.Idempotency != osbp.LocalCacheReplay {
					t.Errorf("got %+v, %+v", got.Receipt, got.Runtime)
				}
				if !strings.Contains(r.log.String(), tc.told) {
					t.Error("the operator was not told of a second appointment")
				}
				r.wantCreates(t, 1)
			})
		})
	}
}

// TestRule23_LateAfterAPanic: the call ended by a panic, its create goes on. What it
// says is still written down.
func TestRule23_LateAfterAPanic(t *testing.T) {
	for name, tc := range map[string]struct {
		late func() (*osbp.Appointment, error)
		ok   bool
	}{
		"success": {after(time.Minute, "appointment_late", nil), true},
		"refusal": {after(time.Minute, "", osbp.CodeSlotTaken), false},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r, f := faulty(t, func(_ *rig, o *osbp.CreatorOptions) { o.CreateTimeout = time.Second })
				approved := r.approve(t, r.input())
				f.before = func(c storeCall) error {
					if c.of("Swap", "attempt", settleSwap) {
						panic("store")
					}
					return nil
				}
				r.onCreate = hanging(tc.late)
				_, err := r.create(t.Context(), approved)
				wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
				time.Sleep(2 * time.Minute)
				synctest.Wait()
				r.clock.Advance(time.Hour)
				got, err := r.create(t.Context(), approved)
				if tc.ok && (err != nil || got.Receipt.BookingID != "appointment_late") {
					t.Errorf("got %+v, %v", got, err)
				}
				if !tc.ok {
					wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
				}
				r.wantCreates(t, 1)
			})
		})
	}
}
