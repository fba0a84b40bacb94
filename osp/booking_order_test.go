package osp_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp"
)

const otherID = "0b9a4e2e-5f0f-4a53-8c4e-7a0e3f6a1b21"

// Rule 30: which error comes first, through the server. The codes of the policy among themselves are the profile's.
func TestRule30_BookingOrder(t *testing.T) {
	noConsent, badShape := remove("/confirmed"), replace("/customer/zip", "2889")
	wrongChannel := replace("/agent/channel", "rest")
	otherLocation, noDate := replace("/location", "tampa"), replace("/preferredDate", "2026-02-30")
	t.Run("rate limit before everything", func(t *testing.T) {
		r := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) { o.Limits.BookingCaller = osp.Rate{PerSecond: 0.001, Burst: 1} })
		wantResult(t, r.call(osp.ToolRequestServiceBooking, "[]"), osp.CodeInvalidInput)
		wantResult(t, r.call(osp.ToolRequestServiceBooking, "[]"), osp.CodeRateLimited)
		wantResult(t, r.book(), osp.CodeRateLimited)
		r.wantOffice(0)
	})
	r := newRig(t, "hvac-two-locations", nil)
	for _, c := range []struct {
		name string
		ops  []patchOp
		want osp.Code
	}{
		{"consent before schema", []patchOp{noConsent, badShape, wrongChannel}, osp.CodeMissingProvenance},
		{"contactAuthorized before schema", []patchOp{replace("/customer/contactAuthorized", "true"), badShape}, osp.CodeMissingProvenance},
		{"schema before channel", []patchOp{badShape, wrongChannel}, osp.CodeInvalidInput},
		{"channel before location", []patchOp{wrongChannel, otherLocation}, osp.CodeMissingProvenance},
		{"location before date", []patchOp{otherLocation, noDate}, osp.CodeUnknownLocation},
		{"date before contact method", []patchOp{noDate, replace("/customer/contactMethod", "email")}, osp.CodeInvalidDate},
	} {
		t.Run(c.name, func(t *testing.T) {
			wantResult(t, r.book(c.ops...), c.want)
			r.wantOffice(0)
			r.wantRecords(map[osp.RequestState]int{})
		})
	}
	t.Run("a known id before all that is decided after the schema", func(t *testing.T) {
		r := newRig(t, "hvac-two-locations", nil)
		r.booked()
		for _, ops := range [][]patchOp{{wrongChannel}, {otherLocation}, {noDate}, {replace("/serviceSlug", "nothing")}, {remove("/customer/address")}} {
			if b := r.booked(ops...); !b.IsDuplicate {
				t.Errorf("%v: not a duplicate", ops)
			}
		}
		wantResult(t, r.book(noConsent), osp.CodeMissingProvenance)
		wantResult(t, r.book(badShape), osp.CodeInvalidInput)
		r.wantOffice(1)
	})
	t.Run("a duplicate by identity after the policy", func(t *testing.T) {
		r := newRig(t, "hvac-two-locations", nil)
		r.booked()
		wantResult(t, r.book(replace("/requestId", otherID), replace("/preferredTime", "Evening")), osp.CodeUnknownWindow)
		wantResult(t, r.book(replace("/requestId", otherID), remove("/customer/address")), osp.CodeAddressRequired)
		r.wantRecords(map[osp.RequestState]int{osp.RequestReceived: 1})
	})
}

// Rule 29, P-203, P-215: an agent's channel that isn't the observed one. None observed is other.
func TestRule29_Channel(t *testing.T) {
	for _, c := range []struct {
		observed, claimed, recorded osp.Channel // recorded "" is a refusal, claimed "" no claim
	}{
		{osp.ChannelMCP, osp.ChannelMCP, osp.ChannelMCP},
		{osp.ChannelMCP, osp.ChannelREST, ""},
		{osp.ChannelREST, osp.ChannelWebMCP, ""},
		{"", osp.ChannelOther, osp.ChannelOther},
		{"", osp.ChannelMCP, ""},
		{"carrier-pigeon", osp.ChannelOther, osp.ChannelOther},
		{osp.ChannelWebMCP, "", osp.ChannelWebMCP},
	} {
		r := newRig(t, "hvac-two-locations", nil)
		op := replace("/agent/channel", c.claimed)
		if c.claimed == "" {
			op = remove("/agent")
		}
		result := r.callAs(osp.Caller{Channel: c.observed}, osp.ToolRequestServiceBooking, string(bookingInput(t, op)))
		if c.recorded == "" {
			wantResult(t, result, osp.CodeMissingProvenance)
			r.wantRecords(map[osp.RequestState]int{})
			continue
		}
		wantResult(t, result, "")
		if got := r.office.Requests()[0].Provenance.Channel; got != c.recorded {
			t.Errorf("observed %q, recorded %q, want %q", c.observed, got, c.recorded)
		}
	}
}

// calendarFunc is a calendar source.
type calendarFunc func(context.Context, osp.CalendarQuery) (osp.CalendarAnswer, error)

func (f calendarFunc) Windows(ctx context.Context, q osp.CalendarQuery) (osp.CalendarAnswer, error) {
	return f(ctx, q)
}

// Rules 30, 31 and 34: in calendar mode a request asks the calendar too, where the policy leaves something to ask.
func TestRule31_BookingAsksTheCalendar(t *testing.T) {
	var asked []osp.CalendarQuery
	var answer osp.CalendarAnswer
	var failure error
	r := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) {
		o.Calendar = calendarFunc(func(_ context.Context, q osp.CalendarQuery) (osp.CalendarAnswer, error) {
			asked = append(asked, q)
			return answer, failure
		})
	})
	day := date(t, "2026-09-09")
	full := func(windows ...string) osp.CalendarAnswer {
		a := make(osp.CalendarAnswer)
		for _, id := range windows {
			a[osp.CalendarWindow{Date: day, WindowID: id}] = osp.CalendarFull
		}
		return a
	}
	for _, c := range []struct {
		name    string
		answer  osp.CalendarAnswer
		failure error
		ops     []patchOp
		want    osp.Code
		isAsked bool
	}{
		{"not asked about a date that policy refuses", nil, nil, []patchOp{replace("/preferredDate", "2026-09-13")}, osp.CodeClosedDay, false},
		{"not asked about an unknown service", nil, nil, []patchOp{replace("/serviceSlug", "x")}, osp.CodeUnknownService, false},
		{"the window is taken", full("Morning"), nil, nil, osp.CodeUnknownWindow, true},
		{"the day is taken", full("Morning", "Afternoon"), nil, nil, osp.CodeClosedDay, true},
		{"the day is taken, before the window and the address", full("Morning", "Afternoon"), nil, []patchOp{replace("/preferredTime", "x"), remove("/customer/address")}, osp.CodeClosedDay, true},
		{"the address is missing", full("Afternoon"), nil, []patchOp{remove("/customer/address")}, osp.CodeAddressRequired, true},
		{"no answer", nil, errors.New("down"), nil, osp.CodeRateLimited, true},
		{"silent, so policy holds", nil, nil, nil, "", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			asked, answer, failure = nil, c.answer, c.failure
			wantResult(t, r.book(c.ops...), c.want)
			var want []osp.CalendarQuery
			if c.isAsked {
				want = []osp.CalendarQuery{{ServiceSlug: "ac-repair", Location: "daytona", From: day, To: day}}
			}
			if diff := cmp.Diff(want, asked); diff != "" {
				t.Error(diff)
			}
		})
	}
	asked, failure = nil, errors.New("down")
	if b := r.booked(); !b.IsDuplicate || asked != nil {
		t.Error("a retry asks the calendar")
	}
	r.wantOffice(1)
}

// Rule 34: a calendar that hangs.
func TestRule34_CalendarDeadline(t *testing.T) {
	stuck := make(chan struct{})
	defer close(stuck)
	r := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) {
		o.BackendTimeout = 5 * time.Millisecond
		o.Calendar = calendarFunc(func(context.Context, osp.CalendarQuery) (osp.CalendarAnswer, error) {
			<-stuck
			return nil, nil
		})
	})
	wantResult(t, r.call(osp.ToolCheckAvailability, arguments(t)[osp.ToolCheckAvailability]), osp.CodeRateLimited)
}
