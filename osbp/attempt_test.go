package osbp_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/store"
)

// attemptRecord returns the one booking attempt in the store.
func attemptRecord(t testing.TB, s store.Store) store.Record {
	t.Helper()
	for rec, err := range s.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		if (storeCall{key: rec.Key}).kind() == "attempt" {
			return rec
		}
	}
	t.Fatal("no attempt in the store")
	return store.Record{}
}

// TestAttempt_Corrupt: a record that can't be read is no free key and no receipt.
func TestAttempt_Corrupt(t *testing.T) {
	r := newRig(t, nil)
	in := r.attempt("first")
	r.mustBook(t, r.approve(t, in))
	rec := attemptRecord(t, r.store)
	spoilt := map[string][]byte{
		"empty":           {},
		"another format":  append([]byte{rec.Value[0] + 1}, rec.Value[1:]...),
		"no state":        append([]byte{rec.Value[0], 0}, rec.Value[2:]...),
		"unheard-of":      append([]byte{rec.Value[0], 7}, rec.Value[2:]...),
		"something after": append(bytes.Clone(rec.Value), 'x'),
		"endless length":  append(bytes.Clone(rec.Value[:58]), bytes.Repeat([]byte{0xff}, 40)...),
	}
	for n := 1; n < len(rec.Value); n++ {
		spoilt[fmt.Sprintf("first %d bytes", n)] = rec.Value[:n]
	}
	for n := 58; n < len(rec.Value); n++ { // lengths and texts that run over the end
		long := bytes.Clone(rec.Value)
		long[n] = 0x7f
		spoilt[fmt.Sprintf("byte %d", n)] = long
	}
	version := rec.Version
	for name, value := range spoilt {
		var err error
		if version, err = r.store.Swap(t.Context(), rec.Key, version, value, rec.Expires); err != nil {
			t.Fatal(err)
		}
		got, err := r.create(t.Context(), in)
		if strings.HasPrefix(name, "byte ") {
			continue // a text may have changed, that is all
		}
		if err == nil {
			t.Errorf("%s: replayed %+v", name, got)
			continue
		}
		wantCode(t, err, osbp.CodeStoreUnavailable, true)
	}
	r.wantCreates(t, 1)
}

// TestRule24_LifeIsNeverShortened: a record lives as long as any of the slots that
// the platform named for it asks for.
func TestRule24_LifeIsNeverShortened(t *testing.T) {
	r := newRig(t, nil)
	r.example.Slot.EndsAt, r.example.Slot.EndsAtLocal = "2026-05-05T23:00:00.000Z", "2026-05-05T16:00:00"
	in := r.approve(t, r.input())
	long := attemptRecord(t, r.store).Expires
	r.example.Slot.EndsAt, r.example.Slot.EndsAtLocal = "2026-05-05T21:00:00.000Z", "2026-05-05T14:00:00"
	in.Approval = nil
	r.mustBook(t, r.approve(t, in))
	if got := attemptRecord(t, r.store).Expires; got.Before(long) {
		t.Errorf("the record now ends at %v, before %v", got, long)
	}

	// Nor by a receipt that is written over what somebody else wrote.
	later := long.Add(48 * time.Hour)
	r = newRig(t, nil)
	in = r.approve(t, r.input())
	r.onCreate = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		rec := attemptRecord(t, r.store)
		if _, err := r.store.Swap(t.Context(), rec.Key, rec.Version, rec.Value, later); err != nil {
			t.Error(err)
		}
		return &osbp.Appointment{ID: "appointment_123"}, nil
	}
	r.mustBook(t, in)
	if got := attemptRecord(t, r.store).Expires; got.Before(later) {
		t.Errorf("the record now ends at %v, before %v", got, later)
	}
}

// TestRule24_LongestDay: of a slot without a zone the day ends last in the farthest west.
func TestRule24_LongestDay(t *testing.T) {
	r := newRig(t, nil)
	s := r.example.Slot
	s.StartsAt, s.EndsAt, s.ScheduleTimezone = "", "", ""
	s.StartsAtLocal, s.EndsAtLocal = "2026-05-05T00:00:00", "2026-05-05T23:59:00"
	in := r.input()
	in.Time = "00:00"
	r.mustBook(t, r.approve(t, in))
	end := time.Date(2026, 5, 6, 11, 59, 0, 0, time.UTC)
	if got := attemptRecord(t, r.store).Expires; got.Before(end.Add(24 * time.Hour)) {
		t.Errorf("the record ends at %v, before a day after %v", got, end)
	}
}

// TestRule22_ReplacedRecord: an appointment whose key has gone to another payload
// meanwhile is shouted about and takes nothing over.
func TestRule22_ReplacedRecord(t *testing.T) {
	r := newRig(t, nil)
	approved := r.approve(t, r.input())
	other := r.another(t, nil)
	theirs := other.input()
	theirs.Customer.DisplayName = "Joe Other"
	r.onCreate = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		rec := attemptRecord(t, r.store)
		if err := r.store.Delete(t.Context(), rec.Key, rec.Version); err != nil {
			t.Error(err)
		}
		other.approve(t, theirs)
		return &osbp.Appointment{ID: "appointment_mine"}, nil
	}
	r.mustBook(t, approved)
	if log := r.log.String(); !strings.Contains(log, "level=ERROR") || !strings.Contains(log, "appointment_mine") {
		t.Errorf("the operator was not told:\n%s", log)
	}
	_, err := other.create(t.Context(), theirs)
	challengeOf(t, err)
	_, err = r.create(t.Context(), approved)
	wantCode(t, err, osbp.CodeIdempotencyConflict, false)
}

// TestRule23_TwinWrites: two instances write the same at the same moment, and the
// store fails one of the writes each time. Only one of them may take what it reads
// back for its own.
func TestRule23_TwinWrites(t *testing.T) {
	r, f := faulty(t, nil)
	approved := r.approve(t, r.input())
	twinStore := &faultyStore{Store: r.store}
	twin := r.another(t, func(o *osbp.CreatorOptions) { o.Store = twinStore })
	reserved, goOn, sending, done := make(chan struct{}), make(chan struct{}), make(chan struct{}), make(chan struct{})
	twinStore.before = func(c storeCall) error {
		if c.of("Swap", "attempt", sendingSwap) {
			close(reserved)
			<-goOn
		}
		return nil
	}
	twinStore.after = func(c storeCall) error {
		if c.of("Swap", "attempt", sendingSwap) {
			close(sending)
		}
		return nil
	}
	f.before = func(c storeCall) error {
		switch {
		case c.of("Swap", "attempt", reserveSwap):
			go func() {
				defer close(done)
				twin.mustBook(t, approved)
			}()
			<-reserved
			return errStore
		case c.of("Swap", "attempt", sendingSwap):
			close(goOn)
			<-sending
			return errStore
		}
		return nil
	}
	_, err := r.create(t.Context(), approved)
	select {
	case <-goOn:
	default:
		close(goOn)
	}
	<-done
	if err == nil {
		t.Error("two instances booked")
	}
	if n := r.creates.Load() + twin.creates.Load(); n != 1 {
		t.Errorf("%d create calls for one key", n)
	}
}
