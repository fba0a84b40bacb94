package sandbox_test

import (
	"context"
	"slices"
	"testing"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

var (
	tune     = wish{sandbox.BikeTune, sandbox.YoruStand, "", "2026-05-05", "19:00"}
	color    = wish{sandbox.HairColor, sandbox.HarborMain, sandbox.StaffSam, "2026-05-05", "10:00"}
	cleaning = wish{sandbox.DentalClean, sandbox.KanalRooms, sandbox.StaffBrandt, "2026-05-05", "09:00"}
)

// TestBranches reaches each of the protocol's codes at some business, on both faces
// (OSBP "Result Envelope").
func TestBranches(t *testing.T) {
	type create = func(t *testing.T, k *stack) osbp.BookingCreateInput
	// tight changes the tightest request for w.
	tight := func(w wish, change func(*osbp.BookingCreateInput)) create {
		return func(t *testing.T, k *stack) osbp.BookingCreateInput {
			in := k.request(t, w, "idem")
			change(&in)
			return in
		}
	}
	wide := func(business string, w wish, cap money.Money) create {
		return func(_ *testing.T, k *stack) osbp.BookingCreateInput { return k.wide(business, w, "idem", cap) }
	}
	cases := []struct {
		code      osbp.Code
		name      string
		business  string
		in        create
		approve   bool
		retryable bool
		run       func(ctx context.Context, t *testing.T, k *stack) error // instead of in
	}{
		{code: osbp.CodeInvalidMandate, in: tight(tuesday, func(in *osbp.BookingCreateInput) { in.Mandate.ExpiresAt = "2026-05-01T23:59:59" })},
		{code: osbp.CodeMandateExpired, in: tight(tuesday, func(in *osbp.BookingCreateInput) { in.Mandate.ExpiresAt = friday })},
		{code: osbp.CodeActionNotAllowed, in: tight(tuesday, func(in *osbp.BookingCreateInput) { in.Mandate.AllowedActions = nil })},
		{code: osbp.CodeOrganizationNotAllowed, in: tight(tuesday, func(in *osbp.BookingCreateInput) { in.Mandate.OrganizationID = sandbox.KanalDental })},
		{code: osbp.CodeServiceNotAllowed, in: tight(tuesday, func(in *osbp.BookingCreateInput) { in.Mandate.ServiceIDs = []string{} })},
		{code: osbp.CodeScheduleNotAllowed, in: tight(tuesday, func(in *osbp.BookingCreateInput) { in.Mandate.ScheduleIDs = []string{"x"} })},
		{code: osbp.CodeProviderUnknown, business: sandbox.YoruCycle, in: tight(tune, func(in *osbp.BookingCreateInput) { in.Mandate.ProviderIDs = []string{"stf_anyone"} })},
		{code: osbp.CodeProviderNotAllowed, in: tight(tuesday, func(in *osbp.BookingCreateInput) { in.Mandate.ProviderIDs = []string{sandbox.StaffSam} })},
		{code: osbp.CodeSlotTooEarly, in: tight(tuesday, func(in *osbp.BookingCreateInput) { in.Mandate.EarliestStart = "2026-05-05T13:01" })},
		{code: osbp.CodeSlotTooLate, in: tight(tuesday, func(in *osbp.BookingCreateInput) { in.Mandate.LatestEnd = "2026-05-05T13:44" })},
		{code: osbp.CodePriceExceedsMandate, in: tight(tuesday, func(in *osbp.BookingCreateInput) { in.Mandate.MaxPrice = dollars(8499) })},
		{code: osbp.CodePriceExceedsMandate, name: "late opening", business: sandbox.YoruCycle,
			in: wide(sandbox.YoruCycle, wish{sandbox.BikeTune, sandbox.YoruStand, "", "2026-05-05", "22:00"}, money.Fixed("JPY", 6600))},
		{code: osbp.CodePolicyFeeExceedsMandate, in: tight(color, func(in *osbp.BookingCreateInput) { in.Mandate.MaxExtraFee = dollars(3999) })},
		{code: osbp.CodePolicyFeeExceedsMandate, name: "all in advance", business: sandbox.KanalDental,
			in: func(_ *testing.T, k *stack) osbp.BookingCreateInput {
				in := k.wide(sandbox.KanalDental, wish{sandbox.Whitening, sandbox.KanalRooms, sandbox.StaffBrandt, "2026-05-05", "09:00"}, "idem", money.Fixed("EUR", 32000))
				fee := money.Fixed("EUR", 31999)
				in.Mandate.MaxExtraFee = &fee
				return in
			}},
		{code: osbp.CodeCurrencyMismatch, business: sandbox.MeridianTutors,
			in: wide(sandbox.MeridianTutors, wish{sandbox.LessonJPY, sandbox.MeridianOnline, sandbox.StaffImogen, "2026-05-05", "21:00"}, money.Fixed("USD", 600000))},
		{code: osbp.CodeRequiresPaymentHandoff, in: tight(color, func(in *osbp.BookingCreateInput) { in.Mandate.AllowPolicyFee = false })},
		{code: osbp.CodeRequiresConsultationHandoff,
			in: wide(sandbox.HarborHair, wish{sandbox.BridalHair, sandbox.HarborMain, sandbox.StaffMaya, "2026-05-05", "13:00"}, money.Fixed("USD", 90000))},
		{code: osbp.CodeRequiresUserConfirmation, name: "challenge", in: tight(tuesday, func(*osbp.BookingCreateInput) {}), retryable: true},
		{code: osbp.CodeRequiresUserConfirmation, name: "insurance", business: sandbox.KanalDental,
			in: wide(sandbox.KanalDental, wish{sandbox.DentalCheck, sandbox.KanalRooms, sandbox.StaffBrandt, "2026-05-05", "09:00"}, money.Fixed("EUR", 90000))},
		{code: osbp.CodeRequiresUserConfirmation, name: "quote", business: sandbox.KanalDental,
			in: wide(sandbox.KanalDental, wish{sandbox.DentalCrowns, sandbox.KanalRooms, sandbox.StaffBrandt, "2026-05-05", "09:00"}, money.Fixed("EUR", 900000))},
		{code: osbp.CodeRequiresUserConfirmation, name: "unknown price", business: sandbox.YoruCycle,
			in: wide(sandbox.YoruCycle, wish{sandbox.BikeWheel, sandbox.YoruStand, "", "2026-05-05", "19:00"}, money.Fixed("JPY", 900000))},
		{code: osbp.CodeRequiresUserConfirmation, name: "no price", business: sandbox.SalmiyaPhoto,
			in: wide(sandbox.SalmiyaPhoto, wish{sandbox.StudioTour, sandbox.SalmiyaStudio, sandbox.StaffNoor, "2026-05-05", "12:00"}, money.Fixed("KWD", 90000))},
		{code: osbp.CodeRequiresUserConfirmation, name: "unknown payment", business: sandbox.YoruCycle,
			in: wide(sandbox.YoruCycle, wish{sandbox.BikeOverhaul, sandbox.YoruStand, "", "2026-05-05", "19:00"}, money.Fixed("JPY", 900000))},
		{code: osbp.CodeRequiresVerification, in: tight(tuesday, func(*osbp.BookingCreateInput) {}), approve: true, retryable: true},
		{code: osbp.CodeVerificationFailed, in: tight(tuesday, func(in *osbp.BookingCreateInput) { in.VerificationCode = "000000" }), approve: true, retryable: true},
		{code: osbp.CodeSlotTaken, retryable: true, in: tight(tuesday, func(in *osbp.BookingCreateInput) {
			in.Time, in.Mandate.EarliestStart, in.Mandate.LatestEnd = "17:30", "", ""
		})},
		{code: osbp.CodeIdempotencyConflict, run: func(ctx context.Context, t *testing.T, k *stack) error {
			in := k.approved(t, tuesday, "idem")
			in.Customer.Email = "other@example.com"
			_, err := k.adapter.CreateBooking(ctx, in)
			return err
		}},
		{code: osbp.CodeBookingNotFound, name: "no such", run: func(ctx context.Context, t *testing.T, k *stack) error {
			_, err := k.adapter.GetBooking(ctx, osbp.BookingStatusInput{BookingID: "rsv_nothing"})
			return err
		}},
		{code: osbp.CodeBookingNotFound, name: "another organization's", run: func(ctx context.Context, t *testing.T, k *stack) error {
			_, err := k.adapter.GetBooking(ctx, osbp.BookingStatusInput{BookingID: k.sandbox.Reservations(sandbox.YoruCycle)[0].Ref})
			return err
		}},
		{code: osbp.CodeBookingStatusRequiresVerification, business: sandbox.KanalDental, run: func(ctx context.Context, t *testing.T, k *stack) error {
			_, err := k.adapter.GetBooking(ctx, osbp.BookingStatusInput{BookingID: k.sandbox.Reservations(sandbox.KanalDental)[0].Ref})
			return err
		}},
		{code: osbp.CodeRateLimited, retryable: true, run: func(ctx context.Context, t *testing.T, k *stack) error {
			k.switchOn(t, sandbox.Fault{Op: sandbox.OpDescribe, Kind: sandbox.FaultSlowDown})
			_, err := k.adapter.DescribeService(ctx, osbp.ServiceDescribeInput{})
			return err
		}},
		{code: osbp.CodeInternalAdapterError, run: func(ctx context.Context, t *testing.T, k *stack) error {
			k.switchOn(t, sandbox.Fault{Op: sandbox.OpTerms, Kind: sandbox.FaultCutAfter})
			_, err := k.adapter.ExplainPolicy(ctx, osbp.PolicyExplainInput{ServiceID: sandbox.Haircut})
			return err
		}},
	}
	var reached []osbp.Code
	for _, tc := range cases {
		name := string(tc.code)
		if tc.name != "" {
			name += "/" + tc.name
		}
		reached = append(reached, tc.code)
		t.Run(name, func(t *testing.T) {
			onBothFaces(t, func(t *testing.T, overHTTP bool) {
				k := newStack(t, setup{business: tc.business, overHTTP: overHTTP})
				var err error
				if tc.run != nil {
					err = tc.run(t.Context(), t, k)
				} else {
					in := tc.in(t, k)
					if tc.approve {
						in = approve(t, k.adapter, in)
					}
					_, err = k.adapter.CreateBooking(t.Context(), in)
				}
				wantCode(t, err, tc.code, tc.retryable)
				if n := k.sandbox.Counts().Appointments; n != 0 {
					t.Errorf("%d appointments made", n)
				}
			})
		})
	}
	for _, code := range osbp.ProtocolCodes() {
		if !slices.Contains(reached, code) {
			t.Errorf("nothing reaches %s", code)
		}
	}
}

func dollars(minor int64) *money.Money {
	m := money.Fixed("USD", minor)
	return &m
}

// TestBranches_Booked books at every business, with whatever it asks for.
func TestBranches_Booked(t *testing.T) {
	for _, tc := range []struct {
		name, business string
		wish           wish
		price          string
		payment        osbp.PaymentRequirement
		method         osbp.VerificationMethod
		status         osbp.BookingStatus
	}{
		{"free", sandbox.HarborHair, fringe, "0.00 USD", osbp.PaymentNone, osbp.VerificationNone, osbp.BookingBooked},
		{"deposit", sandbox.HarborHair, color, "180.00 USD", osbp.PaymentDeposit, osbp.VerificationSMS, osbp.BookingBooked},
		{"email", sandbox.KanalDental, cleaning, "95.00 EUR", osbp.PaymentNone, osbp.VerificationEmail, ""},
		{"prepay", sandbox.KanalDental, wish{sandbox.Whitening, sandbox.KanalRooms, sandbox.StaffBrandt, "2026-05-05", "09:00"},
			"320.00 EUR", osbp.PaymentFullPrepay, osbp.VerificationEmail, ""},
		{"no provider", sandbox.YoruCycle, tune, "6600 JPY", osbp.PaymentNone, osbp.VerificationNone, osbp.BookingBooked},
		{"late", sandbox.YoruCycle, wish{sandbox.BikeTune, sandbox.YoruStand, "", "2026-05-06", "00:30"}, "8800 JPY", osbp.PaymentNone, osbp.VerificationNone, osbp.BookingBooked},
		{"three decimals", sandbox.SalmiyaPhoto, wish{sandbox.PassportPhoto, sandbox.SalmiyaStudio, sandbox.StaffNoor, "2026-05-05", "12:00"},
			"3.250 KWD", osbp.PaymentNone, osbp.VerificationNone, osbp.BookingBooked},
		{"call", sandbox.MeridianTutors, wish{sandbox.TrialLesson, sandbox.MeridianRoom, sandbox.StaffImogen, "2026-05-05", "11:00"},
			"10.00 GBP", osbp.PaymentNone, osbp.VerificationUnknown, osbp.BookingBooked},
		{"remote", sandbox.MeridianTutors, wish{sandbox.LessonEUR, sandbox.MeridianOnline, sandbox.StaffImogen, "2026-05-05", "21:00"},
			"38.00 EUR", osbp.PaymentNone, osbp.VerificationNone, osbp.BookingBooked},
	} {
		t.Run(tc.name, func(t *testing.T) {
			onBothFaces(t, func(t *testing.T, overHTTP bool) {
				k := newStack(t, setup{business: tc.business, overHTTP: overHTTP})
				ctx := t.Context()
				policy, err := k.adapter.ExplainPolicy(ctx, osbp.PolicyExplainInput{ServiceID: tc.wish.service})
				if err != nil || policy.PaymentRequirement != tc.payment || policy.VerificationMethod != tc.method {
					t.Fatalf("policy %+v, %v", policy, err)
				}
				in := k.approved(t, tc.wish, "idem")
				if tc.method != osbp.VerificationNone {
					_, err := k.adapter.CreateBooking(ctx, in)
					wantCode(t, err, osbp.CodeRequiresVerification, true)
					sent, err := k.adapter.SendVerification(ctx, osbp.VerificationSendInput{
						Customer: in.Customer, Purpose: osbp.BookingPurpose(tc.business),
					})
					if err != nil || sent.Method != tc.method {
						t.Fatalf("%+v, %v", sent, err)
					}
					messages := k.sandbox.Messages()
					in.VerificationCode = messages[len(messages)-1].Code
				}
				got, err := k.adapter.CreateBooking(ctx, in)
				if err != nil {
					t.Fatal(err)
				}
				book := k.sandbox.Reservations(tc.business)
				made := book[len(book)-1]
				if made.Ref != got.Receipt.BookingID || made.Price.Plain() != tc.price {
					t.Errorf("made %s for %v, want %s for %s", made.Ref, made.Price, got.Receipt.BookingID, tc.price)
				}
				b, err := k.adapter.GetBooking(ctx, osbp.BookingStatusInput{BookingID: got.Receipt.BookingID})
				switch {
				case tc.status == "":
					wantCode(t, err, osbp.CodeBookingStatusRequiresVerification, false)
				case err != nil || b.Status != tc.status || b.ProviderID != tc.wish.provider:
					t.Errorf("%+v, %v", b, err)
				case (b.Runtime != nil) != (tc.business == sandbox.SalmiyaPhoto):
					t.Errorf("runtime %+v: only a business that shows no appointments is answered for from the record", b.Runtime)
				}
			})
		})
	}
}

// TestBranches_OneCalendarFiveCurrencies has one tutor teach one lesson on one
// calendar in five currencies, each scaled by its own exponent (rule 5).
func TestBranches_OneCalendarFiveCurrencies(t *testing.T) {
	onBothFaces(t, func(t *testing.T, overHTTP bool) {
		k := newStack(t, setup{business: sandbox.MeridianTutors, overHTTP: overHTTP})
		for service, want := range map[string]money.Money{
			sandbox.LessonUSD: money.Fixed("USD", 4000), sandbox.LessonEUR: money.Fixed("EUR", 3800),
			sandbox.LessonGBP: money.Fixed("GBP", 3200), sandbox.LessonJPY: money.Fixed("JPY", 6000),
			sandbox.LessonKWD: money.Fixed("KWD", 12500),
		} {
			slots, err := k.adapter.FindAvailability(t.Context(), osbp.AvailabilityFindInput{
				ServiceID: service, ScheduleID: sandbox.MeridianOnline, Date: "2026-05-05",
			})
			if err != nil || len(slots) == 0 {
				t.Fatalf("%s: %d slots, %v", service, len(slots), err)
			}
			for _, s := range slots {
				if *s.Price != want || s.ProviderID != sandbox.StaffImogen {
					t.Fatalf("%s: %v by %s", service, s.Price, s.ProviderID)
				}
			}
		}
	})
}

// TestBranches_NameParts: the practice books under a given and a family name (B-043,
// B-170).
func TestBranches_NameParts(t *testing.T) {
	onBothFaces(t, func(t *testing.T, overHTTP bool) {
		k := newStack(t, setup{business: sandbox.KanalDental, overHTTP: overHTTP})
		in := k.request(t, cleaning, "idem")
		in.Customer = osbp.Customer{DisplayName: "Jane Customer", Email: "jane@example.com"}
		_, err := k.adapter.CreateBooking(t.Context(), in)
		wantCode(t, err, osbp.CodeCustomerNameAmbiguous, false)

		lax := k.newAdapter(t, sandbox.KanalDental, func(o *osbp.AdapterOptions) { o.NeedsNameParts = false })
		_, err = lax.CreateBooking(t.Context(), approve(t, lax, in))
		wantCode(t, err, osbp.CodeCustomerNameAmbiguous, false)
	})
}

// TestBranches_Contact: the platform enforces its own formats (B-040, B-170), and
// what it refuses is a definite refusal.
func TestBranches_Contact(t *testing.T) {
	for name, customer := range map[string]osbp.Customer{
		"national phone": {DisplayName: "Jane", Phone: "415 555 0100"},
		"no contact":     {DisplayName: "Jane"},
		"bad email":      {DisplayName: "Jane", Phone: "+15555550100", Email: "jane"},
		"no name":        {Phone: "+15555550100"},
		"wrong channel":  {DisplayName: "Jane", Email: "jane@example.com"},
	} {
		t.Run(name, func(t *testing.T) {
			onBothFaces(t, func(t *testing.T, overHTTP bool) {
				k := newStack(t, setup{overHTTP: overHTTP})
				in := k.request(t, tuesday, "idem")
				in.Customer = customer
				in = approve(t, k.adapter, in)
				for range 2 {
					_, err := k.adapter.CreateBooking(t.Context(), in)
					wantCode(t, err, sandbox.CodeContactRejected, false)
				}
				k.wantCounts(t, sandbox.HarborHair, "idem", 2, 0)
			})
		})
	}
}

// TestBranches_PriceChangedWhileSending: between the resolved facts and the create
// the desk raises the price; the platform refuses what was approved, and the retry is
// challenged anew (rule 19).
func TestBranches_PriceChangedWhileSending(t *testing.T) {
	onBothFaces(t, func(t *testing.T, overHTTP bool) {
		k := newStack(t, setup{overHTTP: overHTTP})
		in := k.request(t, fringe, "idem")
		in.Mandate.MaxPrice = dollars(5000)
		in = approve(t, k.adapter, in)
		off := k.switchOn(t, sandbox.Fault{Op: sandbox.OpReserve, Kind: sandbox.FaultRetiring, Struck: func() {
			if err := k.sandbox.SetPrice(sandbox.HarborHair, sandbox.FringeTrim, dollars(1000)); err != nil {
				t.Error(err)
			}
		}})
		_, err := k.adapter.CreateBooking(t.Context(), in)
		wantCode(t, err, sandbox.CodePriceChanged, true)
		off()
		_, err = k.adapter.CreateBooking(t.Context(), in)
		wantCode(t, err, osbp.CodeRequiresUserConfirmation, true)
		in = approve(t, k.adapter, in)
		if _, err = k.adapter.CreateBooking(t.Context(), in); err != nil {
			t.Fatal(err)
		}
		k.wantCounts(t, sandbox.HarborHair, "idem", 2, 1)
	})
}
