package osbp

import (
	"encoding/binary"
	"errors"
	"slices"
	"strings"
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
	// stateDisputed: the platform answered with an appointment that is not what was
	// approved. Nothing is sent again; see dispute.
	stateDisputed attemptState = 6
)

// attempt is the durable record of an idempotency key. It names no customer and
// holds no code and no token.
type attempt struct {
	state attemptState
	mark  [32]byte // of the payload, see payloadMark
	// holder is the Creator that wrote the record last: by it a write that the store
	// reports as failed can be told from a twin's.
	holder [8]byte
	lease  time.Time
	since  time.Time

	mandateID      string
	serviceID      string
	scheduleID     string
	providerID     string
	startsAtLocal  string
	startsAt       string
	endsAtLocal    string
	timezone       string
	price          string
	receiptText    string // up to the booking id
	receiptBooking string

	version store.Version
	expires time.Time
	found   bool

	scratch []byte // of the last encoding; a store keeps no reference to it
}

const (
	attemptFormat = 1
	attemptHead   = 2 + 32 + 8 + 8 + 8 // bytes before the texts
)

// receiptRoom is what a record grows by when its receipt is settled.
const receiptRoom = maxBookingID + binary.MaxVarintLen16

func (a *attempt) texts() [11]*string {
	return [...]*string{&a.mandateID, &a.serviceID, &a.scheduleID, &a.providerID,
		&a.startsAtLocal, &a.startsAt, &a.endsAtLocal, &a.timezone, &a.price,
		&a.receiptText, &a.receiptBooking}
}

// appendTo appends the stored form, growing out at most once. From the reservation
// on it takes the room of its receipt, so that settling it never needs more: a store
// that is full then says so before the create.
func (a *attempt) appendTo(out []byte) []byte {
	texts := a.texts()
	size := attemptHead + receiptRoom
	for _, s := range texts {
		size += len(*s) + binary.MaxVarintLen16
	}
	out = slices.Grow(out, size)
	out = append(out, attemptFormat, byte(a.state))
	out = append(out, a.mark[:]...)
	out = append(out, a.holder[:]...)
	out = binary.BigEndian.AppendUint64(out, uint64(unixMicro(a.lease)))
	out = binary.BigEndian.AppendUint64(out, uint64(unixMicro(a.since)))
	for _, s := range texts {
		out = binary.AppendUvarint(out, uint64(len(*s)))
		out = append(out, *s...)
	}
	if a.state == stateReserved || a.inDoubt() {
		end := len(out)
		out = out[:end+receiptRoom]
		clear(out[end:])
	}
	return out
}

var errAttemptCorrupt = errors.New("osbp: stored booking attempt can't be read")

func decodeAttempt(rec store.Record) (attempt, error) {
	b := rec.Value
	if len(b) < attemptHead || b[0] != attemptFormat || b[1] < byte(stateBound) || b[1] > byte(stateDisputed) {
		return attempt{}, errAttemptCorrupt
	}
	a := attempt{state: attemptState(b[1]), version: rec.Version, expires: rec.Expires, found: true}
	copy(a.mark[:], b[2:34])
	copy(a.holder[:], b[34:42])
	a.lease = fromUnixMicro(int64(binary.BigEndian.Uint64(b[42:])))
	a.since = fromUnixMicro(int64(binary.BigEndian.Uint64(b[50:])))
	// One string for all texts: they are substrings of it.
	b = b[attemptHead:]
	rest := string(b)
	at := 0
	for _, s := range a.texts() {
		n, size := binary.Uvarint(b[at:])
		if size <= 0 || n > uint64(len(rest)-at-size) {
			return attempt{}, errAttemptCorrupt
		}
		at += size
		*s = rest[at : at+int(n)]
		at += int(n)
	}
	if strings.Trim(rest[at:], "\x00") != "" {
		return attempt{}, errAttemptCorrupt
	}
	return a, nil
}

// inDoubt reports whether a create may have reached the platform.
func (s attemptState) inDoubt() bool {
	return s == stateSending || s == stateUnknown || s == stateDisputed
}

func (a *attempt) inDoubt() bool { return a.state.inDoubt() }

// settleAs turns the attempt into its receipt.
func (a *attempt) settleAs(bookingID string) {
	a.state, a.lease, a.receiptBooking = stateDone, time.Time{}, bookingID
}

func (a *attempt) receipt(idempotencyKey string) Receipt {
	return Receipt{ID: "receipt_" + idempotencyKey, BookingID: a.receiptBooking, Text: a.receiptText + a.receiptBooking + "."}
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
