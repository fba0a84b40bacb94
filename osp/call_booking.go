package osp

import (
	"context"
	"encoding/json"
	"fmt"
)

// requestServiceBooking decides in this order: consent and schema; a requestId that is known; the channel; the business's
// policy and calendar; a duplicate by identity; the sink.
func (s *Server) requestServiceBooking(ctx context.Context, c *call) (answer, error) {
	r, err := s.profile.DecodeBookingRequest(c.arguments)
	if err != nil {
		return nil, err
	}
	id := recordID(r.RequestID())
	if o, isKnown := s.bookings.known(ctx, id); isKnown {
		return o.answer(r)
	}
	if agent, ok := r.Agent(); ok && agent.Channel != c.caller.observed() {
		return nil, refuse(CodeMissingProvenance, "agent.channel is not the channel that this call came through. Leave it out, or state the right one.")
	}
	if err := s.checkRequest(ctx, r, c); err != nil {
		return nil, err
	}
	fresh, err := s.newBookingRecord(ctx, r, c)
	if err != nil {
		return nil, err
	}
	return s.bookings.settle(ctx, id, fresh).answer(r)
}

// answer is what the caller gets, under their own request id.
func (o outcome) answer(r *BookingRequest) (answer, error) {
	if o.err != nil {
		return nil, o.err
	}
	return o.result.answering(r.RequestID(), o.isDuplicate), nil
}

// checkRequest asks the policy, and where that leaves a choice of windows the calendar too. The policy comes first for every
// reason that needs no calendar.
func (s *Server) checkRequest(ctx context.Context, r *BookingRequest, c *call) error {
	err := s.profile.CheckRequest(r, c.now)
	if s.opts.Calendar == nil {
		return err
	}
	switch refusal, _ := err.(*Refusal); {
	case err == nil:
	case refusal == nil:
		return err
	default:
		switch refusal.Code {
		case CodeUnknownWindow, CodeContactMethodUnavailable, CodeAddressRequired:
		default:
			return err
		}
	}
	at, err := s.profile.Location(r.Location())
	if err != nil {
		return err
	}
	date := r.PreferredDate()
	calendar, err := s.askCalendar(ctx, CalendarQuery{ServiceSlug: r.ServiceSlug(), Location: at.ID, From: date, To: date})
	if err != nil {
		return err
	}
	return s.profile.CheckCalendarRequest(r, c.now, calendar)
}

// newBookingRecord is the record of a request that has been accepted and is not yet on its way.
func (s *Server) newBookingRecord(ctx context.Context, r *BookingRequest, c *call) (*bookingRecord, error) {
	request, err := s.newServiceRequest(r, c)
	if err != nil {
		return nil, err
	}
	hash, err := s.bookings.personHash(ctx, request)
	if err != nil {
		return nil, err
	}
	record := &bookingRecord{
		State:     stateNew,
		Person:    hash,
		Date:      request.PreferredDate,
		Result:    newBookingResult(request, &s.profile.manifest.BookingPolicy),
		userAgent: request.Provenance.UserAgent,
	}
	request.Provenance.UserAgent = ""
	record.Provenance = request.Provenance
	if record.Request, err = json.Marshal(request); err != nil {
		return nil, fmt.Errorf("osp: a booking request: %w", err)
	}
	return record, nil
}
