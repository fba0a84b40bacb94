package osbp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/osbp"
)

// TestHost_AllTools answers each of the eight in its schema, with one event each
// (B-010, B-092, B-202, B-203).
func TestHost_AllTools(t *testing.T) {
	purpose := osbp.BookingPurpose(exampleOrganization)
	r := newHostRig(t, nil)
	booking := r.approved(t, exampleInput(t))
	for _, tc := range []struct {
		tool osbp.Tool
		in   any
		want string // in the value
	}{
		{osbp.ToolServiceDescribe, `{"service_id":"service_123"}`, `"name":"Haircut"`},
		{osbp.ToolServiceDescribe, `{}`, `"name":"Haircut"`},
		{osbp.ToolServiceDescribe, ``, `"name":"Haircut"`},
		{osbp.ToolAvailabilityFind, `{"date":"2026-05-05"}`, `"starts_at_local":"2026-05-05T13:00:00"`},
		{osbp.ToolPolicyExplain, `{"service_id":"service_123"}`, `"payment_requirement":"none"`},
		{osbp.ToolVerificationSend, osbp.VerificationSendInput{Customer: osbp.Customer{Phone: "+15555550100"}, Purpose: purpose}, `"sent":true`},
		{osbp.ToolVerificationVerify, osbp.VerificationVerifyInput{Customer: osbp.Customer{Phone: "+15555550100"}, Purpose: purpose, Code: "123456"}, `"verified":true`},
		{osbp.ToolBookingCreate, booking, `"booking_id":"appointment_123"`},
		{osbp.ToolBookingStatus, `{"booking_id":"appointment_123"}`, `"status":"booked"`},
		{osbp.ToolHandoffRequest, `{"reason":"requires_payment_handoff","message":"Pay there.","mandate_id":"mnd_1"}`, `"status":"requires_human"`},
	} {
		t.Run(string(tc.tool), func(t *testing.T) {
			before := len(r.log.Events())
			e := r.call(t, tc.tool, tc.in)
			if !e.OK || e.Problem != nil || !strings.Contains(string(e.Value), tc.want) {
				t.Fatalf("got ok %t, problem %v, value %s; want %s", e.OK, e.Problem, e.Value, tc.want)
			}
			events := r.log.Events()
			if len(events) != before+1 {
				t.Fatalf("%d events, want 1", len(events)-before)
			}
			event := events[before]
			if event.ID != e.AuditEventID || !strings.HasPrefix(event.ID, "aud_") || event.ToolName != string(tc.tool) ||
				event.Source != "osbp-local-mcp" || !event.CreatedAt.Equal(r.clock.Now()) {
				t.Errorf("event %+v for envelope %s", event, e.AuditEventID)
			}
			if err := event.Verify(); err != nil {
				t.Error(err)
			}
			if diff := cmp.Diff(&audit.PlatformIdentity{Vendor: "test-platform", APIVersion: "2026-01-01"}, event.Platform); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestHost_Handoff repeats the words and touches nothing (B-186, B-187).
func TestHost_Handoff(t *testing.T) {
	r := newHostRig(t, nil)
	failing(r.platform.fakePlatform, func() error { t.Error("the platform was called"); return nil })
	e := r.call(t, osbp.ToolHandoffRequest, `{"reason":"slot_taken","message":"Gone; call +1 (386) 555-0199.","mandate_id":"mnd_1"}`)
	var got osbp.Handoff
	if err := json.Unmarshal(e.Value, &got); err != nil {
		t.Fatal(err)
	}
	want := osbp.Handoff{Status: "requires_human", Reason: "slot_taken", Message: "Gone; call +1 (386) 555-0199.", MandateID: "mnd_1"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	event := r.lastEvent(t)
	if event.MandateID != "mnd_1" || event.Upstream != nil || strings.Contains(string(event.Input)+string(event.Result), "0199") {
		t.Errorf("event %s %s", event.Input, event.Result)
	}
}

// TestRule02_InvalidInput is answered with the field's name and not audited; a
// malformed mandate is (B-078, B-098, B-202).
func TestRule02_InvalidInput(t *testing.T) {
	create := func(change func(map[string]any)) string {
		var m map[string]any
		if err := json.Unmarshal(toJSON(t, exampleInput(t)), &m); err != nil {
			t.Fatal(err)
		}
		change(m)
		return string(toJSON(t, m))
	}
	for _, tc := range []struct {
		name    string
		tool    osbp.Tool
		raw     string
		code    osbp.Code
		field   string
		audited bool
	}{
		{"unknown member", osbp.ToolServiceDescribe, `{"service":"x"}`, osbp.CodeInvalidInput, "service", false},
		{"wrong type", osbp.ToolBookingStatus, `{"booking_id":7}`, osbp.CodeInvalidInput, "booking_id", false},
		{"missing date", osbp.ToolAvailabilityFind, `{}`, osbp.CodeInvalidInput, "date", false},
		{"no JSON", osbp.ToolServiceDescribe, `{`, osbp.CodeInvalidInput, "", false},
		{"not UTF-8", osbp.ToolServiceDescribe, "{\"service_id\":\"\xff\"}", osbp.CodeInvalidInput, "", false},
		{"no mandate", osbp.ToolBookingCreate, create(func(m map[string]any) { delete(m, "mandate") }), osbp.CodeInvalidMandate, "mandate", true},
		{"unknown limit", osbp.ToolBookingCreate, create(func(m map[string]any) { m["mandate"].(map[string]any)["max_bookings"] = 1 }), osbp.CodeInvalidMandate, "max_bookings", true},
		{"offset on time", osbp.ToolBookingCreate, create(func(m map[string]any) { m["time"] = "13:00Z" }), osbp.CodeInvalidMandate, "time", true},
		{"no key", osbp.ToolBookingCreate, create(func(m map[string]any) { delete(m, "idempotency_key") }), osbp.CodeInvalidInput, "idempotency_key", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := newHostRig(t, nil)
			e := r.call(t, tc.tool, tc.raw)
			wantRefusal(t, e, tc.code)
			if !strings.Contains(e.Problem.Message, tc.field) {
				t.Errorf("message %q does not name %q", e.Problem.Message, tc.field)
			}
			if audited := len(r.log.Events()) == 1; audited != tc.audited || (e.AuditEventID != "") != tc.audited {
				t.Errorf("audited %t, id %q", audited, e.AuditEventID)
			}
		})
	}
}

// TestHost_DuplicateMandateMember never widens to the larger cap.
func TestHost_DuplicateMandateMember(t *testing.T) {
	for _, twin := range []string{"max_price", "MAX_PRICE"} {
		r := newHostRig(t, nil)
		in := strings.Replace(string(toJSON(t, exampleInput(t))), `"max_price":{"amount_minor":10000,"currency":"USD","type":"fixed"}`,
			fmt.Sprintf(`"max_price":{"amount_minor":5000,"currency":"USD"},"%s":{"amount_minor":900000,"currency":"USD"}`, twin), 1)
		wantRefusal(t, r.call(t, osbp.ToolBookingCreate, in), osbp.CodeInvalidMandate)
		if event := r.lastEvent(t); event.MandateID != "mnd_2026_05_01_001" {
			t.Errorf("event names mandate %q", event.MandateID)
		}
	}
}

// TestHost_Panic is contained, and the host goes on (B-121).
func TestHost_Panic(t *testing.T) {
	for name, adapter := range map[string]bool{"through Adapter": true, "foreign adapter": false} {
		t.Run(name, func(t *testing.T) {
			r := newHostRig(t, nil)
			if adapter {
				r.platform.describe = func(context.Context, osbp.ServiceDescribeInput) (*osbp.Service, error) { panic("call +15555550100") }
			} else {
				f := &foreignAdapter{describe: func() (*osbp.Service, error) { panic("call +15555550100") }}
				r.host = newHost(t, f, r, func(o *osbp.HostOptions) { o.OrganizationID = exampleOrganization })
			}
			e := r.call(t, osbp.ToolServiceDescribe, `{"service_id":"service_123"}`)
			wantRefusal(t, e, osbp.CodeInternalAdapterError)
			event := r.lastEvent(t)
			for _, text := range []string{e.Problem.Message, string(event.Input), string(event.Result)} {
				if strings.Contains(text, "5555550100") || strings.Contains(text, "goroutine") {
					t.Errorf("the panic leaks: %s", text)
				}
			}
			if e.AuditEventID == "" || !strings.Contains(r.operator.String(), "panic") {
				t.Error("no event, or the operator does not know")
			}
			if e := r.call(t, osbp.ToolHandoffRequest, `{"reason":"r","message":"m"}`); !e.OK {
				t.Error("the host is gone")
			}
		})
	}
}

// TestRule25_EventContent keeps what explains the decision, and no secret (B-201,
// B-204, B-212..B-215, B-225).
func TestRule25_EventContent(t *testing.T) {
	r := newHostRig(t, nil)
	r.platform.policy.VerificationMethod = osbp.VerificationSMS
	r.platform.create = func(ctx context.Context, b *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		osbp.RecordUpstream(ctx, osbp.UpstreamMeta{Call: "POST /v1/appointments", Status: 422})
		return nil, osbp.NewProblem(osbp.CodeVerificationFailed, "Code 482913 of Jane Customer, +1 555 555 0100, is wrong for appointment 77482913.")
	}
	in := r.approved(t, exampleInput(t))
	in.VerificationCode = "482913"
	wantRefusal(t, r.call(t, osbp.ToolBookingCreate, in), osbp.CodeVerificationFailed)
	event := r.lastEvent(t)
	line := string(toJSON(t, event))
	for _, secret := range []string{"Jane", "jane@example.com", "5555550100", "555 555 0100", `"482913"`, "Code 482913", in.Approval.Token, in.Approval.Token[8:]} {
		if strings.Contains(line, secret) {
			t.Errorf("the event holds %q", secret)
		}
	}
	for _, kept := range []string{"mnd_2026_05_01_001", `"max_price":{"amount_minor":10000,"currency":"USD","type":"fixed"}`, "verification_failed", "idem_2026_05_01_001", "2026-05-05"} {
		if !strings.Contains(line, kept) {
			t.Errorf("the event lacks %s", kept)
		}
	}
	if diff := cmp.Diff(&audit.Verification{Submitted: true, Method: "sms"}, event.Verification); diff != "" {
		t.Error(diff)
	}
	if event.Upstream == nil || event.Upstream.Status != 422 {
		t.Errorf("upstream %+v", event.Upstream)
	}
}

// TestRule25_Challenges are audited without token and summary's name.
func TestRule25_Challenge(t *testing.T) {
	r := newHostRig(t, nil)
	in := r.approved(t, exampleInput(t))
	line := string(toJSON(t, r.lastEvent(t)))
	if strings.Contains(line, in.Approval.Token) || strings.Contains(line, "Jane") {
		t.Errorf("the event holds token or name: %s", line)
	}
}

// TestRule25_UpstreamOnlyWhenAsked: a local answer has none (B-206), and concurrent
// calls never see each other's.
func TestRule25_UpstreamOnlyWhenAsked(t *testing.T) {
	r := newHostRig(t, nil)
	r.platform.create = func(ctx context.Context, _ *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		osbp.RecordUpstream(ctx, osbp.UpstreamMeta{Call: "POST /v1/appointments", Status: 201})
		return &osbp.Appointment{ID: "appointment_123"}, nil
	}
	r.platform.describe = func(ctx context.Context, in osbp.ServiceDescribeInput) (*osbp.Service, error) {
		osbp.RecordUpstream(ctx, osbp.UpstreamMeta{Call: "GET /v1/services/" + in.ServiceID, Status: 200})
		return nil, osbp.CodeRateLimited
	}
	var wg sync.WaitGroup
	for n := range 50 {
		wg.Go(func() { r.call(t, osbp.ToolServiceDescribe, fmt.Sprintf(`{"service_id":"s%d"}`, n)) })
	}
	wg.Wait()
	for _, event := range r.log.Events() {
		var in osbp.ServiceDescribeInput
		if err := json.Unmarshal(event.Input, &in); err != nil || event.Upstream == nil || event.Upstream.Call != "GET /v1/services/"+in.ServiceID {
			t.Errorf("event of %q has upstream %+v", in.ServiceID, event.Upstream)
		}
	}
	r.platform.describe = nil
	in := r.approved(t, exampleInput(t))
	if r.call(t, osbp.ToolBookingCreate, in); r.lastEvent(t).Upstream == nil {
		t.Error("the create has no upstream")
	}
	e := r.call(t, osbp.ToolBookingCreate, in)
	if e.Runtime == nil || e.Runtime.Idempotency != osbp.LocalCacheReplay {
		t.Fatalf("no replay: %+v", e)
	}
	if upstream := r.lastEvent(t).Upstream; upstream != nil {
		t.Errorf("a replay has upstream %+v", upstream)
	}
	if e := r.call(t, osbp.ToolBookingStatus, `{"booking_id":"appointment_123"}`); e.Runtime == nil {
		t.Error("a local status does not say so")
	}
}

// TestRule25_FailingLog refuses a create before it is sent and never after.
func TestRule25_FailingLog(t *testing.T) {
	t.Run("before the create", func(t *testing.T) {
		r := newHostRig(t, nil)
		in := r.approved(t, exampleInput(t))
		r.log.broken.Store(true)
		wantRefusal(t, r.call(t, osbp.ToolBookingCreate, in), osbp.CodeStoreUnavailable)
		if n := r.platform.creates.Load(); n != 0 {
			t.Errorf("%d creates", n)
		}
		r.log.broken.Store(false)
		if e := r.call(t, osbp.ToolBookingCreate, in); !e.OK {
			t.Errorf("the retry failed: %v", e.Problem)
		}
	})
	t.Run("after the create", func(t *testing.T) {
		r := newHostRig(t, nil)
		in := r.approved(t, exampleInput(t))
		r.log.appendBad.Store(true)
		e := r.call(t, osbp.ToolBookingCreate, in)
		if !e.OK || e.AuditEventID != "" || !strings.Contains(r.operator.String(), "AUDIT EVENT LOST") {
			t.Errorf("got %+v; operator %s", e, r.operator)
		}
	})
	t.Run("reads", func(t *testing.T) {
		r := newHostRig(t, nil)
		r.log.broken.Store(true)
		wantRefusal(t, r.call(t, osbp.ToolServiceDescribe, `{}`), osbp.CodeStoreUnavailable)
		if e := r.call(t, osbp.ToolVerificationSend, verifyInput()); !e.OK {
			t.Error("a code that was sent became an error")
		}
	})
}

// foreignAdapter is somebody else's BookingAdapter.
type foreignAdapter struct {
	osbp.BookingAdapter
	describe func() (*osbp.Service, error)
	create   func(context.Context, osbp.BookingCreateInput) (*osbp.CreateResult, error)
	find     func() ([]osbp.Slot, error)
}

func (f *foreignAdapter) DescribeService(context.Context, osbp.ServiceDescribeInput) (*osbp.Service, error) {
	return f.describe()
}
func (f *foreignAdapter) FindAvailability(context.Context, osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
	return f.find()
}
func (f *foreignAdapter) CreateBooking(ctx context.Context, in osbp.BookingCreateInput) (*osbp.CreateResult, error) {
	return f.create(ctx, in)
}

// TestRule25_ForeignVerification: an adapter that stands on neither Adapter nor Creator
// says by which method the code came; that one was submitted the host sees itself
// (B-225).
func TestRule25_ForeignVerification(t *testing.T) {
	for _, method := range []osbp.VerificationMethod{"", osbp.VerificationEmail} {
		r := newHostRig(t, nil)
		f := &foreignAdapter{create: func(ctx context.Context, _ osbp.BookingCreateInput) (*osbp.CreateResult, error) {
			if method != "" {
				osbp.RecordVerification(ctx, method)
			}
			return nil, osbp.CodeSlotTaken
		}}
		r.host = newHost(t, f, r, func(o *osbp.HostOptions) { o.OrganizationID = exampleOrganization })
		in := exampleInput(t)
		in.VerificationCode = "482913"
		wantRefusal(t, r.call(t, osbp.ToolBookingCreate, in), osbp.CodeSlotTaken)
		want := &audit.Verification{Submitted: true, Method: string(method)}
		if diff := cmp.Diff(want, r.lastEvent(t).Verification); diff != "" {
			t.Error(diff)
		}
	}
	osbp.RecordVerification(t.Context(), osbp.VerificationSMS) // outside of a call it does nothing
}

// TestRule47_ForeignAdapter: the host holds it to the mandate's first steps, proves
// the log writable, and takes what is no answer as an unknown outcome.
func TestRule47_ForeignAdapter(t *testing.T) {
	r := newHostRig(t, nil)
	calls := 0
	f := &foreignAdapter{create: func(context.Context, osbp.BookingCreateInput) (*osbp.CreateResult, error) {
		calls++
		return &osbp.CreateResult{Receipt: osbp.Receipt{ID: "r", BookingID: "b", Text: "Booked."}}, nil
	}}
	if _, err := osbp.NewHost(f, osbp.HostOptions{Log: r.log}); err == nil {
		t.Error("a host that does not know its organization")
	}
	r.host = newHost(t, f, r, func(o *osbp.HostOptions) { o.OrganizationID = exampleOrganization })
	for name, tc := range map[string]struct {
		change func(*osbp.BookingCreateInput)
		code   osbp.Code
	}{
		"no id":        {func(in *osbp.BookingCreateInput) { in.Mandate.ID = "" }, osbp.CodeInvalidMandate},
		"expired":      {func(in *osbp.BookingCreateInput) { in.Mandate.ExpiresAt = "2026-05-01T19:00:00Z" }, osbp.CodeMandateExpired},
		"action":       {func(in *osbp.BookingCreateInput) { in.Mandate.AllowedActions = []osbp.Tool{} }, osbp.CodeActionNotAllowed},
		"organization": {func(in *osbp.BookingCreateInput) { in.Mandate.OrganizationID = "org_other" }, osbp.CodeOrganizationNotAllowed},
		"service":      {func(in *osbp.BookingCreateInput) { in.ServiceID = "service_9" }, osbp.CodeServiceNotAllowed},
		"schedule":     {func(in *osbp.BookingCreateInput) { in.Mandate.ScheduleIDs = []string{} }, osbp.CodeScheduleNotAllowed},
		"provider":     {func(in *osbp.BookingCreateInput) { in.ProviderID = "provider_9" }, osbp.CodeProviderNotAllowed},
		"start":        {func(in *osbp.BookingCreateInput) { in.Date = "2026-04-30" }, osbp.CodeSlotTooEarly},
	} {
		in := exampleInput(t)
		tc.change(&in)
		if e := r.call(t, osbp.ToolBookingCreate, in); e.Problem == nil || e.Problem.Code != tc.code {
			t.Errorf("%s: got %v", name, e.Problem)
		}
	}
	r.log.broken.Store(true)
	wantRefusal(t, r.call(t, osbp.ToolBookingCreate, exampleInput(t)), osbp.CodeStoreUnavailable)
	r.log.broken.Store(false)
	if calls != 0 {
		t.Fatalf("the adapter was asked %d times", calls)
	}
	if e := r.call(t, osbp.ToolBookingCreate, exampleInput(t)); !e.OK || calls != 1 {
		t.Errorf("got %v", e.Problem)
	}
	for name, bad := range map[string]func(context.Context, osbp.BookingCreateInput) (*osbp.CreateResult, error){
		"plain error": func(context.Context, osbp.BookingCreateInput) (*osbp.CreateResult, error) { return nil, errUpstream },
		"panic":       func(context.Context, osbp.BookingCreateInput) (*osbp.CreateResult, error) { panic(errUpstream) },
		"nil, nil":    func(context.Context, osbp.BookingCreateInput) (*osbp.CreateResult, error) { return nil, nil },
		"empty": func(context.Context, osbp.BookingCreateInput) (*osbp.CreateResult, error) {
			return &osbp.CreateResult{}, nil
		},
		"typed nil": func(context.Context, osbp.BookingCreateInput) (*osbp.CreateResult, error) {
			return nil, (*osbp.Problem)(nil)
		},
		"no code": func(context.Context, osbp.BookingCreateInput) (*osbp.CreateResult, error) {
			return nil, &osbp.Problem{}
		},
	} {
		f.create = bad
		e := r.call(t, osbp.ToolBookingCreate, exampleInput(t))
		if e.Problem == nil || e.Problem.Code != osbp.CodeBookingOutcomeUnknown || strings.Contains(e.Problem.Message, "5555550100") {
			t.Errorf("%s: got %v", name, e.Problem)
		}
	}
	f.find = func() ([]osbp.Slot, error) { return nil, nil }
	if e := r.call(t, osbp.ToolAvailabilityFind, `{"date":"2026-05-05"}`); string(e.Value) != "[]" {
		t.Errorf("no slots are %s", e.Value)
	}
	f.describe = func() (*osbp.Service, error) { return nil, nil }
	wantRefusal(t, r.call(t, osbp.ToolServiceDescribe, `{}`), osbp.CodeInternalAdapterError)
}

// TestHost_SlowAdapter: a create that does not come back is unknown, a read is an
// error; neither holds the host.
func TestHost_SlowAdapter(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		f := &foreignAdapter{
			create:   func(context.Context, osbp.BookingCreateInput) (*osbp.CreateResult, error) { <-release; return nil, nil },
			describe: func() (*osbp.Service, error) { <-release; return nil, nil },
		}
		r := newHostRig(t, nil)
		r.host = newHost(t, f, r, func(o *osbp.HostOptions) { o.OrganizationID, o.CallTimeout = exampleOrganization, time.Second })
		wantRefusal(t, r.call(t, osbp.ToolBookingCreate, exampleInput(t)), osbp.CodeBookingOutcomeUnknown)
		wantRefusal(t, r.call(t, osbp.ToolServiceDescribe, `{}`), osbp.CodeInternalAdapterError)
		close(release)
		synctest.Wait()
	})
}

// TestHost_CancelledCaller still gets its booking recorded.
func TestHost_CancelledCaller(t *testing.T) {
	r := newHostRig(t, nil)
	in := r.approved(t, exampleInput(t))
	ctx, cancel := context.WithCancel(t.Context())
	r.platform.create = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		cancel()
		return &osbp.Appointment{ID: "appointment_123"}, nil
	}
	e, err := r.host.Call(ctx, osbp.ToolBookingCreate, toJSON(t, in))
	if err != nil || !e.OK || e.AuditEventID == "" {
		t.Fatalf("got %+v, %v", e, err)
	}
	if e := r.call(t, osbp.ToolBookingCreate, in); e.Runtime == nil || r.platform.creates.Load() != 1 {
		t.Error("the retry did not replay")
	}
}

type verifierFunc func(context.Context, json.RawMessage) error

func (f verifierFunc) VerifyMandate(ctx context.Context, m json.RawMessage) error { return f(ctx, m) }

// TestRule47_MandateVerifier sees the raw bytes and can refuse.
func TestRule47_MandateVerifier(t *testing.T) {
	var saw string
	answer := error(nil)
	r := newHostRig(t, func(o *osbp.HostOptions) {
		o.MandateVerifier = verifierFunc(func(_ context.Context, m json.RawMessage) error {
			if saw = string(m); answer == errPanic {
				panic(answer)
			}
			return answer
		})
	})
	in := string(toJSON(t, exampleInput(t)))
	in = strings.Replace(in, `"id":"mnd_2026_05_01_001"`, `"id" : "mnd_2026_05_01_001"`, 1)
	if e := r.call(t, osbp.ToolBookingCreate, in); e.Problem.Code != osbp.CodeRequiresUserConfirmation {
		t.Errorf("got %v", e.Problem)
	}
	if !strings.HasPrefix(saw, `{"id" : "mnd_2026_05_01_001"`) {
		t.Errorf("the verifier saw %s", saw)
	}
	for _, tc := range []struct {
		err  error
		code osbp.Code
	}{{errUpstream, osbp.CodeInvalidMandate}, {errPanic, osbp.CodeInvalidMandate}, {osbp.CodeMandateExpired, osbp.CodeMandateExpired}} {
		answer = tc.err
		wantRefusal(t, r.call(t, osbp.ToolBookingCreate, in), tc.code)
	}
}

var errPanic = errors.New("panic")

// TestHost_Purpose follows the convention whatever the adapter would take (B-148).
func TestHost_Purpose(t *testing.T) {
	r := newHostRig(t, nil)
	in := verifyInput()
	in.Purpose = "booking:org_other"
	wantRefusal(t, r.call(t, osbp.ToolVerificationSend, in), osbp.CodeInvalidVerificationPurpose)
	wantRefusal(t, r.call(t, osbp.ToolVerificationVerify, osbp.VerificationVerifyInput{Customer: in.Customer, Purpose: in.Purpose, Code: "1"}), osbp.CodeInvalidVerificationPurpose)
}

// TestHost_NoSuchTool is the one thing that is no answer.
func TestHost_NoSuchTool(t *testing.T) {
	r := newHostRig(t, nil)
	for _, tool := range []osbp.Tool{"", "booking.cancel", "osbp_booking_create"} {
		if e, err := r.host.Call(t.Context(), tool, nil); !errors.Is(err, osbp.ErrNoSuchTool) || e.OK {
			t.Errorf("%q: %v", tool, err)
		}
	}
	if tools := r.host.Tools(); len(tools) != 8 {
		t.Errorf("%d tools", len(tools))
	}
}

// TestHost_Close waits and then refuses.
func TestHost_Close(t *testing.T) {
	r := newHostRig(t, nil)
	if err := r.host.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := r.host.Call(t.Context(), osbp.ToolServiceDescribe, nil); !errors.Is(err, osbp.ErrHostClosed) {
		t.Errorf("got %v", err)
	}
}

// TestRule50_HostOptions refuses what was left out.
func TestRule50_HostOptions(t *testing.T) {
	r := newHostRig(t, nil)
	a := newAdapter(t, newFakePlatform(t), r.clock, nil)
	for name, o := range map[string]osbp.HostOptions{
		"no log":             {},
		"other organization": {Log: r.log, OrganizationID: "org_other"},
		"timeout":            {Log: r.log, CallTimeout: -1},
	} {
		if h, err := osbp.NewHost(a, o); err == nil || h != nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if h, err := osbp.NewHost(nil, osbp.HostOptions{Log: r.log}); err == nil || h != nil {
		t.Error("nil adapter accepted")
	}
}

func BenchmarkHostCall(b *testing.B) {
	r := newHostRig(b, nil)
	r.log.MaxEvents, r.log.MaxBytes = 1<<40, 1<<50
	in := json.RawMessage(`{"service_id":"service_123"}`)
	ctx := context.Background()
	b.ReportAllocs()
	for b.Loop() {
		if e, err := r.host.Call(ctx, osbp.ToolServiceDescribe, in); err != nil || !e.OK {
			b.Fatal(err, e.Problem)
		}
	}
}
