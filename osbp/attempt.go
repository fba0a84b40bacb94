package osbp

import (
	"encoding/binary"
	"errors"
	"slices"
	"time"

	"github.com/openservicekit/openservice/store"
)

// attemptState is how far a booking attempt has come. Its values are stored.
type attemptState byte

const (
	// stateBound: the key belongs to a payload; nothing is under way.
	stateBound attemptState = 1
	// stateReserved: one call holds the key. After its lease another may take it.
	stateReserved attemptState = 2
	// stateSending: a create may be with the platform. It is never taken over on a
	// guess.
	stateSending attemptState = 3
	// stateDone: the receipt is settled.
	stateDone attemptState = 4
	// stateUnknown: the create ended without a definite answer.
	stateUnknown attemptState = 5
)

// attempt is the durable record of an idempotency key. It names no customer and
// holds no code and no token.
type attempt struct {
	state attemptState
	mark  [32]byte // of the payload, see payloadMark
	lease time.Time
	since time.Time

	mandateID      string
	serviceID      string
	scheduleID     string
	providerID     string
	startsAtLocal  string
	startsAt       string
	endsAtLocal    string
	timezone       string
	price          string
	serviceName    string
	receiptID      string
	receiptBooking string
	receiptText    string

	version store.Version
	expires time.Time
	found   bool

	scratch []byte // of the last encoding; a store keeps no reference to it
}

const attemptFormat = 1

func (a *attempt) texts() [13]*string {
	return [...]*string{&a.mandateID, &a.serviceID, &a.scheduleID, &a.providerID,
		&a.startsAtLocal, &a.startsAt, &a.endsAtLocal, &a.timezone, &a.price, &a.serviceName,
		&a.receiptID, &a.receiptBooking, &a.receiptText}
}

// appendTo appends the stored form, growing out at most once.
func (a *attempt) appendTo(out []byte) []byte {
	texts := a.texts()
	size := 2 + 32 + 16
	for _, s := range texts {
		size += len(*s) + binary.MaxVarintLen16
	}
	out = slices.Grow(out, size)
	out = append(out, attemptFormat, byte(a.state))
	out = append(out, a.mark[:]...)
	out = binary.BigEndian.AppendUint64(out, uint64(unixMicro(a.lease)))
	out = binary.BigEndian.AppendUint64(out, uint64(unixMicro(a.since)))
	for _, s := range texts {
		out = binary.AppendUvarint(out, uint64(len(*s)))
		out = append(out, *s...)
	}
	return out
}

var errAttemptCorrupt = errors.New("osbp: stored booking attempt can't be read")

func decodeAttempt(rec store.Record) (attempt, error) {
	b := rec.Value
	if len(b) < 50 || b[0] != attemptFormat || b[1] < byte(stateBound) || b[1] > byte(stateUnknown) {
		return attempt{}, errAttemptCorrupt
	}
	a := attempt{state: attemptState(b[1]), version: rec.Version, expires: rec.Expires, found: true}
	copy(a.mark[:], b[2:34])
	a.lease = fromUnixMicro(int64(binary.BigEndian.Uint64(b[34:])))
	a.since = fromUnixMicro(int64(binary.BigEndian.Uint64(b[42:])))
	// One string for all texts: they are substrings of it.
	rest := string(b[50:])
	at := 0
	for _, s := range a.texts() {
		n, size := binary.Uvarint(b[50+at:])
		if size <= 0 || n > uint64(len(rest)-at-size) {
			return attempt{}, errAttemptCorrupt
		}
		at += size
		*s = rest[at : at+int(n)]
		at += int(n)
	}
	if at != len(rest) {
		return attempt{}, errAttemptCorrupt
	}
	return a, nil
}

// inDoubt reports whether a create may have reached the platform.
func (a *attempt) inDoubt() bool { return a.state == stateSending || a.state == stateUnknown }

// settleAs turns the attempt into its receipt.
func (a *attempt) settleAs(idempotencyKey, bookingID, date, clock string) {
	a.state, a.lease = stateDone, time.Time{}
	a.receiptID, a.receiptBooking = "receipt_"+idempotencyKey, bookingID
	a.receiptText = "Booked " + a.serviceName + " on " + date + " at " + clock + ". Appointment id: " + bookingID + "."
}

func (a *attempt) receipt() Receipt {
	return Receipt{ID: a.receiptID, BookingID: a.receiptBooking, Text: a.receiptText}
}

func unixMicro(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMicro()
}

func fromUnixMicro(n int64) time.Time {
	if n == 0 {
		return time.Time{}
	}
	return time.UnixMicro(n).UTC()
}
