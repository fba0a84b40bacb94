package adaptertest_test

import (
	"context"
	"slices"
	"strings"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/wallclock"
)

// ofService changes the slots of one service.
func ofService(service string, change func(*osbp.Slot)) adapterBreaks {
	return listing(func(s *osbp.Slot) {
		if s.ServiceID == service {
			change(s)
		}
	})
}

// guessed is the conversion that takes the offset from the wrong moment: the one at which
// clocks in Greenwich show the time.
func guessed(local, zone string) string {
	location, _ := time.LoadLocation(zone)
	inUTC, _ := time.Parse("2006-01-02T15:04:05", local)
	_, offset := inUTC.In(location).Zone()
	return wallclock.FormatInstantMillis(inUTC.Add(-time.Duration(offset) * time.Second))
}

// guessing uses that conversion in one month of the year.
func guessing(month string) adapterBreaks {
	return ofService(sandbox.LessonUSD, func(s *osbp.Slot) {
		if s.StartsAtLocal[5:7] == month {
			s.StartsAt, s.EndsAt = guessed(s.StartsAtLocal, s.ScheduleTimezone), guessed(s.EndsAtLocal, s.ScheduleTimezone)
		}
	})
}

// onDate is a slot's end with the date of its start.
func onDate(s *osbp.Slot) string { return s.StartsAtLocal[:11] + s.EndsAtLocal[11:] }

var timeMutants = slices.Concat(clockMutants, timePassedMutants, receiptTimeMutants)

var clockMutants = []mutant{
	{
		name: "of two slots at one time the first is booked", check: "time.repeated_hour", open: booksFirst,
	},
	{
		name: "Z on a wall clock", check: "time.local_form", also: []string{"summary.price_by_exponent"},
		adapter: ofService(sandbox.LessonKWD, func(s *osbp.Slot) { s.StartsAtLocal += "Z" }),
	},
	{
		name: "a wall clock with a space", check: "time.local_form", also: []string{"summary.price_by_exponent"},
		adapter: ofService(sandbox.LessonKWD, func(s *osbp.Slot) { s.EndsAtLocal = strings.Replace(s.EndsAtLocal, "T", " ", 1) }),
	},
	{
		name: "an instant without its offset", check: "time.instant_form",
		adapter: ofService(sandbox.LessonKWD, func(s *osbp.Slot) { s.StartsAt = strings.TrimSuffix(s.StartsAt, "Z") }),
	},
	{
		name: "an abbreviation for the zone", check: "time.zone",
		adapter: ofService(sandbox.LessonKWD, func(s *osbp.Slot) { s.ScheduleTimezone = "EDT" }),
	},
	{
		name: "instants are left out", check: "time.instants_derived",
		adapter: ofService(sandbox.LessonKWD, func(s *osbp.Slot) { s.StartsAt, s.EndsAt = "", "" }),
	},
	{
		name: "the wall clock is called UTC", check: "time.pair",
		adapter: ofService(sandbox.LessonKWD, func(s *osbp.Slot) { s.StartsAt, s.EndsAt = s.StartsAtLocal+"Z", s.EndsAtLocal+"Z" }),
	},
	{
		name: "the wall clock is cut off the instant", check: "time.pair", also: []string{"time.merchant_date", "summary.price_by_exponent"},
		adapter: ofService(sandbox.LessonKWD, func(s *osbp.Slot) { s.StartsAtLocal, s.EndsAtLocal = s.StartsAt[:19], s.EndsAt[:19] }),
	},
	{
		name: "a slot ends when it starts", check: "time.order",
		adapter: ofService(sandbox.LessonKWD, func(s *osbp.Slot) { s.EndsAt, s.EndsAtLocal = s.StartsAt, s.StartsAtLocal }),
	},
	{
		name: "slots of a late hour last half an hour more", check: "time.length",
		adapter: ofService(sandbox.LessonUSD, func(s *osbp.Slot) {
			end, _ := wallclock.ParseInstant(s.EndsAt)
			local, _ := wallclock.ParseDateTime(s.EndsAtLocal)
			if s.StartsAtLocal[5:7] != "05" || s.StartsAtLocal[11:] != "02:00:00" {
				return
			}
			s.EndsAt = wallclock.FormatInstantMillis(end.Add(30 * time.Minute))
			s.EndsAtLocal = local.Add(wallclock.Duration{Clock: 30 * time.Minute}).String()
		}),
	},
	{
		name: "a slot ends on the date on which it starts", check: "time.overnight",
		also: []string{"mandate.ends_next_day", "time.order", "time.pair", "time.round_trip"},
		adapter: ofService(sandbox.LessonUSD, func(s *osbp.Slot) {
			if s.StartsAtLocal[5:7] == "05" {
				s.EndsAtLocal = onDate(s)
			}
		}),
	},
	{
		name: "the date asked for is UTC's", check: "time.merchant_date",
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, find: func(ctx context.Context, i osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
				day, err := wallclock.ParseDate(i.Date)
				slots, ferr := in.FindAvailability(ctx, i)
				if err != nil || ferr != nil || i.ServiceID != sandbox.LessonKWD {
					return slots, ferr
				}
				before := i
				before.Date = day.AddDays(-1).String()
				night, err := in.FindAvailability(ctx, before)
				return slices.DeleteFunc(append(night, slots...), func(s osbp.Slot) bool { return s.StartsAt[:10] != i.Date }), err
			}}
		},
	},
	{
		name: "what has passed is open", check: "time.past", also: []string{"time.started_not_offered"},
		adapter: func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
			return lists(func(i osbp.AvailabilityFindInput, slots []osbp.Slot) []osbp.Slot {
				if i.Date != r.clock.now().Format(time.DateOnly) || len(slots) == 0 {
					return slots
				}
				early := slots[0]
				early.ID += ":early"
				early.StartsAtLocal, early.EndsAtLocal = i.Date+"T00:30:00", i.Date+"T01:00:00"
				early.StartsAt, early.EndsAt = i.Date+"T04:30:00.000Z", i.Date+"T05:00:00.000Z"
				return append([]osbp.Slot{early}, slots...)
			})(in, r)
		},
	},
	{
		name: "Sunday is day 0", check: "time.hours", also: []string{"shape.availability_find"},
		adapter: ofService(sandbox.LessonKWD, func(s *osbp.Slot) {
			s.ScheduleHours = slices.Clone(s.ScheduleHours)
			for i := range s.ScheduleHours {
				s.ScheduleHours[i].Day %= 7
			}
		}),
	},
	{
		name: "hours without a zero", check: "time.hours",
		adapter: ofService(sandbox.FringeTrim, func(s *osbp.Slot) {
			s.ScheduleHours = slices.Clone(s.ScheduleHours)
			for i := range s.ScheduleHours {
				s.ScheduleHours[i].Open = strings.TrimPrefix(s.ScheduleHours[i].Open, "0")
			}
		}),
	},
	{
		name: "a time without seconds is no time", check: "time.seconds",
		also:    []string{"mandate.time_to_the_minute"},
		adapter: refusing(func(in *osbp.BookingCreateInput) bool { return len(in.Time) == len("15:04") }),
	},
	{
		name: "a night's slots belong to the next day", check: "time.round_trip", also: []string{"status.of_customer"},
		adapter: creating(func(in *osbp.BookingCreateInput) {
			if day, err := wallclock.ParseDate(in.Date); err == nil && in.Time >= "23:00" {
				in.Date = day.AddDays(1).String()
			}
		}),
	},
	{
		name: "the status shows the UTC hour", check: "time.status",
		also: []string{"status.of_customer", "status.start"},
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, status: func(ctx context.Context, i osbp.BookingStatusInput) (*osbp.Booking, error) {
				b, err := in.GetBooking(ctx, i)
				if err == nil && b.StartsAt != "" {
					b.StartsAtLocal = b.StartsAt[:19]
				}
				return b, err
			}}
		},
	},
	{
		name: "wrong offset only on the day of change, forward", check: "time.clock_forward",
		adapter: guessing("03"),
	},
	{
		name: "wrong offset only on the day of change, back", check: "time.clock_back",
		also:    []string{"time.repeated_hour"},
		adapter: guessing("11"),
	},
	{
		name: "a slot over the change is an hour longer", check: "time.clock_back",
		adapter: ofService(sandbox.LessonUSD, func(s *osbp.Slot) {
			start, _ := wallclock.ParseInstant(s.StartsAt)
			if s.StartsAtLocal[11:] == "01:30:00" && s.EndsAtLocal[11:] == "01:00:00" {
				s.EndsAt, s.EndsAtLocal = wallclock.FormatInstantMillis(start.Add(90*time.Minute)), s.EndsAtLocal[:11]+"02:00:00"
			}
		}),
	},
	{
		name: "a skipped time is the one an hour later", check: "time.skipped_hour",
		adapter: creating(func(in *osbp.BookingCreateInput) {
			location, err := time.LoadLocation("America/New_York")
			if at, perr := time.ParseInLocation("2006-01-02T15:04:05", in.Date+"T"+in.Time, location); err == nil && perr == nil {
				in.Date, in.Time = at.Format(time.DateOnly), at.Format(time.TimeOnly)
			}
		}),
	},
}

// booksFirst lists every slot, and books the first of those that start at one time.
func booksFirst(r *rig, business string) (osbp.BookingAdapter, error) {
	p, err := r.platform(business)
	if err != nil {
		return nil, err
	}
	lists, err := r.adapterOver(business, p)
	if err != nil {
		return nil, err
	}
	whole := p.(wholePlatform)
	books, err := r.adapterOver(business, brokenPlatform{wholePlatform: whole, find: func(ctx context.Context, i osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
		slots, err := whole.FindAvailability(ctx, i)
		seen := make(map[string]bool)
		return slices.DeleteFunc(slots, func(s osbp.Slot) bool {
			start := s.StartsAtLocal + " " + s.ProviderID
			again := seen[start]
			seen[start] = true
			return again
		}), err
	}})
	return brokenAdapter{BookingAdapter: books, find: lists.FindAvailability}, err
}
