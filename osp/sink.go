package osp

import (
	"context"
	"errors"
)

// RequestSink takes booking requests to the business: its scheduling system, its inbox, a webhook (OSP 6.7).
type RequestSink interface {
	// Deliver hands a request over. It may be called by several goroutines at a time and has until ctx ends.
	//
	// A nil error means that the business has the request. An error that is or wraps [ErrNotTaken] promises that it doesn't
	// have a request with this RequestID and won't get one from this or any earlier call; the customer is told that the
	// request failed, and the id is free again. An error that is or wraps [CodeRateLimited] promises the same, and asks the
	// agent to come back. After any other error the outcome is not known: the id stays taken, and a retry delivers the same
	// request again, as happens after a crash.
	//
	// A sink must therefore tell requests apart by RequestID, without regard to case, and take each only once: delivered
	// again, it is a success that does nothing.
	Deliver(ctx context.Context, r *ServiceRequest) (SinkReceipt, error)
}

// ErrNotTaken is what a [RequestSink] returns or wraps to say that a request has not been taken and won't be.
var ErrNotTaken = errors.New("osp: the sink has not taken the request")

// SinkReceipt is what a sink says of a request that the business has.
type SinkReceipt struct {
	// SchedulingRecordCreated says that a record for staff to review was written to the scheduling system. It is no
	// confirmation (OSP 6.7).
	SchedulingRecordCreated bool `json:"schedulingRecordCreated"`
}
