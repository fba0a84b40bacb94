package adapter_test

import (
	"bytes"
	"errors"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/examples/adapter"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/osbptest"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

// TestIdentity is the one that the platform knows itself by.
func TestIdentity(t *testing.T) {
	if adapter.Vendor != sandbox.Vendor || adapter.APIVersion != sandbox.APIVersion {
		t.Errorf("%s %s", adapter.Vendor, adapter.APIVersion)
	}
}

// TestRule50_Options are refused where they are missing or wrong.
func TestRule50_Options(t *testing.T) {
	full := adapter.Options{BaseURL: "http://127.0.0.1:1", Shop: sandbox.HarborHair, Logger: quiet}
	for name, change := range map[string]func(*adapter.Options){
		"no address":   func(o *adapter.Options) { o.BaseURL = "" },
		"no host":      func(o *adapter.Options) { o.BaseURL = "http:///v1" },
		"file":         func(o *adapter.Options) { o.BaseURL = "file://host/x" },
		"escaped path": func(o *adapter.Options) { o.BaseURL = "http://host/a%2Fb" },
		"no shop":      func(o *adapter.Options) { o.Shop = "" },
		"no logger":    func(o *adapter.Options) { o.Logger = nil },
	} {
		o := full
		change(&o)
		if p, err := adapter.New(o); err == nil || p != nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if _, err := adapter.New(full); err != nil {
		t.Error(err)
	}
	wrong := full
	wrong.BaseURL = "http://user:hunter2@ host"
	if _, err := adapter.New(wrong); err == nil || strings.Contains(err.Error(), "hunter2") {
		t.Error("the error quotes a password, or there is none")
	}
}

// recorder keeps the requests that arrive before it, with their bodies.
type recorder struct {
	seen   []*http.Request
	bodies []string
}

// serve puts it before the sandbox.
func (rec *recorder) serve(t *testing.T) *httptest.Server {
	t.Helper()
	s, err := sandbox.New(sandbox.Options{Zones: zones})
	if err != nil {
		t.Fatal(err)
	}
	inner := s.Handler()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body bytes.Buffer
		body.ReadFrom(r.Body)
		rec.seen, rec.bodies = append(rec.seen, r.Clone(t.Context())), append(rec.bodies, body.String())
		r.Body = http.NoBody
		inner.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	return server
}

// TestMappedFieldsOnly: what reaches the platform has neither mandate nor token in it, and
// every request carries the pin, the identity headers and the credentials (B-229, B-249).
func TestMappedFieldsOnly(t *testing.T) {
	var rec recorder
	server := rec.serve(t)
	p, err := adapter.New(adapter.Options{
		BaseURL: server.URL, Shop: sandbox.HarborHair, Logger: quiet,
		Credentials: func(r *http.Request) error { r.Header.Set("Authorization", "Bearer "+credential); return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.CloseIdleConnections)
	booking := osbptest.Authorize(t, osbp.BookingDetails{
		OrganizationID: sandbox.HarborHair, ServiceID: sandbox.Haircut, ScheduleID: sandbox.HarborMain, ProviderID: sandbox.StaffMaya,
		ScheduleTimezone: "America/Los_Angeles", StartsAt: "2026-05-05T20:00:00Z", VerificationCode: "123456", IdempotencyKey: "idem",
	})
	if _, err := p.CreateAppointment(t.Context(), booking); err == nil {
		t.Fatal("a request without a body was booked")
	}
	want := `{"offering":"off_haircut","calendar":"cal_harbor_main","staff":"stf_maya","begins":"2026-05-05 13:00","begins_unix":1778011200,` +
		`"guest":{"name":"Jane Customer","phone":"+15555550100","mail":"jane@example.com"},"code":"123456","expect":{"kind":"fixed","amount":95.00,"currency":"USD"}}`
	if diff := cmp.Diff([]string{want}, rec.bodies); diff != "" {
		t.Error(diff)
	}
	if _, err := p.DescribeService(t.Context(), osbp.ServiceDescribeInput{ServiceID: sandbox.Haircut}); err != nil {
		t.Error(err)
	}
	for i, key := range []string{"idem", ""} {
		h := rec.seen[i].Header
		if h.Get(sandbox.VersionHeader) != sandbox.APIVersion || h.Get("X-Osbp-Source") == "" || h.Get("Idempotency-Key") != key ||
			!strings.HasPrefix(h.Get("User-Agent"), "OSBP/0.1.0 "+sandbox.Vendor+"/") || h.Get("Authorization") != "Bearer "+credential {
			t.Errorf("%s: the headers lack something", rec.seen[i].Method)
		}
	}
}

// TestHostileIDs can't lead to another endpoint.
func TestHostileIDs(t *testing.T) {
	var rec recorder
	p := newPlatform(t, rec.serve(t).URL, nil)
	for _, id := range []string{"..", ".", ""} {
		if _, err := p.GetBooking(t.Context(), osbp.BookingStatusInput{BookingID: id}); !errors.Is(err, osbp.CodeInvalidInput) {
			t.Errorf("%q: %v", id, err)
		}
	}
	for id, path := range map[string]string{
		"../shops/x":   "/v1/reservations/..%2Fshops%2Fx",
		"a?key=b#c":    "/v1/reservations/a%3Fkey=b%23c",
		"%2e%2e":       "/v1/reservations/%252e%252e",
		"a//b":         "/v1/reservations/a%2F%2Fb",
		"reservations": "/v1/reservations/reservations",
		"夜":            "/v1/reservations/%E5%A4%9C",
	} {
		rec.seen = nil
		if _, err := p.GetBooking(t.Context(), osbp.BookingStatusInput{BookingID: id}); !errors.Is(err, osbp.CodeBookingNotFound) {
			t.Errorf("%q: %v", id, err)
		}
		if len(rec.seen) != 1 || rec.seen[0].URL.EscapedPath() != path {
			t.Errorf("%q led to %d requests, or to another path", id, len(rec.seen))
		}
	}
}

// TestRule27_Lifecycle warns the operator of a retiring endpoint once, without ids, and
// the agent not at all (B-256, B-257).
func TestRule27_Lifecycle(t *testing.T) {
	var logged bytes.Buffer
	s, err := sandbox.New(sandbox.Options{Zones: zones})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.StripPrefix("/gateway", s.Handler()))
	t.Cleanup(server.Close)
	p, err := adapter.New(adapter.Options{
		BaseURL: server.URL + "/gateway/", Shop: sandbox.HarborHair, Logger: slog.New(slog.NewTextHandler(&logged, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.CloseIdleConnections)
	if _, err := s.SwitchOn(sandbox.Fault{Op: sandbox.OpDescribe, Kind: sandbox.FaultRetiring}); err != nil {
		t.Fatal(err)
	}
	for _, service := range []string{sandbox.Haircut, sandbox.HairColor, sandbox.FringeTrim} {
		if _, err := p.DescribeService(t.Context(), osbp.ServiceDescribeInput{ServiceID: service}); err != nil {
			t.Fatal(err)
		}
	}
	if got := logged.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "/v1/shops/{}/offerings/{}") ||
		!strings.Contains(got, "@1767225600") || !strings.Contains(got, "31 Dec 2026") {
		t.Errorf("logged %q", got)
	}
}
