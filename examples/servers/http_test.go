package servers_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/openservicekit/openservice/examples/servers/internal/mcptest"
	"github.com/openservicekit/openservice/osp"
)

func (s *httpServer) client(t testing.TB, with ...http.Header) *mcptest.Client {
	t.Helper()
	agent := &http.Client{Transport: added(slices.Concat(with))}
	return mcptest.Connect(t, &mcp.StreamableClientTransport{Endpoint: s.URL + "/api/mcp", HTTPClient: agent})
}

// added adds headers to every request.
type added []http.Header

func (a added) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	for _, headers := range a {
		for name, values := range headers {
			r.Header[name] = values
		}
	}
	return http.DefaultTransport.RoundTrip(r)
}

// openDay asks for the first date that takes requests, and a window of it.
func openDay(t testing.TB, client *mcptest.Client) (date, window string) {
	t.Helper()
	today := time.Now()
	var answer osp.AvailabilityResult
	document := client.Call(t, "check_availability", map[string]any{
		"serviceSlug": "ac-repair", "location": "daytona",
		"from": today.AddDate(0, 0, 2).Format(time.DateOnly), "to": today.AddDate(0, 0, 20).Format(time.DateOnly),
	})
	if err := json.Unmarshal(document, &answer); err != nil {
		t.Fatal(err)
	}
	for _, day := range answer.Days {
		for _, w := range day.Windows {
			if w.Status == osp.WindowRequestable {
				return day.Date.String(), w.ID
			}
		}
	}
	t.Fatalf("no day takes requests: %s", document)
	return "", ""
}

func bookingRequest(id, date, window string) map[string]any {
	return map[string]any{
		"requestId": id, "confirmed": true, "serviceSlug": "ac-repair", "location": "daytona",
		"preferredDate": date, "preferredTime": window,
		"customer": map[string]any{
			"name": "Jane Customer", "phone": "+1 386 555 0100", "address": "1 Ocean Ave", "city": "Ormond Beach",
			"state": "FL", "zip": "32174", "contactMethod": "call", "contactAuthorized": true,
		},
	}
}

// TestHTTP_EveryTool: P-116, P-237. All six tools on streamable HTTP, successes and
// refusals in the form of their schemas.
func TestHTTP_EveryTool(t *testing.T) {
	s := startHTTP(t, "osp-http")
	client := s.client(t)
	if len(client.Tools) != 6 {
		t.Errorf("%d tools", len(client.Tools))
	}
	date, window := openDay(t, client)
	const id = "0b8f6a6e-2c1d-4a37-9a55-0d1c5a6b7e01"
	unauthorized := bookingRequest(id, date, window)
	unauthorized["customer"].(map[string]any)["contactAuthorized"] = false
	for _, one := range []struct {
		tool      string
		arguments any
		says      string
	}{
		{"get_business_info", nil, `"name":"Palmetto Air & Heat"`},
		{"list_services", json.RawMessage("null"), `"slug":"ac-repair"`},
		{"check_coverage", map[string]any{"zip": "32174"}, `"matchedBy":"postalCodes"`},
		{"check_coverage", map[string]any{"zip": 32174}, `"fields":["zip"]`},
		{"check_coverage", map[string]any{"zip": "32174", "extra": 1}, `"error":"invalid_input"`},
		{"get_reviews", map[string]any{"limit": 2}, `"aggregateRating"`},
		{"get_reviews", map[string]any{"location": "palm-coast"}, `"scope"`},
		{"request_service_booking", unauthorized, `"error":"missing_provenance"`},
		{"request_service_booking", map[string]any{"customer": strings.Repeat("a", 2<<20)}, `"error":"invalid_input"`},
		{"request_service_booking", bookingRequest(id, date, window), `"duplicate":false`},
		{"request_service_booking", bookingRequest(id, date, window), `"duplicate":true`},
	} {
		if answer := client.Call(t, one.tool, one.arguments); !strings.Contains(string(answer), one.says) {
			t.Errorf("%s: %s, without %s", one.tool, answer, one.says)
		}
	}
	if _, err := client.Session.CallTool(t.Context(), &mcp.CallToolParams{Name: "check_coverge"}); err == nil {
		t.Error("an unknown tool was answered")
	}
	if err := s.stop(t); err != nil {
		t.Errorf("it ended with %v", err)
	}
	if strings.Contains(s.logs.String(), "Jane") {
		t.Errorf("standard error names the customer:\n%s", s.logs)
	}
}

// TestHTTP_Parallel: a hundred calls at a time from a hundred callers behind one proxy.
func TestHTTP_Parallel(t *testing.T) {
	s := startHTTP(t, "osp-http", "-trusted-proxy", "127.0.0.0/8,::1/128")
	client := s.client(t)
	var callers sync.WaitGroup
	for n := range 100 {
		callers.Go(func() {
			status, body := s.post(t, strings.Replace(coverage, `"id":1`, fmt.Sprintf(`"id":%d`, n), 1), http.Header{"X-Forwarded-For": {fmt.Sprintf("192.0.2.%d", n)}})
			var answer struct {
				ID     int
				Result *mcp.CallToolResult
			}
			if err := json.Unmarshal([]byte(body), &answer); err != nil || status != http.StatusOK || answer.ID != n {
				t.Errorf("call %d: status %d, %s, %v", n, status, body, err)
				return
			}
			if document, err := client.Check("check_coverage", answer.Result); err != nil || !strings.Contains(string(document), `"covered":true`) {
				t.Errorf("call %d: %s, %v", n, document, err)
			}
		})
	}
	callers.Wait()
}

// TestRule38_ProxiesOverHTTP: without a named proxy, forwarding headers make no second
// caller.
func TestRule38_ProxiesOverHTTP(t *testing.T) {
	s := startHTTP(t, "osp-http")
	client := s.client(t)
	limited := false
	for n := range 60 {
		client := client
		if n%20 == 0 {
			client = s.client(t, http.Header{"X-Forwarded-For": {fmt.Sprintf("192.0.2.%d", n)}})
		}
		limited = limited || strings.Contains(string(client.Call(t, "list_services", nil)), "rate_limited")
	}
	if !limited {
		t.Error("sixty calls at once from one address were all answered")
	}
}

// post sends a raw body to the MCP endpoint.
func (s *httpServer) post(t testing.TB, body string, headers http.Header) (status int, answer string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/api/mcp", strings.NewReader(body))
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for name, values := range headers {
		r.Header[name] = values
	}
	if host := headers.Get("Host"); host != "" {
		r.Host = host
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Error(err)
		return 0, ""
	}
	defer response.Body.Close()
	data, err := io.ReadAll(response.Body)
	if err != nil {
		t.Error(err)
	}
	return response.StatusCode, string(data)
}

const coverage = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_coverage","arguments":{"zip":"32174"}}}`

// TestHTTP_Wire: rules 42 and 44. What is no message is an error of HTTP or JSON-RPC;
// bad arguments are our own answer.
func TestHTTP_Wire(t *testing.T) {
	s := startHTTP(t, "osp-http")
	for name, one := range map[string]struct {
		body    string
		headers http.Header
		status  int
		says    string
	}{
		"fine":           {coverage, nil, 200, `"covered":true`},
		"no JSON":        {"garbage", nil, 400, ""},
		"empty":          {"", nil, 400, ""},
		"no UTF-8":       {strings.Replace(coverage, "32174", "\xff\xfe", 1), nil, 200, `"error":"invalid_input"`},
		"twice the zip":  {strings.Replace(coverage, `"zip"`, `"zip":"1","zip"`, 1), nil, 200, `"error":"invalid_input"`},
		"two tools":      {strings.Replace(coverage, `"name"`, `"name":"list_services","name"`, 1), nil, 400, `"code":-32600`},
		"null arguments": {strings.Replace(coverage, `{"zip":"32174"}`, "null", 1), nil, 200, `"fields":["zip"]`},
		"unknown tool":   {strings.Replace(coverage, "check_coverage", "check_coverge", 1), nil, 200, `"code":-32602`},
		"no method":      {strings.Replace(coverage, "tools/call", "tools/cull", 1), nil, 400, ""},
		"5 MiB":          {strings.Replace(coverage, "32174", strings.Repeat("1", 5<<20), 1), nil, 413, ""},
		"id of 1.5":      {strings.Replace(coverage, `"id":1`, `"id":1.5`, 1), nil, 400, `"code":-32600`},
		"null id":        {strings.Replace(coverage, `"id":1`, `"id":null`, 1), nil, 400, `"code":-32600`},
		"id over 2^53":   {"[" + strings.Replace(coverage, `"id":1`, `"id":9007199254740993`, 1) + "]", nil, 400, `"code":-32600`},
		"long batch":     {"[" + strings.Repeat(coverage+",", 20) + coverage + "]", nil, 400, `"code":-32600`},
		"plain text":     {coverage, http.Header{"Content-Type": {"text/plain"}}, 415, ""},
		"wants HTML":     {coverage, http.Header{"Accept": {"text/html"}}, 400, ""},
	} {
		t.Run(name, func(t *testing.T) {
			status, answer := s.post(t, one.body, one.headers)
			if status != one.status || !strings.Contains(strings.ReplaceAll(answer, `\"`, `"`), one.says) {
				t.Errorf("status %d, %.300s", status, answer)
			}
			if status == 200 && strings.Contains(answer, "isError") {
				t.Errorf("isError is set: %s", answer)
			}
		})
	}
	for _, method := range []string{http.MethodGet, http.MethodDelete, http.MethodPut} {
		r, err := http.NewRequestWithContext(t.Context(), method, s.URL+"/api/mcp", nil)
		if err != nil {
			t.Fatal(err)
		}
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != http.StatusMethodNotAllowed {
			t.Errorf("%s: status %d", method, response.StatusCode)
		}
	}
}

// TestHTTP_Rebinding: what a page on another site can make a browser send is refused.
func TestHTTP_Rebinding(t *testing.T) {
	s := startHTTP(t, "osp-http")
	address := strings.TrimPrefix(s.URL, "http://")
	_, port, _ := strings.Cut(address, ":")
	for name, one := range map[string]struct {
		host, origin string
		status       int
	}{
		"no origin":                  {"", "", 200},
		"same origin":                {"", "http://" + address, 200},
		"localhost":                  {"localhost:" + port, "http://localhost:" + port, 200},
		"IPv6 loopback":              {"[::1]:" + port, "", 200},
		"the public host":            {"palmettoairheat.example", "https://palmettoairheat.example", 200},
		"its other host":             {"www.palmettoairheat.example", "", 200},
		"through a proxy":            {"127.0.0.1:" + port, "https://palmettoairheat.example", 200},
		"rebound name":               {"evil.example:" + port, "", 403},
		"rebound name, same origin":  {"evil.example:" + port, "http://evil.example:" + port, 403},
		"other origin":               {"", "https://evil.example", 403},
		"other port":                 {"", "http://127.0.0.1:1", 403},
		"opaque origin":              {"", "null", 403},
		"like the public host":       {"palmettoairheat.example.evil.example", "", 403},
		"like the public origin":     {"", "https://palmettoairheat.example.evil.example", 403},
		"an address that isn't ours": {"192.0.2.1:" + port, "", 403},
	} {
		t.Run(name, func(t *testing.T) {
			headers := http.Header{}
			if one.host != "" {
				headers.Set("Host", one.host)
			}
			if one.origin != "" {
				headers.Set("Origin", one.origin)
			}
			if status, answer := s.post(t, coverage, headers); status != one.status {
				t.Errorf("status %d, %s", status, answer)
			}
		})
	}
}

// TestHTTP_Disconnect: a client that hangs up in the middle leaves the server well.
func TestHTTP_Disconnect(t *testing.T) {
	s := startHTTP(t, "osp-http")
	date, window := openDay(t, s.client(t))
	ctx, cancel := context.WithCancel(t.Context())
	client := s.client(t)
	for n := range 5 {
		if n == 4 {
			cancel()
		}
		client.Session.CallTool(ctx, &mcp.CallToolParams{
			Name: "request_service_booking", Arguments: bookingRequest(fmt.Sprintf("0b8f6a6e-2c1d-4a37-9a55-0d1c5a6b7e%02d", n), date, window),
		})
	}
	cancel()
	if status, answer := s.post(t, coverage, nil); status != 200 {
		t.Errorf("status %d, %s", status, answer)
	}
	if err := s.stop(t); err != nil {
		t.Errorf("it ended with %v", err)
	}
}

// TestHTTP_TLS: P-220. With a certificate the server speaks https.
func TestHTTP_TLS(t *testing.T) {
	cert, key, trust := certificate(t)
	s := startHTTP(t, "osp-http", "-tls-cert", cert, "-tls-key", key)
	if !strings.HasPrefix(s.URL, "https://") {
		t.Fatalf("it listens on %s", s.URL)
	}
	agent := &http.Client{Transport: &http.Transport{TLSClientConfig: trust, ForceAttemptHTTP2: true}}
	client := mcptest.Connect(t, &mcp.StreamableClientTransport{Endpoint: s.URL + "/api/mcp", HTTPClient: agent})
	client.Call(t, "get_business_info", nil)
}
