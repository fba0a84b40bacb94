package osp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/openservicekit/openservice/store"
	"github.com/openservicekit/openservice/wallclock"
)

// bookingState says how far a request has come.
type bookingState string

const (
	// stateNew: accepted, and never given to the sink.
	stateNew bookingState = "new"
	// stateSending: given to the sink perhaps, and what became of it is not recorded.
	stateSending bookingState = "sending"
	// stateReceived: the business has it.
	stateReceived bookingState = "received"
	// stateDuplicate: the same person's request under another id came before.
	stateDuplicate bookingState = "duplicate"
)

// bookingRecord is what the store keeps under a request id (OSP 6.7, OSP 7.3). The customer's data is in it until the
// business has the request, and no longer.
type bookingRecord struct {
	State bookingState `json:"state"`
	// Provenance is without the user agent, which has a record and a lifetime of its own.
	Provenance Provenance `json:"provenance"`
	// Person is the hash by which duplicates are found.
	Person string         `json:"person"`
	Date   wallclock.Date `json:"date"`
	// Request is the first body, for as long as it may have to be delivered.
	Request json.RawMessage `json:"request,omitempty"`
	// Result is the answer once the business has the request.
	Result *BookingResult `json:"result,omitempty"`
	// LeaseUntil is how long nobody else may deliver a request that is being sent.
	LeaseUntil time.Time `json:"leaseUntil,omitzero"`
	// DuplicateOf is the id of the request that came before.
	DuplicateOf string `json:"duplicateOf,omitempty"`

	userAgent string // until it has a record of its own
}

// entry is a record as it was read.
type entry struct {
	bookingRecord
	id      string // in lower case
	version store.Version
}

// recordExpiry lets a record live for two whole days after the date, in every zone.
func recordExpiry(date wallclock.Date) time.Time {
	return time.Date(date.Year, date.Month, date.Day+4, 0, 0, 0, 0, time.UTC)
}

// records are the records of one business in a store.
type records struct {
	store     store.Store
	namespace string
	timeout   time.Duration
}

func (r *records) requestKey(id string) string   { return r.namespace + "/request/" + id }
func (r *records) userAgentKey(id string) string { return r.namespace + "/user-agent/" + id }
func (r *records) personKey(hash string) string  { return r.namespace + "/person/" + hash }
func (r *records) secretKey() string             { return r.namespace + "/person-key" }

// recordID is the id under which a request is known, whatever its case.
func recordID(requestID string) string { return strings.ToLower(requestID) }

// within bounds one operation. What has begun isn't cut off because the caller leaves.
func (r *records) within(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(context.WithoutCancel(ctx), r.timeout)
}

func (r *records) get(ctx context.Context, id string) (*entry, error) {
	ctx, cancel := r.within(ctx)
	defer cancel()
	found, err := r.store.Get(ctx, r.requestKey(id))
	if err != nil {
		return nil, err
	}
	e := &entry{id: id, version: found.Version}
	if err := json.Unmarshal(found.Value, &e.bookingRecord); err != nil {
		return nil, errors.New("osp: the record of a request can't be read")
	}
	return e, nil
}

func (r *records) create(ctx context.Context, id string, b *bookingRecord) (*entry, error) {
	ctx, cancel := r.within(ctx)
	defer cancel()
	value, err := json.Marshal(b)
	if err != nil {
		return nil, fmt.Errorf("osp: the record of a request: %w", err)
	}
	e := &entry{bookingRecord: *b, id: id}
	e.version, err = r.store.Create(ctx, r.requestKey(id), value, recordExpiry(b.Date))
	return e, err
}

// swap stores an entry that has been changed.
func (r *records) swap(ctx context.Context, e *entry) error {
	ctx, cancel := r.within(ctx)
	defer cancel()
	value, err := json.Marshal(&e.bookingRecord)
	if err != nil {
		return fmt.Errorf("osp: the record of a request: %w", err)
	}
	version, err := r.store.Swap(ctx, r.requestKey(e.id), e.version, value, recordExpiry(e.Date))
	if err == nil {
		e.version = version
	}
	return err
}

// remove forgets a request, and the user agent with it: the id may come back from somebody else.
func (r *records) remove(ctx context.Context, e *entry) error {
	ctx, cancel := r.within(ctx)
	defer cancel()
	if err := r.store.Delete(ctx, r.requestKey(e.id), e.version); err != nil {
		return err
	}
	r.dropUserAgent(ctx, e)
	return nil
}

// isRace reports whether somebody else was quicker: read again and decide again.
func isRace(err error) bool {
	return errors.Is(err, store.ErrNotFound) || errors.Is(err, store.ErrExists) || errors.Is(err, store.ErrConflict)
}
