package mcpbind_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/openservicekit/openservice/examples/servers/internal/mcptest"
	"github.com/openservicekit/openservice/examples/servers/internal/osbpstack"
	"github.com/openservicekit/openservice/examples/servers/mcpbind"
	"github.com/openservicekit/openservice/osp"
)

func osbpClient(t testing.TB) *mcptest.Client {
	server, _ := osbpServer(t, osbpstack.Normal)
	return mcptest.InMemory(t, server)
}

func ospClient(t testing.TB, change func(*osp.ServerOptions)) *mcptest.Client {
	server := mcpbind.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	mcpbind.AddOSP(server, ospServer(t, change), mcpbind.OSPOptions{})
	return mcptest.InMemory(t, server)
}

// TestToolsList_Golden: B-087, B-091, P-116. What a client is shown is written down.
func TestToolsList_Golden(t *testing.T) {
	wantGolden(t, "osbp-tools.golden.json", osbpClient(t).Tools)
	wantGolden(t, "osp-tools.golden.json", ospClient(t, nil).Tools)
}

// TestToolsList_Annotations: P-124. Every hint is written out,
// whatever MCP takes an absent one for.
func TestToolsList_Annotations(t *testing.T) {
	type hints struct{ readOnly, destructive, idempotent, openWorld bool }
	want := map[string]hints{
		"osbp_service_describe":    {true, false, true, true},
		"osbp_availability_find":   {true, false, true, true},
		"osbp_policy_explain":      {true, false, true, true},
		"osbp_booking_status":      {true, false, true, true},
		"osbp_verification_send":   {false, false, false, true},
		"osbp_verification_verify": {false, false, false, true},
		"osbp_booking_create":      {false, true, true, true},
		"osbp_handoff_request":     {true, false, true, false},
		"get_business_info":        {true, false, true, false},
		"list_services":            {true, false, true, false},
		"check_coverage":           {true, false, true, false},
		"check_availability":       {true, false, true, false},
		"get_reviews":              {true, false, true, false},
		"request_service_booking":  {false, false, true, true},
	}
	got := map[string]hints{}
	for _, tool := range append(osbpClient(t).Tools, ospClient(t, nil).Tools...) {
		data, err := json.Marshal(tool.Annotations)
		if err != nil {
			t.Fatal(err)
		}
		var members map[string]bool
		if err := json.Unmarshal(data, &members); err != nil {
			t.Fatal(err)
		}
		for _, hint := range []string{"readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"} {
			if _, ok := members[hint]; !ok {
				t.Errorf("%s leaves out %s", tool.Name, hint)
			}
		}
		got[tool.Name] = hints{members["readOnlyHint"], members["destructiveHint"], members["idempotentHint"], members["openWorldHint"]}
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(hints{})); diff != "" {
		t.Errorf("annotations (-want +got):\n%s", diff)
	}
}

// TestRule42_OnlyBackedTools: a business without a sink or reviews offers four tools.
func TestRule42_OnlyBackedTools(t *testing.T) {
	client := ospClient(t, func(o *osp.ServerOptions) { o.Sink, o.Store, o.Reviews = nil, nil, nil })
	var names []string
	for _, tool := range client.Tools {
		names = append(names, tool.Name)
	}
	want := []string{"check_availability", "check_coverage", "get_business_info", "list_services"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Errorf("tools (-want +got):\n%s", diff)
	}
}

// TestNewServer_Capabilities: tools that never change are announced so, and nothing
// else is.
func TestNewServer_Capabilities(t *testing.T) {
	got, err := json.Marshal(ospClient(t, nil).Session.InitializeResult().Capabilities)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != `{"tools":{}}` {
		t.Errorf("capabilities %s", got)
	}
}
