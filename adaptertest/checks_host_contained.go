package adaptertest

import (
	"context"
	"errors"
	"strings"

	"github.com/openservicekit/openservice/osbp"
)

// failing is an adapter of which everything goes wrong.
type failing struct {
	osbp.BookingAdapter
	fail func() error
}

func (f failing) DescribeService(context.Context, osbp.ServiceDescribeInput) (*osbp.Service, error) {
	return nil, f.fail()
}

func (f failing) FindAvailability(context.Context, osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
	return nil, f.fail()
}

func (f failing) ExplainPolicy(context.Context, osbp.PolicyExplainInput) (*osbp.Policy, error) {
	return nil, f.fail()
}

func (f failing) SendVerification(context.Context, osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
	return nil, f.fail()
}

func (f failing) VerifyCode(context.Context, osbp.VerificationVerifyInput) (*osbp.VerificationChallenge, error) {
	return nil, f.fail()
}

func (f failing) CreateBooking(context.Context, osbp.BookingCreateInput) (*osbp.CreateResult, error) {
	return nil, f.fail()
}

func (f failing) GetBooking(context.Context, osbp.BookingStatusInput) (*osbp.Booking, error) {
	return nil, f.fail()
}

// secretText is what must not get out.
const secretText = "dial tcp 10.0.0.7:5432: password authentication failed"

func (p *probe) panicIsContained() { p.contained(func() error { panic(secretText) }) }
func (p *probe) throwIsContained() { p.contained(func() error { return errors.New(secretText) }) }

func (p *probe) contained(fail func() error) {
	f := p.h.Fixtures.Plain
	h := p.hostedOver(failing{p.adapter(f), fail}, f, nil)
	got := h.wantCode("a call that went wrong in the adapter", osbp.ToolServiceDescribe,
		osbp.ServiceDescribeInput{ServiceID: f.ServiceID}, osbp.CodeInternalAdapterError)
	p.wantUntold(got.Message)
	if e := h.last(); e.ToolName != string(osbp.ToolServiceDescribe) {
		p.fatalf("the call has no audit event")
	}
}

// wantUntold requires that a message tells nothing of what went wrong inside.
func (p *probe) wantUntold(message string) {
	if strings.Contains(message, "10.0.0.7") || strings.Contains(message, "password") {
		p.fatalf("the message tells what went wrong inside")
	}
}

// everyToolIsContained leaves it open what a host calls a create that goes wrong, as long
// as it claims nothing of the appointment.
func (p *probe) everyToolIsContained() {
	f := p.h.Fixtures.Plain
	t := p.attempt(f)
	purpose := osbp.BookingPurpose(f.OrganizationID)
	calls := []struct {
		tool osbp.Tool
		args any
	}{
		{osbp.ToolServiceDescribe, p.readArgs(osbp.ToolServiceDescribe, f)},
		{osbp.ToolAvailabilityFind, p.readArgs(osbp.ToolAvailabilityFind, f)},
		{osbp.ToolPolicyExplain, p.readArgs(osbp.ToolPolicyExplain, f)},
		{osbp.ToolVerificationSend, osbp.VerificationSendInput{Customer: t.in.Customer, Purpose: purpose}},
		{osbp.ToolVerificationVerify, osbp.VerificationVerifyInput{Customer: t.in.Customer, Purpose: purpose, Code: "730194"}},
		{osbp.ToolBookingCreate, t.in},
		{osbp.ToolBookingStatus, osbp.BookingStatusInput{BookingID: p.key("booking")}},
	}
	for _, fail := range []func() error{func() error { panic(secretText) }, func() error { return errors.New(secretText) }} {
		h := p.hostedOver(failing{t.adapter, fail}, f, nil)
		for _, c := range calls {
			e := h.call(c.tool, c.args)
			switch {
			case e.OK || e.Problem == nil:
				p.fatalf("%s succeeded, though the adapter went wrong", c.tool)
			case c.tool == osbp.ToolBookingCreate:
				p.wantNoClaim("a create that went wrong in the adapter", e.Problem)
			case e.Problem.Code != osbp.CodeInternalAdapterError:
				p.fatalf("%s was refused with %s, not %s", c.tool, e.Problem.Code, osbp.CodeInternalAdapterError)
			}
			p.wantUntold(e.Problem.Message)
			if last := h.last(); last.ToolName != string(c.tool) {
				p.fatalf("the call of %s, which went wrong, has no audit event", c.tool)
			}
		}
	}
}
