package osbp_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/openservicekit/openservice/osbp"
)

// TestRule23_LostMutation: once a mutation of the create brought no answer, or one that
// leaves it open what became of it (5xx, mapped or not), a refusal that comes after it
// proves nothing: it may be about a second try.
func TestRule23_LostMutation(t *testing.T) {
	type first = func() (*http.Response, error)
	answered := func(status int) first {
		return func() (*http.Response, error) { return respond(status), nil }
	}
	lost := func() (*http.Response, error) { return nil, errCut }
	both := func() (*http.Response, error) { return respond(201), errCut }
	cut := func() (*http.Response, error) {
		resp := respond(201)
		resp.Body = io.NopCloser(io.MultiReader(strings.NewReader("{"), iotest.ErrReader(io.ErrUnexpectedEOF)))
		return resp, nil
	}
	notSent := osbp.NotSent(errors.New("dial"))
	for _, tc := range []struct {
		name  string
		first first // what the first mutation brings
		after error
		code  osbp.Code
	}{
		{"lost, then slot taken", lost, osbp.CodeSlotTaken, osbp.CodeBookingOutcomeUnknown},
		{"lost, then not sent", lost, notSent, osbp.CodeBookingOutcomeUnknown},
		{"lost, then refused", lost, osbp.Refused(osbp.NewProblem("closed", "closed")), osbp.CodeBookingOutcomeUnknown},
		{"a response and an error, then slot taken", both, osbp.CodeSlotTaken, osbp.CodeBookingOutcomeUnknown},
		{"broken off, then slot taken", cut, osbp.CodeSlotTaken, osbp.CodeBookingOutcomeUnknown},
		{"500, then slot taken", answered(500), osbp.CodeSlotTaken, osbp.CodeBookingOutcomeUnknown},
		{"502, then refused", answered(502), osbp.Refused(osbp.NewProblem("closed", "closed")), osbp.CodeBookingOutcomeUnknown},
		{"503, taken for a plea to slow down", answered(503), osbp.CodeRateLimited, osbp.CodeBookingOutcomeUnknown},
		{"504, then not sent", answered(504), notSent, osbp.CodeBookingOutcomeUnknown},
		{"answered, then slot taken", answered(201), osbp.CodeSlotTaken, osbp.CodeSlotTaken},
		{"answered, then not sent", answered(201), notSent, osbp.CodePlatformUnavailable},
		{"409, then slot taken", answered(409), osbp.CodeSlotTaken, osbp.CodeSlotTaken},
		{"429, then rate limited", answered(429), osbp.CodeRateLimited, osbp.CodeRateLimited},
		{"a redirect, then slot taken", answered(307), osbp.CodeSlotTaken, osbp.CodeSlotTaken},
	} {
		t.Run(tc.name, func(t *testing.T) {
			transport := newTransportRig(t, nil)
			transport.answer = func(req *http.Request) (*http.Response, error) {
				io.Copy(io.Discard, req.Body)
				return tc.first()
			}
			r := newRig(t, nil)
			approved := r.approve(t, r.input())
			r.onCreate = func(ctx context.Context, _ *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
				req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://platform.test/v1/customers", strings.NewReader("{}"))
				if err != nil {
					t.Fatal(err)
				}
				if resp, err := transport.do(t, req); err == nil {
					io.Copy(io.Discard, resp.Body)
				}
				return nil, tc.after
			}
			_, err := r.create(t.Context(), approved)
			if p := osbp.AsProblem(err); p == nil || p.Code != tc.code {
				t.Errorf("got %v, want %s", err, tc.code)
			}
		})
	}
}
