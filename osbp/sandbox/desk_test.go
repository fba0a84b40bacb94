package sandbox_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

// TestDesk_Status follows an appointment through what the front desk does to it
// (B-180): the platform is asked each time.
func TestDesk_Status(t *testing.T) {
	onBothFaces(t, func(t *testing.T, overHTTP bool) {
		k := newStack(t, setup{overHTTP: overHTTP})
		made, err := k.adapter.CreateBooking(t.Context(), k.approved(t, fringe, "idem"))
		if err != nil {
			t.Fatal(err)
		}
		ref := made.Receipt.BookingID
		read := func() *osbp.Booking {
			t.Helper()
			b, err := k.adapter.GetBooking(t.Context(), osbp.BookingStatusInput{BookingID: ref})
			if err != nil {
				t.Fatal(err)
			}
			return b
		}
		if err := k.sandbox.Move(ref, time.Date(2026, 5, 6, 18, 0, 0, 0, time.UTC)); err != nil {
			t.Fatal(err)
		}
		want := &osbp.Booking{
			ID: ref, Status: osbp.BookingBooked, OrganizationID: sandbox.HarborHair,
			ServiceID: sandbox.FringeTrim, ScheduleID: sandbox.HarborMain, ProviderID: sandbox.StaffMaya,
			StartsAt: "2026-05-06T18:00:00.000Z", EndsAt: "2026-05-06T18:15:00.000Z",
			StartsAtLocal: "2026-05-06T11:00:00", EndsAtLocal: "2026-05-06T11:15:00", ScheduleTimezone: "America/Los_Angeles",
		}
		if diff := cmp.Diff(want, read()); diff != "" {
			t.Error(diff)
		}
		for _, step := range []struct {
			state sandbox.State
			want  osbp.BookingStatus
		}{
			{sandbox.StateAwaiting, osbp.BookingPending}, {sandbox.StateConfirmed, osbp.BookingBooked},
			{sandbox.StateDisputed, osbp.BookingUnknown}, {sandbox.StateMissed, osbp.BookingNoShow},
			{sandbox.StateAttended, osbp.BookingCompleted}, {sandbox.StateCancelled, osbp.BookingCancelled},
		} {
			if err := k.sandbox.SetState(ref, step.state); err != nil {
				t.Fatal(err)
			}
			if got := read().Status; got != step.want {
				t.Errorf("%s is %s, want %s", step.state, got, step.want)
			}
		}
		if err := k.sandbox.SetState(ref, sandbox.StateConfirmed); err == nil {
			t.Error("what was called off came back")
		}
	})
}

// TestDesk_Time frees the time of what is called off or moved, and gives none away
// twice.
func TestDesk_Time(t *testing.T) {
	s, _ := newSandbox(t, friday, sandbox.Options{})
	open := func() []sandbox.Opening {
		t.Helper()
		open, err := s.Openings(sandbox.OpeningQuery{
			BusinessID: sandbox.HarborHair, OfferingID: sandbox.Haircut, CalendarID: sandbox.HarborMain,
			StaffID: sandbox.StaffMaya, Day: date(t, "2026-05-05"),
		})
		if err != nil {
			t.Fatal(err)
		}
		return open
	}
	before := open()
	taken, err := s.TakeAtDesk(before[4])
	if err != nil {
		t.Fatal(err)
	}
	// 45 minutes from 11:00 also take the openings at 10:30 and 11:30.
	if got := open(); len(got) != len(before)-3 {
		t.Errorf("%d openings left of %d", len(got), len(before))
	}
	if _, err := s.TakeAtDesk(before[4]); !errors.Is(err, sandbox.ErrNotFree) {
		t.Errorf("given away twice: %v", err)
	}
	other, err := s.TakeAtDesk(before[7])
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Move(taken.Ref, before[7].Begins); !errors.Is(err, sandbox.ErrNotFree) {
		t.Errorf("moved onto another: %v", err)
	}
	if err := s.Move(taken.Ref, before[5].Begins); err != nil {
		t.Errorf("an appointment stands in its own way: %v", err)
	}
	if err := errors.Join(s.Cancel(taken.Ref), s.Cancel(other.Ref)); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(before, open()); diff != "" {
		t.Error(diff)
	}
	for name, err := range map[string]error{
		"cancelled twice":   s.Cancel(taken.Ref),
		"moved when gone":   s.Move(taken.Ref, before[0].Begins),
		"unknown":           s.Cancel("rsv_nothing"),
		"unknown, moved":    s.Move("rsv_nothing", before[0].Begins),
		"no business":       s.SetPrice("biz_nothing", sandbox.Haircut, nil),
		"no offering":       s.SetPrice(sandbox.HarborHair, sandbox.BikeTune, nil),
		"no such currency":  s.SetPrice(sandbox.HarborHair, sandbox.Haircut, &money.Money{AmountMinor: money.Minor(1), Currency: "ZZZ"}),
		"terms":             s.SetTerms(sandbox.HarborHair, sandbox.Haircut, sandbox.Terms{MissedCharge: &money.Money{Currency: "USD"}}),
		"unknown state":     s.SetState(s.Reservations(sandbox.HarborHair)[0].Ref, "lost"),
		"opening elsewhere": take(s, sandbox.Opening{BusinessID: "biz_nothing"}),
	} {
		if err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func take(s *sandbox.Sandbox, o sandbox.Opening) error {
	_, err := s.TakeAtDesk(o)
	return err
}

// TestDesk_Change shows new prices and terms to the next who asks, and nobody's
// changes to what was handed out before.
func TestDesk_Change(t *testing.T) {
	onBothFaces(t, func(t *testing.T, overHTTP bool) {
		k := newStack(t, setup{overHTTP: overHTTP})
		before := k.sandbox.Businesses()
		if err := k.sandbox.SetPrice(sandbox.HarborHair, sandbox.Haircut, dollars(9900)); err != nil {
			t.Fatal(err)
		}
		charge := dollars(100)
		terms := sandbox.Terms{MissedCharge: charge, Prepay: sandbox.PrepayAsk}
		if err := k.sandbox.SetTerms(sandbox.HarborHair, sandbox.Haircut, terms); err != nil {
			t.Fatal(err)
		}
		*charge = money.Fixed("USD", 1)
		service, err := k.adapter.DescribeService(t.Context(), osbp.ServiceDescribeInput{})
		if err != nil || service.Price.Plain() != "99.00 USD" {
			t.Errorf("%v, %v", service.Price, err)
		}
		policy, err := k.adapter.ExplainPolicy(t.Context(), osbp.PolicyExplainInput{ServiceID: sandbox.Haircut})
		if err != nil || policy.NoShowFee.Plain() != "1.00 USD" || policy.PaymentRequirement != osbp.PaymentUnknown || policy.CancellationEnabled {
			t.Errorf("%+v, %v", policy, err)
		}
		if got := before[0].Offerings[0].Price.Plain(); got != "85.00 USD" {
			t.Errorf("the catalogue handed out before says %s", got)
		}
	})
}
