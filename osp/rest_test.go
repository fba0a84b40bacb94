package osp_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp"
)

const palmettoREST = palmettoOrigin + "/api/"

// restRig serves a rig's server over HTTP.
func restRig(t testing.TB, r *rig, opts osp.SiteOptions) http.Handler {
	t.Helper()
	opts.Server = r.server
	return sitesOf(t, newSite(t, r.server.Profile(), opts)).Handler(nil)
}

// post calls a tool over HTTP.
func post(h http.Handler, url, body string, headers ...string) *http.Response {
	r := httptest.NewRequest("POST", url, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	for _, line := range headers {
		name, value, _ := strings.Cut(line, ": ")
		if r.Header.Del(name); value != "" {
			r.Header.Set(name, value)
		}
	}
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, r)
	return rec.Result()
}

// answerOf checks what holds for every tool result over REST and returns it (rule 44).
func answerOf(t testing.TB, tool osp.Tool, resp *http.Response) map[string]any {
	t.Helper()
	body := bodyOf(t, resp)
	if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "application/json" || resp.Header.Get("Cache-Control") != "no-store" {
		t.Fatalf("%d %v %s", resp.StatusCode, resp.Header, body)
	}
	checkOutput(t, string(tool), json.RawMessage(body))
	var out map[string]any
	if err := json.Unmarshal(body, &out); err != nil {
		t.Fatal(err)
	}
	if limited := out["error"] == "rate_limited"; limited != (resp.Header.Get("Retry-After") != "") {
		t.Errorf("Retry-After is %q beside %v", resp.Header.Get("Retry-After"), out["error"])
	}
	return out
}

// P-115: the six tools answer over REST what they answer otherwise.
func TestRESTTools(t *testing.T) {
	r := newRig(t, hvac, nil)
	h := restRig(t, r, osp.SiteOptions{})
	for tool, arguments := range map[osp.Tool]string{
		osp.ToolGetBusinessInfo:   "",
		osp.ToolListServices:      `{"location":"daytona"}`,
		osp.ToolCheckCoverage:     `{"zip":"32114"}`,
		osp.ToolCheckAvailability: `{"serviceSlug":"ac-repair","from":"2026-09-10","to":"2026-09-12","location":"daytona"}`,
		osp.ToolGetReviews:        `{}`,
	} {
		got := answerOf(t, tool, post(h, palmettoREST+string(tool), arguments))
		if diff := cmp.Diff(members(t, r.call(tool, arguments)), got); diff != "" {
			t.Errorf("%s: %s", tool, diff)
		}
	}
	out := answerOf(t, osp.ToolRequestServiceBooking, post(h, palmettoREST+"request_service_booking", string(bookingInput(t, remove("/agent"))), "User-Agent: curl/8"))
	if out["success"] != true {
		t.Fatal(out)
	}
	got := r.office.Requests()
	if len(got) != 1 || got[0].Provenance.Channel != osp.ChannelREST || got[0].Provenance.UserAgent != "curl/8" {
		t.Errorf("%+v", got)
	}
}

// Rule 44: 200 for every tool result; other statuses for path, method and media type alone.
func TestRule44_RESTStatuses(t *testing.T) {
	h := restRig(t, newRig(t, hvac, func(o *osp.ServerOptions) { o.Reviews = nil }), osp.SiteOptions{})
	const coverage = palmettoREST + "check_coverage"
	large := `{"zip":"` + strings.Repeat("3", 1<<20) + `"}`
	for name, tt := range map[string]struct {
		resp  *http.Response
		error string
	}{
		"a wrong ZIP":                {post(h, coverage, `{"zip":"1"}`), "invalid_input"},
		"no JSON":                    {post(h, coverage, `{`), "invalid_input"},
		"not an object":              {post(h, coverage, `[]`), "invalid_input"},
		"a repeated member":          {post(h, coverage, `{"zip":"32114","zip":"32117"}`), "invalid_input"},
		"over 1 MiB":                 {post(h, coverage, large), "invalid_input"},
		"over 1 MiB in white space":  {post(h, coverage, strings.Repeat(" ", 2<<20)+`{"zip":"32114"}`), "invalid_input"},
		"no body":                    {post(h, coverage, ""), "invalid_input"},
		"no body and no type":        {post(h, coverage, "", "Content-Type: "), "invalid_input"},
		"type with a charset":        {post(h, coverage, `{"zip":"1"}`, "Content-Type: application/json; charset=utf-8"), "invalid_input"},
		"identity coding":            {post(h, coverage, `{"zip":"1"}`, "Content-Encoding: identity"), "invalid_input"},
		"a query that means nothing": {post(h, coverage+"?zip=32114", ``), "invalid_input"},
	} {
		t.Run(name, func(t *testing.T) {
			if out := answerOf(t, osp.ToolCheckCoverage, tt.resp); out["error"] != tt.error {
				t.Errorf("%v", out)
			}
		})
	}
	whole := `{"zip":"32114"}`
	whole += strings.Repeat(" ", 1<<20-len(whole))
	if out := answerOf(t, osp.ToolCheckCoverage, post(h, coverage, whole)); out["covered"] != true {
		t.Errorf("a body of exactly 1 MiB: %v", out)
	}
	if out := answerOf(t, osp.ToolCheckCoverage, post(h, coverage, whole+" ")); out["error"] != "invalid_input" {
		t.Errorf("a byte more: %v", out)
	}
	for name, tt := range map[string]struct {
		resp *http.Response
		want int
	}{
		"text":             {post(h, coverage, `{"zip":"32114"}`, "Content-Type: text/plain"), 415},
		"a form":           {post(h, coverage, `zip=32114`, "Content-Type: application/x-www-form-urlencoded"), 415},
		"no type":          {post(h, coverage, `{"zip":"32114"}`, "Content-Type: "), 415},
		"compressed":       {post(h, coverage, `{"zip":"32114"}`, "Content-Encoding: gzip"), 415},
		"GET":              {send(h, "GET", coverage), 405},
		"PUT":              {send(h, "PUT", coverage), 405},
		"OPTIONS":          {send(h, "OPTIONS", coverage), 204},
		"an unknown tool":  {post(h, palmettoREST+"book_now", `{}`), 404},
		"a tool not here":  {post(h, palmettoREST+"get_reviews", `{}`), 404},
		"another case":     {post(h, palmettoREST+"Check_Coverage", `{}`), 404},
		"a slash too many": {post(h, coverage+"/", `{}`), 404},
		"another base":     {post(h, palmettoOrigin+"/check_coverage", `{}`), 404},
		"the MCP endpoint": {post(h, palmettoREST+"mcp", `{}`), 404},
	} {
		t.Run(name, func(t *testing.T) {
			allows := tt.resp.Header.Get("Allow") == "POST, OPTIONS"
			if tt.resp.StatusCode != tt.want || allows != (tt.want == 405 || tt.want == 204) {
				t.Errorf("%d %v", tt.resp.StatusCode, tt.resp.Header)
			}
			if tt.resp.Header.Get("Access-Control-Allow-Origin") != "" {
				t.Error("scripts of other sites may read it")
			}
		})
	}
}

// A body that breaks off is no call, even if what arrived reads as one.
func TestRESTBrokenBody(t *testing.T) {
	r := newRig(t, hvac, nil)
	h := restRig(t, r, osp.SiteOptions{})
	req := httptest.NewRequest("POST", palmettoREST+"request_service_booking",
		io.MultiReader(bytes.NewReader(bookingInput(t, remove("/agent"))), brokenReader{}))
	req.Header.Set("Content-Type", "application/json")
	rec := httptest.NewRecorder()
	h.ServeHTTP(rec, req)
	if rec.Code != 400 || len(r.office.Requests()) > 0 {
		t.Errorf("%d, %d requests", rec.Code, len(r.office.Requests()))
	}
}

type brokenReader struct{}

func (brokenReader) Read([]byte) (int, error) { return 0, errors.New("connection reset") }

// Rule 44, P-212: WebMCP has a path of its own, and with it a channel that is observed.
func TestRule44_WebMCPChannel(t *testing.T) {
	for _, tt := range []struct {
		url, site, claimed string
		want               osp.Channel
		refused            bool
	}{
		{palmettoOrigin + "/webmcp/", "same-origin", "webmcp", osp.ChannelWebMCP, false},
		{palmettoOrigin + "/webmcp/", "", "", osp.ChannelWebMCP, false},
		{palmettoOrigin + "/webmcp/", "cross-site", "", osp.ChannelOther, false},
		{palmettoOrigin + "/webmcp/", "same-site", "webmcp", osp.ChannelOther, true},
		{palmettoOrigin + "/webmcp/", "same-origin", "rest", "", true},
		{palmettoREST, "same-origin", "rest", osp.ChannelREST, false},
		{palmettoREST, "", "webmcp", "", true},
		{palmettoREST, "", "mcp", "", true},
	} {
		r := newRig(t, hvac, nil)
		h := restRig(t, r, osp.SiteOptions{})
		ops := []patchOp{remove("/agent")}
		if tt.claimed != "" {
			ops = append(ops, raw("add", "/agent", `{"channel":"`+tt.claimed+`"}`))
		}
		out := answerOf(t, osp.ToolRequestServiceBooking, post(h, tt.url+"request_service_booking", string(bookingInput(t, ops...)), "Sec-Fetch-Site: "+tt.site))
		got := r.office.Requests()
		switch {
		case tt.refused:
			if out["error"] != "missing_provenance" || len(got) > 0 {
				t.Errorf("%+v: %v", tt, out)
			}
		case len(got) != 1 || got[0].Provenance.Channel != tt.want:
			t.Errorf("%+v: %v %+v", tt, out, got)
		}
	}
	// Where the manifest doesn't say that pages register the tools, the path is none of ours.
	off := newRig(t, hvac, nil, replace("/interfaces/webMcp", false))
	if resp := post(restRig(t, off, osp.SiteOptions{}), palmettoOrigin+"/webmcp/check_coverage", `{}`); resp.StatusCode != 404 {
		t.Errorf("%d", resp.StatusCode)
	}
	elsewhere := restRig(t, newRig(t, hvac, nil), osp.SiteOptions{WebMCPPath: "/actions/"})
	answerOf(t, osp.ToolCheckCoverage, post(elsewhere, palmettoOrigin+"/actions/check_coverage", `{}`))
	r := newRig(t, hvac, nil)
	if _, err := osp.NewSite(r.server.Profile(), osp.SiteOptions{Server: r.server, WebMCPPath: "/api"}); err == nil {
		t.Error("two channels on one path")
	}
}

// Case http-rate-limited-is-a-tool-result: over a limit the answer is a tool result.
func TestRESTRateLimited(t *testing.T) {
	h := restRig(t, newRig(t, hvac, func(o *osp.ServerOptions) { o.Limits.Caller = osp.Rate{PerSecond: 0.4, Burst: 1} }), osp.SiteOptions{})
	answerOf(t, osp.ToolGetBusinessInfo, post(h, palmettoREST+"get_business_info", ""))
	resp := post(h, palmettoREST+"get_business_info", "")
	out := answerOf(t, osp.ToolGetBusinessInfo, resp)
	if out["error"] != "rate_limited" || out["message"] == "" || resp.Header.Get("Retry-After") != "3" {
		t.Errorf("%v, retry after %s", out, resp.Header.Get("Retry-After"))
	}
}

// A server that is closing answers no tool, and says so in HTTP.
func TestRESTClosed(t *testing.T) {
	r := newRig(t, hvac, nil)
	h := restRig(t, r, osp.SiteOptions{})
	if err := r.server.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if resp := post(h, palmettoREST+"get_business_info", ""); resp.StatusCode != 503 || resp.Header.Get("Retry-After") == "" {
		t.Errorf("%d %v", resp.StatusCode, resp.Header)
	}
}

// The mirror is served where the manifest says it is, and nowhere else.
func TestRESTPaths(t *testing.T) {
	for base, url := range map[string]string{
		palmettoOrigin:                             palmettoOrigin + "/check_coverage",
		palmettoOrigin + "/":                       palmettoOrigin + "/check_coverage",
		palmettoOrigin + "/v1/tools/":              palmettoOrigin + "/v1/tools/check_coverage",
		"https://tools.example/api":                "",
		"https://palmettoairheat.example:8443/api": "",
	} {
		h := restRig(t, newRig(t, hvac, nil, replace("/interfaces/rest", map[string]string{"baseUrl": base})), osp.SiteOptions{})
		if url != "" {
			answerOf(t, osp.ToolCheckCoverage, post(h, url, `{"zip":"32114"}`))
		}
		if resp := post(h, palmettoREST+"check_coverage", `{"zip":"32114"}`); resp.StatusCode != 404 {
			t.Errorf("%s: %d", base, resp.StatusCode)
		}
	}
	none := restRig(t, newRig(t, hvac, nil, remove("/interfaces/rest")), osp.SiteOptions{})
	if resp := post(none, palmettoREST+"check_coverage", `{"zip":"32114"}`); resp.StatusCode != 404 {
		t.Errorf("unpublished: %d", resp.StatusCode)
	}
	// Tools alone is the same without the pages.
	r := newRig(t, hvac, nil)
	h := sitesOf(t, newSite(t, r.server.Profile(), osp.SiteOptions{Server: r.server})).Tools()
	answerOf(t, osp.ToolCheckCoverage, post(h, palmettoREST+"check_coverage", `{"zip":"32114"}`))
	for _, url := range []string{palmettoOrigin + "/", "https://other.example/api/check_coverage"} {
		if resp := post(h, url, `{"zip":"32114"}`); resp.StatusCode != 404 || resp.Header.Get("Content-Type") != "application/problem+json" {
			t.Errorf("%s: %d %v", url, resp.StatusCode, resp.Header)
		}
	}
}

// Over a real connection: a body that is refused for its size still gets its answer, and a compressed manifest arrives whole.
func TestRESTOverNetwork(t *testing.T) {
	r := newRig(t, hvac, nil)
	server := httptest.NewServer(osp.OneSite(newSite(t, r.server.Profile(), osp.SiteOptions{Server: r.server})).Handler(nil))
	defer server.Close()
	for _, size := range []int{0, 1 << 20, 1<<20 + 100_000} {
		resp, err := server.Client().Post(server.URL+"/api/check_coverage", "application/json", strings.NewReader(`{"zip":"`+strings.Repeat("3", size)+`"}`))
		if err != nil {
			t.Fatal(err)
		}
		if out := answerOf(t, osp.ToolCheckCoverage, resp); out["error"] != "invalid_input" {
			t.Errorf("%v", out)
		}
		resp.Body.Close()
	}
	resp, err := server.Client().Get(server.URL + osp.WellKnownPath)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	if diff := cmp.Diff(jsonValue(t, exampleManifest(t, hvac)), jsonValue(t, bodyOf(t, resp))); diff != "" || !resp.Uncompressed {
		t.Errorf("uncompressed: %v %s", resp.Uncompressed, diff)
	}
}

func BenchmarkREST(b *testing.B) {
	r := newRig(b, hvac, nil)
	h := restRig(b, r, osp.SiteOptions{})
	w := discard{http.Header{}}
	body := []byte(`{"zip":"32114"}`)
	reader := bytes.NewReader(body)
	req := httptest.NewRequest("POST", palmettoREST+"check_coverage", io.NopCloser(reader))
	req.Header.Set("Content-Type", "application/json")
	b.ReportAllocs()
	for b.Loop() {
		reader.Reset(body)
		clear(w.header)
		h.ServeHTTP(w, req)
	}
}
