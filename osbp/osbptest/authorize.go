package osbptest

import (
	"context"
	"strings"
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/store"
	"github.com/openservicekit/openservice/wallclock"
)

// TB is what this package uses of testing.TB, which every test has.
type TB interface {
	Helper()
	Fatalf(format string, args ...any)
}

// Authorize returns an AuthorizedBooking whose Details are d, for a test to call
// Platform.CreateAppointment with. An osbp.Creator over a store in memory makes it:
// a mandate for the booking is validated, its summary is challenged and
// approved, and the key is reserved, on the day before the appointment.
//
// Required members that d leaves empty are filled in: ids, the customer of the
// specification's example, 2026-05-05 at 13:00 and 95.00 USD. Optional ones stay
// empty, ProviderID and the instants among them. A StartsAt needs its
// ScheduleTimezone and must be the same moment as the local start.
//
// Details that no Creator would authorize fail the test, and the result is nil.
func Authorize(t TB, d osbp.BookingDetails) *osbp.AuthorizedBooking {
	t.Helper()
	d, start, err := complete(d)
	if err != nil {
		t.Fatalf("osbptest: %v", err)
		return nil
	}
	evidence := evidenceOf(d)
	if d.ScheduleTimezone != "" {
		if evidence.Zone, err = wallclock.SystemZones().LoadZone(d.ScheduleTimezone); err != nil {
			t.Fatalf("osbptest: ScheduleTimezone: %v", err)
			return nil
		}
	}
	now := time.Date(start.Date.Year, start.Date.Month, start.Date.Day-1, 12, 0, 0, 0, time.UTC)
	creator, err := newCreator(d.OrganizationID, func() time.Time { return now })
	if err != nil {
		t.Fatalf("osbptest: %v", err)
		return nil
	}
	in := requestOf(d, now)
	var booking *osbp.AuthorizedBooking
	book := func() error {
		_, err := creator.Create(context.Background(), in,
			func(context.Context) (*osbp.Evidence, error) { return evidence, nil },
			func(_ context.Context, b *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
				booking = b
				return &osbp.Appointment{ID: "appointment_osbptest"}, nil
			})
		return err
	}
	refusal := osbp.AsProblem(book())
	challenge, err := osbp.ParseChallenge(refusal)
	if err != nil {
		t.Fatalf("osbptest: these details are not authorized: %s", told(refusal))
		return nil
	}
	in.Approval = challenge.Approval()
	if err := book(); err != nil || booking == nil {
		t.Fatalf("osbptest: these details are not authorized: %s", told(osbp.AsProblem(err)))
		return nil
	}
	return booking
}

// complete fills in what is required, and returns the start.
func complete(d osbp.BookingDetails) (osbp.BookingDetails, wallclock.DateTime, error) {
	if d.Date == "" && d.Time == "" {
		d.Date, d.Time, _ = strings.Cut(d.StartsAtLocal, "T")
	}
	for _, field := range [...]struct {
		value    *string
		fallback string
	}{
		{&d.OrganizationID, "org_01jw3z8x9k2m4n6p8r0s1t3v5w"},
		{&d.ServiceID, "service_123"},
		{&d.ScheduleID, "schedule_123"},
		{&d.SlotID, "slot_123"},
		{&d.Date, "2026-05-05"},
		{&d.Time, "13:00"},
		{&d.IdempotencyKey, "idem_osbptest"},
	} {
		if *field.value == "" {
			*field.value = field.fallback
		}
	}
	if d.Customer == (osbp.Customer{}) {
		d.Customer = osbp.Customer{DisplayName: "Jane Customer", Phone: "+15555550100", Email: "jane@example.com"}
	}
	if d.ExpectedPrice == (money.Money{}) {
		d.ExpectedPrice = money.Fixed("USD", 9500)
	}
	start, err := wallclock.ParseDateTime(d.Date + "T" + d.Time)
	if d.StartsAtLocal == "" {
		d.StartsAtLocal = start.String()
	}
	return d, start, err
}

// evidenceOf is what a platform would say for d to be booked.
func evidenceOf(d osbp.BookingDetails) *osbp.Evidence {
	return &osbp.Evidence{
		Service: &osbp.Service{ID: d.ServiceID, Name: "Service", Price: &d.ExpectedPrice},
		Policy: &osbp.Policy{
			ServiceID: d.ServiceID, PaymentRequirement: osbp.PaymentNone, VerificationMethod: osbp.VerificationUnknown,
			Organization: &osbp.Organization{ID: d.OrganizationID},
		},
		Slot: &osbp.Slot{
			ID: d.SlotID, OrganizationID: d.OrganizationID, ScheduleID: d.ScheduleID, ProviderID: d.ProviderID,
			ServiceID: d.ServiceID, ScheduleTimezone: d.ScheduleTimezone, StartsAt: d.StartsAt,
			StartsAtLocal: d.StartsAtLocal, EndsAtLocal: d.EndsAtLocal, Price: &d.ExpectedPrice,
		},
	}
}

// requestOf is an agent's request for d, under a mandate for it.
func requestOf(d osbp.BookingDetails, now time.Time) osbp.BookingCreateInput {
	m := &osbp.Mandate{
		ID: "mnd_osbptest", ExpiresAt: wallclock.FormatInstant(now.Add(time.Hour)),
		AllowedActions: []osbp.Tool{osbp.ToolBookingCreate}, OrganizationID: d.OrganizationID,
		ServiceIDs: []string{d.ServiceID}, ScheduleIDs: []string{d.ScheduleID},
		EarliestStart: d.Date + "T" + d.Time, MaxPrice: &d.ExpectedPrice,
	}
	if d.ProviderID != "" {
		m.ProviderIDs = []string{d.ProviderID}
	}
	return osbp.BookingCreateInput{
		Mandate: m, IdempotencyKey: d.IdempotencyKey, ServiceID: d.ServiceID, ScheduleID: d.ScheduleID,
		ProviderID: d.ProviderID, Date: d.Date, Time: d.Time, Customer: d.Customer, VerificationCode: d.VerificationCode,
	}
}

func newCreator(organizationID string, clock func() time.Time) (*osbp.Creator, error) {
	memory, err := store.NewMemory(store.MemoryOptions{Clock: clock})
	if err != nil {
		return nil, err
	}
	namespace := osbp.Namespace("osbptest", organizationID)
	gate, err := osbp.NewGate(osbp.GateOptions{Store: memory, Namespace: namespace, Clock: clock})
	if err != nil {
		return nil, err
	}
	return osbp.NewCreator(osbp.CreatorOptions{
		OrganizationID: organizationID, Namespace: namespace, Store: memory, Gate: gate, Clock: clock,
	})
}

func told(p *osbp.Problem) string {
	if p == nil {
		return "no reason was given"
	}
	return string(p.Code) + ": " + p.Message
}
