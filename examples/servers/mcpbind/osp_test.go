package mcpbind_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/openservicekit/openservice/examples/servers/internal/mcptest"
	"github.com/openservicekit/openservice/examples/servers/mcpbind"
	"github.com/openservicekit/openservice/osp"
)

// TestOSP_EveryTool: P-116. Successes and error results alike are normal results in
// the form of the schema.
func TestOSP_EveryTool(t *testing.T) {
	sink := new(osp.MemorySink)
	client := ospClient(t, func(o *osp.ServerOptions) { o.Sink = sink })
	unconfirmed := request(requestID)
	unconfirmed["confirmed"] = false
	noZIP := request(requestID)
	delete(noZIP["customer"].(map[string]any), "zip")
	for _, one := range []struct {
		name      string
		tool      osp.Tool
		arguments any
		code      osp.Code
	}{
		{"who", osp.ToolGetBusinessInfo, nil, ""},
		{"null", osp.ToolGetBusinessInfo, json.RawMessage("null"), ""},
		{"services", osp.ToolListServices, map[string]any{}, ""},
		{"services of nowhere", osp.ToolListServices, map[string]any{"location": "nowhere"}, osp.CodeUnknownLocation},
		{"coverage", osp.ToolCheckCoverage, map[string]any{"zip": "32174"}, ""},
		{"coverage of a number", osp.ToolCheckCoverage, map[string]any{"zip": 32174}, osp.CodeInvalidInput},
		{"coverage of nothing", osp.ToolCheckCoverage, nil, osp.CodeInvalidInput},
		{"availability", osp.ToolCheckAvailability, map[string]any{"serviceSlug": "ac-repair", "location": "daytona", "from": "2026-09-09", "to": "2026-09-12"}, ""},
		{"availability without a location", osp.ToolCheckAvailability, map[string]any{"serviceSlug": "ac-repair", "from": "2026-09-09", "to": "2026-09-12"}, osp.CodeLocationRequired},
		{"reviews", osp.ToolGetReviews, nil, ""},
		{"request, unconfirmed", osp.ToolRequestServiceBooking, unconfirmed, osp.CodeMissingProvenance},
		{"request without a ZIP", osp.ToolRequestServiceBooking, noZIP, osp.CodeAddressRequired},
		{"request without anything", osp.ToolRequestServiceBooking, nil, osp.CodeMissingProvenance},
		{"request", osp.ToolRequestServiceBooking, request(requestID), ""},
		{"request again", osp.ToolRequestServiceBooking, request(requestID), ""},
	} {
		t.Run(one.name, func(t *testing.T) {
			var answer struct{ Error osp.Code }
			if err := json.Unmarshal(client.Call(t, string(one.tool), one.arguments), &answer); err != nil {
				t.Fatal(err)
			}
			if answer.Error != one.code {
				t.Errorf("error %q, not %q", string(answer.Error), string(one.code))
			}
		})
	}
	if n := len(sink.Requests()); n != 1 {
		t.Errorf("the business has %d requests", n)
	}
}

// TestOSP_Provenance: P-211, P-212. The channel is mcp, and the user agent what was
// observed: a header, or what a client without headers calls itself.
func TestOSP_Provenance(t *testing.T) {
	type provenance struct {
		Channel   osp.Channel
		UserAgent string
	}
	sink := &osp.MemorySink{Clock: september}
	client := ospClient(t, func(o *osp.ServerOptions) { o.Sink = sink })
	client.Call(t, "request_service_booking", request(requestID))
	overHTTP := &osp.MemorySink{Clock: september}
	url := ospOverHTTP(t, func(o *osp.ServerOptions) { o.Sink = overHTTP }, mcpbind.OSPOptions{}, nil)
	agent := &http.Client{Transport: headers{"User-Agent": "Palm/2.0"}}
	mcptest.Connect(t, &mcp.StreamableClientTransport{Endpoint: url, HTTPClient: agent}).
		Call(t, "request_service_booking", request(requestID))
	var got []provenance
	for _, r := range append(sink.Requests(), overHTTP.Requests()...) {
		got = append(got, provenance{r.Provenance.Channel, r.Provenance.UserAgent})
	}
	want := []provenance{{osp.ChannelMCP, "mcptest/1.0.0"}, {osp.ChannelMCP, "Palm/2.0"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("provenance (-want +got):\n%s", diff)
	}
}

// TestOSP_OtherChannel: P-215. A call that says it came by another channel is refused.
func TestOSP_OtherChannel(t *testing.T) {
	said := request(requestID)
	said["agent"] = map[string]any{"channel": "rest"}
	answer := ospClient(t, nil).Call(t, "request_service_booking", said)
	if !strings.Contains(string(answer), `"missing_provenance"`) {
		t.Errorf("answer %s", answer)
	}
}

// headers adds to every request.
type headers map[string]string

func (h headers) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	for name, value := range h {
		r.Header.Set(name, value)
	}
	return http.DefaultTransport.RoundTrip(r)
}

// ospOverHTTP serves the example business on streamable HTTP and returns the address.
func ospOverHTTP(t testing.TB, change func(*osp.ServerOptions), opts mcpbind.OSPOptions, proxies []netip.Prefix) string {
	t.Helper()
	server := mcpbind.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	mcpbind.AddOSP(server, ospServer(t, change), opts)
	handler := mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, &mcp.StreamableHTTPOptions{
		Stateless: true, JSONResponse: true, PropagateRequestCancellation: true,
	})
	listening := httptest.NewServer(mcpbind.ObserveCallers(handler, proxies))
	t.Cleanup(listening.Close)
	return listening.URL
}

// oneCall leaves each caller a single call.
func oneCall(o *osp.ServerOptions) {
	o.Limits = osp.Limits{Caller: osp.Rate{PerSecond: 1e-9, Burst: 1}}
}

// TestRule38_Callers: callers are told apart by where they come from; what they write
// into forwarding headers counts only where the operator named the proxy.
func TestRule38_Callers(t *testing.T) {
	loopback := []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8"), netip.MustParsePrefix("::1/128")}
	for name, one := range map[string]struct {
		proxies  []netip.Prefix
		isSecond bool // the second caller gets through
	}{
		"no proxy":      {nil, false},
		"trusted proxy": {loopback, true},
	} {
		t.Run(name, func(t *testing.T) {
			url := ospOverHTTP(t, oneCall, mcpbind.OSPOptions{}, one.proxies)
			ask := func(from string) string {
				agent := &http.Client{Transport: headers{"X-Forwarded-For": from}}
				client := mcptest.Connect(t, &mcp.StreamableClientTransport{Endpoint: url, HTTPClient: agent})
				return string(client.Call(t, "list_services", nil))
			}
			if answer := ask("192.0.2.1"); strings.Contains(answer, "rate_limited") {
				t.Fatalf("the first caller: %s", answer)
			}
			if answer := ask("192.0.2.1"); !strings.Contains(answer, "rate_limited") {
				t.Errorf("the first caller again: %s", answer)
			}
			if answer := ask("192.0.2.2"); strings.Contains(answer, "rate_limited") == one.isSecond {
				t.Errorf("the second caller: %s", answer)
			}
		})
	}
}

// TestOSPOptions_CallerKey: a program can tell its callers apart in its own way.
func TestOSPOptions_CallerKey(t *testing.T) {
	key := func(_ context.Context, r *mcp.CallToolRequest) string { return r.Extra.Header.Get("X-Tenant") }
	url := ospOverHTTP(t, oneCall, mcpbind.OSPOptions{CallerKey: key}, nil)
	for _, tenant := range []string{"a", "b"} {
		agent := &http.Client{Transport: headers{"X-Tenant": tenant}}
		client := mcptest.Connect(t, &mcp.StreamableClientTransport{Endpoint: url, HTTPClient: agent})
		if answer := client.Call(t, "list_services", nil); strings.Contains(string(answer), "rate_limited") {
			t.Errorf("tenant %s: %s", tenant, answer)
		}
	}
}

// slowSink takes a request once it is let go.
type slowSink struct {
	osp.MemorySink
	entered chan struct{}
	goOn    chan struct{}
	once    sync.Once
}

func (s *slowSink) Deliver(ctx context.Context, r *osp.ServiceRequest) (osp.SinkReceipt, error) {
	s.once.Do(func() { close(s.entered) })
	select {
	case <-s.goOn:
	case <-ctx.Done():
		return osp.SinkReceipt{}, ctx.Err()
	}
	return s.MemorySink.Deliver(ctx, r)
}

// TestOSP_Disconnect: a client that goes in the middle of a request neither stops it
// nor makes a second one when it comes back.
func TestOSP_Disconnect(t *testing.T) {
	sink := &slowSink{entered: make(chan struct{}), goOn: make(chan struct{})}
	url := ospOverHTTP(t, func(o *osp.ServerOptions) { o.Sink = sink }, mcpbind.OSPOptions{}, nil)
	client := mcptest.Connect(t, &mcp.StreamableClientTransport{Endpoint: url})
	ctx, cancel := context.WithCancel(t.Context())
	gone := make(chan struct{})
	go func() {
		client.Session.CallTool(ctx, &mcp.CallToolParams{Name: "request_service_booking", Arguments: request(requestID)})
		close(gone)
	}()
	<-sink.entered
	cancel()
	<-gone
	close(sink.goOn)
	answer := mcptest.Connect(t, &mcp.StreamableClientTransport{Endpoint: url}).Call(t, "request_service_booking", request(requestID))
	if !strings.Contains(string(answer), `"duplicate":true`) {
		t.Errorf("the retry got %s", answer)
	}
	if n := len(sink.Requests()); n != 1 {
		t.Errorf("the business has %d requests", n)
	}
}
