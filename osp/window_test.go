package osp_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/wallclock"
)

// P-101, P-105 to P-109: clock first, fixed id only when there are no clocks, labels never, no guess.
func TestMatchWindow(t *testing.T) {
	at := func(hour, minute int) *wallclock.Time { return &wallclock.Time{Hour: hour, Minute: minute} }
	clocked := func(id string, start, end int) osp.Window {
		return osp.Window{ID: id, Start: at(start, 0), End: at(end, 0)}
	}
	time := func(hour, minute int) osp.Stated {
		return osp.StatedTime(wallclock.Time{Hour: hour, Minute: minute})
	}
	published := []osp.Window{clocked("Morning", 8, 12), clocked("Afternoon", 12, 17)}
	plain := []osp.Window{{ID: "Morning"}, {ID: "Afternoon"}, {ID: "Evening"}}
	auto := []osp.Window{
		{ID: "drop-off-open", Label: "Drop off at open (8:00)", Start: at(8, 0), End: at(8, 30)},
		{ID: "Morning", Start: at(8, 30), End: at(12, 0)},
		{ID: "Afternoon", Start: at(12, 0), End: at(17, 0)},
	}
	for _, c := range []struct {
		name       string
		candidates []osp.Window
		stated     osp.Stated
		want       string
		match      osp.Match
	}{
		{"inside a span", published, time(9, 0), "Morning", osp.Fits},
		{"start is inside", published, time(8, 0), "Morning", osp.Fits},
		{"end is the next window", published, time(12, 0), "Afternoon", osp.Fits},
		{"end of the last is outside", published, time(17, 0), "", osp.NoneFits},
		{"outside every span", published, time(7, 59), "", osp.NoneFits},
		{"a span, not the name of it", []osp.Window{clocked("Morning", 6, 9), clocked("Evening", 9, 12)}, time(10, 0), "Evening", osp.Fits},
		{"a quarter past eight", auto, time(8, 15), "drop-off-open", osp.Fits},
		{"spans that share the time", []osp.Window{clocked("a", 8, 12), clocked("b", 10, 14)}, time(11, 0), "", osp.SeveralFit},
		{"spans that share another time", []osp.Window{clocked("a", 8, 12), clocked("b", 10, 14)}, time(9, 0), "a", osp.Fits},
		{"with one clock, ids don't count", []osp.Window{clocked("Morning", 8, 12), {ID: "Evening"}}, time(18, 0), "", osp.NoneFits},
		{"with one clock, it does", []osp.Window{clocked("early", 8, 10), {ID: "Morning"}}, time(9, 0), "early", osp.Fits},
		{"half a clock is none", []osp.Window{{ID: "Morning", Start: at(13, 0)}, {ID: "Afternoon", End: at(9, 0)}}, time(9, 0), "Morning", osp.Fits},
		{"ids: morning", plain, time(11, 59), "Morning", osp.Fits},
		{"ids: noon is afternoon", plain, time(12, 0), "Afternoon", osp.Fits},
		{"ids: five is evening", plain, time(17, 0), "Evening", osp.Fits},
		{"ids: nine at night is none", plain, time(21, 0), "", osp.NoneFits},
		{"ids: three at night is none", plain, time(3, 0), "", osp.NoneFits},
		{"ids: not on offer", plain[:2], time(18, 0), "", osp.NoneFits},
		{"labels don't count", []osp.Window{{ID: "Morning", Label: "Evening, 18:00"}}, time(18, 0), "", osp.NoneFits},
		{"part of day by id", plain, osp.StatedPart(osp.PartEvening), "Evening", osp.Fits},
		{"part of day not on offer", plain[:2], osp.StatedPart(osp.PartEvening), "", osp.NoneFits},
		{"part of day by the clock", published, osp.StatedPart(osp.PartMorning), "Morning", osp.Fits},
		{"part of day by the clock, not by id", []osp.Window{clocked("Morning", 13, 15), clocked("Afternoon", 8, 11)},
			osp.StatedPart(osp.PartMorning), "Afternoon", osp.Fits},
		{"two windows in the morning", auto, osp.StatedPart(osp.PartMorning), "", osp.SeveralFit},
		{"a window that is more than the afternoon", []osp.Window{clocked("all-day", 8, 17)}, osp.StatedPart(osp.PartAfternoon), "", osp.NoneFits},
		{"a part of the day that nobody knows", plain, osp.StatedPart("noonish"), "", osp.NoneFits},
		{"nothing stated", plain, osp.Stated{}, "", osp.NoneFits},
		{"nothing stated, clocks", published, osp.Stated{}, "", osp.NoneFits},
		{"a time that is none", plain, osp.StatedTime(wallclock.Time{Hour: 25}), "", osp.NoneFits},
		{"midnight is a time", []osp.Window{clocked("night", 0, 2)}, time(0, 0), "night", osp.Fits},
		{"no candidates", nil, time(9, 0), "", osp.NoneFits},
	} {
		t.Run(c.name, func(t *testing.T) {
			window, match := osp.MatchWindow(c.candidates, c.stated)
			if window.ID != c.want || match != c.match {
				t.Errorf("got %q, %v; want %q, %v", window.ID, match, c.want, c.match)
			}
			if match != osp.Fits {
				if diff := cmp.Diff(osp.Window{}, window); diff != "" {
					t.Errorf("a window without a fit: %s", diff)
				}
			}
		})
	}
}
