package osbp

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"

	"github.com/openservicekit/openservice/audit"
)

// record writes the call's event and puts its id into the envelope (OSBP "Audit").
//
// Where the event can't be written, a call that only read is refused: no read goes
// unrecorded. One that may have changed something keeps its answer, without an id,
// and the operator is shouted at: a receipt never becomes an error.
func (h *Host) record(ctx context.Context, call *hostCall, e Envelope) Envelope {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), h.opts.LogTimeout)
	defer cancel()
	err := contained(func() (err error) {
		e.AuditEventID, err = h.append(ctx, call, e)
		return err
	})
	if err == nil {
		return e
	}
	h.opts.Logger.ErrorContext(ctx, "AUDIT EVENT LOST", slog.String("tool", string(call.tool)),
		slog.Bool("ok", e.OK), slog.String("error", logged(err)))
	switch call.tool {
	case ToolBookingCreate, ToolVerificationSend, ToolVerificationVerify:
		return e
	}
	return Envelope{Problem: NewProblem(CodeStoreUnavailable, "The audit log can't be written. Retry later.")}
}

func (h *Host) append(ctx context.Context, call *hostCall, e Envelope) (id string, err error) {
	input := call.unread.snapshot
	if call.in != nil {
		if input, err = json.Marshal(call.in); err != nil {
			return "", err
		}
	}
	result, err := json.Marshal(e)
	if err != nil {
		return "", err
	}
	if id, err = h.newEventID(); err != nil {
		return "", err
	}
	upstream, verification := call.record.seen()
	event, err := audit.NewEvent(h.opts.Redactor, audit.Call{
		ID: id, MandateID: call.mandateID(), ToolName: string(call.tool), At: h.opts.Clock(),
		Input: input, Result: result, Platform: h.platform, Upstream: upstream, Verification: verification,
	})
	if err != nil {
		return "", err
	}
	if err = h.opts.Log.Append(ctx, event); err != nil {
		return "", err
	}
	return id, nil
}

func (h *Host) newEventID() (string, error) {
	var random [16]byte
	if _, err := io.ReadFull(h.opts.Rand, random[:]); err != nil {
		return "", fmt.Errorf("osbp: no randomness for an audit event id: %w", err)
	}
	return "aud_" + hex.EncodeToString(random[:]), nil
}

func (call *hostCall) mandateID() string {
	switch in := call.in.(type) {
	case BookingCreateInput:
		return in.Mandate.ID
	case HandoffRequestInput:
		return in.MandateID
	}
	return call.unread.mandateID
}
