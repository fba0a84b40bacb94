package osp_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp"
)

// Rule 9: on the days of a clock change windows end when the business's clocks say so, not an hour off.
func TestRule09_WindowsOnClockChanges(t *testing.T) {
	p := shop(t, weekly("sunday", "24_hours"))
	for _, c := range []struct{ day, lastSecond, ended string }{
		{"2026-03-08", "2026-03-08T15:59:59Z", "2026-03-08T16:00:00Z"}, // 12:00 EDT, 11 hours after midnight
		{"2026-11-01", "2026-11-01T16:59:59Z", "2026-11-01T17:00:00Z"}, // 12:00 EST, 13 hours after midnight
		{"2026-11-02", "2026-11-02T16:59:59Z", "2026-11-02T17:00:00Z"},
	} {
		if got := summary(askDay(t, p, c.lastSecond, c.day)); got != "open Morning Afternoon Evening" {
			t.Errorf("%s: %s", c.lastSecond, got)
		}
		if got := summary(askDay(t, p, c.ended, c.day)); got != "open Afternoon Evening" {
			t.Errorf("%s: %s", c.ended, got)
		}
	}
}

// Rule 46: what a program needs of an answer is a field of a value, not prose.
func TestRule46_AnswersAreFields(t *testing.T) {
	r := newRig(t, hvac, nil)
	refused := func(result osp.Result) *osp.Refusal {
		t.Helper()
		var refusal *osp.Refusal
		if !errors.As(result.Err(), &refusal) {
			t.Fatalf("no refusal: %s", result.JSON)
		}
		return refusal
	}
	if got := refused(r.book(remove("/customer/name"), replace("/customer/zip", "1"))).Fields; !cmp.Equal(got, []string{"customer.name", "customer.zip"}) {
		t.Errorf("fields %q", got)
	}
	if got := refused(r.book(replace("/preferredDate", "2026-09-08"))).MinimumDaysAhead; got == nil || *got != 1 {
		t.Errorf("minimumDaysAhead %v", got)
	}
	want := []osp.LocationRef{{ID: "daytona", Name: "Daytona Beach"}, {ID: "palm-coast", Name: "Palm Coast"}}
	if diff := cmp.Diff(want, refused(r.book(remove("/location"))).Locations); diff != "" {
		t.Errorf("locations: %s", diff)
	}
	limited := newRig(t, hvac, func(o *osp.ServerOptions) { o.Limits.Caller = osp.Rate{PerSecond: 0.5, Burst: 1} })
	limited.call(osp.ToolListServices, "")
	if result := limited.call(osp.ToolListServices, ""); refused(result).Code != osp.CodeRateLimited || result.RetryAfter != 2*time.Second {
		t.Errorf("retry after %v", result.RetryAfter)
	}
	if first, second := r.booked(), r.booked(); first.IsDuplicate || !second.IsDuplicate {
		t.Error("a duplicate is told by its field")
	}
}
