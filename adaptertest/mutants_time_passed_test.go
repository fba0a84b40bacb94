package adaptertest_test

import (
	"slices"
	"sync"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

var timePassedMutants = []mutant{
	{
		name: "what has passed is told by the clock of UTC", check: "time.started_not_offered",
		adapter: func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
			var mu sync.Mutex
			listed := make(map[osbp.AvailabilityFindInput][]osbp.Slot)
			return lists(func(i osbp.AvailabilityFindInput, slots []osbp.Slot) []osbp.Slot {
				mu.Lock()
				defer mu.Unlock()
				now := r.clock.now().UTC()
				for _, s := range listed[i] {
					at, err := wallclock.ParseInstant(s.StartsAt)
					if err == nil && at.Before(now) && s.StartsAtLocal > now.Format("2006-01-02T15:04:05") {
						slots = append(slots, s)
					}
				}
				listed[i] = slices.Clone(slots)
				return slots
			})(in, r)
		},
	},
	{
		name: "Sunday is day 1", check: "time.hours_listed",
		adapter: listing(func(s *osbp.Slot) {
			s.ScheduleHours = slices.Clone(s.ScheduleHours)
			for i := range s.ScheduleHours {
				s.ScheduleHours[i].Day = s.ScheduleHours[i].Day%7 + 1
			}
		}),
	},
	{
		name: "a night's hours end at midnight", check: "time.hours_listed",
		adapter: listing(func(s *osbp.Slot) {
			s.ScheduleHours = slices.Clone(s.ScheduleHours)
			for i := range s.ScheduleHours {
				if s.ScheduleHours[i].Close < s.ScheduleHours[i].Open {
					s.ScheduleHours[i].Close = "23:59"
				}
			}
		}),
	},
}
