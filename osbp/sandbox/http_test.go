package sandbox_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osbp"
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
	page := statuses(t)
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
			if page[tc.reason] != strconv.Itoa(status) {
				t.Errorf("API.md gives %s the status %s", tc.reason, page[tc.reason])
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
