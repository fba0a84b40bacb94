package osbp_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/store"
)

// TestRule19_BoundHoldsUnderLoad: MaxPending is a bound also for calls that come at
// once, and a challenge that could not be written takes no place.
func TestRule19_BoundHoldsUnderLoad(t *testing.T) {
	c := newClock("2026-05-01T19:00:00Z")
	f := &faultyStore{Store: newMemory(t, c, store.MemoryOptions{})}
	g := newGate(t, osbp.GateOptions{Store: f, Clock: c.Now, MaxPending: 3})
	ask := func(n byte) error {
		_, err := g.RequireApproval(context.Background(), osbp.ApprovalRequest{PayloadHash: [32]byte{n}, Summary: "Book."})
		return err
	}
	f.before = func(call storeCall) error {
		if call.op == "Create" {
			return errStore
		}
		return nil
	}
	for n := range byte(5) {
		wantCode(t, ask(n+1), osbp.CodeStoreUnavailable, true)
	}
	var waiting sync.WaitGroup
	waiting.Add(1)
	f.before = func(storeCall) error { waiting.Wait(); return nil }
	var wg sync.WaitGroup
	var challenged atomic.Int64
	for n := range byte(16) {
		wg.Go(func() {
			if errors.Is(ask(100+n), osbp.CodeRequiresUserConfirmation) {
				challenged.Add(1)
			}
		})
	}
	waiting.Done()
	wg.Wait()
	if n := challenged.Load(); n != 3 {
		t.Errorf("%d challenges are pending, want 3", n)
	}
	for range 3 { // the bound moves on with the clock
		c.Advance(osbp.ApprovalLifetime)
		challengeOf(t, ask(200))
		c.Advance(osbp.ApprovalLifetime / 2)
		challengeOf(t, ask(201))
		challengeOf(t, ask(202))
		wantCode(t, ask(203), osbp.CodeStoreUnavailable, true)
		c.Advance(osbp.ApprovalLifetime / 2) // the first of them has expired
		challengeOf(t, ask(203))
		wantCode(t, ask(204), osbp.CodeStoreUnavailable, true)
	}
}

// TestRule19_LostRaces: two instances that challenge at once serve one token.
func TestRule19_LostRaces(t *testing.T) {
	c := newClock("2026-05-01T19:00:00Z")
	shared := newMemory(t, c, store.MemoryOptions{})
	request := osbp.ApprovalRequest{PayloadHash: payloadA, Summary: "Book."}
	other := newGate(t, osbp.GateOptions{Store: shared, Clock: c.Now})
	f := &faultyStore{Store: shared}
	g := newGate(t, osbp.GateOptions{Store: f, Clock: c.Now, MaxPending: 1})
	var first osbp.Challenge
	f.before = func(call storeCall) error {
		if call.op == "Create" {
			_, err := other.RequireApproval(t.Context(), request)
			first = challengeOf(t, err)
		}
		return nil
	}
	_, err := g.RequireApproval(t.Context(), request)
	if got := challengeOf(t, err); got.Token != first.Token {
		t.Error("two instances gave two tokens for one booking")
	}
	f.before = nil
	request.PayloadHash = payloadB // the lost race took no place
	_, err = g.RequireApproval(t.Context(), request)
	challengeOf(t, err)
}

// TestRule19_ForgedToken: where there is no challenge there is no token, also not the
// one that would come of an empty record.
func TestRule19_ForgedToken(t *testing.T) {
	r := newRig(t, nil)
	in := r.input()
	payload, err := osbp.PayloadHash(&in)
	if err != nil {
		t.Fatal(err)
	}
	msg := make([]byte, 1+3*32)
	msg[0] = 't'
	copy(msg[33:], payload[:])
	sum := sha256.Sum256(msg)
	forged := in
	forged.Approval = &osbp.Approval{Confirmed: true, Token: "approve_" + base64.RawURLEncoding.EncodeToString(sum[:])}
	_, err = r.create(t.Context(), forged)
	challengeOf(t, err)

	approved := r.approve(t, in)
	r.onCreate = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		r.clock.Advance(osbp.ApprovalLifetime)
		_, err := r.create(t.Context(), forged)
		wantCode(t, err, osbp.CodeBookingInProgress, true)
		return &osbp.Appointment{ID: "appointment_123"}, nil
	}
	r.mustBook(t, approved)
	r.wantCreates(t, 1)
}

// TestRule19_LaggingStore: a gate goes by its own clock, whatever the store still has.
func TestRule19_LaggingStore(t *testing.T) {
	c, lagging := newClock("2026-05-01T19:00:00Z"), newClock("2026-05-01T18:00:00Z")
	g := newGate(t, osbp.GateOptions{Store: newMemory(t, lagging, store.MemoryOptions{}), Clock: c.Now})
	request := osbp.ApprovalRequest{PayloadHash: payloadA, Summary: "Book."}
	_, err := g.RequireApproval(t.Context(), request)
	old := challengeOf(t, err)
	request.Approval = old.Approval()
	c.Advance(osbp.ApprovalLifetime)
	_, err = g.RequireApproval(t.Context(), request)
	if fresh := challengeOf(t, err); fresh.Token == old.Token {
		t.Error("an expired token lives on in the store")
	}
}

// TestRule19_StoreReader: whoever reads the record and knows how tokens are made
// lacks the payload.
func TestRule19_StoreReader(t *testing.T) {
	c := newClock("2026-05-01T19:00:00Z")
	m := newMemory(t, c, store.MemoryOptions{})
	_, err := newGate(t, osbp.GateOptions{Store: m, Clock: c.Now}).
		RequireApproval(t.Context(), osbp.ApprovalRequest{PayloadHash: payloadA, Summary: "Book."})
	token := challengeOf(t, err).Token
	tokenOf := func(rec store.Record, payload [32]byte) string {
		msg := slices.Concat([]byte("t"), rec.Value[1:33], payload[:], rec.Value[33:])
		sum := sha256.Sum256(msg)
		return "approve_" + base64.RawURLEncoding.EncodeToString(sum[:])
	}
	for rec, err := range m.List(t.Context(), "") {
		if err != nil {
			t.Fatal(err)
		}
		var ofKey [32]byte
		if n, err := hex.Decode(ofKey[:], []byte(rec.Key[len(rec.Key)-64:])); err != nil || n != len(ofKey) {
			t.Fatalf("the key does not end in a hash: %v", err)
		}
		if tokenOf(rec, payloadA) != token {
			t.Error("this test does not make tokens as the gate does")
		}
		for name, guess := range map[string][32]byte{"nothing": {}, "the key": ofKey} {
			if tokenOf(rec, guess) == token {
				t.Errorf("the token follows from the record and %s", name)
			}
		}
	}
}

// TestGate_Namespace is refused at construction where its keys would be too long.
func TestGate_Namespace(t *testing.T) {
	c := newClock("2026-05-01T19:00:00Z")
	o := osbp.GateOptions{Store: newMemory(t, c, store.MemoryOptions{}), Clock: c.Now, Namespace: strings.Repeat("n", 513)}
	if g, err := osbp.NewGate(o); err == nil || g != nil {
		t.Error("a namespace without room for a key was accepted")
	}
	o.Namespace = o.Namespace[1:]
	_, err := newGate(t, o).RequireApproval(t.Context(), osbp.ApprovalRequest{PayloadHash: payloadA, Summary: "Book."})
	challengeOf(t, err)
}

// TestCreator_LongestNames fit in the store's keys and records.
func TestCreator_LongestNames(t *testing.T) {
	r := newRig(t, func(_ *rig, o *osbp.CreatorOptions) {
		o.Namespace, o.MaxBookingsPerMandate = strings.Repeat("n", 512), 1
	})
	in := r.input()
	in.IdempotencyKey = strings.Repeat("k", osbp.MaxIdempotencyKey)
	m := *in.Mandate
	m.ID = strings.Repeat("m", 5000)
	in.Mandate = &m
	id := strings.Repeat("b", 255)
	r.onCreate = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		return &osbp.Appointment{ID: id}, nil
	}
	if got := r.mustBook(t, r.approve(t, in)); got.Receipt.BookingID != id {
		t.Errorf("got %+v", got.Receipt)
	}
	if got := r.another(t, func(o *osbp.CreatorOptions) { o.Namespace = strings.Repeat("n", 512) }).mustBook(t, in); got.Receipt.BookingID != id {
		t.Errorf("replayed %+v", got.Receipt)
	}
	if _, err := r.creator.Recorded(t.Context(), id); err != nil {
		t.Error(err)
	}
	r.onCreate = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		return &osbp.Appointment{ID: id + "b"}, nil
	}
	_, err := r.create(t.Context(), r.approve(t, r.attempt("another")))
	wantCode(t, err, osbp.CodeBookingOutcomeUnknown, false)
}

// TestCreator_SlotsAtTheEdges of the calendar and in the past are answered, not
// refused by the store for their expiry.
func TestCreator_SlotsAtTheEdges(t *testing.T) {
	for name, tc := range map[string]struct {
		date string
		ok   bool
	}{"long past": {"2001-05-05", true}, "far off": {"9990-05-05", true}} {
		r := newRig(t, nil)
		for _, local := range []*string{&r.example.Slot.StartsAtLocal, &r.example.Slot.EndsAtLocal} {
			*local = tc.date + (*local)[len(tc.date):]
		}
		r.example.Slot.StartsAt, r.example.Slot.EndsAt, r.example.Slot.ScheduleTimezone = "", "", ""
		in := r.input()
		m := *in.Mandate
		m.EarliestStart, m.LatestEnd = "", ""
		in.Mandate, in.Date = &m, tc.date
		r.mustBook(t, r.approve(t, in))
		r.clock.Advance(24*time.Hour - time.Second)
		if got := r.mustBook(t, in); got.Runtime == nil {
			t.Errorf("%s: booked again within a day", name)
		}
		r.wantCreates(t, 1)
	}
}

// TestRule21_StoppedClock: a clock that fails right before sending is no yes.
func TestRule21_StoppedClock(t *testing.T) {
	stopped := false
	r := newRig(t, func(r *rig, o *osbp.CreatorOptions) {
		o.Store = &hookStore{Store: r.store, beforeSwap: func(int64) { stopped = true }}
		o.Clock = func() time.Time {
			if stopped {
				return time.Time{}
			}
			return r.clock.Now()
		}
	})
	_, err := r.create(t.Context(), r.approve(t, r.input()))
	if err == nil {
		t.Error("booked by a clock that does not tell the time")
	}
	r.wantCreates(t, 0)
}
