package adapterstarter_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/adaptertest"
	"github.com/openservicekit/openservice/adaptertest/sandboxtest"
	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/examples/adapterstarter"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/osbptest"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/store"
)

var update = flag.Bool("update", false, "rewrite testdata/suite.golden")

func now() time.Time { return time.Date(2026, 5, 1, 19, 0, 0, 0, time.UTC) }

// forbidden is a connection that nothing may use yet.
type forbidden struct{}

func (forbidden) RoundTrip(*http.Request) (*http.Response, error) {
	panic("a platform that nobody mapped was called")
}

func newPlatform(organization string) (*adapterstarter.Platform, error) {
	return adapterstarter.New(adapterstarter.Options{
		Organization: organization, Logger: slog.New(slog.DiscardHandler), Base: forbidden{},
	})
}

func newAdapter(organization string) (osbp.BookingAdapter, error) {
	p, err := newPlatform(organization)
	if err != nil {
		return nil, err
	}
	records, err := store.NewMemory(store.MemoryOptions{Clock: now})
	if err != nil {
		return nil, err
	}
	return osbp.NewAdapter(p, osbp.AdapterOptions{
		Vendor: adapterstarter.Vendor, APIVersion: adapterstarter.APIVersion, OrganizationID: organization,
		Store: records, Clock: now,
	})
}

// TestSuite shows where the suite begins: which checks fail, which can't be shown, and
// which pass already, since they ask of the adapter around the Platform, or of nothing
// being done. Nothing panics.
func TestSuite(t *testing.T) {
	report, err := adaptertest.Check(t.Context(), func() (*adaptertest.Harness, error) {
		s, err := sandbox.New(sandbox.Options{Clock: now})
		if err != nil {
			return nil, err
		}
		h, err := sandboxtest.Harness(s)
		if err != nil {
			return nil, err
		}
		h.Adapter, h.Now = newAdapter, now
		h.Identity = osbp.PlatformIdentity{Vendor: adapterstarter.Vendor, APIVersion: adapterstarter.APIVersion}
		return h, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, r := range report.Results {
		fmt.Fprintf(&got, "%-7s %s\n", r.Outcome, r.ID)
		if strings.Contains(r.Detail, "panic") {
			t.Error(r)
		}
	}
	const golden = "testdata/suite.golden"
	if *update {
		if err := os.WriteFile(golden, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("run the tests with -update if this is meant: %s", diff)
	}
	if report.OK() || report.Failed == 0 {
		t.Error("an adapter that does nothing passes")
	}
}

// TestMethods answer with a Problem of one code, never with a plain error.
func TestMethods(t *testing.T) {
	p, err := newPlatform("org_123")
	if err != nil {
		t.Fatal(err)
	}
	defer p.CloseIdleConnections()
	ctx := t.Context()
	for name, call := range map[string]func() error{
		"DescribeService":  func() error { _, err := p.DescribeService(ctx, osbp.ServiceDescribeInput{}); return err },
		"FindAvailability": func() error { _, err := p.FindAvailability(ctx, osbp.AvailabilityFindInput{}); return err },
		"ExplainPolicy":    func() error { _, err := p.ExplainPolicy(ctx, osbp.PolicyExplainInput{}); return err },
		"CreateAppointment": func() error {
			_, err := p.CreateAppointment(ctx, osbptest.Authorize(t, osbp.BookingDetails{}))
			return err
		},
		"GetBooking":       func() error { _, err := p.GetBooking(ctx, osbp.BookingStatusInput{}); return err },
		"SendVerification": func() error { _, err := p.SendVerification(ctx, osbp.VerificationSendInput{}); return err },
		"VerifyCode":       func() error { _, err := p.VerifyCode(ctx, osbp.VerificationVerifyInput{}); return err },
		"FindAppointment":  func() error { _, err := p.FindAppointment(ctx, osbp.AppointmentQuery{}); return err },
	} {
		if err := call(); osbp.AsProblem(err) == nil || !errors.Is(err, osbp.CodeAdapterNotImplemented) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestHost serves the eight tools from the first day, and audits that they do nothing.
func TestHost(t *testing.T) {
	a, err := newAdapter("org_123")
	if err != nil {
		t.Fatal(err)
	}
	log := new(audit.MemoryLog)
	host, err := osbp.NewHost(a, osbp.HostOptions{Log: log, Clock: now})
	if err != nil {
		t.Fatal(err)
	}
	const customer = `"customer":{"display_name":"Jane Customer","phone":"+15555550100"}`
	const create = `{"mandate":{"id":"mnd_1","expires_at":"2026-05-02T00:00:00Z","allowed_actions":["booking.create"],` +
		`"organization_id":"org_123","allow_policy_fee":false},"idempotency_key":"idem_1","service_id":"srv_1","schedule_id":"sch_1",` +
		`"date":"2026-05-05","time":"13:00",` + customer + `}`
	for _, tc := range []struct {
		tool  osbp.Tool
		input string
	}{
		{osbp.ToolServiceDescribe, `{"service_id":"srv_1"}`},
		{osbp.ToolAvailabilityFind, `{"service_id":"srv_1","schedule_id":"sch_1","date":"2026-05-05"}`},
		{osbp.ToolPolicyExplain, `{"service_id":"srv_1"}`},
		{osbp.ToolVerificationSend, `{"purpose":"booking:org_123",` + customer + `}`},
		{osbp.ToolVerificationVerify, `{"purpose":"booking:org_123","code":"123456",` + customer + `}`},
		{osbp.ToolBookingCreate, create},
		{osbp.ToolBookingStatus, `{"booking_id":"apt_1"}`},
	} {
		e, err := host.Call(context.Background(), tc.tool, json.RawMessage(tc.input))
		if err != nil || e.OK || e.Problem == nil || e.Problem.Code != osbp.CodeAdapterNotImplemented || e.Problem.Retryable {
			t.Errorf("%s: %+v, %v", tc.tool, e.Problem, err)
		}
		if e.AuditEventID == "" {
			t.Errorf("%s: not audited", tc.tool)
		}
	}
	if n := len(log.Events()); n != 7 {
		t.Errorf("%d events", n)
	}
}

// TestOptions are refused where they are missing.
func TestOptions(t *testing.T) {
	for name, o := range map[string]adapterstarter.Options{
		"no organization": {Logger: slog.New(slog.DiscardHandler)},
		"no logger":       {Organization: "org_123"},
	} {
		if p, err := adapterstarter.New(o); err == nil || p != nil {
			t.Errorf("%s: accepted", name)
		}
	}
}
