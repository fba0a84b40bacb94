package osbp

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"strings"
	"time"

	"github.com/openservicekit/openservice/store"
)

// SendVerification implements BookingAdapter (OSBP "verification.send"). Purpose
// must be BookingPurpose of the adapter's organization.
func (a *Adapter) SendVerification(ctx context.Context, in VerificationSendInput) (*VerificationChallenge, error) {
	if err := a.mayVerify(in.Customer, in.Purpose); err != nil {
		return nil, err
	}
	if a.opts.VerifyPendingOnly {
		if err := a.requirePendingContact(ctx, in.Customer); err != nil {
			return nil, err
		}
	}
	return a.verify(ctx, ToolVerificationSend, in, in.Purpose, func(ctx context.Context) (*VerificationChallenge, error) {
		return a.verifier.SendVerification(ctx, in)
	})
}

// VerifyCode implements BookingAdapter (OSBP "verification.verify"). In the booking
// flow the code goes to booking.create instead.
func (a *Adapter) VerifyCode(ctx context.Context, in VerificationVerifyInput) (*VerificationChallenge, error) {
	if err := a.mayVerify(in.Customer, in.Purpose); err != nil {
		return nil, err
	}
	if in.Code == "" {
		return nil, NewProblem(CodeInvalidInput, "code is missing")
	}
	got, err := a.verify(ctx, ToolVerificationVerify, in, in.Purpose, func(ctx context.Context) (*VerificationChallenge, error) {
		return a.verifier.VerifyCode(ctx, in)
	})
	if got != nil {
		RecordVerification(ctx, got.Method)
	}
	return got, err
}

func (a *Adapter) mayVerify(c Customer, purpose string) error {
	switch {
	case a.verifier == nil:
		return NewProblem(CodeVerificationNotSupported, "The booking platform has no verification that this adapter could use.")
	case purpose != BookingPurpose(a.opts.OrganizationID):
		return NewProblem(CodeInvalidVerificationPurpose, "purpose is not booking:{organization_id} of this merchant")
	case c.Phone == "" && c.Email == "":
		return NewProblem(CodeInvalidInput, "customer.phone and customer.email are both missing")
	}
	return nil
}

func (a *Adapter) verify(ctx context.Context, tool Tool, in any, purpose string, fn func(context.Context) (*VerificationChallenge, error)) (*VerificationChallenge, error) {
	got, err := callWithin(ctx, a.opts.VerifyTimeout, fn)
	if err == nil {
		got, err = checkChallenge(got, tool, purpose)
	}
	if err != nil {
		return nil, a.answer(ctx, tool, in, err)
	}
	return got, nil
}

func checkChallenge(from *VerificationChallenge, tool Tool, purpose string) (*VerificationChallenge, error) {
	if from == nil {
		return nil, malformed("verification", "is missing")
	}
	v := VerificationChallenge{Method: familiarMethod(from.Method), Purpose: purpose}
	if from.Purpose != "" && from.Purpose != purpose {
		return nil, malformed("purpose", "is not the one that was asked for")
	}
	flag, field := from.Sent, "sent"
	if tool == ToolVerificationVerify {
		flag, field = from.Verified, "verified"
	}
	if flag == nil {
		return nil, malformed(field, "is missing")
	}
	own := *flag
	if tool == ToolVerificationVerify {
		v.Verified = &own
	} else {
		v.Sent = &own
	}
	return &v, nil
}

// pendingContactLifetime is how long a contact that the platform asked to verify
// may be sent codes, where that is restricted.
const pendingContactLifetime = 30 * time.Minute

// contactKeys are the store keys of a customer's contacts: keyed hashes, so that a
// reader of the store can't find the numbers.
func (a *Adapter) contactKeys(c Customer) []string {
	var keys []string
	for _, contact := range [...]string{"phone:" + c.Phone, "email:" + strings.ToLower(c.Email)} {
		if kind, value, _ := strings.Cut(contact, ":"); value != "" {
			mac := hmac.New(sha256.New, a.opts.ContactKey)
			mac.Write([]byte(contact))
			keys = append(keys, a.opts.Namespace+"contact/"+kind+"/"+hex.EncodeToString(mac.Sum(nil)))
		}
	}
	return keys
}

// notePendingContact remembers whom the platform wants verified.
func (a *Adapter) notePendingContact(ctx context.Context, c Customer, err error) {
	p := AsProblem(err)
	if p == nil || (p.Code != CodeRequiresVerification && p.Code != CodeVerificationFailed) {
		return
	}
	// The platform has answered, and a slow store must not use up the create's time.
	ctx, cancel := a.creator.afterwards(ctx)
	defer cancel()
	expires := a.opts.Clock().Add(pendingContactLifetime)
	for _, key := range a.contactKeys(c) {
		if err := a.noteContact(ctx, key, expires); err != nil {
			a.opts.Logger.ErrorContext(ctx, "pending contact could not be noted; verification.send will refuse it",
				slog.String("error", logged(err)))
		}
	}
}

// noteContact notes a contact, or prolongs the note that is there.
func (a *Adapter) noteContact(ctx context.Context, key string, expires time.Time) (err error) {
	const tries = 3 // a note can end between its being there and its being read
	for range tries {
		if _, err = a.opts.Approvals.Create(ctx, key, nil, expires); !errors.Is(err, store.ErrExists) {
			return err
		}
		var rec store.Record
		if rec, err = a.opts.Approvals.Get(ctx, key); err == nil {
			_, err = a.opts.Approvals.Swap(ctx, key, rec.Version, nil, expires)
		}
		switch {
		case errors.Is(err, store.ErrConflict):
			return nil // another attempt has noted it at this very moment
		case !errors.Is(err, store.ErrNotFound):
			return err
		}
	}
	return err
}

// requirePendingContact refuses unless every contact given belongs to a pending
// attempt: the platform chooses which of them it writes to.
func (a *Adapter) requirePendingContact(ctx context.Context, c Customer) error {
	for _, key := range a.contactKeys(c) {
		_, err := a.opts.Approvals.Get(ctx, key)
		if errors.Is(err, store.ErrNotFound) {
			return NewProblem(CodeVerificationNotPending,
				"Codes are sent only to the contact of a booking attempt that the platform has asked to verify. Call booking.create first.")
		}
		if err != nil {
			return storeProblem(err)
		}
	}
	return nil
}
