package adapter_test

import (
	"errors"
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/osbptest"
)

const reservation = `{"ref":"rsv_1","shop":"biz_1","offering":"off_1","calendar":"cal_1","staff":"stf_1","begins":"2026-05-05 13:00",` +
	`"ends":"2026-05-05 13:45","begins_unix":1778011200,"ends_unix":1778013900,"tz":"America/Los_Angeles","state":"awaiting_shop",` +
	`"price":{"kind":"fixed","amount":95.00,"currency":"USD"},"mood":"a member that came later"}`

func fixed(currency string, minor int64) *money.Money {
	m := money.Fixed(currency, minor)
	return &m
}

var made = &osbp.Appointment{
	ID: "rsv_1", OrganizationID: "biz_1", ServiceID: "off_1", ScheduleID: "cal_1", ProviderID: "stf_1",
	StartsAtLocal: "2026-05-05T13:00:00", StartsAt: "2026-05-05T20:00:00.000Z", Price: fixed("USD", 9500),
}

// TestReservation: all that the platform says it made is reported, for the adapter to
// compare.
func TestReservation(t *testing.T) {
	p := newPlatform(t, nowhere, &answering{status: 201, body: reservation})
	got, err := p.CreateAppointment(t.Context(), osbptest.Authorize(t, osbp.BookingDetails{}))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(made, got); diff != "" {
		t.Error(diff)
	}
	booking, err := p.GetBooking(t.Context(), osbp.BookingStatusInput{BookingID: "rsv_1"})
	if err != nil {
		t.Fatal(err)
	}
	want := &osbp.Booking{
		ID: "rsv_1", Status: osbp.BookingPending, OrganizationID: "biz_1", ServiceID: "off_1", ScheduleID: "cal_1", ProviderID: "stf_1",
		StartsAt: "2026-05-05T20:00:00.000Z", EndsAt: "2026-05-05T20:45:00.000Z",
		StartsAtLocal: "2026-05-05T13:00:00", EndsAtLocal: "2026-05-05T13:45:00", ScheduleTimezone: "America/Los_Angeles",
	}
	if diff := cmp.Diff(want, booking); diff != "" {
		t.Error(diff)
	}
}

// TestRule23_Finding: only the platform's final word is a never, and only one reservation
// is the one.
func TestRule23_Finding(t *testing.T) {
	for _, tc := range []struct {
		name, body string
		want       osbp.Finding
	}{
		{"one", `{"reservations":[` + reservation + `],"final":false}`, osbp.Finding{Found: osbp.FoundAppointment, Appointment: made}},
		{"none, finally", `{"reservations":[],"final":true}`, osbp.Finding{Found: osbp.FoundNever}},
		{"none yet", `{"reservations":[],"final":false}`, osbp.Finding{}},
		{"two", `{"reservations":[` + reservation + `,` + reservation + `],"final":true}`, osbp.Finding{}},
		{"nothing", `{}`, osbp.Finding{}},
	} {
		got, err := newPlatform(t, nowhere, &answering{status: 200, body: tc.body}).FindAppointment(t.Context(), osbp.AppointmentQuery{IdempotencyKey: "idem"})
		if diff := cmp.Diff(tc.want, got); diff != "" || err != nil {
			t.Errorf("%s: %v %s", tc.name, err, diff)
		}
	}
}

// TestStates: a state without a counterpart is unknown.
func TestStates(t *testing.T) {
	for state, want := range map[string]osbp.BookingStatus{
		"confirmed": osbp.BookingBooked, "awaiting_shop": osbp.BookingPending, "called_off": osbp.BookingCancelled,
		"attended": osbp.BookingCompleted, "missed": osbp.BookingNoShow, "disputed": osbp.BookingUnknown, "": osbp.BookingUnknown,
	} {
		body := `{"ref":"rsv_1","begins":"2026-05-05 13:00","ends":"2026-05-05 13:45","state":"` + state + `"}`
		got, err := newPlatform(t, nowhere, &answering{status: 200, body: body}).GetBooking(t.Context(), osbp.BookingStatusInput{BookingID: "rsv_1"})
		if err != nil || got.Status != want {
			t.Errorf("%q: %+v, %v", state, got, err)
		}
	}
}

// TestRule07_Prices: only a kind that is known is fixed, whatever the amount beside it.
func TestRule07_Prices(t *testing.T) {
	for text, want := range map[string]*money.Money{
		`{"kind":"fixed","amount":85.00,"currency":"USD"}`: fixed("USD", 8500),
		`{"kind":"fixed","amount":3250,"currency":"JPY"}`:  fixed("JPY", 3250),
		`{"kind":"fixed","amount":3.250,"currency":"KWD"}`: fixed("KWD", 3250),
		`{"kind":"fixed","amount":0.29,"currency":"USD"}`:  fixed("USD", 29),
		`{"kind":"insurance","currency":"EUR"}`:            {Currency: "EUR", Type: money.TypeInsuranceDependent},
		`{"kind":"quote","currency":"EUR"}`:                {Currency: "EUR", Type: money.TypeQuoteRequired},
		`{"kind":"open","currency":"EUR"}`:                 {Currency: "EUR", Type: money.TypeUnknown},
		`{"kind":"from","amount":85.00,"currency":"USD"}`:  {Currency: "USD", Type: money.TypeUnknown},
		`{"kind":"","amount":85.00,"currency":"USD"}`:      {Currency: "USD", Type: money.TypeUnknown},
		`null`: nil,
	} {
		p := newPlatform(t, nowhere, &answering{status: 200, body: `{"ref":"off_1","title":"X","price":` + text + `}`})
		got, err := p.DescribeService(t.Context(), osbp.ServiceDescribeInput{ServiceID: "off_1"})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if diff := cmp.Diff(want, got.Price); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
	}
}

// TestNames go through as they are, and are joined only where there is no display name.
func TestNames(t *testing.T) {
	for want, customer := range map[string]osbp.Customer{
		`{"guest":{"name":"J. Customer","first":"Jane","last":"Customer","phone":"+15555550100","mail":"jane@example.com"}}`: {
			DisplayName: "J. Customer", GivenName: "Jane", FamilyName: "Customer", Phone: "+15555550100", Email: "jane@example.com",
		},
		`{"guest":{"name":"Jane Customer","first":"Jane","last":"Customer"}}`: {GivenName: "Jane", FamilyName: "Customer"},
		`{"guest":{"name":"Jane Customer"}}`:                                  {DisplayName: "Jane Customer"},
	} {
		var rec recorder
		p := newPlatform(t, rec.serve(t).URL, nil)
		p.SendVerification(t.Context(), osbp.VerificationSendInput{Customer: customer})
		if diff := cmp.Diff([]string{want}, rec.bodies); diff != "" {
			t.Error(diff)
		}
	}
}

// TestNotReadable is not the same as not found: the adapter may then answer from its own
// record.
func TestNotReadable(t *testing.T) {
	p := newPlatform(t, nowhere, &answering{status: http.StatusMethodNotAllowed, body: `{"reason":"no_readback"}`})
	if _, err := p.GetBooking(t.Context(), osbp.BookingStatusInput{BookingID: "rsv_1"}); !errors.Is(err, osbp.ErrNotReadable) {
		t.Error(err)
	}
}

// TestPriceChanged may be tried again, and asks the user anew.
func TestPriceChanged(t *testing.T) {
	_, err := book(t, newPlatform(t, nowhere, &answering{status: 409, body: `{"reason":"price_changed"}`}))
	if p := osbp.AsProblem(err); p == nil || p.Code != "price_changed" || !p.Retryable {
		t.Error(err)
	}
}
