package osp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

var _ RequestSink = (*MemorySink)(nil)

// MemorySink is a [RequestSink] that keeps requests in the memory of the process, for tests, demonstrations and small
// offices that read them from a page. It is gone with the process. The zero MemorySink is ready to use, and safe for
// concurrent use.
type MemorySink struct {
	// Max bounds how many requests are kept; zero means 10000. A full sink takes no more. It must not be changed once the
	// sink is in use.
	Max int
	// Clock tells when user-agent strings are due to go; nil is the system's.
	Clock func() time.Time

	mu       sync.Mutex
	requests []ServiceRequest
	byID     map[string]bool
}

const defaultMemorySinkMax = 10_000

var errSinkFull = fmt.Errorf("%w: it is full", ErrNotTaken)

// Deliver keeps a copy of a request. One that it has already is a success that does nothing.
func (s *MemorySink) Deliver(ctx context.Context, r *ServiceRequest) (SinkReceipt, error) {
	if err := ctx.Err(); err != nil {
		return SinkReceipt{}, err
	}
	if r == nil {
		return SinkReceipt{}, errors.New("osp: MemorySink.Deliver needs a request")
	}
	kept, err := copyRequest(r)
	if err != nil {
		return SinkReceipt{}, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	id := recordID(r.RequestID)
	if s.byID[id] {
		return SinkReceipt{}, nil
	}
	limit := s.Max
	if limit == 0 {
		limit = defaultMemorySinkMax
	}
	if len(s.requests) >= limit {
		return SinkReceipt{}, errSinkFull
	}
	if s.byID == nil {
		s.byID = make(map[string]bool)
	}
	s.byID[id] = true
	s.requests = append(s.requests, kept)
	return SinkReceipt{}, nil
}

// Requests returns the requests in the order of their arrival. User-agent strings whose time is over are gone for good.
func (s *MemorySink) Requests() []ServiceRequest {
	clock := s.Clock
	if clock == nil {
		clock = time.Now
	}
	now := clock()
	s.mu.Lock()
	defer s.mu.Unlock()
	for i := range s.requests {
		if p := &s.requests[i].Provenance; !p.UserAgentUntil.IsZero() && !now.Before(p.UserAgentUntil) {
			p.UserAgent = ""
		}
	}
	return slices.Clone(s.requests)
}

// copyRequest makes a copy that shares nothing.
func copyRequest(r *ServiceRequest) (ServiceRequest, error) {
	data, err := json.Marshal(r)
	if err != nil {
		return ServiceRequest{}, err
	}
	var c ServiceRequest
	err = json.Unmarshal(data, &c)
	return c, err
}
