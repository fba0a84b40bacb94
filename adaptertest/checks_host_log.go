package adaptertest

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/osbp"
)

// What the audit log is told, and what becomes of a booking while it can't be (B-202,
// B-203, B-206).
var logChecks = []check{
	required("host.event_input", "Audit",
		"the audit event's input says what was asked", (*probe).eventsHaveTheQuestion),
	required("host.event_replay", "Audit",
		"a replay leaves an event of its own, with the mandate's id and osbp_runtime", (*probe).replaysHaveEvents),
	required("host.log_first", "Audit",
		"no create is sent while the audit log can't be written", (*probe).noCreateWithoutLog),
	required("host.log_after", "Audit",
		"a booking that was made is answered with its receipt, though its event can't be written", (*probe).bookedThoughNotLogged),
}

// eventsHaveTheQuestion looks for members that name nobody. A log may hide what a booking
// id or a free text says, but not that there was one.
func (p *probe) eventsHaveTheQuestion() {
	f := p.h.Fixtures.Plain
	h, t := p.hosted(f), p.attempt(f)
	for _, c := range []struct {
		tool    osbp.Tool
		args    any
		members []string
	}{
		{osbp.ToolServiceDescribe, p.readArgs(osbp.ToolServiceDescribe, f), []string{"service_id"}},
		{osbp.ToolAvailabilityFind, p.readArgs(osbp.ToolAvailabilityFind, f), []string{"service_id", "schedule_id", "date"}},
		{osbp.ToolPolicyExplain, p.readArgs(osbp.ToolPolicyExplain, f), []string{"service_id"}},
		{osbp.ToolBookingCreate, t.in, []string{"mandate", "idempotency_key", "service_id", "schedule_id", "date", "time"}},
		{osbp.ToolBookingStatus, osbp.BookingStatusInput{BookingID: p.key("booking")}, []string{"booking_id"}},
		{osbp.ToolVerificationSend, osbp.VerificationSendInput{Customer: t.in.Customer, Purpose: osbp.BookingPurpose(f.OrganizationID)}, []string{"purpose"}},
		{osbp.ToolHandoffRequest, osbp.HandoffRequestInput{Reason: "slot_taken", Message: "The slot is gone."}, []string{"reason", "message"}},
	} {
		h.call(c.tool, c.args)
		var input map[string]json.RawMessage
		if err := json.Unmarshal(h.last().Input, &input); err != nil {
			p.fatalf("the input of the audit event of %s is no object", c.tool)
		}
		for _, member := range c.members {
			if len(input[member]) == 0 {
				p.fatalf("the input of the audit event of %s has no %s", c.tool, member)
			}
		}
	}
}

func (p *probe) replaysHaveEvents() {
	h, t := p.hosted(p.h.Fixtures.Plain), p.attempt(p.h.Fixtures.Plain)
	t.approve()
	h.wantOK(osbp.ToolBookingCreate, h.call(osbp.ToolBookingCreate, t.in))
	before := len(h.events())
	e := h.call(osbp.ToolBookingCreate, t.in)
	h.wantOK(osbp.ToolBookingCreate, e)
	switch events := h.events(); {
	case len(events) != before+1 || events[before].ID != e.AuditEventID:
		p.fatalf("a replay has no audit event of its own")
	case events[before].MandateID != t.in.Mandate.ID:
		p.fatalf("the audit event of a replay has mandate_id %q, not %q", events[before].MandateID, t.in.Mandate.ID)
	case !strings.Contains(string(events[before].Result), osbp.LocalCacheReplay):
		p.fatalf("the audit event of a replay does not say that it is one")
	}
}

// brokenLog can't be written.
type brokenLog struct{}

var errBrokenLog = errors.New("the audit log can't be written")

func (brokenLog) Ready(context.Context) error                { return errBrokenLog }
func (brokenLog) Append(context.Context, *audit.Event) error { return errBrokenLog }

func (p *probe) noCreateWithoutLog() {
	f := p.h.Fixtures.Plain
	t := p.attempt(f).approve()
	h := p.hostedOver(t.adapter, f, brokenLog{})
	before := p.h.Creates()
	if h.call(osbp.ToolBookingCreate, t.in).OK {
		p.fatalf("a create succeeded that nobody could write down")
	}
	p.wantCreates(before, 0)
}

// fullLog says that it can be written, and then can't.
type fullLog struct{}

func (fullLog) Ready(context.Context) error                { return nil }
func (fullLog) Append(context.Context, *audit.Event) error { return errBrokenLog }

// bookedThoughNotLogged lets a host refuse as long as it has sent nothing.
func (p *probe) bookedThoughNotLogged() {
	f := p.h.Fixtures.Plain
	t := p.attempt(f).approve()
	h := p.hostedOver(t.adapter, f, fullLog{})
	before := p.h.Creates()
	if e := h.call(osbp.ToolBookingCreate, t.in); p.h.Creates() > before && !e.OK {
		p.fatalf("a booking that was made is answered with %s, since its event could not be written", e.Problem.Code)
	}
}
