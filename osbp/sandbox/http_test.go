package sandbox_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/osbptest"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

// TestHTTP_NotOSBP shows that the API is the platform's own: major units, a space in
// its times, Unix seconds, weekdays from 0 for Sunday.
func TestHTTP_NotOSBP(t *testing.T) {
	s, _ := newSandbox(t, friday, sandbox.Options{})
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	shop := server.URL + "/v1/shops/" + sandbox.HarborHair
	status, header, body := get(t, server.Client(), shop+"/offerings/off_fringe/terms")
	want := `{"offering":"off_fringe","cancellable":true,"missed_charge":{"kind":"fixed","amount":10.00,"currency":"USD"},` +
		`"prepay":"nothing","code_by":"nothing","shop":{"ref":"biz_harbor_hair","title":"Harbor Hair","tz":"America/Los_Angeles","currency":"USD","country":"US"}}`
	if diff := cmp.Diff(want, body); diff != "" || status != http.StatusOK {
		t.Errorf("%d: %s", status, diff)
	}
	if header.Get(sandbox.VersionHeader) != sandbox.APIVersion || header.Get("X-Request-Id") == "" || header.Get("Server") == "" {
		t.Errorf("headers %v", header)
	}
	_, _, body = get(t, server.Client(), shop+"/openings?offering=off_color&calendar=cal_harbor_main&staff=stf_sam&day=2026-05-10")
	var openings struct {
		Calendar struct{ Week []json.RawMessage }
		Openings []json.RawMessage
	}
	if err := json.Unmarshal([]byte(body), &openings); err != nil {
		t.Fatal(err)
	}
	want = `{"shop":"biz_harbor_hair","offering":"off_color","staff":{"ref":"stf_sam","title":"Sam Okafor","photo":"https://images.harborhair.example/sam.jpg"},` +
		`"begins":"2026-05-10 10:00","ends":"2026-05-10 12:30","begins_unix":1778432400,"ends_unix":1778441400,"price":{"kind":"fixed","amount":180.00,"currency":"USD"}}`
	if diff := cmp.Diff(want, string(openings.Openings[0])); diff != "" {
		t.Error(diff)
	}
	if got := string(openings.Calendar.Week[5]); got != `{"weekday":0,"from":"10:00","until":"14:00"}` {
		t.Error(got)
	}
}

// TestHTTP_Refusals answers in the platform's own words.
func TestHTTP_Refusals(t *testing.T) {
	s, _ := newSandbox(t, friday, sandbox.Options{})
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	const order = `{"offering":"off_fringe","calendar":"cal_harbor_main","staff":"stf_maya","begins":"2026-05-05 13:00","guest":{"name":"Jane","phone":"+15555550100"}`
	for _, tc := range []struct {
		name, method, path, body, key string
		status                        int
		reason                        string
	}{
		{"shop", "GET", "/v1/shops/biz_x/offerings/off_haircut", "", "", 404, "no_such_shop"},
		{"offering", "GET", "/v1/shops/biz_harbor_hair/offerings/off_x", "", "", 404, "no_such_offering"},
		{"calendar", "GET", "/v1/shops/biz_harbor_hair/openings?offering=off_haircut&calendar=x&day=2026-05-05", "", "", 404, "no_such_calendar"},
		{"day", "GET", "/v1/shops/biz_harbor_hair/openings?offering=off_haircut&calendar=cal_harbor_main&day=tomorrow", "", "", 400, "bad_request"},
		{"reservation", "GET", "/v1/reservations/rsv_x", "", "", 404, "no_such_reservation"},
		{"no key", "POST", "/v1/shops/biz_harbor_hair/reservations", order + "}", "", 400, "bad_request"},
		{"no body", "POST", "/v1/shops/biz_harbor_hair/reservations", "", "k", 400, "bad_request"},
		{"unknown member", "POST", "/v1/shops/biz_harbor_hair/reservations", order + `,"skip_checks":true}`, "k", 400, "bad_request"},
		{"trailing data", "POST", "/v1/shops/biz_harbor_hair/reservations", order + "}{}", "k", 400, "bad_request"},
		{"too long", "POST", "/v1/shops/biz_harbor_hair/reservations", order + `,"code":"` + strings.Repeat("1", 70<<10) + `"}`, "k", 400, "bad_request"},
		{"no shop to book", "POST", "/v1/shops/biz_x/reservations", order + "}", "k", 404, "no_such_shop"},
		{"no price", "POST", "/v1/shops/biz_harbor_hair/reservations", order + `,"expect":{"kind":"fixed","amount":0.001,"currency":"USD"}}`, "k", 400, "bad_request"},
		{"price", "POST", "/v1/shops/biz_harbor_hair/reservations", order + `,"expect":{"kind":"fixed","amount":1,"currency":"USD"}}`, "k", 409, "price_changed"},
		{"time", "POST", "/v1/shops/biz_harbor_hair/reservations", strings.Replace(order, "13:00", "13:10", 1) + "}", "k", 409, "opening_taken"},
		{"other instant", "POST", "/v1/shops/biz_harbor_hair/reservations", order + `,"begins_unix":1}`, "k", 409, "opening_taken"},
		{"by request", "POST", "/v1/shops/biz_harbor_hair/reservations", strings.Replace(order, "off_fringe", "off_bridal", 1) + "}", "k", 409, "by_request_only"},
		{"no codes", "POST", "/v1/shops/biz_yoru_cycle/codes", `{"guest":{"phone":"+15555550100"}}`, "", 405, "no_codes_here"},
		{"no contact", "POST", "/v1/shops/biz_harbor_hair/codes", `{"guest":{"mail":"jane@example.com"}}`, "", 422, "contact_rejected"},
		{"no code", "POST", "/v1/shops/biz_harbor_hair/codes/check", `{"guest":{"phone":"+15555550100"},"code":"1"}`, "", 403, "code_rejected"},
		{"codes body", "POST", "/v1/shops/biz_harbor_hair/codes", `[]`, "", 400, "bad_request"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			req := newRequest(t, tc.method, server.URL+tc.path, tc.body)
			if tc.key != "" {
				req.Header.Set("Idempotency-Key", tc.key)
			}
			status, _, body := do(t, server.Client(), req)
			if status != tc.status || body != `{"reason":"`+tc.reason+`"}` {
				t.Errorf("%d %s, want %d %s", status, body, tc.status, tc.reason)
			}
		})
	}
	if n := s.Counts().Appointments; n != 0 {
		t.Errorf("%d appointments", n)
	}
	req := newRequest(t, "GET", server.URL+"/v1/reservations/rsv_x", "")
	req.Header.Set(sandbox.VersionHeader, "2019-01-01")
	if status, _, body := do(t, server.Client(), req); status != 400 || body != `{"reason":"version_needed"}` {
		t.Errorf("%d %s", status, body)
	}
}

// TestRule27_Lifecycle warns the operator of a retiring endpoint once, and the agent
// not at all (B-256, B-257).
func TestRule27_Lifecycle(t *testing.T) {
	var logged bytes.Buffer
	s, _ := newSandbox(t, friday, sandbox.Options{})
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	c, err := sandbox.NewClient(sandbox.ClientOptions{
		BaseURL: server.URL + "/", BusinessID: sandbox.HarborHair, Logger: slog.New(slog.NewTextHandler(&logged, nil)),
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.CloseIdleConnections)
	if _, err := s.SwitchOn(sandbox.Fault{Op: sandbox.OpDescribe, Kind: sandbox.FaultRetiring}); err != nil {
		t.Fatal(err)
	}
	for _, service := range []string{sandbox.Haircut, sandbox.HairColor, sandbox.FringeTrim} {
		if _, err := c.DescribeService(t.Context(), osbp.ServiceDescribeInput{ServiceID: service}); err != nil {
			t.Fatal(err)
		}
	}
	if got := logged.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "/v1/shops/{}/offerings/{}") ||
		!strings.Contains(got, "@1767225600") || !strings.Contains(got, "31 Dec 2026") {
		t.Errorf("logged %q", got)
	}
}

// TestRule25_Upstream has the platform's metadata in the audit event and not in the
// envelope (B-205, B-210), Retry-After included, and none where the answer was local.
func TestRule25_Upstream(t *testing.T) {
	k := newStack(t, setup{overHTTP: true})
	call := func(tool osbp.Tool, in any) osbp.Envelope {
		t.Helper()
		arguments, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		e, err := k.host.Call(t.Context(), tool, arguments)
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	k.switchOn(t, sandbox.Fault{Op: sandbox.OpDescribe, Kind: sandbox.FaultSlowDown, Count: 1})
	e := call(osbp.ToolServiceDescribe, osbp.ServiceDescribeInput{})
	in := k.approved(t, fringe, "idem")
	call(osbp.ToolBookingCreate, in)
	call(osbp.ToolBookingCreate, in)
	events := k.log.Events()
	limited, made, replayed := events[0], events[1], events[2]
	if limited.Upstream.Status != 429 || limited.Upstream.RateLimit["retry-after"] != "30" ||
		limited.Upstream.Call != "GET /v1/shops/biz_harbor_hair/offerings/off_haircut" {
		t.Errorf("%+v", limited.Upstream)
	}
	if made.Upstream.Call != "POST /v1/shops/biz_harbor_hair/reservations" || made.Upstream.Status != 201 ||
		made.Upstream.APIVersion != sandbox.APIVersion || made.Platform.Vendor != sandbox.Vendor {
		t.Errorf("%+v of %+v", made.Upstream, made.Platform)
	}
	if replayed.Upstream != nil {
		t.Errorf("%+v for a local answer", replayed.Upstream)
	}
	if text, err := json.Marshal(e); err != nil || bytes.Contains(text, []byte("sandbox-edge")) || bytes.Contains(text, []byte("offerings")) {
		t.Errorf("%s, %v", text, err)
	}
}

// TestClient_MappedFieldsOnly: what reaches the platform has neither mandate nor
// token in it, and every request carries the pin and the identity headers (B-229,
// B-249).
func TestClient_MappedFieldsOnly(t *testing.T) {
	s, _ := newSandbox(t, friday, sandbox.Options{})
	var seen []*http.Request
	var bodies []string
	inner := s.Handler()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var body bytes.Buffer
		body.ReadFrom(r.Body)
		r.Body = http.NoBody
		seen, bodies = append(seen, r.Clone(t.Context())), append(bodies, body.String())
		inner.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	c, err := sandbox.NewClient(sandbox.ClientOptions{BaseURL: server.URL, BusinessID: sandbox.HarborHair, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.CloseIdleConnections)
	booking := osbptest.Authorize(t, osbp.BookingDetails{
		OrganizationID: sandbox.HarborHair, ServiceID: sandbox.Haircut, ScheduleID: sandbox.HarborMain, ProviderID: sandbox.StaffMaya,
		ScheduleTimezone: "America/Los_Angeles", StartsAt: "2026-05-05T20:00:00Z", VerificationCode: "123456", IdempotencyKey: "idem",
	})
	if _, err := c.CreateAppointment(t.Context(), booking); err == nil {
		t.Fatal("a request without a body was booked")
	}
	want := `{"offering":"off_haircut","calendar":"cal_harbor_main","staff":"stf_maya","begins":"2026-05-05 13:00","begins_unix":1778011200,` +
		`"guest":{"name":"Jane Customer","phone":"+15555550100","mail":"jane@example.com"},"code":"123456","expect":{"kind":"fixed","amount":95.00,"currency":"USD"}}`
	if diff := cmp.Diff([]string{want}, bodies); diff != "" {
		t.Error(diff)
	}
	h := seen[0].Header
	if h.Get(sandbox.VersionHeader) != sandbox.APIVersion || h.Get("X-Osbp-Source") == "" || h.Get("Idempotency-Key") != "idem" ||
		!strings.HasPrefix(h.Get("User-Agent"), "OSBP/0.1.0 "+sandbox.Vendor+"/") {
		t.Errorf("%v", h)
	}
}

// TestClient_HostileIDs can't lead to another endpoint.
func TestClient_HostileIDs(t *testing.T) {
	s, _ := newSandbox(t, friday, sandbox.Options{})
	var paths []string
	inner := s.Handler()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		paths = append(paths, r.URL.EscapedPath())
		inner.ServeHTTP(w, r)
	}))
	t.Cleanup(server.Close)
	c, err := sandbox.NewClient(sandbox.ClientOptions{BaseURL: server.URL, BusinessID: sandbox.HarborHair, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.CloseIdleConnections)
	for _, id := range []string{"..", ".", ""} {
		_, err := c.GetBooking(t.Context(), osbp.BookingStatusInput{BookingID: id})
		wantCode(t, err, osbp.CodeInvalidInput, false)
	}
	for id, path := range map[string]string{
		"../shops/x":   "/v1/reservations/..%2Fshops%2Fx",
		"a?key=b#c":    "/v1/reservations/a%3Fkey=b%23c",
		"%2e%2e":       "/v1/reservations/%252e%252e",
		"reservations": "/v1/reservations/reservations",
		"夜":            "/v1/reservations/%E5%A4%9C",
	} {
		paths = nil
		_, err := c.GetBooking(t.Context(), osbp.BookingStatusInput{BookingID: id})
		wantCode(t, err, osbp.CodeBookingNotFound, false)
		if diff := cmp.Diff([]string{path}, paths); diff != "" {
			t.Error(diff)
		}
	}
}

// TestClient_NotSent is sure of that only where nobody was reached (rule 23).
func TestClient_NotSent(t *testing.T) {
	k := newStack(t, setup{hide: func(osbp.Platform) osbp.Platform { return new(rebound) }})
	server := httptest.NewServer(k.sandbox.Handler())
	c, err := sandbox.NewClient(sandbox.ClientOptions{BaseURL: server.URL, BusinessID: sandbox.HarborHair, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	memory, err := k.sandbox.Platform(sandbox.HarborHair)
	if err != nil {
		t.Fatal(err)
	}
	*k.platform.(*rebound) = rebound{Platform: memory, create: c}
	server.Close()
	in := k.approved(t, fringe, "idem")
	for range 2 {
		_, err := k.adapter.CreateBooking(t.Context(), in)
		wantCode(t, err, osbp.CodePlatformUnavailable, true)
	}
}

// rebound reads in memory and creates over HTTP.
type rebound struct {
	osbp.Platform
	create osbp.Platform
}

func (r *rebound) CreateAppointment(ctx context.Context, b *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
	return r.create.CreateAppointment(ctx, b)
}

// TestClient_Answers that are none of the platform's own prove nothing (rule 23).
func TestClient_Answers(t *testing.T) {
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
		{"moved", 307, "", osbp.CodeBookingOutcomeUnknown},
		{"accepted, later perhaps", 202, `{"ref":"rsv_x"}`, osbp.CodeBookingOutcomeUnknown},
		{"null", 201, "null", osbp.CodeBookingOutcomeUnknown},
		{"no id", 201, `{"begins":"2026-05-05 13:00"}`, osbp.CodeBookingOutcomeUnknown},
		{"number for an id", 201, `{"ref":42,"begins":"2026-05-05 13:00"}`, osbp.CodeBookingOutcomeUnknown},
		{"price in words", 201, `{"ref":"rsv_x","begins":"2026-05-05 13:00","price":{"kind":"fixed","amount":"95 dollars","currency":"USD"}}`, osbp.CodeBookingOutcomeUnknown},
		{"too long", 201, strings.Repeat(" ", 2<<20), osbp.CodeBookingOutcomeUnknown},
		{"its own word", 409, `{"reason":"opening_taken"}`, osbp.CodeSlotTaken},
		{"too many", 429, "<html>slow down</html>", osbp.CodeRateLimited},
		{"its own refusal", 400, `{"reason":"bad_request"}`, sandbox.CodeBookingRejected},
	} {
		t.Run(tc.name, func(t *testing.T) {
			k := newStack(t, setup{hide: func(osbp.Platform) osbp.Platform { return new(rebound) }})
			creates := 0
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				creates++
				if tc.status == 307 {
					w.Header().Set("Location", "/elsewhere")
				}
				w.WriteHeader(tc.status)
				w.Write([]byte(tc.body))
			}))
			t.Cleanup(server.Close)
			c, err := sandbox.NewClient(sandbox.ClientOptions{BaseURL: server.URL, BusinessID: sandbox.HarborHair, Logger: quiet})
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(c.CloseIdleConnections)
			memory, err := k.sandbox.Platform(sandbox.HarborHair)
			if err != nil {
				t.Fatal(err)
			}
			*k.platform.(*rebound) = rebound{Platform: memory, create: c}
			_, err = k.adapter.CreateBooking(t.Context(), k.approved(t, fringe, "idem"))
			if p := osbp.AsProblem(err); p == nil || p.Code != tc.code || creates != 1 {
				t.Errorf("%v after %d creates, want %s", err, creates, tc.code)
			}
		})
	}
}

// TestHTTP_RepeatedHour refuses an order that does not say which of two it means.
func TestHTTP_RepeatedHour(t *testing.T) {
	s, _ := newSandbox(t, "2026-10-01T12:00:00Z", sandbox.Options{})
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	const order = `{"offering":"off_lesson_usd","calendar":"cal_meridian_online","staff":"stf_imogen","begins":"2026-11-01 01:30","guest":{"name":"Jane","phone":"+15555550100"}`
	for i, tc := range []struct {
		body   string
		status int
	}{{order + "}", 422}, {order + `,"begins_unix":1793514600}`, 201}, {order + `,"begins_unix":1793514600}`, 409}, {order + "}", 201}} {
		req := newRequest(t, http.MethodPost, server.URL+"/v1/shops/"+sandbox.MeridianTutors+"/reservations", tc.body)
		req.Header.Set("Idempotency-Key", string(rune('a'+i)))
		if status, _, body := do(t, server.Client(), req); status != tc.status {
			t.Errorf("order %d: %d %s, want %d", i, status, body, tc.status)
		}
	}
}

// TestClient_Reads that say nonsense are no answers.
func TestClient_Reads(t *testing.T) {
	answer := &answering{status: 200}
	c, err := sandbox.NewClient(sandbox.ClientOptions{BaseURL: "http://127.0.0.1:1", BusinessID: sandbox.HarborHair, Logger: quiet, Base: answer})
	if err != nil {
		t.Fatal(err)
	}
	reads := map[string]func() (any, error){
		"booking": func() (any, error) {
			return c.GetBooking(t.Context(), osbp.BookingStatusInput{BookingID: "rsv_x"})
		},
		"service": func() (any, error) {
			return c.DescribeService(t.Context(), osbp.ServiceDescribeInput{ServiceID: "off_x"})
		},
		"policy": func() (any, error) {
			return c.ExplainPolicy(t.Context(), osbp.PolicyExplainInput{ServiceID: "off_x"})
		},
		"slots": func() (any, error) {
			return c.FindAvailability(t.Context(), osbp.AvailabilityFindInput{Date: "2026-05-05"})
		},
		"finding": func() (any, error) {
			return c.FindAppointment(t.Context(), osbp.AppointmentQuery{IdempotencyKey: "idem"})
		},
	}
	for name, body := range map[string]string{
		"booking": `{"ref":"rsv_x","begins":"soon","ends":"2026-05-05 13:00"}`,
		"service": `{"ref":"off_x","title":"X","extras":[{"ref":"y","title":"Y","price":{"kind":"fixed","amount":1.005,"currency":"USD"}}]}`,
		"policy":  `{"offering":"off_x","missed_charge":{"kind":"fixed","amount":5,"currency":"ZZZ"}}`,
		"slots":   `{"openings":[{"begins":"2026-05-05T13:00:00Z","ends":"2026-05-05 14:00"}]}`,
		"finding": `{"reservations":[{"ref":"rsv_x","begins":""}]}`,
	} {
		answer.body = body
		if got, err := reads[name](); err == nil || osbp.AsProblem(err) != nil {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
}
