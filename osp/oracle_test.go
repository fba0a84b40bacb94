package osp_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/openservicekit/openservice/osp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// The oracle judges a manifest independently of Parse: the bytes with jsontext, Appendix A with a JSON Schema library, the
// constraints and the prose with a reading of its own over plain JSON values.
type oracle struct {
	schema *jsonschema.Schema
}

func newOracle(t testing.TB) *oracle {
	t.Helper()
	data, err := fs.ReadFile(osp.Schemas(), "manifest.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	c.UseLoader(noLoader{})
	id := doc.(map[string]any)["$id"].(string)
	if err := c.AddResource(id, doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile(id)
	if err != nil {
		t.Fatal(err)
	}
	return &oracle{schema}
}

// noLoader fetches nothing.
type noLoader struct{}

func (noLoader) Load(url string) (any, error) { return nil, fs.ErrNotExist }

// problem returns why the manifest is not valid, "" if it is.
func (o *oracle) problem(data []byte) string {
	if bytes.HasPrefix(data, []byte("\ufeff")) || len(data) > 1<<20 || !jsontext.Value(data).IsValid() {
		return "bytes"
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var v any
	if dec.Decode(&v) != nil {
		return "bytes"
	}
	if nesting(v) > 64 {
		return "nesting"
	}
	if hasRating(v) {
		return "ratings"
	}
	if err := o.schema.Validate(v); err != nil {
		return "schema"
	}
	m := v.(map[string]any)
	if p := constraintBroken(m); p != "" {
		return p
	}
	if !urlsAreURIs(m) {
		return "format uri"
	}
	if strings.HasPrefix(at[string](m, "business", "email"), "@") {
		return "format email"
	}
	if _, err := time.LoadLocation(at[string](m, "business", "timeZone")); err != nil {
		return "time zone"
	}
	return ""
}

func nesting(v any) int {
	deepest := 0
	switch v := v.(type) {
	case map[string]any:
		for _, e := range v {
			deepest = max(deepest, nesting(e))
		}
		return deepest + 1
	case []any:
		for _, e := range v {
			deepest = max(deepest, nesting(e))
		}
		return deepest + 1
	}
	return 0
}

var ratingName = regexp.MustCompile(`(?i)^(aggregateRating|rating|ratingValue|ratingCount|reviewCount|reviews?)$`)

func hasRating(v any) bool {
	switch v := v.(type) {
	case map[string]any:
		for name, e := range v {
			if ratingName.MatchString(name) || hasRating(e) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, hasRating)
	}
	return false
}

// at returns the value at a path of member names, the zero T when there is none.
func at[T any](v any, path ...string) T {
	for _, name := range path {
		m, _ := v.(map[string]any)
		v = m[name]
	}
	t, _ := v.(T)
	return t
}

// constraintBroken reads the numbered constraints of Appendix A over a document that satisfies the schema. Items 1, 5, 7
// and 9 are in the schema; times compare as texts because they all have five characters.
func constraintBroken(m map[string]any) string {
	geo := map[string]bool{}
	for _, l := range at[[]any](m, "locations") {
		id := at[string](l, "id")
		if _, ok := geo[id]; ok {
			return "constraint 4, location " + id
		}
		geo[id] = at[map[string]any](l, "geo") != nil
		for _, day := range []string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"} {
			if h := at[map[string]any](l, "hours", "weekly", day); h != nil && at[string](h, "open") >= at[string](h, "close") {
				return "constraint 6"
			}
		}
	}
	for _, r := range at[[]any](m, "coverage", "radius") {
		hasGeo, ok := geo[at[string](r, "locationId")]
		if !ok {
			return "constraint 2, radius"
		}
		if !hasGeo {
			return "constraint 3"
		}
	}
	slugs := map[string]bool{}
	for _, s := range at[[]any](m, "services") {
		slug := at[string](s, "slug")
		if slugs[slug] {
			return "constraint 4, service " + slug
		}
		slugs[slug] = true
		for _, id := range at[[]any](s, "locationIds") {
			if _, ok := geo[id.(string)]; !ok {
				return "constraint 2, service"
			}
		}
	}
	windows := map[string]bool{}
	for _, w := range at[[]any](m, "bookingPolicy", "windows") {
		id, start, end := at[string](w, "id"), at[string](w, "start"), at[string](w, "end")
		if windows[id] {
			return "constraint 4, window " + id
		}
		windows[id] = true
		if start != "" && end != "" && start >= end {
			return "constraint 10"
		}
	}
	return ""
}

// httpsURI is the grammar of RFC 3986 for an https URI with a host; the library checks less.
var httpsURI = regexp.MustCompile(`^https://([A-Za-z0-9._~!$&'()*+,;=:-]|%[0-9A-Fa-f]{2})*@?` +
	`([A-Za-z0-9._~!$&'()*+,;=-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]*)?` +
	`(/([A-Za-z0-9._~!$&'()*+,;=:@/-]|%[0-9A-Fa-f]{2})*)?` +
	`(\?([A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?` +
	`(#([A-Za-z0-9._~!$&'()*+,;=:@/?-]|%[0-9A-Fa-f]{2})*)?$`)

func urlsAreURIs(m map[string]any) bool {
	urls := []any{
		at[any](m, "business", "websiteUrl"), at[any](m, "business", "parentOrganization", "url"),
		at[any](m, "interfaces", "schedulePageUrl"), at[any](m, "interfaces", "llmsTxtUrl"),
		at[any](m, "interfaces", "agentSkillsUrl"), at[any](m, "interfaces", "mcp", "url"),
		at[any](m, "interfaces", "mcp", "serverCardUrl"), at[any](m, "interfaces", "rest", "baseUrl"),
		at[any](m, "interfaces", "rest", "openApiUrl"),
	}
	urls = append(urls, at[[]any](m, "business", "reviewProfiles")...)
	for _, l := range at[[]any](m, "locations") {
		urls = append(urls, at[any](l, "pageUrl"))
	}
	for _, s := range at[[]any](m, "services") {
		urls = append(urls, at[any](s, "url"))
	}
	for _, u := range urls {
		if s, ok := u.(string); ok && !httpsURI.MatchString(s) {
			return false
		}
	}
	return true
}
