package osbp_test

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/osbp"
)

// sensitiveValues hold nothing but the word secret where a customer's
// data, a token, a code or a message can be.
func sensitiveValues() map[string]any {
	customer := osbp.Customer{ID: "secret", DisplayName: "secret", GivenName: "secret", FamilyName: "secret",
		Phone: "secret", Email: "secret"}
	problem := osbp.Problem{Code: osbp.CodeRequiresUserConfirmation, Message: "secret"}
	return map[string]any{
		"Customer": customer,
		"Approval": osbp.Approval{Confirmed: true, Token: "secret"},
		"BookingCreateInput": osbp.BookingCreateInput{Mandate: &osbp.Mandate{ID: "mnd_1"}, IdempotencyKey: "idem_1",
			Customer: customer, Approval: &osbp.Approval{Token: "secret"}, VerificationCode: "secret"},
		"BookingCreateInput without mandate": osbp.BookingCreateInput{Customer: customer},
		"VerificationSendInput":              osbp.VerificationSendInput{Customer: customer, Purpose: "booking:org_1"},
		"VerificationVerifyInput":            osbp.VerificationVerifyInput{Customer: customer, Purpose: "booking:org_1", Code: "secret"},
		"BookingStatusInput":                 osbp.BookingStatusInput{BookingID: "secret", Customer: &customer},
		"HandoffRequestInput":                osbp.HandoffRequestInput{Reason: "secret", Message: "secret", MandateID: "mnd_1"},
		"Handoff":                            osbp.Handoff{Status: osbp.HandoffRequiresHuman, Reason: "secret", Message: "secret", MandateID: "mnd_1"},
		"ApprovalRequest":                    osbp.ApprovalRequest{Summary: "secret", Approval: &osbp.Approval{Token: "secret"}},
		"MandateCheck": osbp.MandateCheck{Mandate: &osbp.Mandate{ID: "mnd_1"}, OrganizationID: "org_1",
			Request: &osbp.BookingCreateInput{Customer: customer, VerificationCode: "secret"}},
		"Problem":             problem,
		"Envelope":            osbp.Envelope{Problem: &problem},
		"Envelope with value": osbp.Envelope{OK: true, Value: []byte(`{"text":"secret"}`)},
	}
}

// pointTo returns the value, a pointer to it, and both inside other values.
func pointTo[T any](v T) []any {
	return []any{v, &v, []T{v}, []*T{&v}, map[string]T{"k": v}, struct{ V T }{v}, struct{ V *T }{&v}, struct{ V any }{&v}}
}

func pointedTo(v any) []any {
	switch v := v.(type) {
	case osbp.Customer:
		return pointTo(v)
	case osbp.Approval:
		return pointTo(v)
	case osbp.BookingCreateInput:
		return pointTo(v)
	case osbp.VerificationSendInput:
		return pointTo(v)
	case osbp.VerificationVerifyInput:
		return pointTo(v)
	case osbp.BookingStatusInput:
		return pointTo(v)
	case osbp.HandoffRequestInput:
		return pointTo(v)
	case osbp.Handoff:
		return pointTo(v)
	case osbp.ApprovalRequest:
		return pointTo(v)
	case osbp.MandateCheck:
		return pointTo(v)
	case osbp.Problem:
		return pointTo(v)
	case osbp.Envelope:
		return pointTo(v)
	}
	panic(fmt.Sprintf("no case for %T", v))
}

// TestRule48_Printing: no verb of fmt shows what a value carries, bare, behind a
// pointer or inside something else.
func TestRule48_Printing(t *testing.T) {
	secretHex := fmt.Sprintf("%x", "secret")
	for name, v := range sensitiveValues() {
		t.Run(name, func(t *testing.T) {
			for _, w := range pointedTo(v) {
				for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%X", "%d", "%t", "%10.3v", "%#q"} {
					got := strings.ToLower(fmt.Sprintf(verb, w))
					if strings.Contains(got, "secret") || strings.Contains(got, secretHex) || strings.Contains(got, fmt.Sprint([]byte("secret"))) {
						t.Errorf("%s of %T shows %s", verb, w, got)
					}
				}
				if err := fmt.Errorf("failed: %w", asError(w)); strings.Contains(err.Error(), "secret") {
					t.Errorf("an error shows %v", err)
				}
			}
		})
	}
}

func asError(v any) error {
	if err, ok := v.(error); ok {
		return err
	}
	return errors.New(fmt.Sprint(v))
}

// TestRule48_Logging: neither of slog's handlers shows it, given the value or a
// pointer to it.
func TestRule48_Logging(t *testing.T) {
	for name, v := range sensitiveValues() {
		t.Run(name, func(t *testing.T) {
			for _, w := range pointedTo(v)[:2] {
				var out bytes.Buffer
				for _, h := range []slog.Handler{slog.NewTextHandler(&out, nil), slog.NewJSONHandler(&out, nil)} {
					log := slog.New(h)
					log.Info("m", "v", w)
					log.With("v", w).WithGroup("g").Info("m", slog.Group("h", "v", w))
				}
				if strings.Contains(out.String(), "secret") {
					t.Errorf("%T is logged as %s", w, out.String())
				}
			}
		})
	}
}

// TestRule48_Correlation: what is left still says which call it was.
func TestRule48_Correlation(t *testing.T) {
	for name, want := range map[string]string{
		"BookingCreateInput":      `booking.create(key "idem_1", mandate "mnd_1")`,
		"VerificationSendInput":   `verification.send(purpose "booking:org_1")`,
		"VerificationVerifyInput": `verification.verify(purpose "booking:org_1")`,
		"HandoffRequestInput":     `handoff.request(mandate "mnd_1")`,
		"Handoff":                 `handoff.request(mandate "mnd_1")`,
		"MandateCheck":            `booking.create under mandate "mnd_1"`,
		"Problem":                 "osbp: requires_user_confirmation",
		"Envelope":                `result(requires_user_confirmation, audit event "")`,
		"Customer":                "[redacted]",
	} {
		if got := fmt.Sprint(sensitiveValues()[name]); got != want {
			t.Errorf("%s prints as %s, want %s", name, got, want)
		}
	}
	p := osbp.NewProblem(osbp.CodeSlotTaken, "secret")
	if got, want := fmt.Sprintf("%#v", p), `osbp.Problem{Code:"slot_taken", Retryable:true}`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var none *osbp.Problem
	if got := fmt.Sprintf("%v %s", none, none.Error()); got != "<nil> osbp: <nil problem>" {
		t.Errorf("a nil problem prints as %s", got)
	}
	var out bytes.Buffer
	slog.New(slog.NewJSONHandler(&out, nil)).Info("m", "p", p)
	if !strings.Contains(out.String(), `"p":{"code":"slot_taken","retryable":true}`) {
		t.Errorf("a problem is logged as %s", out.String())
	}
}
