package sandbox_test

import (
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/wallclock"
)

func newSandbox(t testing.TB, at string, o sandbox.Options) (*sandbox.Sandbox, *clock) {
	t.Helper()
	c := newClock(at)
	o.Clock = c.Now
	s, err := sandbox.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return s, c
}

func date(t testing.TB, s string) wallclock.Date {
	t.Helper()
	d, err := wallclock.ParseDate(s)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// openings lists what is free, as "01:30 05:30Z".
func openings(t testing.TB, s *sandbox.Sandbox, business string, w wish) []string {
	t.Helper()
	open, err := s.Openings(sandbox.OpeningQuery{
		BusinessID: business, OfferingID: w.service, CalendarID: w.schedule, StaffID: w.provider, Day: date(t, w.date),
	})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, o := range open {
		out = append(out, o.BeginsLocal.Time.Short()+" "+o.Begins.Format("15:04Z"))
	}
	return out
}

// TestOpenings_Hours offers what fits between opening and closing, and nothing on a
// day off.
func TestOpenings_Hours(t *testing.T) {
	s, _ := newSandbox(t, friday, sandbox.Options{})
	w := wish{sandbox.HairColor, sandbox.HarborMain, sandbox.StaffMaya, "2026-05-10", ""}
	if diff := cmp.Diff([]string{"10:00 17:00Z", "10:30 17:30Z", "11:00 18:00Z", "11:30 18:30Z"}, openings(t, s, sandbox.HarborHair, w)); diff != "" {
		t.Errorf("Sunday: %s", diff)
	}
	w.date = "2026-05-11"
	if got := openings(t, s, sandbox.HarborHair, w); got != nil {
		t.Errorf("Monday: %v", got)
	}
	if got := openings(t, s, sandbox.SalmiyaPhoto, wish{sandbox.PassportPhoto, sandbox.SalmiyaStudio, "", "2026-05-08", ""}); got != nil {
		t.Errorf("Friday in Kuwait: %v", got)
	}
	lunch := openings(t, s, sandbox.KanalDental, wish{sandbox.DentalClean, sandbox.KanalRooms, "", "2026-05-05", ""})
	if !slices.Contains(lunch, "11:00 09:00Z") || slices.Contains(lunch, "11:30 09:30Z") || !slices.Contains(lunch, "14:00 12:00Z") {
		t.Errorf("Tuesday in Berlin: %v", lunch)
	}
}

// TestOpenings_Past offers nothing that has begun.
func TestOpenings_Past(t *testing.T) {
	s, c := newSandbox(t, friday, sandbox.Options{})
	w := wish{sandbox.Haircut, sandbox.HarborMain, sandbox.StaffMaya, "2026-05-01", ""}
	if got := openings(t, s, sandbox.HarborHair, w)[0]; got != "12:30 19:30Z" {
		t.Errorf("first at noon is %s", got)
	}
	c.Advance(30 * time.Minute)
	if got := openings(t, s, sandbox.HarborHair, w)[0]; got != "13:00 20:00Z" {
		t.Errorf("first at 12:30 is %s", got)
	}
}

// TestOpenings_Overnight runs past midnight and lists each opening on the day it
// begins on.
func TestOpenings_Overnight(t *testing.T) {
	s, _ := newSandbox(t, friday, sandbox.Options{})
	w := wish{sandbox.BikeTune, sandbox.YoruStand, "", "2026-05-10", ""} // a Sunday, after Saturday night
	if diff := cmp.Diff([]string{"00:00 15:00Z", "00:30 15:30Z", "01:00 16:00Z"}, openings(t, s, sandbox.YoruCycle, w)); diff != "" {
		t.Error(diff)
	}
	w.date = "2026-05-11" // a Monday, after a Sunday off
	if got := openings(t, s, sandbox.YoruCycle, w); got[0] != "18:00 09:00Z" {
		t.Errorf("Monday: %v", got)
	}
}

// TestRule09_OpeningsAroundClockChanges: the online room keeps New York's clocks
// through the night that they are turned.
func TestRule09_OpeningsAroundClockChanges(t *testing.T) {
	w := wish{sandbox.LessonUSD, sandbox.MeridianOnline, "", "", ""}
	t.Run("repeated hour", func(t *testing.T) {
		s, _ := newSandbox(t, "2026-10-01T12:00:00Z", sandbox.Options{})
		w.date = "2026-11-01"
		want := []string{
			"00:00 04:00Z", "00:30 04:30Z", "01:00 05:00Z", "01:30 05:30Z", "01:00 06:00Z", "01:30 06:30Z",
			"02:00 07:00Z", "02:30 07:30Z", "03:00 08:00Z", "03:30 08:30Z",
		}
		if diff := cmp.Diff(want, openings(t, s, sandbox.MeridianTutors, w)[:len(want)]); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("skipped hour", func(t *testing.T) {
		s, _ := newSandbox(t, "2027-03-01T12:00:00Z", sandbox.Options{})
		w.date = "2027-03-14"
		want := []string{"00:00 05:00Z", "00:30 05:30Z", "01:00 06:00Z", "01:30 06:30Z", "03:00 07:00Z", "03:30 07:30Z"}
		if diff := cmp.Diff(want, openings(t, s, sandbox.MeridianTutors, w)[:len(want)]); diff != "" {
			t.Error(diff)
		}
	})
}

// TestRule24_RepeatedHour: two slots at one time of day are two different offers, and
// are not booked on a guess; once one of them is gone the other is booked, and it
// is the instant of the summary (rule 9).
func TestRule24_RepeatedHour(t *testing.T) {
	onBothFaces(t, func(t *testing.T, overHTTP bool) {
		k := newStack(t, setup{business: sandbox.MeridianTutors, at: "2026-10-01T12:00:00Z", overHTTP: overHTTP})
		w := wish{sandbox.LessonGBP, sandbox.MeridianOnline, sandbox.StaffImogen, "2026-11-01", "01:30"}
		slots, err := k.adapter.FindAvailability(t.Context(), osbp.AvailabilityFindInput{
			ServiceID: w.service, ScheduleID: w.schedule, Date: w.date,
		})
		if err != nil {
			t.Fatal(err)
		}
		var instants []string
		for _, s := range slots {
			if s.StartsAtLocal == "2026-11-01T01:30:00" {
				instants = append(instants, s.StartsAt)
			}
		}
		if diff := cmp.Diff([]string{"2026-11-01T05:30:00.000Z", "2026-11-01T06:30:00.000Z"}, instants); diff != "" {
			t.Fatal(diff)
		}
		in := k.wide(sandbox.MeridianTutors, w, "idem", money.Fixed("GBP", 3200))
		_, err = k.adapter.CreateBooking(t.Context(), in)
		wantCode(t, err, osbp.CodePlatformResultInvalid, false)

		open, err := k.sandbox.Openings(sandbox.OpeningQuery{
			BusinessID: sandbox.MeridianTutors, OfferingID: w.service, CalendarID: w.schedule, Day: date(t, w.date),
		})
		if err != nil {
			t.Fatal(err)
		}
		first := slices.IndexFunc(open, func(o sandbox.Opening) bool { return o.BeginsLocal.Time.Short() == "01:30" })
		if _, err := k.sandbox.TakeAtDesk(open[first]); err != nil {
			t.Fatal(err)
		}
		if _, err := k.adapter.CreateBooking(t.Context(), approve(t, k.adapter, k.request(t, w, "idem_2"))); err != nil {
			t.Fatal(err)
		}
		book := k.sandbox.Reservations(sandbox.MeridianTutors)
		if got := book[len(book)-1].Begins.Format(time.RFC3339); got != "2026-11-01T06:30:00Z" {
			t.Errorf("booked %s", got)
		}
	})
}

// TestRule10_ScheduleHours are ISO weekdays for an agent, whatever the platform
// counts (B-083), and 20:00 to 04:00 stays what it is (B-084).
func TestRule10_ScheduleHours(t *testing.T) {
	onBothFaces(t, func(t *testing.T, overHTTP bool) {
		k := newStack(t, setup{business: sandbox.SalmiyaPhoto, overHTTP: overHTTP})
		slots, err := k.adapter.FindAvailability(t.Context(), osbp.AvailabilityFindInput{Date: "2026-05-05"})
		if err != nil {
			t.Fatal(err)
		}
		want := []osbp.ScheduleHours{
			{Day: 7, Open: "10:00", Close: "20:00"}, {Day: 1, Open: "10:00", Close: "20:00"}, {Day: 2, Open: "10:00", Close: "20:00"},
			{Day: 3, Open: "10:00", Close: "20:00"}, {Day: 4, Open: "10:00", Close: "20:00"}, {Day: 6, Open: "16:00", Close: "20:00"},
		}
		if diff := cmp.Diff(want, slots[0].ScheduleHours); diff != "" {
			t.Error(diff)
		}
	})
}

// TestOpenings_Unknown names what is not there.
func TestOpenings_Unknown(t *testing.T) {
	onBothFaces(t, func(t *testing.T, overHTTP bool) {
		k := newStack(t, setup{overHTTP: overHTTP})
		ctx := t.Context()
		_, err := k.adapter.DescribeService(ctx, osbp.ServiceDescribeInput{ServiceID: sandbox.BikeTune})
		wantCode(t, err, sandbox.CodeServiceNotFound, false)
		_, err = k.adapter.FindAvailability(ctx, osbp.AvailabilityFindInput{ScheduleID: sandbox.YoruStand, Date: "2026-05-05"})
		wantCode(t, err, sandbox.CodeScheduleNotFound, false)
		slots, err := k.adapter.FindAvailability(ctx, osbp.AvailabilityFindInput{Date: "2026-05-05", ProviderID: "stf_ghost"})
		if err != nil || slots == nil || len(slots) != 0 {
			t.Errorf("a ghost has %d slots, %v", len(slots), err)
		}
	})
}
