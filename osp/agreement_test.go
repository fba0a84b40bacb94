package osp_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/wallclock"
)

// world is a random business, a random moment and what a calendar says.
type world struct {
	m        *osp.Manifest
	p        *osp.Profile
	now      time.Time
	calendar osp.CalendarAnswer
	from     wallclock.Date
}

// worldZones are zones with clock changes at odd times; in some of them a day begins at 01:00 or doesn't exist.
var worldZones = []string{"America/New_York", "America/Santiago", "Africa/Cairo", "Pacific/Apia", "Australia/Lord_Howe",
	"America/Phoenix", "Asia/Kathmandu", "Pacific/Kiritimati"}

func newWorld(t testing.TB, base *osp.Manifest, rng *rand.Rand) world {
	t.Helper()
	w := world{m: base}
	clock := func() wallclock.Time { return wallclock.Time{Hour: rng.IntN(24), Minute: rng.IntN(4) * 15} }
	span := func() (wallclock.Time, wallclock.Time) {
		for {
			if a, b := clock(), clock(); a.Before(b) {
				return a, b
			}
		}
	}
	w.m.Business.TimeZone = worldZones[rng.IntN(len(worldZones))]
	zone, err := testZones.LoadZone(w.m.Business.TimeZone)
	if err != nil {
		t.Fatal(err)
	}
	// Around clock changes, leap days and year ends more often than at other times.
	around := []time.Time{time.Date(2026, 11, 1, 5, 0, 0, 0, time.UTC), time.Date(2026, 3, 8, 7, 0, 0, 0, time.UTC),
		time.Date(2028, 2, 28, 12, 0, 0, 0, time.UTC), time.Date(2026, 12, 31, 20, 0, 0, 0, time.UTC),
		time.Date(2026, 9, 6, 4, 0, 0, 0, time.UTC), time.Date(2011, 12, 30, 9, 0, 0, 0, time.UTC),
		time.Date(2026, 1+time.Month(rng.IntN(12)), 1+rng.IntN(28), rng.IntN(24), rng.IntN(60), 0, 0, time.UTC)}
	w.now = around[rng.IntN(len(around))].Add(time.Duration(rng.IntN(96*60)-48*60) * time.Minute)
	today := zone.ToLocal(w.now).Date
	w.from = today.AddDays(rng.IntN(20) - 10)

	for l := range w.m.Locations {
		h := &w.m.Locations[l].Hours
		for _, day := range []*osp.DayHours{&h.Weekly.Monday, &h.Weekly.Tuesday, &h.Weekly.Wednesday, &h.Weekly.Thursday,
			&h.Weekly.Friday, &h.Weekly.Saturday, &h.Weekly.Sunday} {
			open, closes := span()
			*day = []osp.DayHours{{Status: osp.DayClosed}, {Status: osp.DayAllDay}, {Open: open, Close: closes}, {Open: open, Close: closes}}[rng.IntN(4)]
		}
		h.Exceptions = nil
		for range rng.IntN(8) {
			e := osp.Exception{Date: w.from.AddDays(rng.IntN(32)), Closed: rng.IntN(3) == 0}
			if !e.Closed {
				e.Open, e.Close = clock(), clock() // in either order
			}
			h.Exceptions = append(h.Exceptions, e)
		}
	}
	policy := &w.m.BookingPolicy
	policy.Windows = nil
	for _, id := range []string{"Morning", "Afternoon", "Evening", "early", "late"} {
		if rng.IntN(3) == 0 && id != "Afternoon" {
			continue
		}
		window := osp.Window{ID: id}
		start, end := span()
		custom := id == "early" || id == "late"
		if custom {
			window.Label = id
		}
		bounds := rng.IntN(4)
		if custom || bounds&1 != 0 {
			window.Start = &start
		}
		if custom || bounds&2 != 0 {
			window.End = &end
		}
		policy.Windows = append(policy.Windows, window)
	}
	policy.MinimumDaysAhead = []int{0, 0, 1, 2, 60}[rng.IntN(5)]
	policy.MaximumDaysAhead = []*int{nil, new(1), new(10), new(365)}[rng.IntN(4)]
	policy.WeekendRequests = []osp.WeekendRequests{osp.WeekendsAllowed, osp.WeekendsNotAllowed, osp.SaturdayOnly}[rng.IntN(3)]

	w.calendar = make(osp.CalendarAnswer)
	for d := range 32 {
		for _, window := range policy.Windows {
			if rng.IntN(2) == 0 {
				w.calendar[osp.CalendarWindow{Date: w.from.AddDays(d), WindowID: window.ID}] = osp.CalendarStatus(rng.IntN(3))
			}
		}
	}
	if w.p, err = osp.NewProfile(w.m, &osp.ProfileOptions{Zones: testZones}); err != nil {
		t.Fatal(err)
	}
	return w
}

// opens is an independent reading of the policy, minute by minute: which windows of a date accept requests, nil if none.
func (w *world) opens(location *osp.Location, service *osp.Service, day wallclock.Date) map[string]bool {
	local := w.p.Zone().ToLocal(w.now)
	ahead := local.Date.DaysUntil(day)
	policy := &w.m.BookingPolicy
	weekday := time.Date(day.Year, day.Month, day.Day, 12, 0, 0, 0, time.UTC).Weekday()
	switch {
	case !service.OfferedAt(location.ID), ahead < policy.MinimumDaysAhead, ahead > policy.MaxDaysAhead():
		return nil
	case weekday == time.Sunday && policy.WeekendRequests != osp.WeekendsAllowed:
		return nil
	case weekday == time.Saturday && policy.WeekendRequests == osp.WeekendsNotAllowed:
		return nil
	}
	openAt := func(minute int) bool {
		within := func(open, closes wallclock.Time) bool {
			return open.Hour*60+open.Minute <= minute && minute < closes.Hour*60+closes.Minute
		}
		exceptions, open := 0, true
		for _, e := range location.Hours.Exceptions {
			if e.Date == day {
				exceptions++
				open = open && !e.Closed && within(e.Open, e.Close)
			}
		}
		if exceptions > 0 {
			return open
		}
		h := location.Hours.Weekly.Day(wallclock.WeekdayOf(weekday))
		return h.Status == osp.DayAllDay || h.Status == osp.DayOpen && within(h.Open, h.Close)
	}
	var opened map[string]bool
	for _, window := range policy.Windows {
		start, end := map[string]int{"Morning": 480, "Afternoon": 720, "Evening": 1020}[window.ID], map[string]int{"Morning": 720, "Afternoon": 1020, "Evening": 1200}[window.ID]
		if window.Start != nil {
			start = window.Start.Hour*60 + window.Start.Minute
		}
		if window.End != nil {
			end = window.End.Hour*60 + window.End.Minute
		}
		for minute := start; minute < end; minute++ {
			if openAt(minute) && (ahead != 0 || end*60 > local.Time.Hour*3600+local.Time.Minute*60+local.Time.Second) {
				if opened == nil {
					opened = make(map[string]bool)
				}
				opened[window.ID] = true
				break
			}
		}
	}
	return opened
}

// checkWorld compares check_availability with the independent reading, and request_service_booking with both, for every
// location, bookable service, date and window of a range (rule 31, P-161, P-163).
func checkWorld(t *testing.T, w world) {
	t.Helper()
	ids := []string{"", "Morning", "Afternoon", "Evening", "early", "late", "unheard-of"}
	for l := range w.m.Locations {
		location := &w.m.Locations[l]
		for _, slug := range []string{"ac-repair", "duct-cleaning"} {
			service, _ := w.p.Service(slug)
			q := osp.AvailabilityQuery{ServiceSlug: slug, Location: location.ID, From: w.from, To: w.from.AddDays(31)}
			policy, err := w.p.Availability(q, w.now)
			if err != nil {
				t.Fatal(err)
			}
			calendar, err := w.p.CalendarAvailability(q, w.now, w.calendar)
			if err != nil {
				t.Fatal(err)
			}
			for i := range policy.Days {
				day := policy.Days[i].Date
				want := w.opens(location, service, day)
				inPolicy, inCalendar := openWindows(t, policy.Days[i], false), openWindows(t, calendar.Days[i], true)
				if fmt.Sprint(inPolicy) != fmt.Sprint(want) {
					t.Fatalf("%s on %v: %v, want %v", location.ID, day, inPolicy, want)
				}
				for id := range inCalendar {
					if !inPolicy[id] || w.calendar[osp.CalendarWindow{Date: day, WindowID: id}] == osp.CalendarFull {
						t.Fatalf("the calendar opens %s on %v", id, day)
					}
				}
				for _, id := range ids {
					r := worldRequest(t, slug, location.ID, day, id)
					accepts(t, w.p.CheckRequest(r, w.now), id, inPolicy)
					accepts(t, w.p.CheckCalendarRequest(r, w.now, w.calendar), id, inCalendar)
				}
			}
		}
	}
}

// openWindows are the windows of a day that aren't closed, nil if the day is.
func openWindows(t *testing.T, d osp.AvailabilityDay, isCalendar bool) map[string]bool {
	t.Helper()
	var open map[string]bool
	for _, window := range d.Windows {
		if window.Status == osp.WindowAvailable && !isCalendar {
			t.Fatal("policy mode says available")
		}
		if window.Status != osp.WindowClosed {
			if open == nil {
				open = make(map[string]bool)
			}
			open[window.ID] = true
		}
	}
	if isOpen := d.Status == osp.StatusOpen; isOpen != (open != nil) || isOpen != (d.Reason == "") || !isOpen && len(d.Windows) > 0 {
		t.Fatalf("a day that contradicts itself: %+v", d)
	}
	return open
}

func accepts(t *testing.T, err error, window string, open map[string]bool) {
	t.Helper()
	want := open[window] || window == "" && open != nil
	if (err == nil) != want {
		t.Fatalf("a request for %q is answered %v, but %v are open", window, err, open)
	}
}

func worldRequest(t *testing.T, slug, location string, day wallclock.Date, window string) *osp.BookingRequest {
	t.Helper()
	preferred := ""
	if window != "" {
		preferred = `"preferredTime":"` + window + `",`
	}
	r, err := osp.DecodeBookingRequest(fmt.Appendf(nil, `{"requestId":"6f1d2c1e-6b9a-4e3e-9c0b-2a6f0e7f1a11","confirmed":true,"serviceSlug":%q,
		"preferredDate":%q,%s"location":%q,"customer":{"name":"Jordan Ellis","phone":"+1 386 555 0199","address":"44 Palm Ct","city":"Ormond Beach",
		"state":"FL","zip":"32174","contactMethod":"text","contactAuthorized":true}}`, slug, day, preferred, location))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestRule31_AvailabilityAndRequestsAgree(t *testing.T) {
	rounds := 60
	if testing.Short() {
		rounds = 10
	}
	for seed := range rounds {
		rng := rand.New(rand.NewPCG(uint64(seed), 1))
		checkWorld(t, newWorld(t, parsed(t, "hvac-two-locations"), rng))
	}
}

func FuzzAvailabilityAndRequestsAgree(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b uint64) {
		checkWorld(t, newWorld(t, parsed(t, "hvac-two-locations"), rand.New(rand.NewPCG(a, b))))
	})
}
