package adaptertest_test

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/store"
	"github.com/openservicekit/openservice/wallclock"
)

// CreateBooking implements osbp.BookingAdapter.
func (a *handAdapter) CreateBooking(ctx context.Context, in osbp.BookingCreateInput) (*osbp.CreateResult, error) {
	return handAnswer(ctx, a, osbp.ToolBookingCreate, func(ctx context.Context) (*osbp.CreateResult, error) {
		if err := a.checkInput(&in); err != nil {
			return nil, err
		}
		in = ownInput(in)
		b := &handBooking{a: a, in: in, hash: payloadHash(&in, &a.q)}
		land, err := a.takeOff(ctx, in.IdempotencyKey)
		if err != nil {
			return nil, err
		}
		defer land()
		// A lost race with another instance begins anew, from its record.
		for range 5 {
			result, err := b.run(ctx)
			if !errors.Is(err, errHandRaced) {
				return result, err
			}
		}
		return nil, inProgress()
	})
}

func inProgress() error {
	return osbp.NewProblem(osbp.CodeBookingInProgress, "A call with this idempotency_key is under way. Retry with the same payload and key.")
}

// takeOff makes twins wait for each other.
func (a *handAdapter) takeOff(ctx context.Context, key string) (land func(), err error) {
	if a.q.noLock {
		return func() {}, nil
	}
	for {
		a.mu.Lock()
		ahead := a.flights[key]
		if ahead == nil {
			mine := make(chan struct{})
			a.flights[key] = mine
			a.mu.Unlock()
			return func() {
				a.mu.Lock()
				delete(a.flights, key)
				a.mu.Unlock()
				close(mine)
			}, nil
		}
		a.mu.Unlock()
		select {
		case <-ahead:
		case <-ctx.Done():
			return nil, inProgress()
		}
	}
}

// handBooking is one booking.create on its way.
type handBooking struct {
	a    *handAdapter
	in   osbp.BookingCreateInput
	hash string
}

// run goes from the key's record to the receipt.
func (b *handBooking) run(ctx context.Context) (*osbp.CreateResult, error) {
	r, err := b.load(ctx)
	if err != nil {
		return nil, err
	}
	if b.a.q.replayAfterSlot {
		if _, err := b.resolve(ctx); err != nil {
			return nil, err
		}
	}
	if result, err := b.known(ctx, r); result != nil || err != nil {
		return result, err
	}
	e, err := b.decide(ctx, r)
	if err != nil {
		return nil, err
	}
	if err := b.approve(ctx, e); err != nil {
		if b.a.q.gateAfterCreate {
			_, _ = b.book(ctx, r, e)
		}
		if lost := b.bind(ctx, r, e); lost != nil {
			return nil, lost
		}
		return nil, b.unlessOvertaken(ctx, r, err)
	}
	if err := ctx.Err(); err != nil {
		return nil, err // nobody waits any more, and nothing is reserved yet
	}
	return b.book(ctx, r, e)
}

// known answers for a key that has a history: neither result nor error where the
// attempt may go on.
func (b *handBooking) known(ctx context.Context, r *handRecord) (*osbp.CreateResult, error) {
	switch {
	case r.State == "":
		return nil, nil
	case r.Payload != b.hash && !b.a.q.replaySkipsConflict:
		return nil, refuseHand(osbp.CodeIdempotencyConflict, "The idempotency_key was used with another payload. Use a fresh key for another attempt.")
	case r.Refusal != nil:
		return nil, r.Refusal
	case r.State == handDone && b.a.q.noReplay:
		return nil, nil
	case r.State == handDone && b.a.q.replayNeedsApproval && b.in.Approval == nil:
		return nil, nil
	case r.State == handDone:
		return b.replay(r), nil
	case r.State == handSending && b.a.clock().Before(r.Lease):
		return nil, inProgress()
	case r.State == handSending, r.State == handUnknown:
		return b.ask(ctx, r)
	}
	return nil, nil
}

func (b *handBooking) replay(r *handRecord) *osbp.CreateResult {
	result := &osbp.CreateResult{Receipt: b.receipt(r)}
	if b.a.q.receiptOfLastCustomer {
		b.a.mu.Lock()
		result.Receipt = b.a.last
		b.a.mu.Unlock()
	}
	if !b.a.q.replayNotMarked {
		result.Runtime = &osbp.Runtime{
			Idempotency: osbp.LocalCacheReplay,
			Message:     "No platform create call was made; this receipt was replayed from local state.",
		}
	}
	return result
}

func (b *handBooking) receipt(r *handRecord) osbp.Receipt {
	receipt := osbp.Receipt{ID: "receipt_" + b.in.IdempotencyKey, BookingID: r.BookingID, Text: r.Text}
	if b.a.q.receiptIDAnew {
		receipt.ID += "_" + b.a.clock().Format("150405.000000000")
	}
	if b.a.q.receiptNamesCustomer {
		receipt.Text += " For " + b.in.Customer.DisplayName + ", " + b.in.Customer.Phone + "."
	}
	return receipt
}

// decide is everything that comes before approval.
func (b *handBooking) decide(ctx context.Context, r *handRecord) (*handEvidence, error) {
	check := handCheck{q: &b.a.q, organization: b.a.organization, m: b.in.Mandate, in: &b.in, now: b.a.clock()}
	if err := check.run(); err != nil {
		return nil, err
	}
	e, err := b.resolve(ctx)
	if err == nil {
		check.e = e
		if !b.a.q.timeReadOnce {
			check.now = b.a.clock()
		}
		err = check.run()
	}
	if err != nil {
		return nil, b.unlessOvertaken(ctx, r, err)
	}
	return e, nil
}

// unlessOvertaken is a refusal, which does not hold where somebody has taken the
// attempt further meanwhile: their booking may be why the slot is gone, or the
// approval spent.
func (b *handBooking) unlessOvertaken(ctx context.Context, r *handRecord, refusal error) error {
	if now, err := b.load(ctx); err == nil && now.version != r.version {
		return errHandRaced
	}
	return refusal
}

// resolve asks the platform for what the booking is judged by.
func (b *handBooking) resolve(ctx context.Context) (*handEvidence, error) {
	e := new(handEvidence)
	var err error
	if e.service, err = b.a.service(ctx, b.in.ServiceID); err != nil {
		return nil, err
	}
	if e.policy, err = b.a.policy(ctx, b.in.ServiceID); err != nil {
		return nil, err
	}
	if e.service.RequiresConsultation {
		// It has no slots, and slot_taken would mislead.
		return nil, refuseHand(osbp.CodeRequiresConsultationHandoff, "The service needs a consultation first. Hand off.")
	}
	slots, err := b.a.slots(ctx, osbp.AvailabilityFindInput{
		ServiceID: b.in.ServiceID, ScheduleID: b.in.ScheduleID, ProviderID: b.in.ProviderID, Date: b.in.Date,
	})
	if err != nil {
		return nil, err
	}
	e.slot, err = b.choose(slots)
	return e, err
}

// choose finds the one slot that is exactly what was asked for.
func (b *handBooking) choose(slots []osbp.Slot) (*osbp.Slot, error) {
	want, err := wallclock.ParseDateTime(b.in.Date + "T" + b.in.Time)
	if err != nil && !b.a.q.offsetCutOff {
		return nil, badInput("date and time are no wall-clock time")
	}
	var chosen *osbp.Slot
	for i := range slots {
		s := &slots[i]
		start, err := wallclock.ParseDateTime(s.StartsAtLocal)
		exact := err == nil && start == want || b.a.q.nearestSlot && start.After(want)
		if !exact || s.ProviderID != b.in.ProviderID && !b.a.q.anyoneNamed {
			continue
		}
		if chosen != nil && chosen.StartsAt != s.StartsAt && !b.a.q.nearestSlot && !b.a.q.anyoneNamed {
			return nil, refuseHand(osbp.CodePlatformResultInvalid, "This time comes twice on that day, and which one is meant can't be said. Hand off.")
		}
		if chosen == nil {
			chosen = s
		}
	}
	if chosen == nil {
		return nil, refuseHand(osbp.CodeSlotTaken, "The platform does not offer this slot, or no longer. Find another one.")
	}
	return chosen, nil
}

// book marks the record, makes the appointment and writes down what came of it. From
// here on nothing ends with the caller.
func (b *handBooking) book(ctx context.Context, r *handRecord, e *handEvidence) (result *osbp.CreateResult, err error) {
	a := b.a
	if !a.q.cancelledByCaller {
		ctx = context.WithoutCancel(ctx)
	}
	b.describe(r, e)
	r.State, r.Lease = handSending, a.clock().Add(a.patience+5*time.Second)
	if !a.q.noReservation {
		if err := b.save(ctx, r); err != nil {
			return nil, err
		}
	}
	check := handCheck{q: &a.q, m: b.in.Mandate, now: a.clock()}
	if err := check.expiry(); err != nil && !a.q.expiredWhileSending && !a.q.timeReadOnce && !a.q.ignoresMandate {
		return nil, b.release(ctx, r, err)
	}
	sent := false
	defer func() {
		if p := recover(); p != nil && sent {
			result, err = b.unknown(ctx, r, &handPanic{p})
		} else if p != nil {
			result, err = nil, b.release(ctx, r, &handPanic{p})
		}
	}()
	limited, cancel := context.WithTimeout(ctx, a.patience)
	defer cancel()
	sent = true
	made, err := a.reserve(limited, b, e)
	return b.settle(ctx, r, made, err)
}

// settle judges what the platform said to the create.
func (b *handBooking) settle(ctx context.Context, r *handRecord, made *handReservation, err error) (*osbp.CreateResult, error) {
	var no *handUpstreamError
	switch {
	case err == nil && (b.a.q.mismatchIgnored || r.matches(b.a, made)):
		b.done(ctx, r, made)
		b.spend(ctx)
		result := &osbp.CreateResult{Receipt: b.receipt(r)}
		if b.a.q.firstMarked {
			result.Runtime = &osbp.Runtime{Idempotency: osbp.LocalCacheReplay}
		}
		return result, nil
	case err == nil:
		// It says one thing and may say another when asked: a person has to look.
		b.shout(ctx, "booking outcome is disputed", errHandOther)
		r.State, r.Lease, r.Disputed = handUnknown, time.Time{}, true
		if err := b.save(ctx, r); err != nil {
			b.shout(ctx, "disputed outcome could not be recorded; the record still says sending", err)
		}
		return nil, outcomeUnknown(&b.a.q)
	case errors.As(err, &no) && (no.definite() || b.a.q.serverErrorDefinite):
		if b.a.q.tokenSpentByRefusal {
			b.spend(ctx)
		}
		return nil, b.release(ctx, r, b.refused(no))
	}
	return b.unknown(ctx, r, err)
}

// refused is a definite refusal in OSBP's words.
func (b *handBooking) refused(no *handUpstreamError) error {
	word := no.word()
	if word == nil {
		return &handCause{refusedOtherwise, no}
	}
	p, q := *word, &b.a.q
	if p.Code == osbp.CodeVerificationFailed && q.codeInMessage {
		p.Message += " The code was " + b.in.VerificationCode + "."
	}
	if p.Code == osbp.CodeRequiresVerification && q.emailInMessage {
		p.Message += " It will be sent to " + b.in.Customer.Email + " or " + b.in.Customer.Phone + "."
	}
	return &handCause{&p, no}
}

// done writes the receipt. A store that fails now takes nothing back.
func (b *handBooking) done(ctx context.Context, r *handRecord, made *handReservation) {
	r.State, r.BookingID, r.Text = handDone, made.Ref, r.Text+made.Ref+"."
	if err := b.save(ctx, r); err != nil {
		b.shout(ctx, "BOOKED, but the receipt could not be stored", err)
	}
	b.a.index(ctx, b.in.IdempotencyKey, r)
	b.a.mu.Lock()
	b.a.last = b.receipt(r)
	b.a.mu.Unlock()
}

// release gives the key back to its payload after a refusal, so that it can be
// tried again.
func (b *handBooking) release(ctx context.Context, r *handRecord, why error) error {
	r.State, r.Lease = handBound, time.Time{}
	if b.a.q.refusalCached {
		r.Refusal = osbp.AsProblem(why)
	}
	if err := b.save(ctx, r); err != nil {
		b.shout(ctx, "key could not be given back", err)
	}
	return why
}

func (b *handBooking) shout(ctx context.Context, what string, err error) {
	b.a.logger.ErrorContext(ctx, what, slog.String("idempotency_key", b.in.IdempotencyKey), slog.String("error", err.Error()))
}

var (
	errHandRaced = errors.New("the record was written by somebody else")
	errHandOther = errors.New("the platform made another appointment than was approved")
)

// written is what an error of the store means for a record that somebody else may
// have written meanwhile.
func (b *handBooking) written(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, store.ErrExists), errors.Is(err, store.ErrConflict), errors.Is(err, store.ErrNotFound):
		return errHandRaced
	}
	return storeDown(err)
}
