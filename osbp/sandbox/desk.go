package sandbox

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/openservicekit/openservice/money"
)

// ErrNotFree is returned for a time that is not an opening, or no longer.
var ErrNotFree = errors.New("sandbox: this time is not free")

// SetPrice changes what an offering costs from now on, late openings included. A
// nil price is none.
func (s *Sandbox) SetPrice(businessID, offeringID string, price *money.Money) error {
	return s.change(businessID, offeringID, func(o *offering) error {
		if price != nil {
			if err := price.Check(); err != nil {
				return fmt.Errorf("sandbox: price: %w", err)
			}
		}
		o.Price, o.Late = cloned(price), nil
		return nil
	})
}

// SetTerms changes an offering's conditions from now on.
func (s *Sandbox) SetTerms(businessID, offeringID string, terms Terms) error {
	return s.change(businessID, offeringID, func(o *offering) error {
		for _, m := range []*money.Money{terms.CancelCharge, terms.MissedCharge, terms.PrepayAmount} {
			if m == nil {
				continue
			}
			if err := m.Check(); err != nil {
				return fmt.Errorf("sandbox: terms: %w", err)
			}
		}
		o.Terms = Offering{Terms: terms}.clone().Terms
		return nil
	})
}

func (s *Sandbox) change(businessID, offeringID string, change func(*offering) error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	b := s.byID[businessID]
	if b == nil {
		return noSuchBusiness(businessID)
	}
	o := b.offering(offeringID)
	if o == nil {
		return fmt.Errorf("sandbox: no offering %q at %s", offeringID, businessID)
	}
	return change(o)
}

// TakeAtDesk gives an opening to somebody who asked at the front desk, or fails
// with ErrNotFree.
func (s *Sandbox) TakeAtDesk(o Opening) (Reservation, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	free, err := s.openings(OpeningQuery{
		BusinessID: o.BusinessID, OfferingID: o.OfferingID, CalendarID: o.CalendarID, StaffID: o.StaffID, Day: o.BeginsLocal.Date,
	})
	if err != nil {
		return Reservation{}, err
	}
	at := slices.IndexFunc(free, func(f Opening) bool { return f.StaffID == o.StaffID && f.Begins.Equal(o.Begins) })
	if at < 0 {
		return Reservation{}, ErrNotFree
	}
	return s.write(free[at], "").clone(), nil
}

// Cancel calls an appointment off. Its time is free again.
func (s *Sandbox) Cancel(ref string) error { return s.SetState(ref, StateCancelled) }

// SetState says what has become of an appointment. One that was called off stays
// so.
func (s *Sandbox) SetState(ref string, state State) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.byRef[ref]
	switch {
	case r == nil:
		return fmt.Errorf("sandbox: no reservation %q", ref)
	case r.State == StateCancelled:
		return fmt.Errorf("sandbox: reservation %q was called off", ref)
	}
	switch state {
	case StateCancelled:
		s.vacate(r)
	case StateConfirmed, StateAwaiting, StateAttended, StateMissed, StateDisputed:
	default:
		return fmt.Errorf("sandbox: no state %q", state)
	}
	r.State = state
	return nil
}

// Move puts an appointment at another instant, with the same staff, or fails with
// ErrNotFree.
func (s *Sandbox) Move(ref string, begins time.Time) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.byRef[ref]
	if r == nil || r.State == StateCancelled {
		return fmt.Errorf("sandbox: no reservation %q to move", ref)
	}
	// Its own time is no obstacle.
	s.vacate(r)
	defer s.occupy(r)
	c := s.byID[r.BusinessID].calendar(r.CalendarID)
	free, err := s.openings(OpeningQuery{
		BusinessID: r.BusinessID, OfferingID: r.OfferingID, CalendarID: r.CalendarID, StaffID: r.StaffID,
		Day: c.zone.ToLocal(begins).Date,
	})
	if err != nil {
		return err
	}
	at := slices.IndexFunc(free, func(f Opening) bool { return f.StaffID == r.StaffID && f.Begins.Equal(begins) })
	if at < 0 {
		return ErrNotFree
	}
	price := r.Price
	r.Opening = free[at]
	r.Price = price
	return nil
}
