package osp_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/wallclock"
)

// ask asks for one service of a profile; the answer satisfies the printed schema or the test fails.
func ask(t *testing.T, p *osp.Profile, now, service, location, from, to string) (*osp.AvailabilityResult, error) {
	t.Helper()
	result, err := p.Availability(osp.AvailabilityQuery{ServiceSlug: service, Location: location, From: date(t, from), To: date(t, to)},
		instant(t, now))
	if err != nil {
		checkOutput(t, "check_availability", refusalOf(t, err))
	} else {
		checkOutput(t, "check_availability", result)
	}
	return result, err
}

// askDay asks about a single date at the only location.
func askDay(t *testing.T, p *osp.Profile, now, day string) osp.AvailabilityDay {
	t.Helper()
	result, err := ask(t, p, now, "brake-repair", "", day, day)
	if err != nil {
		t.Fatal(err)
	}
	return result.Days[0]
}

// shop is the auto repair manifest (weekdays 08:00-17:30, Friday to 17:00) with everything allowed and the windows Morning,
// Afternoon and Evening without bounds.
func shop(t *testing.T, ops ...patchOp) *osp.Profile {
	t.Helper()
	base := []patchOp{
		replace("/bookingPolicy/windows", []map[string]string{{"id": "Morning"}, {"id": "Afternoon"}, {"id": "Evening"}}),
		replace("/bookingPolicy/minimumDaysAhead", 0),
		replace("/bookingPolicy/maximumDaysAhead", 365),
		replace("/bookingPolicy/weekendRequests", "allowed"),
	}
	return exampleProfile(t, "auto-repair-single-location", nil, append(base, ops...)...)
}

func hours(open, closes string) map[string]string {
	return map[string]string{"open": open, "close": closes}
}

func weekly(day string, value any) patchOp {
	return replace("/locations/0/hours/weekly/"+day, value)
}

func exceptions(list ...map[string]string) patchOp {
	return replace("/locations/0/hours/exceptions", list)
}

func windows(list ...map[string]string) patchOp { return replace("/bookingPolicy/windows", list) }

// summary writes a day as "open Morning Evening" (the windows that are not closed) or as the reason.
func summary(d osp.AvailabilityDay) string {
	if d.Status == osp.StatusClosed {
		return string(d.Reason)
	}
	s := string(d.Status)
	for _, w := range d.Windows {
		if w.Status != osp.WindowClosed {
			s += " " + w.ID
		}
	}
	return s
}

// Rule 31, P-166, P-167: of several reasons the first in the order is given.
func TestRule31_ReasonOrder(t *testing.T) {
	nowhere := patchOp{"add", "/services/0/locationIds", []byte(`[]`)}
	for _, c := range []struct {
		name string
		ops  []patchOp
		day  string
		want osp.ClosedReason
	}{
		{"not offered before out of range", []patchOp{nowhere}, "2026-09-01", osp.ReasonServiceNotOffered},
		{"not offered before closed and weekend", []patchOp{nowhere}, "2026-09-13", osp.ReasonServiceNotOffered},
		{"out of range before exception", []patchOp{exceptions(map[string]string{"date": "2026-09-07", "status": "closed"})},
			"2026-09-07", osp.ReasonOutsideRange},
		{"out of range before weekend", []patchOp{replace("/bookingPolicy/weekendRequests", "not_allowed")},
			"2026-09-06", osp.ReasonOutsideRange},
		{"exception before weekend", []patchOp{replace("/bookingPolicy/weekendRequests", "not_allowed"),
			exceptions(map[string]string{"date": "2026-09-12", "status": "closed"})}, "2026-09-12", osp.ReasonException},
		{"closed day before weekend", []patchOp{replace("/bookingPolicy/weekendRequests", "not_allowed")},
			"2026-09-13", osp.ReasonClosedDay},
		{"weekend last", []patchOp{replace("/bookingPolicy/weekendRequests", "not_allowed"), weekly("saturday", "24_hours")},
			"2026-09-12", osp.ReasonWeekend},
	} {
		t.Run(c.name, func(t *testing.T) {
			day := askDay(t, shop(t, c.ops...), "2026-09-08T14:00:00Z", c.day)
			want := osp.AvailabilityDay{Date: date(t, c.day), Status: osp.StatusClosed, Reason: c.want, Windows: []osp.AvailabilityWindow{}}
			if diff := cmp.Diff(want, day); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// P-102, P-103, P-158, P-163, rules 28, 31 and 32: what hours and windows make of a Wednesday.
func TestHoursAndWindows(t *testing.T) {
	const wednesday = "2026-09-09"
	closed := map[string]string{"date": wednesday, "status": "closed"}
	on := func(open, closes string) map[string]string {
		return map[string]string{"date": wednesday, "open": open, "close": closes}
	}
	for _, c := range []struct {
		name string
		ops  []patchOp
		want string
	}{
		{"weekly hours", nil, "open Morning Afternoon Evening"},
		{"closing where a window starts: touching is not overlapping", []patchOp{weekly("wednesday", hours("08:00", "17:00"))},
			"open Morning Afternoon"},
		{"opening where a window ends", []patchOp{weekly("wednesday", hours("12:00", "17:01"))}, "open Afternoon Evening"},
		{"one minute is enough", []patchOp{weekly("wednesday", hours("11:59", "12:00"))}, "open Morning"},
		{"around the clock", []patchOp{weekly("wednesday", "24_hours")}, "open Morning Afternoon Evening"},
		{"closed", []patchOp{weekly("wednesday", "closed")}, "closed_day"},
		{"hours that no window overlaps", []patchOp{weekly("wednesday", hours("05:00", "08:00"))}, "closed_day"},
		{"published bounds override the defaults", []patchOp{windows(map[string]string{"id": "Morning", "start": "05:00", "end": "08:00"},
			map[string]string{"id": "Evening"})}, "open Evening"},
		{"each bound on its own", []patchOp{windows(map[string]string{"id": "Morning", "end": "08:01"},
			map[string]string{"id": "Evening", "start": "17:30"})}, "open Morning"},
		{"a window turned around by its only bound is never open", []patchOp{windows(map[string]string{"id": "Morning", "start": "13:00"},
			map[string]string{"id": "Afternoon"})}, "open Afternoon"},
		{"exception: closed", []patchOp{exceptions(closed)}, "exception_closed"},
		{"exception: other hours", []patchOp{exceptions(on("08:00", "12:00"))}, "open Morning"},
		{"exception: opens a closed weekday", []patchOp{weekly("wednesday", "closed"), exceptions(on("18:00", "19:00"))}, "open Evening"},
		{"exception: hours that no window overlaps", []patchOp{exceptions(on("05:00", "06:00"))}, "exception_closed"},
		{"exception: closes before it opens", []patchOp{exceptions(on("17:00", "08:00"))}, "exception_closed"},
		{"exception: opens and closes at once", []patchOp{exceptions(on("08:00", "08:00"))}, "exception_closed"},
		{"two exceptions: closed wins", []patchOp{exceptions(on("08:00", "12:00"), closed)}, "exception_closed"},
		{"two exceptions: closed wins in either order", []patchOp{exceptions(closed, on("08:00", "12:00"))}, "exception_closed"},
		{"two exceptions: what they share", []patchOp{exceptions(on("08:00", "13:00"), on("12:00", "20:00"))}, "open Afternoon"},
		{"two exceptions: nothing in common", []patchOp{exceptions(on("08:00", "12:00"), on("12:00", "20:00"))}, "exception_closed"},
		{"an exception on another date", []patchOp{exceptions(map[string]string{"date": "2025-09-09", "status": "closed"})},
			"open Morning Afternoon Evening"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := summary(askDay(t, shop(t, c.ops...), "2026-09-08T14:00:00Z", wednesday)); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// P-093: the weekend policies.
func TestWeekendPolicies(t *testing.T) {
	for _, c := range []struct{ policy, saturday, sunday string }{
		{"allowed", "open Morning Afternoon Evening", "open Morning Afternoon Evening"},
		{"saturday_only", "open Morning Afternoon Evening", "weekend_requests_not_allowed"},
		{"not_allowed", "weekend_requests_not_allowed", "weekend_requests_not_allowed"},
	} {
		t.Run(c.policy, func(t *testing.T) {
			p := shop(t, weekly("saturday", "24_hours"), weekly("sunday", "24_hours"), replace("/bookingPolicy/weekendRequests", c.policy))
			if got := summary(askDay(t, p, "2026-09-08T14:00:00Z", "2026-09-12")); got != c.saturday {
				t.Errorf("Saturday: got %q, want %q", got, c.saturday)
			}
			if got := summary(askDay(t, p, "2026-09-08T14:00:00Z", "2026-09-13")); got != c.sunday {
				t.Errorf("Sunday: got %q, want %q", got, c.sunday)
			}
			if got := summary(askDay(t, p, "2026-09-08T14:00:00Z", "2026-09-14")); got != "open Morning Afternoon Evening" {
				t.Errorf("Monday: got %q", got)
			}
		})
	}
}

// Rule 32, P-017: today is the business's, and its windows close as they end.
func TestRule32_TodaysWindowsEnd(t *testing.T) {
	for _, c := range []struct {
		name, zone, now, day, want string
		ops                        []patchOp
	}{
		{"before the first ends", "America/New_York", "2026-09-09T15:59:59Z", "2026-09-09", "open Morning Afternoon Evening", nil},
		{"as the first ends", "America/New_York", "2026-09-09T16:00:00Z", "2026-09-09", "open Afternoon Evening", nil},
		{"as the last ends", "America/New_York", "2026-09-10T00:00:00Z", "2026-09-09", "closed_day", nil},
		{"tomorrow is untouched", "America/New_York", "2026-09-10T00:00:00Z", "2026-09-10", "open Morning Afternoon Evening", nil},
		{"the same instant elsewhere", "Pacific/Honolulu", "2026-09-10T00:00:00Z", "2026-09-09", "open Afternoon Evening", nil},
		{"over on a date with an exception that leaves it open", "America/New_York", "2026-09-09T17:00:00Z", "2026-09-09", "closed_day",
			[]patchOp{exceptions(map[string]string{"date": "2026-09-09", "open": "08:00", "close": "12:00"})}},
		{"minimum 1 leaves today out", "America/New_York", "2026-09-09T04:00:00Z", "2026-09-09", "outside_booking_range",
			[]patchOp{replace("/bookingPolicy/minimumDaysAhead", 1)}},
		{"the hour that is shown twice, first time", "America/New_York", "2026-11-01T05:30:00Z", "2026-11-01", "open night",
			[]patchOp{weekly("sunday", "24_hours"), windows(map[string]string{"id": "night", "label": "Night", "start": "01:00", "end": "02:00"})}},
		{"the hour that is shown twice, second time", "America/New_York", "2026-11-01T06:30:00Z", "2026-11-01", "open night",
			[]patchOp{weekly("sunday", "24_hours"), windows(map[string]string{"id": "night", "label": "Night", "start": "01:00", "end": "02:00"})}},
		{"a window inside the hour that is skipped", "America/New_York", "2026-03-08T07:00:00Z", "2026-03-08", "closed_day",
			[]patchOp{weekly("sunday", "24_hours"), windows(map[string]string{"id": "night", "label": "Night", "start": "02:00", "end": "03:00"})}},
		{"midnight doesn't exist: the minute before", "America/Santiago", "2026-09-06T03:59:59Z", "2026-09-06", "open early",
			[]patchOp{weekly("sunday", "24_hours"), windows(map[string]string{"id": "early", "label": "Early", "start": "00:00", "end": "01:00"})}},
		{"midnight doesn't exist: the first minute of the day is 01:00", "America/Santiago", "2026-09-06T04:00:00Z", "2026-09-06", "closed_day",
			[]patchOp{weekly("sunday", "24_hours"), windows(map[string]string{"id": "early", "label": "Early", "start": "00:00", "end": "01:00"})}},
		{"midnight doesn't exist in Cairo either", "Africa/Cairo", "2026-04-23T22:00:00Z", "2026-04-24", "open Morning Afternoon", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := shop(t, append([]patchOp{replace("/business/timeZone", c.zone)}, c.ops...)...)
			if got := summary(askDay(t, p, c.now, c.day)); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// P-091, P-092, P-154: the booking range, inclusive at both ends, over leap days, year ends and clock changes.
func TestBookingRange(t *testing.T) {
	for _, c := range []struct {
		name     string
		min, max any
		now      string
		in, out  []string
	}{
		{"0 to 365", 0, 365, "2026-09-08T14:00:00Z", []string{"2026-09-08", "2027-09-08"}, []string{"2026-09-07", "2027-09-09"}},
		{"365 over a leap day", 0, 365, "2027-09-08T14:00:00Z", []string{"2028-02-29", "2028-09-07"}, []string{"2028-09-08"}},
		{"0 to 1", 0, 1, "2026-12-31T14:00:00Z", []string{"2026-12-31", "2027-01-01"}, []string{"2026-12-30", "2027-01-02"}},
		{"60 days at the earliest", 60, 90, "2026-09-08T14:00:00Z", []string{"2026-11-07", "2026-12-07"}, []string{"2026-11-06", "2026-12-08"}},
		{"default maximum of 60", 1, nil, "2026-09-08T14:00:00Z", []string{"2026-11-07"}, []string{"2026-11-08"}},
		{"late evening is still today", 1, 2, "2026-09-09T03:59:00Z", []string{"2026-09-09"}, []string{"2026-09-08"}},
		{"minimum over maximum accepts nothing", 10, 5, "2026-09-08T14:00:00Z", nil, []string{"2026-09-13", "2026-09-15", "2026-09-18"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var ops []patchOp
			for _, day := range []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"} {
				ops = append(ops, weekly(day, "24_hours"))
			}
			ops = append(ops, replace("/bookingPolicy/minimumDaysAhead", c.min))
			if c.max == nil {
				ops = append(ops, remove("/bookingPolicy/maximumDaysAhead"))
			} else {
				ops = append(ops, replace("/bookingPolicy/maximumDaysAhead", c.max))
			}
			p := shop(t, ops...)
			for _, day := range c.in {
				if got := askDay(t, p, c.now, day); got.Status != osp.StatusOpen {
					t.Errorf("%s: %s", day, summary(got))
				}
			}
			for _, day := range c.out {
				if got := askDay(t, p, c.now, day); got.Reason != osp.ReasonOutsideRange {
					t.Errorf("%s: %s", day, summary(got))
				}
			}
		})
	}
}

// P-153, P-168, rule 30: errors in their order, and the longest range.
func TestRule30_AvailabilityErrors(t *testing.T) {
	p := exampleProfile(t, "hvac-two-locations", nil)
	const now = "2026-09-08T14:00:00Z"
	valid := osp.AvailabilityQuery{ServiceSlug: "ac-repair", Location: "daytona", From: date(t, "2026-09-10"), To: date(t, "2026-09-12")}
	for _, c := range []struct {
		name   string
		change func(*osp.AvailabilityQuery)
		want   osp.Code
		fields []string
	}{
		{"nothing at all", func(q *osp.AvailabilityQuery) { *q = osp.AvailabilityQuery{} }, osp.CodeInvalidInput,
			[]string{"serviceSlug", "from", "to"}},
		{"no slugs", func(q *osp.AvailabilityQuery) { q.ServiceSlug, q.Location = "AC", "Day tona" }, osp.CodeInvalidInput,
			[]string{"serviceSlug", "location"}},
		{"impossible date before unknown location", func(q *osp.AvailabilityQuery) {
			q.From, q.Location = wallclock.Date{Year: 2026, Month: 2, Day: 30}, "nowhere"
		}, osp.CodeInvalidInput, []string{"from"}},
		{"no location before unknown service", func(q *osp.AvailabilityQuery) { q.Location, q.ServiceSlug = "", "x" }, osp.CodeLocationRequired, nil},
		{"unknown location before unknown service", func(q *osp.AvailabilityQuery) { q.Location, q.ServiceSlug = "x", "x" }, osp.CodeUnknownLocation, nil},
		{"unknown service before range", func(q *osp.AvailabilityQuery) { q.ServiceSlug, q.To = "x", date(t, "2026-09-09") }, osp.CodeUnknownService, nil},
		{"not bookable", func(q *osp.AvailabilityQuery) { q.ServiceSlug = "system-replacement" }, osp.CodeUnknownService, nil},
		{"backwards", func(q *osp.AvailabilityQuery) { q.To = date(t, "2026-09-09") }, osp.CodeInvalidRange, nil},
		{"32 days", func(q *osp.AvailabilityQuery) { q.To = date(t, "2026-10-12") }, osp.CodeInvalidRange, nil},
		{"far too long", func(q *osp.AvailabilityQuery) { q.From, q.To = date(t, "0000-01-01"), date(t, "9999-12-31") }, osp.CodeInvalidRange, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := valid
			c.change(&q)
			_, err := p.Availability(q, instant(t, now))
			r := refusalOf(t, err)
			checkOutput(t, "check_availability", r)
			if r.Code != c.want {
				t.Errorf("got %v, want %s", r, c.want)
			}
			if diff := cmp.Diff(c.fields, r.Fields); diff != "" {
				t.Error(diff)
			}
			wantsLocations := c.want == osp.CodeLocationRequired || c.want == osp.CodeUnknownLocation
			if (len(r.Locations) == 2) != wantsLocations {
				t.Errorf("locations: %v", r.Locations)
			}
		})
	}
	result, err := ask(t, p, now, "ac-repair", "daytona", "2026-09-10", "2026-10-11")
	if err != nil || len(result.Days) != 32 {
		t.Errorf("31 days apart: %v", err)
	}
	if _, err := p.Availability(valid, instant(t, "0001-01-01T00:00:00Z")); err == nil {
		t.Error("answers without a time")
	}
}

// P-155, rule 40: one location needs no location argument, and accepts its own id.
func TestSingleLocationArgument(t *testing.T) {
	p := shop(t)
	for location, want := range map[string]osp.Code{"": "", "main": "", "other": osp.CodeUnknownLocation} {
		_, err := ask(t, p, "2026-09-08T14:00:00Z", "brake-repair", location, "2026-09-09", "2026-09-09")
		if want == "" && err != nil || want != "" && refusalOf(t, err).Code != want {
			t.Errorf("location %q: %v, want %q", location, err, want)
		}
	}
}

// P-104, P-156, P-162, P-164, P-240: the answer around the days.
func TestAvailabilityAnswer(t *testing.T) {
	p := exampleProfile(t, "marine-repair-yard", nil)
	result, err := ask(t, p, "2026-09-08T14:00:00Z", "outboard-repair", "yard", "9999-12-30", "9999-12-31")
	if err != nil {
		t.Fatal(err)
	}
	if result.SourceNote == "" {
		t.Error("no sourceNote in policy mode")
	}
	closed := func(d string) osp.AvailabilityDay {
		return osp.AvailabilityDay{Date: date(t, d), Status: osp.StatusClosed, Reason: osp.ReasonOutsideRange, Windows: []osp.AvailabilityWindow{}}
	}
	want := &osp.AvailabilityResult{
		Source:            osp.SourcePolicy,
		SourceNote:        result.SourceNote,
		ServiceSlug:       "outboard-repair",
		Location:          &osp.LocationRef{ID: "yard", Name: "Harbor Point yard"},
		TimeZone:          "America/New_York",
		WindowDefinitions: []osp.Window{{ID: "Morning"}, {ID: "Afternoon"}},
		Days:              []osp.AvailabilityDay{closed("9999-12-30"), closed("9999-12-31")},
		CanonicalSiteURL:  "https://harborpointmarine.example",
	}
	if diff := cmp.Diff(want, result); diff != "" {
		t.Error(diff)
	}
}
