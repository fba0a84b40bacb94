package osp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"strings"
)

// RequestState says how far a booking request has come.
type RequestState string

const (
	// RequestPending: accepted, and not known to have reached the business. A retry by the agent or [Server.Redeliver]
	// delivers it.
	RequestPending RequestState = "pending"
	// RequestReceived: the business has it.
	RequestReceived RequestState = "received"
	// RequestDuplicate: the business has the same request under another id.
	RequestDuplicate RequestState = "duplicate"
)

// RequestRecord is what the server keeps of a booking request: enough to see which surface produced it and what became of
// it, and nothing of the customer (OSP 7.3).
type RequestRecord struct {
	Provenance Provenance
	State      RequestState
	// DuplicateOf is the id of the request that came before; empty unless State is RequestDuplicate.
	DuplicateOf string
}

// Requests lists the booking requests that the server knows, in the order of their ids, for the operator. A request is
// forgotten a few days after its preferred date. After an error nothing follows.
func (s *Server) Requests(ctx context.Context) iter.Seq2[RequestRecord, error] {
	return func(yield func(RequestRecord, error) bool) {
		if s.bookings == nil {
			return
		}
		for e, err := range s.bookings.all(ctx) {
			if err != nil {
				yield(RequestRecord{}, err)
				return
			}
			r := RequestRecord{Provenance: e.Provenance, State: RequestPending, DuplicateOf: e.DuplicateOf}
			switch e.State {
			case stateReceived:
				r.State = RequestReceived
			case stateDuplicate:
				r.State = RequestDuplicate
			}
			r.Provenance.UserAgent, r.Provenance.UserAgentUntil = s.bookings.keptUserAgent(ctx, e)
			if !yield(r, nil) {
				return
			}
		}
	}
}

// Redeliver gives the sink every request that was accepted and is not known to have reached the business, such as those that
// a crash left behind, and returns how many it has taken. Run it when the process starts, and now and then after. Requests
// that are being delivered at the moment are left alone. The error joins what went wrong with the others.
func (s *Server) Redeliver(ctx context.Context) (delivered int, err error) {
	if s.bookings == nil {
		return 0, nil
	}
	if !s.calls.enter() {
		return 0, ErrServerClosed
	}
	defer s.calls.leave()
	var failures []error
	for e, err := range s.bookings.all(ctx) {
		if err != nil {
			failures = append(failures, err)
			break
		}
		if e.State == stateNew || e.State == stateSending && !s.opts.Clock().Before(e.LeaseUntil) {
			switch o := s.bookings.settle(ctx, e.id, nil); {
			case o.err == nil:
				delivered++
			case !errors.Is(o.err, errForgotten):
				failures = append(failures, fmt.Errorf("osp: request %s: %w", e.id, o.err))
			}
		}
	}
	return delivered, errors.Join(failures...)
}

// all lists the records of requests.
func (r *records) all(ctx context.Context) iter.Seq2[*entry, error] {
	return func(yield func(*entry, error) bool) {
		prefix := r.requestKey("")
		for found, err := range r.store.List(ctx, prefix) {
			e := &entry{id: strings.TrimPrefix(found.Key, prefix), version: found.Version}
			if err == nil && json.Unmarshal(found.Value, &e.bookingRecord) != nil {
				err = fmt.Errorf("osp: the record of request %s can't be read", e.id)
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}
