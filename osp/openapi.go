package osp

import "encoding/json"

// OpenAPI returns the OpenAPI 3.1 document of the REST mirror of a server's tools under a base URL: for every tool that the
// server offers one POST operation, whose schemas are those of [Server.Tools] (OSP 5.9, OSP 6.1). The version is the
// operator's; empty means the version of the specification. The same server gives the same bytes. A Server
// that is not from [NewServer] offers no tools, and has no document: nil.
func OpenAPI(s *Server, baseURL, version string) []byte {
	if s == nil || s.profile == nil {
		return nil
	}
	if version == "" {
		version = SpecVersion
	}
	var w writer
	w.open()
	w.text("openapi", "3.1.0")
	w.name("info")
	w.open()
	w.text("title", s.profile.manifest.Business.DisplayName+": Open Service Profile tools")
	w.text("version", version)
	w.text("description", "The tools of the Open Service Profile "+SpecVersion+" over HTTP, for anonymous callers. Every tool result is answered "+
		"200, error results included. A booking request is a request: the business confirms the appointment itself.")
	w.close(nil)
	w.name("servers")
	w.b = append(w.b, '[')
	w.open()
	w.text("url", trimSlash(baseURL))
	w.close(nil)
	w.b = append(w.b, ']')
	w.name("paths")
	w.open()
	for i := range s.tools {
		t := &s.tools[i]
		w.name("/" + string(t.Tool))
		w.open()
		w.name("post")
		writeOperation(&w, t)
		w.close(nil)
	}
	w.close(nil)
	w.close(nil)
	return w.b
}

func trimSlash(s string) string {
	for len(s) > 0 && s[len(s)-1] == '/' {
		s = s[:len(s)-1]
	}
	return s
}

func writeOperation(w *writer, t *ToolSpec) {
	w.open()
	w.text("operationId", string(t.Tool))
	w.text("summary", t.Title)
	w.text("description", t.Description)
	w.name("requestBody")
	w.open()
	w.boolean("required", requiresInput(t.InputSchema))
	writeContent(w, "application/json", t.InputSchema)
	w.close(nil)
	w.name("responses")
	w.open()
	w.name("200")
	w.open()
	w.text("description", "The tool's result, or an error result that names what to correct.")
	w.name("headers")
	w.open()
	w.name("Retry-After")
	w.open()
	w.text("description", "Beside rate_limited: how many seconds to wait before the same call.")
	w.name("schema")
	w.raw(json.RawMessage(`{"type":"integer","minimum":1}`))
	w.close(nil)
	w.close(nil)
	writeContent(w, "application/json", t.OutputSchema)
	w.close(nil)
	for _, failure := range []struct{ status, description string }{
		{"405", "The tool was not called by POST."},
		{"415", "The arguments are no application/json."},
		{"503", "The tools are not served at the moment."},
	} {
		w.name(failure.status)
		w.open()
		w.text("description", failure.description)
		writeContent(w, "application/problem+json", json.RawMessage(`{"type":"object"}`))
		w.close(nil)
	}
	w.close(nil)
	w.close(nil)
}

func writeContent(w *writer, mediaType string, schema json.RawMessage) {
	w.name("content")
	w.open()
	w.name(mediaType)
	w.open()
	w.name("schema")
	w.raw(schema)
	w.close(nil)
	w.close(nil)
}

// requiresInput reports whether an input schema requires members, so that a body can't be left out.
func requiresInput(schema json.RawMessage) bool {
	members, _ := readMembers(schema)
	for _, m := range members {
		if m.name == "required" {
			return true
		}
	}
	return false
}
