package osbp

import (
	"errors"
	"fmt"

	"github.com/openservicekit/openservice/wallclock"
)

// errNoAppointment is an answer that says what was made as little as an error does.
var errNoAppointment = errors.New("osbp: the platform's appointment has no usable id")

// matches compares the appointment with what was approved; what the platform does
// not report is not compared. One that has no usable id is errNoAppointment.
func (c *Creator) matches(a *attempt, got *Appointment) error {
	if got == nil || got.ID == "" || len(got.ID) > maxBookingID || cleanText(got.ID) != got.ID {
		return errNoAppointment
	}
	for _, m := range []struct{ name, got, want string }{
		{"organization_id", got.OrganizationID, c.opts.OrganizationID},
		{"service_id", got.ServiceID, a.serviceID},
		{"schedule_id", got.ScheduleID, a.scheduleID},
		{"provider_id", got.ProviderID, a.providerID},
	} {
		if m.got != "" && m.got != m.want {
			return fmt.Errorf("osbp: the appointment's %s is not what was approved", m.name)
		}
	}
	if got.StartsAtLocal != "" && !sameLocal(got.StartsAtLocal, a.startsAtLocal) {
		return errors.New("osbp: the appointment's starts_at_local is not what was approved")
	}
	if got.StartsAt != "" && !a.startsAtInstant(got.StartsAt) {
		return errors.New("osbp: the appointment's starts_at is not what was approved")
	}
	if got.Price != nil && got.Price.Plain() != a.price {
		return errors.New("osbp: the appointment's price is not what was approved")
	}
	return nil
}

// errStillDisputed says that a finding leaves open what an earlier answer got wrong.
var errStillDisputed = errors.New("osbp: the platform answered with another appointment, and does not say all that it has now")

// tellsAll reports whether the appointment names everything that matches compares.
func (a *attempt) tellsAll(got *Appointment) bool {
	return got.OrganizationID != "" && got.ServiceID != "" && got.ScheduleID != "" &&
		(got.ProviderID != "" || a.providerID == "") &&
		(got.StartsAtLocal != "" || got.StartsAt != "") && got.Price != nil
}

const maxBookingID = 255

func sameLocal(a, b string) bool {
	x, ok1 := wallclock.ParseReading(a)
	y, ok2 := wallclock.ParseReading(b)
	return ok1 && ok2 && x == y
}

// startsAtInstant compares an instant with the approved one, or, where none was
// known, with what the approved wall clock can be anywhere on earth.
func (a *attempt) startsAtInstant(s string) bool {
	at, ok := instantOf(s)
	if !ok {
		return false
	}
	if want, known := instantOf(a.startsAt); known {
		return at.Equal(want)
	}
	local, known := localOf(a.startsAtLocal)
	return known && somewhere(at, local)
}
