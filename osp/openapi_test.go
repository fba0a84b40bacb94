package osp_test

import (
	"bytes"
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp"
)

// openAPI is what the tests look at in a document.
type openAPI struct {
	OpenAPI string `json:"openapi"`
	Info    struct{ Title, Version string }
	Servers []struct{ URL string }
	Paths   map[string]map[string]struct {
		OperationID string `json:"operationId"`
		Summary     string
		Description string
		RequestBody struct {
			Required bool
			Content  map[string]struct{ Schema json.RawMessage }
		}
		Responses map[string]struct {
			Description string
			Headers     map[string]json.RawMessage
			Content     map[string]struct{ Schema json.RawMessage }
		}
	}
}

// The document describes the tools that the server offers, by the very schemas that clients of MCP get (rule 43).
func TestOpenAPI(t *testing.T) {
	r := newRig(t, hvac, func(o *osp.ServerOptions) { o.Reviews = nil })
	h := restRig(t, r, osp.SiteOptions{Version: "2026.9"})
	resp := send(h, "GET", palmettoREST+"openapi.json")
	raw := bodyOf(t, resp)
	if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "application/json" || resp.Header.Get("Access-Control-Allow-Origin") != "*" ||
		resp.Header.Get("ETag") == "" || resp.Header.Get("Last-Modified") != "" {
		t.Errorf("%d %v", resp.StatusCode, resp.Header)
	}
	if bytes.Contains(raw, []byte("$ref")) {
		t.Error("a reference, which would be looked up in another document")
	}
	var doc openAPI
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	if doc.OpenAPI != "3.1.0" || !strings.Contains(doc.Info.Title, "Palmetto Air & Heat") || doc.Info.Version != "2026.9" ||
		len(doc.Servers) != 1 || doc.Servers[0].URL != palmettoOrigin+"/api" {
		t.Errorf("%s %+v %+v", doc.OpenAPI, doc.Info, doc.Servers)
	}
	if len(doc.Paths) != len(r.server.Tools()) || len(doc.Paths) != 5 {
		t.Errorf("%d paths", len(doc.Paths))
	}
	for _, tool := range r.server.Tools() {
		op, ok := doc.Paths["/"+string(tool.Tool)]["post"]
		if !ok || op.OperationID != string(tool.Tool) || op.Summary != tool.Title || op.Description != tool.Description {
			t.Errorf("%s: %+v", tool.Tool, op)
			continue
		}
		if diff := cmp.Diff(jsonValue(t, tool.InputSchema), jsonValue(t, op.RequestBody.Content["application/json"].Schema)); diff != "" {
			t.Errorf("%s: input %s", tool.Tool, diff)
		}
		if diff := cmp.Diff(jsonValue(t, tool.OutputSchema), jsonValue(t, op.Responses["200"].Content["application/json"].Schema)); diff != "" {
			t.Errorf("%s: output %s", tool.Tool, diff)
		}
		if op.Responses["200"].Headers["Retry-After"] == nil {
			t.Errorf("%s: no Retry-After", tool.Tool)
		}
		// What the document promises is what a call without a body gets.
		without := post(h, palmettoREST+string(tool.Tool), "", "Content-Type: ")
		if refused := answerOf(t, tool.Tool, without)["error"] == "invalid_input"; refused && !op.RequestBody.Required {
			t.Errorf("%s: the body may be left out, and is refused", tool.Tool)
		}
		for status, response := range op.Responses {
			if response.Description == "" || len(response.Content) != 1 {
				t.Errorf("%s: %s is not described", tool.Tool, status)
			}
		}
	}
	if again := send(h, "GET", palmettoREST+"openapi.json", "If-None-Match: "+resp.Header.Get("ETag")); again.StatusCode != http.StatusNotModified {
		t.Errorf("%d", again.StatusCode)
	}
}

// The document of a mirror on another host, and of a business whose name needs escaping.
func TestOpenAPIElsewhere(t *testing.T) {
	r := newRig(t, hvac, nil, replace("/business/displayName", `"Quoted" \ Heating`), replace("/interfaces/rest/openApiUrl", "https://docs.example/openapi.json"))
	var doc openAPI
	if err := json.Unmarshal(osp.OpenAPI(r.server, "https://tools.example/osp/", ""), &doc); err != nil {
		t.Fatal(err)
	}
	if doc.Servers[0].URL != "https://tools.example/osp" || doc.Info.Version != "0.1" || !strings.HasPrefix(doc.Info.Title, `"Quoted" \ Heating`) {
		t.Errorf("%+v %+v", doc.Servers, doc.Info)
	}
	if resp := send(restRig(t, r, osp.SiteOptions{}), "GET", palmettoOrigin+"/openapi.json"); resp.StatusCode != 404 {
		t.Errorf("%d", resp.StatusCode)
	}
}
