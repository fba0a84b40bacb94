package osbp

import (
	"errors"
	"log/slog"
	"strconv"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/wallclock"
)

// checkSlots checks every slot and completes it. One malformed slot spoils the
// answer: what else is wrong with it is not known. Slots of other providers than
// the one asked for are left out, as platforms may not filter.
func (a *Adapter) checkSlots(from []Slot, in AvailabilityFindInput) ([]Slot, error) {
	out, prices := make([]Slot, 0, len(from)), make([]money.Money, len(from))
	for i := range from {
		out = append(out, from[i])
		if err := a.checkSlot(&out[len(out)-1], &prices[i], in); err != nil {
			var bad *malformedResult
			if errors.As(err, &bad) {
				bad.field = "slots[" + strconv.Itoa(i) + "]." + bad.field
			}
			return nil, err
		}
		if in.ProviderID != "" && from[i].ProviderID != in.ProviderID {
			out = out[:len(out)-1]
		}
	}
	return out, nil
}

func (a *Adapter) checkSlot(s *Slot, price *money.Money, in AvailabilityFindInput) error {
	if s.OrganizationID == "" {
		s.OrganizationID = a.opts.OrganizationID
	}
	for _, id := range [...]struct{ field, got, want string }{
		{"organization_id", s.OrganizationID, a.opts.OrganizationID},
		{"service_id", s.ServiceID, in.ServiceID},
		{"schedule_id", s.ScheduleID, in.ScheduleID},
	} {
		if id.got != id.want {
			return malformed(id.field, "is not what was asked for")
		}
	}
	if err := checkTexts(false, platformText{"id", s.ID}, platformText{"provider_id", s.ProviderID}, platformText{"schedule_name", s.ScheduleName},
		platformText{"provider_name", s.ProviderName}, platformText{"provider_image_url", s.ProviderImageURL}); err != nil {
		return err
	}
	if err := checkMoney("price", &s.Price, price); err != nil {
		return err
	}
	if err := a.checkTimes(slotTimes{&s.StartsAt, &s.EndsAt, &s.StartsAtLocal, &s.EndsAtLocal, s.ScheduleTimezone}); err != nil {
		return err
	}
	if s.StartsAtLocal == "" {
		return malformed("starts_at_local", "is missing")
	}
	if len(s.StartsAtLocal) < len(in.Date) || s.StartsAtLocal[:len(in.Date)] != in.Date {
		return malformed("starts_at_local", "is not on the date that was asked for")
	}
	if s.ID == "" {
		s.ID = s.ScheduleID + ":" + s.ProviderID + ":" + s.ServiceID + ":" + s.StartsAtLocal
	}
	return checkHours(s)
}

func checkHours(s *Slot) error {
	s.ScheduleHours = append([]ScheduleHours(nil), s.ScheduleHours...)
	for _, h := range s.ScheduleHours {
		if h.Day < 1 || h.Day > 7 {
			return malformed("schedule_hours.day", "is no ISO weekday 1 to 7")
		}
		for _, clock := range [...]string{h.Open, h.Close} {
			if _, err := wallclock.ParseTime(clock); err != nil || len(clock) != len("HH:MM") {
				return malformed("schedule_hours", "open or close is no HH:MM")
			}
		}
	}
	return nil
}

// slotTimes are the four times of a slot or booking and their zone's name.
type slotTimes struct {
	startsAt, endsAt, startsAtLocal, endsAtLocal *string
	timezone                                     string
}

// checkTimes holds both forms of each time to their conventions and to each other,
// and derives the one that is missing where that is not a guess (OSBP "Time
// Discipline"). An unknown zone costs the instants and nothing else.
func (a *Adapter) checkTimes(t slotTimes) error {
	if err := checkText("schedule_timezone", t.timezone, false); err != nil {
		return err
	}
	var zone wallclock.Zone
	if t.timezone != "" {
		var err error
		if zone, err = a.opts.Zones.LoadZone(t.timezone); err != nil {
			a.warn("schedule_timezone", "is no zone of database "+a.opts.Zones.Version()+"; instants are left out")
			*t.startsAt, *t.endsAt = "", ""
		}
	}
	start, err := pairTimes(zone, "starts_at", t.startsAt, t.startsAtLocal)
	if err != nil {
		return err
	}
	end, err := pairTimes(zone, "ends_at", t.endsAt, t.endsAtLocal)
	if err != nil {
		return err
	}
	switch {
	case start.hasInstant && end.hasInstant:
		if !end.instant.After(start.instant) {
			return malformed("ends_at", "is not after the start")
		}
	case start.hasLocal && end.hasLocal && !end.local.After(start.local):
		return malformed("ends_at_local", "is not after the start")
	}
	return nil
}

// warn tells the operator of something that was mended, without a value.
func (a *Adapter) warn(field, detail string) {
	a.opts.Logger.Warn("platform result mended", slog.String("field", field), slog.String("detail", detail))
}
