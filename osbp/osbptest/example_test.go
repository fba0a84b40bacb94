package osbptest_test

import (
	"context"
	"fmt"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/osbptest"
)

// salon is the part of a Platform that the example tests.
type salon struct{ booked []string }

func (s *salon) CreateAppointment(_ context.Context, b *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
	d, err := b.Details()
	if err != nil {
		return nil, err
	}
	s.booked = append(s.booked, d.ServiceID+" at "+d.StartsAtLocal+" for "+d.ExpectedPrice.Plain())
	return &osbp.Appointment{ID: "appointment_1"}, nil
}

// A unit test of CreateAppointment. There t is the test's own *testing.T.
func ExampleAuthorize() {
	t := new(failing)
	s := new(salon)
	booking := osbptest.Authorize(t, osbp.BookingDetails{ServiceID: "haircut", Date: "2026-05-05", Time: "13:00"})
	appointment, err := s.CreateAppointment(context.Background(), booking)
	fmt.Println(appointment.ID, err)
	fmt.Println(s.booked[0])

	// Without authorization there is nothing to book by.
	_, err = s.CreateAppointment(context.Background(), new(osbp.AuthorizedBooking))
	fmt.Println(err)
	// Output:
	// appointment_1 <nil>
	// haircut at 2026-05-05T13:00:00 for 95.00 USD
	// osbp: booking is not authorized
}
