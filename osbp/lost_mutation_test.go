package osbp_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/osbp"
)

// TestRule23_LostMutation: once a mutation of the create brought no answer, a refusal
// that comes after it proves nothing: it may be about a second try.
func TestRule23_LostMutation(t *testing.T) {
	for _, tc := range []struct {
		name  string
		lost  bool // the first mutation brings no answer
		after error
		code  osbp.Code
	}{
		{"lost, then slot taken", true, osbp.CodeSlotTaken, osbp.CodeBookingOutcomeUnknown},
		{"lost, then not sent", true, osbp.NotSent(errors.New("dial")), osbp.CodeBookingOutcomeUnknown},
		{"lost, then refused", true, osbp.Refused(osbp.NewProblem("closed", "closed")), osbp.CodeBookingOutcomeUnknown},
		{"answered, then slot taken", false, osbp.CodeSlotTaken, osbp.CodeSlotTaken},
		{"answered, then not sent", false, osbp.NotSent(errors.New("dial")), osbp.CodePlatformUnavailable},
	} {
		t.Run(tc.name, func(t *testing.T) {
			transport := newTransportRig(t, nil)
			transport.answer = func(req *http.Request) (*http.Response, error) {
				io.Copy(io.Discard, req.Body)
				if tc.lost {
					return nil, errCut
				}
				return respond(201), nil
			}
			r := newRig(t, nil)
			approved := r.approve(t, r.input())
			r.onCreate = func(ctx context.Context, _ *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
				req, err := http.NewRequestWithContext(ctx, http.MethodPost, "http://platform.test/v1/customers", strings.NewReader("{}"))
				if err != nil {
					t.Fatal(err)
				}
				transport.do(t, req)
				return nil, tc.after
			}
			_, err := r.create(t.Context(), approved)
			if p := osbp.AsProblem(err); p == nil || p.Code != tc.code {
				t.Errorf("got %v, want %s", err, tc.code)
			}
		})
	}
}
