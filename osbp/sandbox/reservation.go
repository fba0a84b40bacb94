package sandbox

import (
	"slices"
	"time"
)

// Reservation is an appointment in the sandbox's book. It says nothing about the
// customer.
type Reservation struct {
	Opening
	// Ref is its id.
	Ref   string
	State State
}

// State is the platform's word for what has become of an appointment.
type State string

// The states. StateDisputed is none that OSBP's field knows.
const (
	StateConfirmed State = "confirmed"
	StateAwaiting  State = "awaiting_shop"
	StateCancelled State = "called_off"
	StateAttended  State = "attended"
	StateMissed    State = "missed"
	StateDisputed  State = "disputed"
)

// Reservations returns the book of a business, in the order in which it was
// written.
func (s *Sandbox) Reservations(businessID string) []Reservation {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []Reservation
	for _, r := range s.reservations {
		if r.BusinessID == businessID {
			out = append(out, r.clone())
		}
	}
	return out
}

func (r *Reservation) clone() Reservation {
	own := *r
	own.Price = cloned(r.Price)
	return own
}

// resource is who or what an appointment takes up.
func resource(staff, calendar string) string {
	if staff != "" {
		return staff
	}
	return calendar
}

// taken reports whether somebody has any of the time from begins up to ends.
func (s *Sandbox) taken(resource string, begins, ends time.Time) bool {
	return slices.ContainsFunc(s.busy[resource], func(r *Reservation) bool {
		return r.Begins.Before(ends) && begins.Before(r.Ends)
	})
}

// write puts o into the book. The caller has found it free and holds the lock.
func (s *Sandbox) write(o Opening, key string) *Reservation {
	o.Price = cloned(o.Price)
	r := &Reservation{Opening: o, Ref: s.newRef("rsv"), State: StateConfirmed}
	s.reservations = append(s.reservations, r)
	s.byRef[r.Ref] = r
	s.occupy(r)
	if key != "" {
		log := s.keyLog(o.BusinessID, key)
		log.made = append(log.made, r)
		s.counts.Appointments++
	}
	return r
}

func (s *Sandbox) occupy(r *Reservation) {
	at := resource(r.StaffID, r.CalendarID)
	s.busy[at] = append(s.busy[at], r)
}

func (s *Sandbox) vacate(r *Reservation) {
	at := resource(r.StaffID, r.CalendarID)
	s.busy[at] = slices.DeleteFunc(s.busy[at], func(other *Reservation) bool { return other == r })
}

// reservation reads an appointment by its id, whichever business made it.
func (s *Sandbox) reservation(ref string) (Reservation, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	r := s.byRef[ref]
	if r == nil {
		return Reservation{}, refuse(reasonNoReservation)
	}
	switch s.byID[r.BusinessID].Readback {
	case ReadbackGated:
		return Reservation{}, refuse(reasonProofNeeded)
	case ReadbackAbsent:
		return Reservation{}, refuse(reasonNoReadback)
	}
	return r.clone(), nil
}
