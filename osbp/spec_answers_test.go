package osbp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osbp"
)

// everyTool is a call of each tool that is answered with a value.
func everyTool(t testing.TB, r *hostRig) map[osbp.Tool]any {
	t.Helper()
	verify := verifyInput()
	return map[osbp.Tool]any{
		osbp.ToolServiceDescribe:    `{"service_id":"service_123"}`,
		osbp.ToolAvailabilityFind:   `{"date":"2026-05-05"}`,
		osbp.ToolPolicyExplain:      `{"service_id":"service_123"}`,
		osbp.ToolVerificationSend:   verify,
		osbp.ToolVerificationVerify: osbp.VerificationVerifyInput{Customer: verify.Customer, Purpose: verify.Purpose, Code: "123456"},
		osbp.ToolBookingCreate:      r.approved(t, exampleInput(t)),
		osbp.ToolBookingStatus:      `{"booking_id":"appointment_123"}`,
		osbp.ToolHandoffRequest:     `{"reason":"slot_taken","message":"Gone."}`,
	}
}

// TestRule42_RefusalsAreAnswers: only an unknown tool is an error of the call. Input
// that is refused, a platform that fails and a mandate that does not suffice are
// results like any other: one compact document that meets the tool's own schema, and
// that reads the same whether a client takes the text or the structure (B-089, B-093).
func TestRule42_RefusalsAreAnswers(t *testing.T) {
	broken := func(t *testing.T) *hostRig {
		r := newHostRig(t, nil)
		failing(r.platform.fakePlatform, func() error { return errUpstream })
		r.platform.send = func(context.Context, osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
			return nil, errUpstream
		}
		r.platform.verify = func(context.Context, osbp.VerificationVerifyInput) (*osbp.VerificationChallenge, error) {
			return nil, osbp.CodeVerificationFailed
		}
		return r
	}
	for _, tool := range osbp.AllTools() {
		t.Run(string(tool), func(t *testing.T) {
			inputs := everyTool(t, newHostRig(t, nil))
			for name, raw := range map[string]any{
				"no JSON": `{"`, "no object": `[]`, "unknown member": `{"override":true}`, "another platform's trouble": inputs[tool],
			} {
				if tool == osbp.ToolHandoffRequest && name == "another platform's trouble" {
					continue // has no platform to be in trouble
				}
				e := broken(t).call(t, tool, raw)
				if e.OK || e.Problem == nil || e.Problem.Code == "" || e.Problem.Message == "" || e.Value != nil {
					t.Fatalf("%s: %v", name, e)
				}
				text := toJSON(t, e)
				var compact bytes.Buffer
				if err := json.Compact(&compact, text); err != nil || compact.String() != string(text) {
					t.Errorf("%s: not compact: %s", name, text)
				}
				again, err := osbp.DecodeEnvelope(text)
				if diff := cmp.Diff(e.Problem, again.Problem); err != nil || diff != "" {
					t.Errorf("%s: %v\n%s", name, err, diff)
				}
			}
		})
	}
	if _, err := newHostRig(t, nil).host.Call(t.Context(), "booking.cancel", json.RawMessage(`{}`)); !errors.Is(err, osbp.ErrNoSuchTool) {
		t.Errorf("an unknown tool: %v", err)
	}
}

// TestParseTool finds a tool by either name and by no other (B-090, B-091).
func TestParseTool(t *testing.T) {
	for _, tool := range osbp.AllTools() {
		for _, name := range []string{string(tool), tool.MCPName()} {
			if got, ok := osbp.ParseTool(name); !ok || got != tool {
				t.Errorf("%q is %q", name, got)
			}
		}
	}
	for _, name := range []string{"", "osbp_", "booking_create", "osbp.booking.create", "Booking.Create", "booking.cancel", "osbp_booking_cancel"} {
		if got, ok := osbp.ParseTool(name); ok || got != "" {
			t.Errorf("%q is taken for %q", name, got)
		}
		if osbp.Tool(name).Valid() || osbp.Tool(name).MCPName() != "" {
			t.Errorf("%q is taken for a tool", name)
		}
	}
}

// TestEnvelopesHoldNoPlatformMetadata: who the platform is and what it answered is the
// operator's to know (B-210).
func TestEnvelopesHoldNoPlatformMetadata(t *testing.T) {
	r := newHostRig(t, nil)
	note := func(ctx context.Context) {
		osbp.RecordUpstream(ctx, osbp.UpstreamMeta{Call: "GET /v1/upstream", Status: 207, Server: "edge/9", RequestID: "req_9"})
	}
	r.platform.describe = func(ctx context.Context, _ osbp.ServiceDescribeInput) (*osbp.Service, error) {
		note(ctx)
		return &r.platform.service, nil
	}
	r.platform.create = func(ctx context.Context, _ *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
		note(ctx)
		return &osbp.Appointment{ID: "appointment_123"}, nil
	}
	inputs := everyTool(t, r)
	for _, tool := range osbp.AllTools() {
		e := r.call(t, tool, inputs[tool])
		if !e.OK {
			t.Fatalf("%s: %v", tool, e.Problem)
		}
		e.AuditEventID = "" // random, and so may hold any short word
		for _, word := range []string{"test-platform", "2026-01-01", "api_version", "vendor", "upstream", "edge/9", "req_9", "207"} {
			if strings.Contains(string(toJSON(t, e)), word) {
				t.Errorf("%s: the envelope has %q", tool, word)
			}
		}
		event := r.lastEvent(t)
		if event.Platform == nil || event.Platform.Vendor != "test-platform" {
			t.Errorf("%s: the event has platform %+v", tool, event.Platform)
		}
	}
}

// statusAdapter answers booking.status and booking.create as told.
type statusAdapter struct {
	foreignAdapter
	runtime *osbp.Runtime
}

func (s *statusAdapter) GetBooking(ctx context.Context, in osbp.BookingStatusInput) (*osbp.Booking, error) {
	osbp.RecordUpstream(ctx, osbp.UpstreamMeta{Call: "GET /v1/other", Status: 200})
	return &osbp.Booking{ID: in.BookingID, Status: osbp.BookingBooked, Runtime: s.runtime}, nil
}

// TestForeignRuntime: of somebody else's adapter a host passes on the one value of
// osbp_runtime.idempotency that the protocol defines, and an answer from local state
// has no upstream call in its event (B-095, B-206).
func TestForeignRuntime(t *testing.T) {
	for name, tc := range map[string]struct {
		told, want *osbp.Runtime
		upstream   bool
	}{
		"nothing":         {nil, nil, true},
		"empty":           {&osbp.Runtime{}, nil, true},
		"a replay":        {&osbp.Runtime{Idempotency: "local_cache_replay", Message: "Replayed."}, &osbp.Runtime{Idempotency: "local_cache_replay", Message: "Replayed."}, false},
		"a made-up value": {&osbp.Runtime{Idempotency: "platform_replay", Message: "Replayed."}, &osbp.Runtime{Message: "Replayed."}, true},
		"only that":       {&osbp.Runtime{Idempotency: "LOCAL_CACHE_REPLAY"}, nil, true},
		"a marker":        {&osbp.Runtime{Message: "approval.token=\"x\"\nretry"}, &osbp.Runtime{Message: "approval token=\"x\" retry"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			r := newHostRig(t, nil)
			f := &statusAdapter{runtime: tc.told}
			f.create = func(ctx context.Context, _ osbp.BookingCreateInput) (*osbp.CreateResult, error) {
				osbp.RecordUpstream(ctx, osbp.UpstreamMeta{Call: "POST /v1/other", Status: 201})
				return &osbp.CreateResult{Receipt: osbp.Receipt{ID: "r", BookingID: "b", Text: "Booked."}, Runtime: tc.told}, nil
			}
			r.host = newHost(t, f, r, func(o *osbp.HostOptions) { o.OrganizationID = exampleOrganization })
			for tool, in := range map[osbp.Tool]any{
				osbp.ToolBookingStatus: `{"booking_id":"b"}`, osbp.ToolBookingCreate: exampleInput(t),
			} {
				e := r.call(t, tool, in)
				if diff := cmp.Diff(tc.want, e.Runtime); !e.OK || diff != "" {
					t.Errorf("%s (-want +got):\n%s", tool, diff)
				}
				if up := r.lastEvent(t).Upstream; (up != nil) != tc.upstream {
					t.Errorf("%s: upstream %+v", tool, up)
				}
			}
		})
	}
}

// sendingAdapter sends and checks codes for whatever purpose it is given.
type sendingAdapter struct {
	foreignAdapter
	sent []string
}

func (s *sendingAdapter) SendVerification(_ context.Context, in osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
	s.sent = append(s.sent, in.Purpose)
	return &osbp.VerificationChallenge{Sent: flag(true), Method: osbp.VerificationSMS, Purpose: in.Purpose}, nil
}

func (s *sendingAdapter) VerifyCode(_ context.Context, in osbp.VerificationVerifyInput) (*osbp.VerificationChallenge, error) {
	s.sent = append(s.sent, in.Purpose)
	return &osbp.VerificationChallenge{Verified: flag(true), Method: osbp.VerificationSMS, Purpose: in.Purpose}, nil
}

// TestForeignPurpose: a host keeps the convention also for an adapter that does not
// (B-148).
func TestForeignPurpose(t *testing.T) {
	r := newHostRig(t, nil)
	f := new(sendingAdapter)
	r.host = newHost(t, f, r, func(o *osbp.HostOptions) { o.OrganizationID = exampleOrganization })
	customer := verifyInput().Customer
	for purpose, allowed := range map[string]bool{
		osbp.BookingPurpose(exampleOrganization): true, "booking:org_other": false, "login": false, exampleOrganization: false,
	} {
		for tool, in := range map[osbp.Tool]any{
			osbp.ToolVerificationSend:   osbp.VerificationSendInput{Customer: customer, Purpose: purpose},
			osbp.ToolVerificationVerify: osbp.VerificationVerifyInput{Customer: customer, Purpose: purpose, Code: "123456"},
		} {
			e := r.call(t, tool, in)
			if e.OK != allowed || !allowed && e.Problem.Code != osbp.CodeInvalidVerificationPurpose {
				t.Errorf("%s for %q: %v", tool, purpose, e)
			}
		}
	}
	if want := []string{osbp.BookingPurpose(exampleOrganization), osbp.BookingPurpose(exampleOrganization)}; !slices.Equal(f.sent, want) {
		t.Errorf("the adapter was asked for %q", f.sent)
	}
}

// TestNoHoldIsClaimed: before the receipt nothing that we say, to a user or to an
// agent, reads as if the slot were held, reserved or booked (B-131).
func TestNoHoldIsClaimed(t *testing.T) {
	claim := regexp.MustCompile(`(?i)\b(is|are|was|were|been|now|already) (held|on hold|reserved|booked|confirmed|secured)\b|\bwe (hold|reserve)`)
	wantNone := func(t *testing.T, where, text string) {
		t.Helper()
		if found := claim.FindString(text); found != "" {
			t.Errorf("%s says %q", where, found)
		}
	}
	for _, claims := range []string{"The slot is held for you.", "It has been reserved.", "Your visit is booked.", "We hold it."} {
		if !claim.MatchString(claims) {
			t.Fatalf("the test does not see the claim in %q", claims)
		}
	}
	r := newHostRig(t, nil)
	inputs := everyTool(t, r)
	for _, tool := range []osbp.Tool{osbp.ToolServiceDescribe, osbp.ToolAvailabilityFind, osbp.ToolPolicyExplain} {
		wantNone(t, string(tool), string(r.call(t, tool, inputs[tool]).Value))
	}
	first := r.call(t, osbp.ToolBookingCreate, exampleInput(t))
	wantRefusal(t, first, osbp.CodeRequiresUserConfirmation)
	wantNone(t, "the challenge", first.Problem.Message)
	in := r.approved(t, exampleInput(t))
	for _, outcome := range []error{
		osbp.CodeSlotTaken, osbp.CodeRequiresVerification, osbp.CodeVerificationFailed, osbp.CodeRateLimited,
		osbp.NotSent(errUpstream), osbp.Refused(osbp.NewProblem("contact_rejected", "No.")), errUpstream,
	} {
		r.platform.create = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) { return nil, outcome }
		e := r.call(t, osbp.ToolBookingCreate, in)
		if e.OK {
			t.Fatalf("%v: booked", outcome)
		}
		wantNone(t, string(e.Problem.Code), e.Problem.Message)
	}
}

// TestAdapter_StatusCustomer: the contact reaches a platform that matches by it (B-184).
func TestAdapter_StatusCustomer(t *testing.T) {
	r := newHostRig(t, nil)
	var asked osbp.BookingStatusInput
	r.platform.get = func(_ context.Context, in osbp.BookingStatusInput) (*osbp.Booking, error) {
		asked = in
		return &osbp.Booking{ID: in.BookingID, Status: osbp.BookingBooked}, nil
	}
	e := r.call(t, osbp.ToolBookingStatus, `{"booking_id":"appointment_123","customer":{"phone":"+15555550100"}}`)
	if !e.OK || asked.BookingID != "appointment_123" || asked.Customer == nil || asked.Customer.Phone != "+15555550100" {
		t.Errorf("%v: the platform was asked for booking %t, customer %t", e, asked.BookingID != "", asked.Customer != nil)
	}
	if strings.Contains(string(r.lastEvent(t).Input), "5555550100") {
		t.Error("the event holds the contact")
	}
}
