package osbp_test

import (
	"testing"

	"github.com/openservicekit/openservice/osbp"
)

// Each wall-clock field refuses an offset and whatever is no real time, and each
// instant field refuses to go without one (B-050, B-070, B-072, B-078, B-194).
func TestRule15_Conventions(t *testing.T) {
	notWallClocks := []string{
		"2026-05-05T13:00:00Z", "2026-05-05T13:00:00-07:00", "2026-05-05T13:00Z", "2026-05-05t13:00:00",
		"2026-05-05 13:00:00", "2026-05-05", "13:00", "2026-05-05T25:00:00", "2026-05-05T24:00:00",
		"2026-05-05T13:60:00", "2026-05-05T13:00:60", "2026-02-30T13:00:00", "2026-13-01T13:00:00",
		"2026-05-05T1:00:00", "2026-05-05T13:00:00 ", "2026-05-05T13:00:00,5", "tomorrow", "２０２６-05-05T13:00:00",
	}
	wallClocks := map[string]func(*osbp.MandateCheck) *string{
		"earliest_start":  func(c *osbp.MandateCheck) *string { return &c.Mandate.EarliestStart },
		"latest_end":      func(c *osbp.MandateCheck) *string { return &c.Mandate.LatestEnd },
		"starts_at_local": func(c *osbp.MandateCheck) *string { return &c.Slot.StartsAtLocal },
		"ends_at_local":   func(c *osbp.MandateCheck) *string { return &c.Slot.EndsAtLocal },
	}
	for name, field := range wallClocks {
		for _, s := range notWallClocks {
			t.Run(name+" "+s, func(t *testing.T) {
				c := exampleCheck(t)
				*field(c) = s
				wantVerdict(t, c, osbp.CodeInvalidMandate)
			})
		}
	}
	notInstants := []string{
		"2026-05-05T20:00:00", "2026-05-05T20:00Z", "2026-05-05 20:00:00Z", "2026-05-05T20:00:00-0700",
		"2026-05-05T20:00:00+24:00", "2026-02-30T20:00:00Z", "2026-05-05", "now",
	}
	instants := map[string]func(*osbp.MandateCheck) *string{
		"starts_at": func(c *osbp.MandateCheck) *string { return &c.Slot.StartsAt },
		"ends_at":   func(c *osbp.MandateCheck) *string { return &c.Slot.EndsAt },
	}
	for name, field := range instants {
		for _, s := range notInstants {
			t.Run(name+" "+s, func(t *testing.T) {
				c := exampleCheck(t)
				*field(c) = s
				wantVerdict(t, c, osbp.CodeInvalidMandate)
			})
		}
	}
	runMandateTests(t, []mandateTest{
		{"offset on the request's time", func(c *osbp.MandateCheck) { c.Request.Time = "13:00Z" },
			osbp.CodeInvalidMandate},
		{"offset on the request's date", func(c *osbp.MandateCheck) { c.Request.Date = "2026-05-05Z" },
			osbp.CodeInvalidMandate},
		{"one digit of an hour", func(c *osbp.MandateCheck) { c.Request.Time = "9:00" }, osbp.CodeInvalidMandate},
		{"an hour alone", func(c *osbp.MandateCheck) { c.Request.Time = "13" }, osbp.CodeInvalidMandate},
		{"no date that exists", func(c *osbp.MandateCheck) { c.Request.Date = "2026-02-30" },
			osbp.CodeInvalidMandate},
		{"a malformed request is not its slot's fault", func(c *osbp.MandateCheck) {
			c.Request.Time, c.Slot.StartsAtLocal = "24:00", "2026-05-05T24:00"
		}, osbp.CodeInvalidMandate},
	})
}

// The limits of the window, at each and just past it (B-106, B-107, B-195).
func TestRule12_WindowBoundaries(t *testing.T) {
	window := func(earliest, latest string) func(*osbp.MandateCheck) {
		return func(c *osbp.MandateCheck) { c.Mandate.EarliestStart, c.Mandate.LatestEnd = earliest, latest }
	}
	slot := func(start, end string) func(*osbp.MandateCheck) {
		return func(c *osbp.MandateCheck) { slotAt(c, start, end) }
	}
	runMandateTests(t, []mandateTest{
		{"exactly the slot", window("2026-05-05T13:00:00", "2026-05-05T14:00:00"), ""},
		{"exactly the slot, without seconds", window("2026-05-05T13:00", "2026-05-05T14:00"), ""},
		{"exactly the slot, with a fraction", window("2026-05-05T13:00:00.000", "2026-05-05T14:00:00.0"), ""},
		{"a nanosecond too early", window("2026-05-05T13:00:00.000000001", ""), osbp.CodeSlotTooEarly},
		{"a second too early", window("2026-05-05T13:00:01", ""), osbp.CodeSlotTooEarly},
		{"a second too late", window("", "2026-05-05T13:59:59"), osbp.CodeSlotTooLate},
		{"a nanosecond too late", window("", "2026-05-05T13:59:59.999999999"), osbp.CodeSlotTooLate},
		{"starts at the end of the window", window("", "2026-05-05T13:00:00"), osbp.CodeSlotTooLate},
		{"no window", window("", ""), ""},
		{"open at the end", window("2026-05-05T13:00:00", ""), ""},
		{"open at the start", window("", "2026-05-05T14:00:00"), ""},
		{"a window that ends before it starts never fits", window("2026-05-14T18:00:00", "2026-05-01T09:00:00"),
			osbp.CodeSlotTooEarly},
		{"too early wins over too late", window("2026-05-06T09:00:00", "2026-05-04T09:00:00"), osbp.CodeSlotTooEarly},
		{"years compare before hours", window("2025-12-31T23:59:59", "2027-01-01T00:00:00"), ""},
		{"over midnight, inside", func(c *osbp.MandateCheck) {
			window("2026-05-05T23:30:00", "2026-05-06T00:30:00")(c)
			slot("2026-05-05T23:30:00", "2026-05-06T00:30:00")(c)
		}, ""},
		{"over midnight, past the last day", func(c *osbp.MandateCheck) {
			window("", "2026-05-05T23:59:59")(c)
			slot("2026-05-05T23:30:00", "2026-05-06T00:30:00")(c)
		}, osbp.CodeSlotTooLate},
	})
}

// Rule 13: a slot that does not end after it starts is no slot.
func TestRule13_SlotEndsAfterItStarts(t *testing.T) {
	runMandateTests(t, []mandateTest{
		{"before", func(c *osbp.MandateCheck) { slotAt(c, "2026-05-05T13:00:00", "2026-05-05T12:00:00") },
			osbp.CodeInvalidMandate},
		{"the day before", func(c *osbp.MandateCheck) { slotAt(c, "2026-05-05T23:30:00", "2026-05-05T00:30:00") },
			osbp.CodeInvalidMandate},
		{"at once", func(c *osbp.MandateCheck) { slotAt(c, "2026-05-05T13:00:00", "2026-05-05T13:00") },
			osbp.CodeInvalidMandate},
		{"a second later", func(c *osbp.MandateCheck) { slotAt(c, "2026-05-05T13:00:00", "2026-05-05T13:00:01") }, ""},
		{"instants before", func(c *osbp.MandateCheck) {
			c.Slot.ScheduleTimezone = ""
			c.Slot.EndsAt = "2026-05-05T19:00:00Z"
		}, osbp.CodeInvalidMandate},
		{"instants at once", func(c *osbp.MandateCheck) {
			c.Slot.ScheduleTimezone = ""
			c.Slot.EndsAt = c.Slot.StartsAt
		}, osbp.CodeInvalidMandate},
		{"wall clocks before, instants after, and no zone to explain it", func(c *osbp.MandateCheck) {
			c.Slot.ScheduleTimezone = ""
			c.Slot.EndsAtLocal = "2026-05-05T12:00:00"
		}, osbp.CodeInvalidMandate},
	})
}

// Rule 14: a slot without an end ends at its start plus the service's duration;
// where that is not known either, no latest_end is kept.
func TestRule14_SlotWithoutEnd(t *testing.T) {
	endless := func(start, duration, latest string) func(*osbp.MandateCheck) {
		return func(c *osbp.MandateCheck) {
			slotAt(c, start, "")
			c.Service.Duration, c.Mandate.LatestEnd = duration, latest
		}
	}
	runMandateTests(t, []mandateTest{
		{"fits", endless("2026-05-05T17:00:00", "PT60M", "2026-05-05T18:00:00"), ""},
		{"a minute over", endless("2026-05-05T17:01:00", "PT60M", "2026-05-05T18:00:00"), osbp.CodeSlotTooLate},
		{"sixty minutes from 17:59", endless("2026-05-05T17:59:00", "PT60M", "2026-05-05T18:00:00"),
			osbp.CodeSlotTooLate},
		{"hours over midnight", endless("2026-05-05T10:30:00", "PT16H", "2026-05-06T02:30:00"), ""},
		{"hours over midnight, a second over", endless("2026-05-05T10:30:00", "PT16H", "2026-05-06T02:29:59"),
			osbp.CodeSlotTooLate},
		{"a day", endless("2026-05-05T10:30:00", "P1D", "2026-05-05T10:31:00"), osbp.CodeSlotTooLate},
		{"a day fits", endless("2026-05-05T10:30:00", "P1D", "2026-05-06T10:30:00"), ""},
		{"seconds", endless("2026-05-05T10:30:00", "PT5400S", "2026-05-05T11:59:59"), osbp.CodeSlotTooLate},
		{"seconds fit", endless("2026-05-05T10:30:00", "PT5400S", "2026-05-05T12:00:00"), ""},
		{"no duration", endless("2026-05-05T17:00:00", "", "2026-05-14T18:00:00"), osbp.CodeSlotTooLate},
		{"malformed duration", endless("2026-05-05T17:00:00", "60 minutes", "2026-05-14T18:00:00"),
			osbp.CodeSlotTooLate},
		{"a calendar month", endless("2026-05-05T17:00:00", "P1M", "2026-12-31T18:00:00"), osbp.CodeSlotTooLate},
		{"no length", endless("2026-05-05T17:00:00", "PT0S", "2026-05-14T18:00:00"), osbp.CodeSlotTooLate},
		{"beyond the calendar", endless("2026-05-05T17:00:00", "P3600000D", "9999-12-31T23:59:59"),
			osbp.CodeSlotTooLate},
		{"no duration and no latest_end", endless("2026-05-05T17:00:00", "", ""), ""},
		{"an end, whatever the duration says", func(c *osbp.MandateCheck) { c.Service.Duration = "P10D" }, ""},
	})
}

// Rule 14 with the slot's own instants in place of its local end.
func TestRule14_EndFromInstants(t *testing.T) {
	runMandateTests(t, []mandateTest{
		{"in the slot's zone", func(c *osbp.MandateCheck) {
			c.Slot.EndsAtLocal, c.Mandate.LatestEnd = "", "2026-05-05T14:00:00"
		}, ""},
		{"in the slot's zone, a second over", func(c *osbp.MandateCheck) {
			c.Slot.EndsAtLocal, c.Mandate.LatestEnd = "", "2026-05-05T13:59:59"
		}, osbp.CodeSlotTooLate},
		{"longer than the duration", func(c *osbp.MandateCheck) {
			c.Slot.EndsAtLocal, c.Slot.EndsAt = "", "2026-05-15T01:00:01Z"
		}, osbp.CodeSlotTooLate},
		{"no zone to read it in", func(c *osbp.MandateCheck) { c.Slot.EndsAtLocal, c.Slot.ScheduleTimezone = "", "" },
			osbp.CodeSlotTooLate},
		{"no zone to read it in, and no latest_end", func(c *osbp.MandateCheck) {
			c.Slot.EndsAtLocal, c.Slot.ScheduleTimezone, c.Mandate.LatestEnd = "", "", ""
		}, ""},
	})
}

// Rule 15: instants agree with the wall clocks in the schedule's zone.
func TestRule15_InstantsAgree(t *testing.T) {
	runMandateTests(t, []mandateTest{
		{"another offset, the same instant", func(c *osbp.MandateCheck) {
			c.Slot.StartsAt, c.Slot.EndsAt = "2026-05-05T13:00:00-07:00", "2026-05-06T05:00:00+08:00"
		}, ""},
		{"the UTC hour", func(c *osbp.MandateCheck) { c.Slot.StartsAt = "2026-05-05T13:00:00Z" },
			osbp.CodeInvalidMandate},
		{"eight hours off", func(c *osbp.MandateCheck) {
			c.Slot.StartsAt, c.Slot.EndsAt = "2026-05-05T12:00:00Z", "2026-05-05T13:00:00Z"
		}, osbp.CodeInvalidMandate},
		{"a day off", func(c *osbp.MandateCheck) {
			c.Slot.StartsAt, c.Slot.EndsAt = "2026-05-06T20:00:00Z", "2026-05-06T21:00:00Z"
		}, osbp.CodeInvalidMandate},
		{"half a second off", func(c *osbp.MandateCheck) { c.Slot.StartsAt = "2026-05-05T20:00:00.5Z" },
			osbp.CodeInvalidMandate},
		{"the end alone off", func(c *osbp.MandateCheck) { c.Slot.EndsAt = "2026-05-05T22:00:00Z" },
			osbp.CodeInvalidMandate},
		{"only a start", func(c *osbp.MandateCheck) { c.Slot.EndsAt = "" }, ""},
		{"only an end", func(c *osbp.MandateCheck) { c.Slot.StartsAt = "" }, ""},
		{"only an end, off", func(c *osbp.MandateCheck) {
			c.Slot.StartsAt, c.Slot.EndsAt = "", "2026-05-05T22:00:00Z"
		}, osbp.CodeInvalidMandate},
		{"no zone named: nothing to agree with", func(c *osbp.MandateCheck) {
			c.Slot.ScheduleTimezone = ""
			c.Slot.StartsAt, c.Slot.EndsAt = "2026-05-05T12:00:00Z", "2026-05-05T13:00:00Z"
		}, ""},
		{"a zone and no instants need no Zone", func(c *osbp.MandateCheck) {
			c.Slot.ScheduleTimezone, c.Slot.StartsAt, c.Slot.EndsAt = "Mars/Phobos", "", ""
		}, ""},
	})
}

// inNewYork moves the example to a slot in New York.
func inNewYork(t *testing.T, c *osbp.MandateCheck, start, end, startsAt, endsAt string) {
	slotAt(c, start, end)
	c.Slot.ScheduleTimezone, c.Zone = "America/New_York", loadZone(t, "America/New_York")
	c.Slot.StartsAt, c.Slot.EndsAt = startsAt, endsAt
	c.Mandate.ExpiresAt = "2027-01-01T00:00:00Z"
	c.Mandate.EarliestStart, c.Mandate.LatestEnd = "", ""
}

// Rules 9, 11 and 15 in the hours around a clock change.
func TestRule15_ClockChanges(t *testing.T) {
	in := func(start, end, startsAt, endsAt, duration, earliest, latest string) func(*osbp.MandateCheck) {
		return func(c *osbp.MandateCheck) {
			inNewYork(t, c, start, end, startsAt, endsAt)
			c.Service.Duration = duration
			c.Mandate.EarliestStart, c.Mandate.LatestEnd = earliest, latest
		}
	}
	const first, second = "2026-11-01T05:30:00Z", "2026-11-01T06:30:00Z" // both 01:30
	runMandateTests(t, []mandateTest{
		{"the first 01:30", in("2026-11-01T01:30:00", "", first, "", "PT30M", "", ""), ""},
		{"the second 01:30", in("2026-11-01T01:30:00", "", second, "", "PT30M", "", ""), ""},
		{"neither 01:30", in("2026-11-01T01:30:00", "", "2026-11-01T07:30:00Z", "", "PT30M", "", ""),
			osbp.CodeInvalidMandate},
		{"from the first to the second", in("2026-11-01T01:30:00", "2026-11-01T01:30:00", first, second, "", "", ""), ""},
		{"from the second to the first",
			in("2026-11-01T01:30:00", "2026-11-01T01:30:00", second, first, "", "", ""), osbp.CodeInvalidMandate},
		{"the wall clock runs backwards within the slot",
			in("2026-11-01T01:45:00", "2026-11-01T01:15:00", "2026-11-01T05:45:00Z", "2026-11-01T06:15:00Z", "", "", ""),
			""},
		{"and both its ends stay inside the window",
			in("2026-11-01T01:45:00", "2026-11-01T01:15:00", "2026-11-01T05:45:00Z", "2026-11-01T06:15:00Z", "",
				"2026-11-01T01:15:00", "2026-11-01T01:46:00"), ""},
		{"whose start is outside it",
			in("2026-11-01T01:45:00", "2026-11-01T01:15:00", "2026-11-01T05:45:00Z", "2026-11-01T06:15:00Z", "",
				"", "2026-11-01T01:30:00"), osbp.CodeSlotTooLate},
		{"whose end is outside it",
			in("2026-11-01T01:45:00", "2026-11-01T01:15:00", "2026-11-01T05:45:00Z", "2026-11-01T06:15:00Z", "",
				"2026-11-01T01:30:00", ""), osbp.CodeSlotTooEarly},
		{"an hour from the first 01:30 ends at the second",
			in("2026-11-01T01:30:00", "", first, "", "PT1H", "", "2026-11-01T01:31:00"), ""},
		{"an hour from the second 01:30 ends at 02:30",
			in("2026-11-01T01:30:00", "", second, "", "PT1H", "", "2026-11-01T02:29:59"), osbp.CodeSlotTooLate},
		{"an hour from either 01:30 may end at 02:30",
			in("2026-11-01T01:30:00", "", "", "", "PT1H", "", "2026-11-01T02:29:59"), osbp.CodeSlotTooLate},
		{"and never later", in("2026-11-01T01:30:00", "", "", "", "PT1H", "", "2026-11-01T02:30:00"), ""},
		{"an hour from 01:30 in spring ends at 03:30",
			in("2027-03-14T01:30:00", "", "", "", "PT1H", "", "2027-03-14T03:29:59"), osbp.CodeSlotTooLate},
		{"and no later in spring", in("2027-03-14T01:30:00", "", "", "", "PT1H", "", "2027-03-14T03:30:00"), ""},
		{"02:30 in spring is no time to add to",
			in("2027-03-14T02:30:00", "", "", "", "PT1H", "", "2027-03-14T23:59:59"), osbp.CodeSlotTooLate},
		{"02:30 in spring has no instant",
			in("2027-03-14T02:30:00", "2027-03-14T03:30:00", "2027-03-14T06:30:00Z", "", "", "", ""),
			osbp.CodeInvalidMandate},
		{"a day from the first 01:30 is a civil day",
			in("2026-11-01T01:30:00", "", first, "", "P1D", "", "2026-11-02T01:30:00"), ""},
	})
}

// Rule 11: without a zone the duration is added on the wall clock alone.
func TestRule11_DurationWithoutZone(t *testing.T) {
	c := exampleCheck(t)
	slotAt(c, "2026-05-05T23:30:00", "")
	c.Slot.ScheduleTimezone, c.Service.Duration = "", "PT45M"
	c.Mandate.LatestEnd = "2026-05-06T00:15:00"
	wantVerdict(t, c, "")
	c.Mandate.LatestEnd = "2026-05-06T00:14:59"
	wantVerdict(t, c, osbp.CodeSlotTooLate)
}
