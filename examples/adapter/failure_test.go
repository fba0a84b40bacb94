package adapter_test

import (
	"errors"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/examples/adapter"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/osbptest"
)

// TestRule23_Answers: those that are none of the platform's own prove nothing, and are
// not asked for twice.
func TestRule23_Answers(t *testing.T) {
	for _, tc := range []struct {
		name   string
		status int
		body   string
		code   osbp.Code
	}{
		{"proxy's conflict", 409, "<html>conflict</html>", osbp.CodeBookingOutcomeUnknown},
		{"conflict without a word", 409, "{}", osbp.CodeBookingOutcomeUnknown},
		{"unknown word", 422, `{"reason":"moon_phase"}`, osbp.CodeBookingOutcomeUnknown},
		{"its own word in a 500", 500, `{"reason":"opening_taken"}`, osbp.CodeBookingOutcomeUnknown},
		{"its own word in a redirect", 302, `{"reason":"opening_taken"}`, osbp.CodeBookingOutcomeUnknown},
		{"moved", 307, "", osbp.CodeBookingOutcomeUnknown},
		{"accepted, later perhaps", 202, `{"ref":"rsv_x"}`, osbp.CodeBookingOutcomeUnknown},
		{"null", 201, "null", osbp.CodeBookingOutcomeUnknown},
		{"no id", 201, `{"begins":"2026-05-05 13:00","ends":"2026-05-05 13:15"}`, osbp.CodeBookingOutcomeUnknown},
		{"number for an id", 201, `{"ref":42,"begins":"2026-05-05 13:00"}`, osbp.CodeBookingOutcomeUnknown},
		{"price in words", 201, `{"ref":"rsv_x","begins":"2026-05-05 13:00","price":{"kind":"fixed","amount":"95 dollars","currency":"USD"}}`, osbp.CodeBookingOutcomeUnknown},
		{"too long", 201, strings.Repeat(" ", 2<<20), osbp.CodeBookingOutcomeUnknown},
		{"its own word", 409, `{"reason":"opening_taken"}`, osbp.CodeSlotTaken},
		{"too many", 429, "<html>slow down</html>", osbp.CodeRateLimited},
		{"its own refusal", 400, `{"reason":"bad_request"}`, adapter.CodeBookingRejected},
	} {
		t.Run(tc.name, func(t *testing.T) {
			base := &answering{status: tc.status, body: tc.body}
			_, err := book(t, newPlatform(t, nowhere, base))
			if p := osbp.AsProblem(err); p == nil || p.Code != tc.code || base.requests != 1 {
				t.Errorf("%v after %d requests, want %s", err, base.requests, tc.code)
			}
		})
	}
}

// TestRule23_NotSent is sure of that only where nobody was reached.
func TestRule23_NotSent(t *testing.T) {
	server := httptest.NewServer(nil)
	server.Close()
	_, err := book(t, newPlatform(t, server.URL, nil))
	if p := osbp.AsProblem(err); p == nil || p.Code != osbp.CodePlatformUnavailable || !p.Retryable {
		t.Error(err)
	}
}

// TestRule23_NotApproved: for a booking that no Creator made, nothing is sent.
func TestRule23_NotApproved(t *testing.T) {
	base := &answering{status: 201}
	for _, b := range []*osbp.AuthorizedBooking{nil, new(osbp.AuthorizedBooking)} {
		if got, err := newPlatform(t, nowhere, base).CreateAppointment(t.Context(), b); !errors.Is(err, osbp.ErrNotAuthorized) || got != nil {
			t.Errorf("%v, %v", got, err)
		}
	}
	if base.requests != 0 {
		t.Errorf("%d requests", base.requests)
	}
}

// TestRule23_EveryWord: the words of the platform's page, and no others, are definite.
func TestRule23_EveryWord(t *testing.T) {
	page, err := os.ReadFile("../../osbp/sandbox/API.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile("(?m)^\\| `([a-z_]+)` \\| (4\\d\\d) \\|").FindAllStringSubmatch(string(page), -1)
	if len(rows) < 19 {
		t.Fatalf("the page lists %d words", len(rows))
	}
	for _, row := range rows {
		_, err := book(t, newPlatform(t, nowhere, &answering{status: 409, body: `{"reason":"` + row[1] + `"}`}))
		if p := osbp.AsProblem(err); p == nil || p.Code == osbp.CodeBookingOutcomeUnknown || p.Code == osbp.CodeInternalAdapterError {
			t.Errorf("%s: %v", row[1], err)
		}
	}
}

// TestErrorsQuoteNobody: a word may be anything.
func TestErrorsQuoteNobody(t *testing.T) {
	base := &answering{status: 422, body: `{"reason":"Jane Customer has no such number"}`}
	p := newPlatform(t, nowhere, base)
	_, err1 := p.CreateAppointment(t.Context(), osbptest.Authorize(t, osbp.BookingDetails{}))
	_, err2 := p.GetBooking(t.Context(), osbp.BookingStatusInput{BookingID: "rsv_x"})
	for _, err := range []error{err1, err2} {
		if err == nil || strings.Contains(err.Error(), "Jane") {
			t.Error(err)
		}
	}
}

// TestReads that say nonsense are no answers, and no Problems: the adapter has a code for
// them. A 5xx is the platform's fault, and an answer of a shop's that is not known is the
// operator's to repair.
func TestReads(t *testing.T) {
	base := &answering{status: 200}
	p := newPlatform(t, nowhere, base)
	reads := map[string]func() (any, error){
		"booking": func() (any, error) {
			return p.GetBooking(t.Context(), osbp.BookingStatusInput{BookingID: "rsv_x"})
		},
		"service": func() (any, error) {
			return p.DescribeService(t.Context(), osbp.ServiceDescribeInput{ServiceID: "off_x"})
		},
		"policy": func() (any, error) {
			return p.ExplainPolicy(t.Context(), osbp.PolicyExplainInput{ServiceID: "off_x"})
		},
		"slots": func() (any, error) {
			return p.FindAvailability(t.Context(), osbp.AvailabilityFindInput{Date: "2026-05-05"})
		},
		"finding": func() (any, error) {
			return p.FindAppointment(t.Context(), osbp.AppointmentQuery{IdempotencyKey: "idem"})
		},
		"sent": func() (any, error) {
			return p.SendVerification(t.Context(), osbp.VerificationSendInput{})
		},
		"verified": func() (any, error) {
			return p.VerifyCode(t.Context(), osbp.VerificationVerifyInput{})
		},
	}
	for name, body := range map[string]string{
		"booking":  `{"ref":"rsv_x","begins":"soon","ends":"2026-05-05 13:00"}`,
		"service":  `{"ref":"off_x","title":"X","extras":[{"ref":"y","title":"Y","price":{"kind":"fixed","amount":1.005,"currency":"USD"}}]}`,
		"policy":   `{"offering":"off_x","missed_charge":{"kind":"fixed","amount":5,"currency":"ZZZ"}}`,
		"slots":    `{"openings":[{"begins":"2026-05-05T13:00:00Z","ends":"2026-05-05 14:00"}]}`,
		"finding":  `{"reservations":[{"ref":"rsv_x","begins":""}]}`,
		"sent":     `{"done":"perhaps"}`,
		"verified": `[]`,
	} {
		base.status, base.body = 200, body
		if got, err := reads[name](); err == nil || osbp.AsProblem(err) != nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
		base.status = 503
		if _, err := reads[name](); !errors.Is(err, osbp.CodePlatformUnavailable) {
			t.Errorf("%s, 503: %v", name, err)
		}
		base.status, base.body = 404, `{"reason":"no_such_shop"}`
		if _, err := reads[name](); err == nil || osbp.AsProblem(err) != nil {
			t.Errorf("%s, no such shop: %v", name, err)
		}
	}
}

// FuzzCreate answers a create with anything: a receipt needs an appointment that is what
// was approved, in the platform's own words.
func FuzzCreate(f *testing.F) {
	f.Add(201, `{"ref":"rsv_x","shop":"biz_harbor_hair","offering":"off_fringe","calendar":"cal_harbor_main","staff":"stf_maya",`+
		`"begins":"2026-05-05 13:00","ends":"2026-05-05 13:15","begins_unix":1778011200,"ends_unix":1778012100,`+
		`"state":"confirmed","price":{"kind":"fixed","amount":0.00,"currency":"USD"}}`)
	f.Add(201, `{"ref":"rsv_x","begins":"2026-05-05 14:00","ends":"2026-05-05 14:15","price":{"kind":"quote","currency":"USD"}}`)
	f.Add(409, `{"reason":"opening_taken"}`)
	f.Add(200, `{"reservations":[{"ref":"rsv_x"}],"final":true}`)
	f.Fuzz(func(t *testing.T, status int, body string) {
		got, err := book(t, newPlatform(t, nowhere, &answering{status: status, body: body}))
		p := osbp.AsProblem(err)
		switch {
		case err == nil && (status != 200 && status != 201 || got.Receipt.BookingID == ""):
			t.Errorf("a receipt for status %d", status)
		case err != nil && p == nil:
			t.Error(err)
		case p != nil && status >= 500 && p.Code != osbp.CodeBookingOutcomeUnknown:
			t.Errorf("status %d is %s", status, p.Code)
		}
	})
}
