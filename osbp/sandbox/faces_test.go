package sandbox_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

// TestFaces shows the same through memory and through HTTP: every offering with its
// terms, and its openings on a fortnight's days, whatever the business.
func TestFaces(t *testing.T) {
	s, _ := newSandbox(t, "2026-10-25T00:00:00Z", sandbox.Options{Seed: 7})
	for _, b := range s.Businesses() {
		t.Run(b.ID, func(t *testing.T) {
			t.Parallel()
			memory, http := newFace(t, s, b.ID, false), newFace(t, s, b.ID, true)
			for _, o := range b.Offerings {
				same(t, memory, http, func(p osbp.Platform) (any, error) {
					return p.DescribeService(t.Context(), osbp.ServiceDescribeInput{ServiceID: o.ID})
				})
				same(t, memory, http, func(p osbp.Platform) (any, error) {
					return p.ExplainPolicy(t.Context(), osbp.PolicyExplainInput{ServiceID: o.ID})
				})
				for _, c := range b.Calendars {
					for day := date(t, "2026-10-25"); day != date(t, "2026-11-08"); day = day.AddDays(1) {
						same(t, memory, http, func(p osbp.Platform) (any, error) {
							return p.FindAvailability(t.Context(), osbp.AvailabilityFindInput{
								ServiceID: o.ID, ScheduleID: c.ID, Date: day.String(),
							})
						})
					}
				}
			}
			for _, r := range s.Reservations(b.ID) {
				same(t, memory, http, func(p osbp.Platform) (any, error) {
					return p.GetBooking(t.Context(), osbp.BookingStatusInput{BookingID: r.Ref})
				})
			}
		})
	}
}

func same(t *testing.T, memory, http osbp.Platform, ask func(osbp.Platform) (any, error)) {
	t.Helper()
	want, err1 := ask(memory)
	got, err2 := ask(http)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if (err1 == nil) != (err2 == nil) || err1 != nil && err1.Error() != err2.Error() {
		t.Errorf("errors differ: %v, %v", err1, err2)
	}
}

// TestFaces_Accepted has every slot of every business pass the adapter's checks.
func TestFaces_Accepted(t *testing.T) {
	for _, b := range newStack(t, setup{}).sandbox.Businesses() {
		t.Run(b.ID, func(t *testing.T) {
			k := newStack(t, setup{business: b.ID, at: "2026-10-28T00:00:00Z"})
			slots := 0
			for _, o := range b.Offerings {
				for _, c := range o.Calendars {
					for day := date(t, "2026-10-28"); day != date(t, "2026-11-04"); day = day.AddDays(1) {
						found, err := k.adapter.FindAvailability(t.Context(), osbp.AvailabilityFindInput{
							ServiceID: o.ID, ScheduleID: c, Date: day.String(),
						})
						if err != nil {
							t.Fatalf("%s on %s: %v", o.ID, day, err)
						}
						slots += len(found)
					}
				}
			}
			if slots == 0 {
				t.Error("nothing is ever open")
			}
		})
	}
}

// TestDeterminism: one clock and one seed give the same book, ids and codes, and
// another seed gives others.
func TestDeterminism(t *testing.T) {
	run := func(seed uint64) (string, string) {
		k := newStack(t, setup{options: sandbox.Options{Seed: seed}})
		in := k.approved(t, tuesday, "idem")
		in.VerificationCode = k.send(t, sandbox.HarborHair, jane)
		made, err := k.adapter.CreateBooking(t.Context(), in)
		if err != nil {
			t.Fatal(err)
		}
		return made.Receipt.BookingID, in.VerificationCode
	}
	ref, code := run(1)
	if r, c := run(1); r != ref || c != code {
		t.Error("one seed, two runs, two results")
	}
	if r, c := run(2); r == ref || c == code {
		t.Error("two seeds, one result")
	}
}
