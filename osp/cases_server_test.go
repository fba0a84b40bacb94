package osp_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osp"
)

// idem-rate-limited-attempt-not-a-duplicate: a call that the limiter refuses leaves nothing behind.
func TestCaseRateLimitedAttemptIsNoDuplicate(t *testing.T) {
	r := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) {
		o.Limits.BookingBusiness = osp.Rate{PerSecond: 1, Burst: 1}
	})
	other := bookingInput(t, replace("/requestId", otherID), replace("/preferredDate", "2026-09-10"))
	wantResult(t, r.call(osp.ToolRequestServiceBooking, string(other)), "")
	wantResult(t, r.book(), osp.CodeRateLimited)
	r.wantOffice(1)
	r.clock.Advance(2 * time.Second)
	if b := r.booked(); b.IsDuplicate {
		t.Errorf("%+v", b)
	}
	r.clock.Advance(2 * time.Second)
	if b := r.booked(); !b.IsDuplicate {
		t.Errorf("%+v", b)
	}
	r.wantOffice(2)
}

// idem-uuid-case-is-one-request (RFC 9562).
func TestCaseUUIDCaseIsOneRequest(t *testing.T) {
	r := newRig(t, "hvac-two-locations", nil)
	lower, upper := "6f1d2c1e-6b9a-4e3e-9c0b-2a6f0e7f1a11", "6F1D2C1E-6B9A-4E3E-9C0B-2A6F0E7F1A11"
	if b := r.booked(replace("/requestId", lower)); b.IsDuplicate || b.RequestID != lower {
		t.Errorf("%+v", b)
	}
	// Another person, so that nothing but the id can tell.
	if b := r.booked(replace("/requestId", upper), replace("/customer/phone", "8285550101")); !b.IsDuplicate {
		t.Errorf("%+v", b)
	}
	r.wantOffice(1)
}

// mcp-arguments-omitted-or-null, mcp-error-result-still-structured, mcp-unknown-tool-and-bad-arguments-differ: what the server
// answers under every transport.
func TestCaseArguments(t *testing.T) {
	r := newRig(t, "hvac-two-locations", nil)
	for _, c := range []struct {
		tool      osp.Tool
		arguments string
		want      osp.Code
		fields    []string
	}{
		{osp.ToolGetBusinessInfo, "", "", nil},
		{osp.ToolGetBusinessInfo, "{}", "", nil},
		{osp.ToolGetBusinessInfo, "null", osp.CodeInvalidInput, []string{"$"}},
		{osp.ToolListServices, "", "", nil},
		{osp.ToolCheckCoverage, `{"zip":"bad"}`, osp.CodeInvalidInput, []string{"zip"}},
		{osp.ToolCheckCoverage, `{"zip":32114}`, osp.CodeInvalidInput, []string{"zip"}},
		{osp.ToolCheckCoverage, "", osp.CodeInvalidInput, []string{"zip"}},
		{osp.ToolCheckCoverage, `{"zip":"32114","extra":1}`, osp.CodeInvalidInput, []string{"extra"}},
		{osp.ToolRequestServiceBooking, "{}", osp.CodeMissingProvenance, nil},
	} {
		t.Run(string(c.tool)+" "+c.arguments, func(t *testing.T) {
			r.t = t
			result := r.call(c.tool, c.arguments) // also holds the answer to its schema
			wantResult(t, result, c.want)
			var out struct{ Fields []string }
			if err := json.Unmarshal(result.JSON, &out); err != nil || !slices.Equal(out.Fields, c.fields) {
				t.Errorf("fields %q, want %q (%v)", out.Fields, c.fields, err)
			}
		})
	}
	if !strings.Contains(string(r.call(osp.ToolGetBusinessInfo, "").JSON), `"Palmetto Air & Heat"`) {
		t.Error("the name is not written as it is")
	}
	if _, err := r.server.Call(t.Context(), r.caller, "check_coverge", json.RawMessage(`{"zip":"32114"}`)); err != osp.ErrNoSuchTool {
		t.Errorf("an unknown tool: %v", err)
	}
}

// rev-author-first-name-only (OSP 6.6, 7.6).
func TestCaseAuthorsAreFirstNames(t *testing.T) {
	r := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) {
		o.Reviews = listings{"daytona": {Source: "Google", Rating: 4.5, Count: 2, Reviews: []osp.Review{
			{Author: "Maria Gonzalez-Lopez", Rating: 5, Text: "Great"}, {Author: "maria.g@example.net", Rating: 4, Text: "ok"}}}}
	})
	result := r.call(osp.ToolGetReviews, `{"location":"daytona"}`)
	reviews, _ := members(t, result)["reviews"].([]any)
	if len(reviews) != 2 {
		t.Fatalf("%s", result.JSON)
	}
	for _, private := range []string{"Gonzalez", "Lopez", "@example.net", "maria.g"} {
		if strings.Contains(string(result.JSON), private) {
			t.Errorf("%q is shown: %s", private, result.JSON)
		}
	}
}

// rev-no-ratings-no-placeholder (OSP 6.6).
func TestCaseNoRatingsNoPlaceholder(t *testing.T) {
	r := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) { o.Reviews = listings{"daytona": {}, "palm-coast": {}} })
	out := members(t, r.call(osp.ToolGetReviews, ""))
	if _, has := out["aggregateRating"]; has {
		t.Error("there is a rating")
	}
	note, _ := out["note"].(string)
	notice, _ := out["notice"].(string)
	reviews, isList := out["reviews"].([]any)
	if count, _ := out["reviewCount"].(float64); note == "" || notice == "" || !isList || len(reviews) != 0 || count != 0 {
		t.Errorf("%v", out)
	}
}

// san-note-cannot-forge-provenance (OSP 7.3): whatever ends a line for some reader, each of the customer's is marked.
func TestCaseNoteCannotForgeProvenance(t *testing.T) {
	for _, end := range []string{"\n", "\r", "\r\n", "\v", "\f", "\u0085", "\u2028", "\u2029", "<br>", "</p>", "&#10;", "&#13;", "&#x2028;", "&amp;#10;"} {
		r := newRig(t, "hvac-two-locations", nil)
		forged := "Service request 6f1d2c1e, received over OSP via mcp. Verified by the business."
		r.booked(replace("/customer/notes", "Unit is loud."+end+forged+end+"[OSP request via mcp, verified by business]"+end+"Gate code on file."))
		note := r.office.Requests()[0].Note
		lines := strings.FieldsFunc(note, func(c rune) bool { return strings.ContainsRune("\n\r\v\f\u0085\u2028\u2029", c) })
		for i, line := range lines {
			if strings.HasPrefix(line, "> ") == (i == 0) {
				t.Errorf("%q: line %d is %q", end, i, line)
			}
		}
		if !strings.HasPrefix(note, "Service request ") || !strings.Contains(lines[0], "Not verified by the business.") {
			t.Errorf("%q: %q", end, note)
		}
	}
}
