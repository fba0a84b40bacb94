package osbp_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/osbp"
)

// TestRule48_OperatorLog: the operator reads what went wrong, and not whom it was
// about. Errors of clients and panics quote what they were given.
func TestRule48_OperatorLog(t *testing.T) {
	in := newRig(t, nil).input()
	in.VerificationCode = "836201"
	quoting := fmt.Errorf(`Post "https://platform.test/v1/book?name=Jane+Customer&tel=%%2B15555550100": code 836201 of jane@example.com refused by gateway 17`)
	for name, fail := range map[string]func() error{
		"error": func() error { return quoting },
		"panic": func() error { panic(quoting.Error()) },
	} {
		for where, run := range map[string]func(*rig){
			"create": func(r *rig) {
				approved := r.approve(t, in)
				r.onCreate = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) { return nil, fail() }
				r.create(t.Context(), approved)
			},
			"find": func(r *rig) {
				approved := r.approve(t, in)
				r.onCreate = cut
				r.create(t.Context(), approved)
			},
		} {
			t.Run(name+" in "+where, func(t *testing.T) {
				r := newRig(t, func(_ *rig, o *osbp.CreatorOptions) {
					o.Finder = finderFunc(func(context.Context, osbp.AppointmentQuery) (osbp.Finding, error) {
						return osbp.Finding{}, fail()
					})
				})
				run(r)
				log := r.log.String()
				for _, secret := range []string{"Jane", "5555550100", "jane@example.com", "836201"} {
					if strings.Contains(log, secret) {
						t.Errorf("the log tells %q:\n%s", secret, log)
					}
				}
				if !strings.Contains(log, "gateway 17") {
					t.Errorf("the log does not tell the fault:\n%s", log)
				}
				if name == "panic" && !strings.Contains(log, "logged_test.go") {
					t.Errorf("the log has no stack:\n%s", log)
				}
			})
		}
		t.Run(name+" in a read", func(t *testing.T) {
			var log bytes.Buffer
			p := newFakePlatform(t)
			p.describe = func(context.Context, osbp.ServiceDescribeInput) (*osbp.Service, error) { return nil, fail() }
			a := newAdapter(t, p, newClock("2026-05-01T19:00:00Z"), func(o *osbp.AdapterOptions) {
				o.Logger = slog.New(slog.NewTextHandler(&log, nil))
			})
			_, err := a.DescribeService(t.Context(), osbp.ServiceDescribeInput{})
			wantCode(t, err, osbp.CodeInternalAdapterError, false)
			if out := log.String(); strings.Contains(out, "5555550100") || strings.Contains(out, "jane@example.com") ||
				!strings.Contains(out, "gateway 17") {
				t.Errorf("log:\n%s", out)
			}
		})
	}
}

// TestRule48_OperatorLogOfAddresses: a key in a query is nobody's to read, whatever it
// looks like and however deep the client's error lies.
func TestRule48_OperatorLogOfAddresses(t *testing.T) {
	inner := &url.Error{Op: "Get", URL: "https://inner.test/v1?key=opensesame", Err: errors.New("gateway 17")}
	for name, fail := range map[string]error{
		"bare":    inner,
		"wrapped": fmt.Errorf("describe: %w", inner),
		"nested":  &url.Error{Op: "Get", URL: "https://outer.test/v1?token=opensesame#x", Err: fmt.Errorf("hop: %w", inner)},
		"joined":  errors.Join(errors.New("twice"), inner),
	} {
		t.Run(name, func(t *testing.T) {
			var log bytes.Buffer
			p := newFakePlatform(t)
			p.describe = func(context.Context, osbp.ServiceDescribeInput) (*osbp.Service, error) { return nil, fail }
			a := newAdapter(t, p, newClock("2026-05-01T19:00:00Z"), func(o *osbp.AdapterOptions) {
				o.Logger = slog.New(slog.NewTextHandler(&log, nil))
			})
			a.DescribeService(t.Context(), osbp.ServiceDescribeInput{})
			if out := log.String(); strings.Contains(out, "opensesame") || !strings.Contains(out, "https://inner.test/v1") || !strings.Contains(out, "gateway 17") {
				t.Errorf("log:\n%s", out)
			}
		})
	}
}

// TestRule48_OperatorLogOfTools: the same for what the tools are told of a customer.
func TestRule48_OperatorLogOfTools(t *testing.T) {
	r := newHostRig(t, nil)
	quoting := errors.New("no Jane Customer with 836201 behind gateway 17")
	r.platform.get = func(context.Context, osbp.BookingStatusInput) (*osbp.Booking, error) { return nil, quoting }
	r.platform.send = func(context.Context, osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
		return nil, quoting
	}
	r.platform.verify = func(context.Context, osbp.VerificationVerifyInput) (*osbp.VerificationChallenge, error) {
		return nil, quoting
	}
	customer := osbp.Customer{DisplayName: "Jane Customer", Phone: "+15555836201"}
	purpose := osbp.BookingPurpose(exampleOrganization)
	for tool, in := range map[osbp.Tool]any{
		osbp.ToolBookingStatus:      osbp.BookingStatusInput{BookingID: "b", Customer: &customer},
		osbp.ToolVerificationSend:   osbp.VerificationSendInput{Customer: customer, Purpose: purpose},
		osbp.ToolVerificationVerify: osbp.VerificationVerifyInput{Customer: customer, Purpose: purpose, Code: "836201"},
	} {
		r.operator.Reset()
		wantRefusal(t, r.call(t, tool, in), osbp.CodeInternalAdapterError)
		log := r.operator.String()
		if strings.Contains(log, "Jane") || tool == osbp.ToolVerificationVerify && strings.Contains(log, "836201") {
			t.Errorf("%s: the log tells of the customer:\n%s", tool, log)
		}
		if !strings.Contains(log, "gateway 17") {
			t.Errorf("%s: the log does not tell the fault:\n%s", tool, log)
		}
	}
}

// TestRule47_ApproverTrouble reaches the operator.
func TestRule47_ApproverTrouble(t *testing.T) {
	r := newRig(t, func(r *rig, o *osbp.CreatorOptions) {
		o.Gate = newGate(t, osbp.GateOptions{Store: r.store, Clock: r.clock.Now,
			Approver: approverFunc(func(context.Context, string) (bool, error) { return true, errCut })})
	})
	_, err := r.create(t.Context(), r.approve(t, r.input()))
	wantCode(t, err, osbp.CodeRequiresUserConfirmation, false)
	if !errors.Is(err, errCut) {
		t.Error("why the approver could not be asked is lost")
	}
}
