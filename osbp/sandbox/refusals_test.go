package sandbox_test

import (
	"errors"
	"testing"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/osbptest"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

// order is what an authorized booking of w says.
func order(business string, w wish, price money.Money, c osbp.Customer) osbp.BookingDetails {
	return osbp.BookingDetails{
		OrganizationID: business, ServiceID: w.service, ScheduleID: w.schedule, ProviderID: w.provider,
		Date: w.date, Time: w.time, Customer: c, IdempotencyKey: "idem", ExpectedPrice: price,
	}
}

// TestRefusesByItself: the platform keeps its own rules, also where no adapter has
// looked at an order first.
func TestRefusesByItself(t *testing.T) {
	nobody := fringe
	nobody.provider = ""
	given, family := jane, jane
	given.FamilyName, family.GivenName = "", ""
	for name, tc := range map[string]struct {
		business string
		details  osbp.BookingDetails
		refusal  osbp.Code // "" is a booking
	}{
		"somebody":         {sandbox.HarborHair, order(sandbox.HarborHair, fringe, money.Fixed("USD", 0), jane), ""},
		"nobody by name":   {sandbox.HarborHair, order(sandbox.HarborHair, nobody, money.Fixed("USD", 0), jane), osbp.CodeSlotTaken},
		"another price":    {sandbox.HarborHair, order(sandbox.HarborHair, fringe, money.Fixed("USD", 1), jane), sandbox.CodePriceChanged},
		"both names":       {sandbox.KanalDental, order(sandbox.KanalDental, cleaning, money.Fixed("EUR", 9500), jane), osbp.CodeRequiresVerification},
		"given name only":  {sandbox.KanalDental, order(sandbox.KanalDental, cleaning, money.Fixed("EUR", 9500), given), osbp.CodeCustomerNameAmbiguous},
		"family name only": {sandbox.KanalDental, order(sandbox.KanalDental, cleaning, money.Fixed("EUR", 9500), family), osbp.CodeCustomerNameAmbiguous},
	} {
		t.Run(name, func(t *testing.T) {
			onBothFaces(t, func(t *testing.T, overHTTP bool) {
				k := newStack(t, setup{business: tc.business, overHTTP: overHTTP})
				before := len(k.sandbox.Reservations(tc.business))
				got, err := k.platform.CreateAppointment(t.Context(), osbptest.Authorize(t, tc.details))
				if tc.refusal != "" && !errors.Is(err, tc.refusal) || tc.refusal == "" && err != nil {
					t.Errorf("got %+v, %v", got, err)
				}
				if written := len(k.sandbox.Reservations(tc.business)) - before; (written == 1) != (tc.refusal == "") {
					t.Errorf("%d reservations were written", written)
				}
			})
		})
	}
}

// TestRule23_NeverIsForNativeIdempotency: a platform that a lost call may still reach
// can't say that it never will.
func TestRule23_NeverIsForNativeIdempotency(t *testing.T) {
	for native, want := range map[bool]osbp.Found{false: osbp.FoundUnknown, true: osbp.FoundNever} {
		onBothFaces(t, func(t *testing.T, overHTTP bool) {
			k := newStack(t, setup{overHTTP: overHTTP, options: sandbox.Options{NativeIdempotency: native}})
			off := k.switchOn(t, sandbox.Fault{Op: sandbox.OpReserve, Kind: sandbox.FaultCutBefore})
			defer off()
			d := order(sandbox.HarborHair, fringe, money.Fixed("USD", 0), jane)
			if _, err := k.platform.CreateAppointment(t.Context(), osbptest.Authorize(t, d)); err == nil {
				t.Fatal("the cut did not happen")
			}
			got, err := k.platform.(osbp.AppointmentFinder).FindAppointment(t.Context(), osbp.AppointmentQuery{
				IdempotencyKey: d.IdempotencyKey, OrganizationID: d.OrganizationID,
			})
			if err != nil || got.Found != want {
				t.Errorf("native %t: got %+v, %v; want %v", native, got, err, want)
			}
		})
	}
}

// TestOpeningsTouch: one appointment may begin when another ends.
func TestOpeningsTouch(t *testing.T) {
	k := newStack(t, setup{})
	query := sandbox.OpeningQuery{
		BusinessID: sandbox.HarborHair, OfferingID: sandbox.HairColor, CalendarID: sandbox.HarborMain,
		StaffID: sandbox.StaffSam, Day: date(t, "2026-05-05"),
	}
	open, err := k.sandbox.Openings(query)
	if err != nil || len(open) == 0 {
		t.Fatalf("%d openings, %v", len(open), err)
	}
	taken, err := k.sandbox.TakeAtDesk(open[0])
	if err != nil {
		t.Fatal(err)
	}
	left, err := k.sandbox.Openings(query)
	if err != nil || len(left) == 0 || !left[0].Begins.Equal(taken.Ends) {
		t.Errorf("got %+v, %v; want the first to begin at %v", left, err, taken.Ends)
	}
}

// TestRule23_NotNeverWhileUnderWay: a create that hangs may still be made.
func TestRule23_NotNeverWhileUnderWay(t *testing.T) {
	onBothFaces(t, func(t *testing.T, overHTTP bool) {
		k := newStack(t, setup{overHTTP: overHTTP, options: sandbox.Options{NativeIdempotency: true}})
		struck, ended := make(chan struct{}), make(chan struct{})
		off := k.switchOn(t, sandbox.Fault{Op: sandbox.OpReserve, Kind: sandbox.FaultLate, Struck: func() { close(struck) }})
		d := order(sandbox.HarborHair, fringe, money.Fixed("USD", 0), jane)
		booking := osbptest.Authorize(t, d)
		go func() {
			defer close(ended)
			k.platform.CreateAppointment(t.Context(), booking)
		}()
		<-struck
		query := osbp.AppointmentQuery{IdempotencyKey: d.IdempotencyKey, OrganizationID: d.OrganizationID}
		finder := k.platform.(osbp.AppointmentFinder)
		if got, err := finder.FindAppointment(t.Context(), query); err != nil || got.Found != osbp.FoundUnknown {
			t.Errorf("under way: got %+v, %v", got, err)
		}
		off()
		<-ended
		if got, err := finder.FindAppointment(t.Context(), query); err != nil || got.Found != osbp.FoundAppointment {
			t.Errorf("made: got %+v, %v", got, err)
		}
	})
}
