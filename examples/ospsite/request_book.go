package main

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/store"
)

// requestBook keeps service requests in the store until the office has dealt with
// them. It is the sink of the tools, so it takes each request id once.
type requestBook struct {
	store store.Store
	clock func() time.Time
}

const (
	requestPrefix   = "office/"
	requestLifetime = 90 * 24 * time.Hour
)

// Deliver implements osp.RequestSink.
func (b *requestBook) Deliver(ctx context.Context, r *osp.ServiceRequest) (osp.SinkReceipt, error) {
	value, err := json.Marshal(r)
	if err != nil {
		return osp.SinkReceipt{}, err
	}
	_, err = b.store.Create(ctx, requestPrefix+strings.ToLower(r.RequestID), value, b.clock().Add(requestLifetime))
	switch {
	case err == nil, errors.Is(err, store.ErrExists):
		return osp.SinkReceipt{SchedulingRecordCreated: true}, nil
	case errors.Is(err, store.ErrFull):
		return osp.SinkReceipt{}, errors.Join(osp.ErrNotTaken, err)
	}
	return osp.SinkReceipt{}, err
}

// All returns the requests, the newest first, without user-agent strings whose time
// is over.
func (b *requestBook) All(ctx context.Context) ([]osp.ServiceRequest, error) {
	var all []osp.ServiceRequest
	for rec, err := range b.store.List(ctx, requestPrefix) {
		if err != nil {
			return nil, err
		}
		var r osp.ServiceRequest
		if err := json.Unmarshal(rec.Value, &r); err != nil {
			return nil, err
		}
		if !b.clock().Before(r.Provenance.UserAgentUntil) {
			r.Provenance.UserAgent = ""
		}
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b osp.ServiceRequest) int {
		return b.Provenance.ReceivedAt.Compare(a.Provenance.ReceivedAt)
	})
	return all, nil
}
