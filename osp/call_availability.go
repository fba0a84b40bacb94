package osp

import (
	"context"
	"fmt"

	"github.com/openservicekit/openservice/wallclock"
)

// CalendarSource is a live scheduling engine or dispatch board (OSP 6.5, calendar mode).
type CalendarSource interface {
	// Windows says what the calendar knows about the windows of a service at a location on the dates of a range. It may be
	// called by several goroutines at a time and has until ctx ends. An error means that the calendar can't answer, and the
	// caller is told to come back later; a window that it merely knows nothing about it leaves out.
	Windows(ctx context.Context, q CalendarQuery) (CalendarAnswer, error)
}

// CalendarQuery asks a [CalendarSource] about a service of the manifest.
type CalendarQuery struct {
	// ServiceSlug and Location are the slug and the id in the manifest; Location is never empty.
	ServiceSlug string
	Location    string
	// From and To are in the business's zone, both inclusive, at most 31 days apart.
	From, To wallclock.Date
}

func (s *Server) checkAvailability(ctx context.Context, c *call) (answer, error) {
	q, err := DecodeAvailabilityQuery(c.arguments)
	if err != nil {
		return nil, err
	}
	result, err := s.profile.Availability(q, c.now)
	if err != nil || s.opts.Calendar == nil {
		return availabilityAnswer{result, s}, err
	}
	var calendar CalendarAnswer
	if from, to, ok := result.openRange(); ok {
		// The calendar only narrows the policy, so it is asked about what the policy opens.
		calendar, err = s.askCalendar(ctx, CalendarQuery{ServiceSlug: q.ServiceSlug, Location: result.Location.ID, From: from, To: to})
		if err != nil {
			return nil, err
		}
	}
	result, err = s.profile.CalendarAvailability(q, c.now, calendar)
	return availabilityAnswer{result, s}, err
}

func (s *Server) askCalendar(ctx context.Context, q CalendarQuery) (CalendarAnswer, error) {
	answer, err := ask(ctx, s.calendar, func(ctx context.Context) (CalendarAnswer, error) { return s.opts.Calendar.Windows(ctx, q) })
	if err != nil {
		return nil, fmt.Errorf("the calendar can't answer: %w", err)
	}
	return answer, nil
}

// openRange returns the first and the last open day.
func (r *AvailabilityResult) openRange() (from, to wallclock.Date, ok bool) {
	for i := range r.Days {
		if r.Days[i].Status == StatusOpen {
			if !ok {
				from, ok = r.Days[i].Date, true
			}
			to = r.Days[i].Date
		}
	}
	return from, to, ok
}

// availabilityAnswer is the answer of check_availability.
type availabilityAnswer struct {
	*AvailabilityResult
	server *Server
}

func (r availabilityAnswer) size() int {
	const all, aDay, aWindow = 512, 64, 48
	windows := r.server.prepared.windows
	return all + len(windows) + len(r.Days)*(aDay+len(r.WindowDefinitions)*aWindow)
}

func (r availabilityAnswer) write(w *writer) {
	w.open()
	w.text("source", string(r.Source))
	w.textIfAny("sourceNote", r.SourceNote)
	w.text("serviceSlug", r.ServiceSlug)
	if r.Location != nil {
		w.name("location")
		w.locationRef(r.Location)
	}
	w.text("timeZone", r.TimeZone)
	w.name("windowDefinitions")
	r.server.prepared.windows.write(w)
	writeList(w, "days", r.Days, writeDay)
	w.text("canonicalSiteUrl", r.CanonicalSiteURL)
	w.close(nil)
}

func writeDay(w *writer, d *AvailabilityDay) {
	w.open()
	w.name("date")
	w.date(d.Date)
	w.text("status", string(d.Status))
	w.textIfAny("reason", string(d.Reason))
	writeList(w, "windows", d.Windows, func(w *writer, window *AvailabilityWindow) {
		w.open()
		w.text("id", window.ID)
		w.text("status", string(window.Status))
		w.close(nil)
	})
	w.close(nil)
}

// date writes a valid date.
func (w *writer) date(d wallclock.Date) {
	w.b = append(w.b, '"')
	w.b, _ = d.AppendText(w.b)
	w.b = append(w.b, '"')
}
