package osp_test

import (
	"bytes"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/openservicekit/openservice/osp"
)

// P-138, P-152, P-315, P-317, rule 29: inputs of the two read tools that take any.
func TestDecodeQueries(t *testing.T) {
	for _, c := range []struct {
		tool, name, input string
		fields            []string // nil: accepted
	}{
		{"check_coverage", "a ZIP", `{"zip":"02889"}`, nil},
		{"check_coverage", "escaped", `{"zip":"\u003002889"}`, []string{"zip"}},
		{"check_coverage", "escaped, five digits", `{"zip":"\u00302889"}`, nil},
		{"check_coverage", "a number", `{"zip":32114}`, []string{"zip"}},
		{"check_coverage", "absent", `{}`, []string{"zip"}},
		{"check_coverage", "another name", `{"Zip":"32114"}`, []string{"zip", "Zip"}},
		{"check_coverage", "one more", `{"zip":"32114","extra":1}`, []string{"extra"}},
		{"check_coverage", "a line break at the end", `{"zip":"02889\n"}`, []string{"zip"}},
		{"check_coverage", "an array", `["32114"]`, []string{"$"}},
		{"check_coverage", "nothing", ``, []string{"$"}},
		{"check_availability", "without location", `{"serviceSlug":"ac-repair","from":"2026-09-08","to":"2026-09-14"}`, nil},
		{"check_availability", "with location", `{"serviceSlug":"ac-repair","from":"2026-09-08","to":"2026-09-14","location":"daytona"}`, nil},
		{"check_availability", "an empty location", `{"serviceSlug":"ac-repair","from":"2026-09-08","to":"2026-09-14","location":""}`, []string{"location"}},
		{"check_availability", "everything missing", `{}`, []string{"serviceSlug", "from", "to"}},
		{"check_availability", "bad forms", `{"serviceSlug":"AC","from":"2026-9-8","to":null,"days":7}`, []string{"serviceSlug", "from", "to", "days"}},
		{"check_availability", "null", `null`, []string{"$"}},
	} {
		t.Run(c.tool+" "+c.name, func(t *testing.T) {
			var err error
			if c.tool == "check_coverage" {
				_, err = osp.DecodeCoverageQuery([]byte(c.input))
			} else {
				_, err = osp.DecodeAvailabilityQuery([]byte(c.input))
			}
			if (err == nil) != (c.fields == nil) {
				t.Fatalf("got %v, want fields %v", err, c.fields)
			}
			if v, bad := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(c.input))); bad == nil {
				if problem := toolSchemas()[c.tool+".input"].Validate(v); (problem == nil) != (err == nil) {
					t.Errorf("got %v, the schema says %v", err, problem)
				}
			}
			if err != nil {
				r := refusalOf(t, err)
				checkOutput(t, c.tool, r)
				if diff := cmp.Diff(c.fields, r.Fields); diff != "" || r.Code != osp.CodeInvalidInput {
					t.Errorf("%v: %s", r, diff)
				}
			}
		})
	}
	q, err := osp.DecodeAvailabilityQuery([]byte(`{"serviceSlug":"ac-repair","from":"2026-09-08","to":"2026-09-14","location":"daytona"}`))
	want := osp.AvailabilityQuery{ServiceSlug: "ac-repair", From: date(t, "2026-09-08"), To: date(t, "2026-09-14"), Location: "daytona"}
	if diff := cmp.Diff(want, q); diff != "" || err != nil {
		t.Error(err, diff)
	}
	_, err = osp.DecodeAvailabilityQuery([]byte(`{"serviceSlug":"ac-repair","from":"2026-02-30","to":"2026-03-01"}`))
	if diff := cmp.Diff([]string{"from"}, refusalOf(t, err).Fields); diff != "" {
		t.Errorf("an impossible date: %s", diff)
	}
}
