package osp_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/osp"
)

// The conformance checklist (OSP 8.4, P-242 to P-261), every item that a library can satisfy, held against the example
// business as it is served over HTTP. Items 6 and 10 are reported and not required; they hold all the same.
func TestChecklist(t *testing.T) {
	for i, item := range []struct {
		name string
		hold func(*checklist, *testing.T)
	}{
		{"manifest at the well-known path, 200, JSON, CORS", (*checklist).manifestServed},
		{"manifest validates", (*checklist).manifestValid},
		{"exactly one primary location", (*checklist).onePrimary},
		{"windows, semantics, service model, trades, after hours, mcp", (*checklist).required},
		{"LocalBusiness with name, address, telephone, hours, url", (*checklist).business},
		{"catalog lists every service", (*checklist).catalog},
		{"one ScheduleAction with a pending reservation", (*checklist).action},
		{"no price beyond the manifest's text, no ratings", (*checklist).nothingInvented},
		{"the three core tools", (*checklist).coreTools},
		{"server card lists the tools", (*checklist).card},
		{"booking mode is request", (*checklist).mode},
		{"service slugs equal the manifest's", (*checklist).slugs},
		{"coverage agrees with the manifest", (*checklist).coverage},
		{"reviews carry notice and no placeholder rating", (*checklist).reviews},
		{"rate limiting answers rate_limited, not partial data", (*checklist).rateLimited},
		{"confirmed and contactAuthorized must be literally true", (*checklist).approval},
		{"the same requestId twice is one request", (*checklist).retry},
		{"success says appointmentConfirmed false and pending", (*checklist).pending},
		{"availability has source, statuses, sourceNote, nothing available", (*checklist).availability},
		{"nothing said after a request claims an appointment", (*checklist).language},
	} {
		t.Run(fmt.Sprintf("%02d %s", i+1, item.name), func(t *testing.T) { item.hold(newChecklist(t), t) })
	}
}

// checklist is the example business with everything that it serves.
type checklist struct {
	rig  *rig
	http http.Handler
}

func newChecklist(t *testing.T) *checklist {
	r := newRig(t, hvac, nil)
	return &checklist{r, restRig(t, r, osp.SiteOptions{})}
}

// tool calls a tool over HTTP.
func (c *checklist) tool(t *testing.T, tool osp.Tool, arguments string) map[string]any {
	t.Helper()
	return answerOf(t, tool, post(c.http, palmettoREST+string(tool), arguments))
}

func (c *checklist) request(t *testing.T, ops ...patchOp) map[string]any {
	t.Helper()
	return c.tool(t, osp.ToolRequestServiceBooking, string(bookingInput(t, append([]patchOp{remove("/agent")}, ops...)...)))
}

func (c *checklist) manifest(t *testing.T) *osp.Manifest {
	t.Helper()
	m, err := osp.Parse(bodyOf(t, send(c.http, "GET", wellKnown)), nil)
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// page is the home page that the library's own JSON-LD makes.
func (c *checklist) page(t *testing.T) *osp.PageJudgement {
	t.Helper()
	script, err := osp.JSONLDScript(c.rig.server.Profile(), nil)
	if err != nil {
		t.Fatal(err)
	}
	return osp.JudgeJSONLD(c.rig.server.Profile(), []byte("<!doctype html>"+script), nil)
}

func (c *checklist) manifestServed(t *testing.T) {
	resp := send(c.http, "GET", wellKnown, "Origin: https://agent.example")
	if resp.StatusCode != 200 || resp.Header.Get("Content-Type") != "application/json" || resp.Header.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("%d %v", resp.StatusCode, resp.Header)
	}
}

func (c *checklist) manifestValid(t *testing.T) { c.manifest(t) }

func (c *checklist) onePrimary(t *testing.T) {
	n := 0
	for _, l := range c.manifest(t).Locations {
		if l.IsPrimary {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d primary locations", n)
	}
	for _, c := range []change{{"/locations/1/isPrimary", "true"}, {"/locations/0/isPrimary", "false"}} {
		if issuesOf(t, changed(t, hvac, c)) == nil {
			t.Errorf("%v goes unnoticed", c)
		}
	}
}

func (c *checklist) required(t *testing.T) {
	m := c.manifest(t)
	if len(m.BookingPolicy.Windows) == 0 || m.BookingSemantics != "request" || m.Business.ServiceModel == "" || len(m.Business.Trades) == 0 || m.Interfaces.MCP == nil {
		t.Errorf("%+v", m)
	}
	for _, c := range []change{{"/bookingPolicy/windows", "[]"}, {"/bookingPolicy/windows/-", `{"id":"late"}`}, {"/bookingSemantics", `"reservation"`},
		{"/business/serviceModel", ""}, {"/business/trades", ""}, {"/bookingPolicy/emergencyAvailable", "false"}, {"/interfaces/mcp", ""}} {
		if issuesOf(t, changed(t, hvac, c)) == nil {
			t.Errorf("%v goes unnoticed", c)
		}
	}
}

func (c *checklist) business(t *testing.T) {
	for _, issue := range c.page(t).Lacks {
		t.Error(issue)
	}
}

func (c *checklist) catalog(t *testing.T) {
	for _, issue := range c.page(t).Advice {
		t.Error(issue)
	}
}

func (c *checklist) action(t *testing.T) {
	page := c.page(t)
	if slices.ContainsFunc(append(page.Lacks, page.Advice...), func(i osp.Issue) bool { return i.Rule == osp.RuleJSONLDAction }) {
		t.Errorf("%+v", page)
	}
}

func (c *checklist) nothingInvented(t *testing.T) {
	doc, err := osp.JSONLD(c.rig.server.Profile(), &osp.JSONLDOptions{Complete: true})
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{"price", "aggregateRating", "ratingValue", "reviewCount"} {
		if bytes.Contains(bytes.ToLower(doc), []byte(strings.ToLower(word))) {
			t.Errorf("%s in %s", word, doc)
		}
	}
	if issuesOf(t, changed(t, hvac, change{"/business/aggregateRating", `{"ratingValue":5}`})) == nil {
		t.Error("a rating in a manifest goes unnoticed")
	}
}

func (c *checklist) coreTools(t *testing.T) {
	var names []osp.Tool
	for _, spec := range c.rig.server.Tools() {
		names = append(names, spec.Tool)
	}
	for _, want := range []osp.Tool{osp.ToolGetBusinessInfo, osp.ToolListServices, osp.ToolCheckCoverage} {
		if !slices.Contains(names, want) {
			t.Errorf("no %s", want)
		}
	}
}

func (c *checklist) card(t *testing.T) {
	card := string(bodyOf(t, send(c.http, "GET", palmettoOrigin+osp.ServerCardPath)))
	for _, spec := range c.rig.server.Tools() {
		if !strings.Contains(card, `{"name":"`+string(spec.Tool)+`"}`) {
			t.Errorf("%s is not on the card", spec.Tool)
		}
	}
}

func (c *checklist) mode(t *testing.T) {
	if got := c.tool(t, osp.ToolGetBusinessInfo, "")["booking"].(map[string]any)["mode"]; got != "request" {
		t.Error(got)
	}
}

func (c *checklist) slugs(t *testing.T) {
	var want, got []string
	for _, s := range c.manifest(t).Services {
		want = append(want, s.Slug)
	}
	for _, s := range c.tool(t, osp.ToolListServices, "")["services"].([]any) {
		got = append(got, s.(map[string]any)["slug"].(string))
	}
	if !slices.Equal(want, got) {
		t.Errorf("%v, the manifest has %v", got, want)
	}
}

func (c *checklist) coverage(t *testing.T) {
	if out := c.tool(t, osp.ToolCheckCoverage, `{"zip":"32114"}`); out["covered"] != true || out["matchedBy"] != "postalCodes" {
		t.Error(out)
	}
	// The example publishes radii that this server has no centroids for, so what isn't listed is not known.
	if out := c.tool(t, osp.ToolCheckCoverage, `{"zip":"90210"}`); out["covered"] != false || out["matchedBy"] != "unknown" {
		t.Error(out)
	}
}

func (c *checklist) reviews(t *testing.T) {
	out := c.tool(t, osp.ToolGetReviews, "")
	if out["notice"] == "" || out["notice"] == nil {
		t.Error("no notice")
	}
	if rating, ok := out["aggregateRating"]; ok || out["note"] == nil {
		t.Errorf("a rating of %v without reviews", rating)
	}
}

func (c *checklist) rateLimited(t *testing.T) {
	r := newRig(t, hvac, func(o *osp.ServerOptions) { o.Limits.Caller = osp.Rate{PerSecond: 1, Burst: 3} })
	h := restRig(t, r, osp.SiteOptions{})
	limited := 0
	for range 10 {
		out := answerOf(t, osp.ToolListServices, post(h, palmettoREST+"list_services", ""))
		if out["error"] == "rate_limited" {
			limited++
		} else if len(out["services"].([]any)) != 5 {
			t.Errorf("partial data: %v", out)
		}
	}
	if limited != 7 {
		t.Errorf("%d of 10 calls limited, want 7", limited)
	}
}

func (c *checklist) approval(t *testing.T) {
	for _, path := range []string{"/confirmed", "/customer/contactAuthorized"} {
		for _, value := range []any{false, "true", 1, nil} {
			if out := c.request(t, replace(path, value)); out["error"] != "missing_provenance" {
				t.Errorf("%s %v: %v", path, value, out)
			}
		}
	}
	if n := len(c.rig.office.Requests()); n > 0 {
		t.Errorf("%d requests went through", n)
	}
}

func (c *checklist) retry(t *testing.T) {
	first, second := c.request(t), c.request(t)
	if first["duplicate"] != false || second["duplicate"] != true || len(c.rig.office.Requests()) != 1 {
		t.Errorf("%v\n%v\n%d requests", first, second, len(c.rig.office.Requests()))
	}
}

func (c *checklist) pending(t *testing.T) {
	out := c.request(t)
	if out["success"] != true || out["appointmentConfirmed"] != false || out["status"] != "pending_business_confirmation" {
		t.Error(out)
	}
}

func (c *checklist) availability(t *testing.T) {
	out := c.tool(t, osp.ToolCheckAvailability, `{"serviceSlug":"ac-repair","location":"daytona","from":"2026-09-09","to":"2026-09-20"}`)
	raw, err := json.Marshal(out["days"])
	if err != nil {
		t.Fatal(err)
	}
	if out["source"] != "policy" || out["sourceNote"] == nil || bytes.Contains(raw, []byte(`"available"`)) || !bytes.Contains(raw, []byte(`"requestable"`)) {
		t.Error(out)
	}
}

func (c *checklist) language(t *testing.T) {
	for _, out := range []map[string]any{c.request(t), c.request(t), c.request(t, replace("/preferredDate", "2026-09-13"))} {
		raw, err := json.Marshal(out)
		if err != nil {
			t.Fatal(err)
		}
		message, _ := out["message"].(string)
		note, _ := out["confirmationNote"].(string)
		if claims := osp.Claims(message + " " + note); len(claims) > 0 {
			t.Errorf("%v in %s", claims, raw)
		}
	}
	m := c.manifest(t)
	m.BookingPolicy.ConfirmationNote = new("Your appointment is confirmed.")
	p, err := osp.NewProfile(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := osp.NewServer(p, osp.ServerOptions{}); err == nil || errors.Is(err, osp.ErrNoSuchTool) {
		t.Error("a server takes a note that claims an appointment")
	}
}
