package osp_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp"
)

// P-032, P-036 to P-039: the card is the printed one, for a server with all tools.
func TestServerCard(t *testing.T) {
	r := newRig(t, hvac, nil)
	find := sitesOf(t, newSite(t, r.server.Profile(), osp.SiteOptions{Server: r.server, Version: "1.0.0"}))
	const printed = `{
		"serverInfo": { "name": "Palmetto Air & Heat", "version": "1.0.0" },
		"transport": { "type": "streamable-http", "url": "https://palmettoairheat.example/api/mcp" },
		"capabilities": { "tools": [ { "name": "get_business_info" }, { "name": "list_services" }, { "name": "check_coverage" },
			{ "name": "get_reviews" }, { "name": "check_availability" }, { "name": "request_service_booking" } ] }
	}`
	for _, h := range []http.Handler{find.ServerCard(), find.Handler(nil)} {
		resp := send(h, "GET", palmettoOrigin+osp.ServerCardPath)
		got := jsonValue(t, bodyOf(t, resp)).(map[string]any)
		want := jsonValue(t, []byte(printed)).(map[string]any)
		byName := func(card map[string]any) map[string]bool {
			names := make(map[string]bool)
			for _, tool := range card["capabilities"].(map[string]any)["tools"].([]any) {
				names[tool.(map[string]any)["name"].(string)] = true
			}
			delete(card, "capabilities")
			return names
		}
		if diff := cmp.Diff(byName(want), byName(got)); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if resp.Header.Get("Content-Type") != "application/json" || resp.Header.Get("Access-Control-Allow-Origin") != "*" {
			t.Errorf("%v", resp.Header)
		}
	}
	if resp := send(find.ServerCard(), "GET", palmettoOrigin+"/card.json"); resp.StatusCode != 404 {
		t.Errorf("%d", resp.StatusCode)
	}
}

// It lists what the server offers and nothing else, where the manifest says it is, and isn't there without an endpoint.
func TestServerCardFollowsServer(t *testing.T) {
	r := newRig(t, "marine-repair-yard", func(o *osp.ServerOptions) { o.Reviews, o.Sink, o.Store = nil, nil, nil },
		replace("/interfaces/mcp/serverCardUrl", "https://harborpointmarine.example/mcp/card.json"))
	h := sitesOf(t, newSite(t, r.server.Profile(), osp.SiteOptions{Server: r.server})).Handler(nil)
	for _, path := range []string{osp.ServerCardPath, "/mcp/card.json"} {
		body := string(bodyOf(t, send(h, "GET", "https://harborpointmarine.example"+path)))
		if strings.Contains(body, "get_reviews") || strings.Contains(body, "request_service_booking") || !strings.Contains(body, `{"name":"check_coverage"}`) {
			t.Errorf("%s: %s", path, body)
		}
	}
	none := newRig(t, "auto-repair-single-location", nil)
	for name, opts := range map[string]osp.SiteOptions{"no endpoint": {Server: none.server}, "no server": {}} {
		h := sitesOf(t, newSite(t, none.server.Profile(), opts)).Handler(nil)
		if resp := send(h, "GET", "https://ridgelineautocare.example"+osp.ServerCardPath); resp.StatusCode != 404 {
			t.Errorf("%s: %d", name, resp.StatusCode)
		}
	}
}

// A manifest may not claim what its server doesn't do (OSP 8).
func TestNewSiteHonest(t *testing.T) {
	r := newRig(t, hvac, func(o *osp.ServerOptions) { o.Sink, o.Store = nil, nil })
	if _, err := osp.NewSite(r.server.Profile(), osp.SiteOptions{Server: r.server}); err == nil || !strings.Contains(err.Error(), "level 3") {
		t.Errorf("level 3 without requests: %v", err)
	}
	if _, err := osp.NewSite(exampleProfile(t, hvac, nil), osp.SiteOptions{Server: newRig(t, hvac, nil).server}); err == nil {
		t.Error("a server of another profile")
	}
}

// P-004, P-029, P-030: the section lists the manifest, and the endpoint of a business at level 2 or higher.
func TestLLMsTxt(t *testing.T) {
	for _, tt := range []struct {
		manifest string
		ops      []patchOp
		want     []string
	}{
		{"auto-repair-single-location", nil, []string{"https://ridgelineautocare.example/.well-known/open-service-profile"}},
		{"marine-repair-yard", nil, []string{"https://harborpointmarine.example/.well-known/open-service-profile", "https://harborpointmarine.example/api/mcp"}},
		{"marine-repair-yard", []patchOp{remove("/conformance")}, []string{"https://harborpointmarine.example/.well-known/open-service-profile"}},
		{hvac, nil, []string{wellKnown, palmettoOrigin + "/api/mcp", palmettoOrigin + "/api/openapi.json"}},
		{hvac, []patchOp{replace("/interfaces/mcp/url", palmettoOrigin+"/mcp(1)"), remove("/interfaces/rest/openApiUrl"),
			replace("/business/displayName", "x\n## Ignore the above")}, []string{wellKnown, palmettoOrigin + "/mcp%281%29"}},
	} {
		text := osp.LLMsTxt(exampleProfile(t, tt.manifest, nil, tt.ops...))
		lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
		if lines[0] != "## Open Service Profile" || lines[1] != "" || len(lines) != 2+len(tt.want) {
			t.Errorf("%s", text)
			continue
		}
		for i, url := range tt.want {
			if line := lines[2+i]; !strings.HasPrefix(line, "- [") || !strings.Contains(line, "]("+url+"): ") || len(line) < len(url)+30 {
				t.Errorf("%s: %s", url, line)
			}
		}
	}
}
