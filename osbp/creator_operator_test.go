package osbp_test

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/store"
)

// unsettled lists the keys that nobody knows the outcome of, and how many records
// could not be read.
func (r *rig) unsettled(t testing.TB) (keys []string, unread int) {
	t.Helper()
	for u, err := range r.creator.Unsettled(t.Context()) {
		if err != nil {
			unread++
			continue
		}
		keys = append(keys, u.IdempotencyKey)
	}
	return keys, unread
}

// TestRule23_SendingIsNotSettled: while the platform still has its time to answer, no
// person can say what became of the create.
func TestRule23_SendingIsNotSettled(t *testing.T) {
	const longest = osbp.DefaultCreateTimeout + 2*osbp.DefaultStoreTimeout
	r := newRig(t, nil)
	approved := r.approve(t, r.input())
	never := osbp.Finding{Found: osbp.FoundNever}
	r.onCreate = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		for range 2 {
			if keys, _ := r.unsettled(t); len(keys) != 0 {
				t.Errorf("%v is under way and listed as unsettled", keys)
			}
			if err := r.creator.SettleUnknown(t.Context(), approved.IdempotencyKey, never); !errors.Is(err, osbp.ErrNotUnsettled) {
				t.Errorf("settled while it was sent: %v", err)
			}
			r.clock.Advance(longest - time.Nanosecond)
		}
		if keys, _ := r.unsettled(t); len(keys) != 1 {
			t.Error("nobody can be at it any more, and it is not listed")
		}
		return &osbp.Appointment{ID: "appointment_123"}, nil
	}
	r.mustBook(t, approved)
	r.wantCreates(t, 1)
}

// TestCreator_UnsettledPassesOverTheUnreadable: one record that can't be read hides
// no other.
func TestCreator_UnsettledPassesOverTheUnreadable(t *testing.T) {
	r := newRig(t, nil)
	for _, key := range []string{"a", "b", "c"} {
		approved := r.approve(t, r.attempt(key))
		r.onCreate = cut
		r.create(t.Context(), approved)
	}
	rec := attemptRecord(t, r.store) // the first
	if _, err := r.store.Swap(t.Context(), rec.Key, rec.Version, []byte("?"), rec.Expires); err != nil {
		t.Fatal(err)
	}
	if keys, unread := r.unsettled(t); strings.Join(keys, " ") != "b c" || unread != 1 {
		t.Errorf("listed %v and %d unreadable, want b, c and 1", keys, unread)
	}
}

// TestCreator_SettledIsRecorded: what a person found is a booking like any other.
func TestCreator_SettledIsRecorded(t *testing.T) {
	r := newRig(t, nil)
	approved := r.approve(t, r.input())
	r.onCreate = cut
	r.create(t.Context(), approved)
	err := r.creator.SettleUnknown(t.Context(), approved.IdempotencyKey,
		osbp.Finding{Found: osbp.FoundAppointment, Appointment: &osbp.Appointment{ID: "appointment_9"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, err := r.creator.Recorded(t.Context(), "appointment_9"); err != nil || got.ID != "appointment_9" {
		t.Errorf("got %+v, %v", got, err)
	}
}

// TestRule24_NamespacesOfBookings: two organizations in one store may have bookings
// of one id.
func TestRule24_NamespacesOfBookings(t *testing.T) {
	r := newRig(t, nil)
	r.mustBook(t, r.approve(t, r.attempt("mine")))
	other := r.another(t, func(o *osbp.CreatorOptions) { o.Namespace = osbp.Namespace("test", "org_other") })
	_, err := other.creator.Recorded(t.Context(), "appointment_123")
	wantCode(t, err, osbp.CodeBookingNotFound, false)
	other.mustBook(t, other.approve(t, other.attempt("theirs")))
	for name, c := range map[string]*osbp.Creator{"mine": r.creator, "theirs": other.creator} {
		if _, err := c.Recorded(t.Context(), "appointment_123"); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestBookingCap_SameIDSoonerExpiry: a mandate that comes again with less time left
// does not make the count forget the bookings under the longer one.
func TestBookingCap_SameIDSoonerExpiry(t *testing.T) {
	r, _ := capped(t, 2, nil)
	const long = "2026-05-04T19:00:00Z"
	r.example.Mandate.ExpiresAt = long
	r.mustBook(t, r.approve(t, r.attempt("first")))
	r.example.Mandate.ExpiresAt = "2026-05-01T20:00:00Z"
	r.mustBook(t, r.approve(t, r.attempt("second")))
	r.example.Mandate.ExpiresAt = long
	r.clock.Advance(3*24*time.Hour - time.Second)
	r.wantCap(t, true)
}

// TestRule19_SaltedSummaries: who reads the store can't tell whether two challenges
// say the same, nor try names on one.
func TestRule19_SaltedSummaries(t *testing.T) {
	clock := newClock("2026-05-01T19:00:00Z")
	s := newMemory(t, clock, store.MemoryOptions{})
	gate := newGate(t, osbp.GateOptions{Store: s, Clock: clock.Now})
	for _, payload := range [][32]byte{payloadA, payloadB} {
		_, err := gate.RequireApproval(t.Context(), osbp.ApprovalRequest{PayloadHash: payload, Summary: "Book for Jane Customer."})
		challengeOf(t, err)
	}
	var values [][]byte
	for rec, err := range s.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		values = append(values, rec.Value)
	}
	const part = 8
	for i := 1; i+part <= len(values[0]); i++ {
		if piece := values[0][i : i+part]; bytes.Contains(values[1], piece) {
			t.Fatalf("two records of one summary both hold %x", piece)
		}
	}
}
