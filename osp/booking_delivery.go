package osp

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"time"
)

var (
	notTaken = refuse(CodeBookingRequestFailed, "The request could not be handed to the business, and it doesn't have it. "+
		"Try again, or have the customer contact the business directly.")
	outcomeUnknown = refuse(CodeBookingRequestFailed, "It is not known whether the request reached the business. Repeat the same call with the "+
		"same requestId, which makes no second request, or have the customer contact the business directly.")
)

// deliver gives a request that this process has marked as sending to the sink, and records what became of it.
func (l *ledger) deliver(ctx context.Context, e *entry, isAgain bool) outcome {
	var r ServiceRequest
	if err := json.Unmarshal(e.Request, &r); err != nil {
		return outcome{err: errors.New("osp: the record of a request has no body that can be read")}
	}
	r.IsRedelivery = isAgain
	r.Provenance.UserAgent, r.Provenance.UserAgentUntil = l.keptUserAgent(ctx, e)
	customer := r.Customer
	receipt, err := ask(ctx, l.sinkCalls, func(ctx context.Context) (SinkReceipt, error) { return l.sink.Deliver(ctx, &r) })
	if err == nil {
		return l.received(ctx, e, receipt)
	}
	l.logger.ErrorContext(ctx, "osp: a request was not delivered", slog.String("requestId", e.id),
		slog.String("error", withoutCustomer(err.Error(), &customer)))
	wasNeverAsked := errors.Is(err, errBusy)
	switch {
	case errors.Is(err, CodeRateLimited), wasNeverAsked && !isAgain:
		l.free(ctx, e)
		return outcome{err: notAnswering}
	case errors.Is(err, ErrNotTaken):
		l.free(ctx, e)
		return outcome{err: notTaken}
	}
	e.LeaseUntil = time.Time{} // the next retry may deliver at once
	if err := l.swap(ctx, e); err != nil {
		l.shout(ctx, e, "the end of a delivery", err)
	}
	if wasNeverAsked {
		return outcome{err: notAnswering}
	}
	return outcome{err: outcomeUnknown}
}

// received records that the business has the request. It has it, whatever becomes of the record: without one, a retry
// delivers it again, and the sink knows it.
func (l *ledger) received(ctx context.Context, e *entry, receipt SinkReceipt) outcome {
	e.Result.SchedulingRecordCreated = receipt.SchedulingRecordCreated
	e.State, e.Request, e.LeaseUntil = stateReceived, nil, time.Time{}
	if err := l.swap(ctx, e); err != nil {
		l.shout(ctx, e, "a request that the business has", err)
	}
	return outcome{result: e.Result}
}

// free forgets a request that the business doesn't have. With its record goes its claim of the person.
func (l *ledger) free(ctx context.Context, e *entry) {
	if err := l.remove(ctx, e); err != nil {
		l.shout(ctx, e, "that a request was not taken", err)
	}
}

func (l *ledger) shout(ctx context.Context, e *entry, what string, err error) {
	l.logger.ErrorContext(ctx, "osp: the store failed to record "+what, slog.String("requestId", e.id), slog.String("error", err.Error()))
}

// withoutCustomer removes what a customer sent from the text of a sink's error.
func withoutCustomer(text string, c *Customer) string {
	private := []string{c.Notes, c.Name, c.Phone, c.Email, c.Address}
	if digits := strings.TrimPrefix(person(c), "phone "); c.Phone != "" {
		private = append(private, digits)
	}
	for _, p := range private {
		if p != "" {
			text = strings.ReplaceAll(text, p, "(redacted)")
		}
	}
	return text
}
