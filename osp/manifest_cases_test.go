package osp_test

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/osp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// What went wrong in other readers of JSON, schemas and opening hours. Each subtest has the name of its case.
func TestManifestCases(t *testing.T) {
	valid := func(name string, changes ...change) bool {
		return issuesOf(t, changed(t, name, changes...)) == nil
	}

	t.Run("hours-24-00-not-a-time", func(t *testing.T) {
		if valid(auto, change{"/locations/0/hours/weekly/friday", `{"open":"00:00","close":"24:00"}`}) {
			t.Error("24:00 is a time")
		}
	})
	t.Run("hours-exception-date-must-exist", func(t *testing.T) {
		if valid(hvac, change{"/locations/0/hours/exceptions/-", `{"date":"2026-02-30","status":"closed"}`}) {
			t.Error("30 February is a date")
		}
	})
	t.Run("hours-osp-weekly-may-not-cross-midnight", func(t *testing.T) {
		for _, friday := range []string{`{"open":"20:00","close":"02:00"}`, `{"open":"08:00","close":"00:00"}`, `{"open":"09:00","close":"09:00"}`} {
			if valid(auto, change{"/locations/0/hours/weekly/friday", friday}) {
				t.Errorf("%s is valid", friday)
			}
		}
	})
	t.Run("json-byte-order-mark", func(t *testing.T) {
		_, err := osp.Parse(append([]byte("\xef\xbb\xbf"), exampleManifest(t, hvac)...), nil)
		if err == nil || !strings.Contains(err.Error(), "byte order mark") {
			t.Errorf("the error doesn't name the mark: %v", err)
		}
	})
	t.Run("json-integer-written-as-1-0", func(t *testing.T) {
		data := bytes.Replace(exampleManifest(t, hvac), []byte(`"minimumDaysAhead": 1`), []byte(`"minimumDaysAhead": 1.0`), 1)
		data = bytes.Replace(data, []byte(`"maximumDaysAhead": 45`), []byte(`"maximumDaysAhead": 4.5e1`), 1)
		m, err := osp.Parse(data, nil)
		if err != nil {
			t.Fatal(err)
		}
		if m.BookingPolicy.MinimumDaysAhead != 1 || m.BookingPolicy.MaxDaysAhead() != 45 {
			t.Errorf("read as %d and %d", m.BookingPolicy.MinimumDaysAhead, m.BookingPolicy.MaxDaysAhead())
		}
	})
	t.Run("json-trailing-data-after-document", func(t *testing.T) {
		if _, err := osp.Parse(append(exampleManifest(t, hvac), `{"specVersion":"0.1"}`...), nil); err == nil {
			t.Error("what follows the document went unnoticed")
		}
	})
	t.Run("schema-after-hours-note-needs-emergency", func(t *testing.T) {
		got := []bool{
			valid(auto, change{"/bookingPolicy/afterHoursNote", `""`}),
			valid(auto, change{"/bookingPolicy/afterHoursNote", `"Call us"`}, change{"/bookingPolicy/emergencyAvailable", `true`}),
			valid(auto, change{"/conformance/level", `2`}),
			valid(auto, change{"/conformance", ""}),
		}
		if fmt.Sprint(got) != "[false true false true]" {
			t.Error(got)
		}
	})
	t.Run("schema-dates-and-times-asserted", func(t *testing.T) {
		for _, c := range []change{
			{"/updatedAt", `"yesterday"`}, {"/updatedAt", `"2026-13-01T00:00:00Z"`},
			{"/business/email", `"not an email"`}, {"/business/websiteUrl", `"https://bad host/"`},
		} {
			if valid(hvac, c) {
				t.Errorf("%s is a fine %s", c.raw, c.at)
			}
		}
	})
	t.Run("schema-refs-resolve-offline", schemaRefsResolveOffline)
	t.Run("schema-timezone-pattern-and-existence", func(t *testing.T) {
		for zone, want := range map[string]bool{
			"UTC": false, "EST5EDT": false, "Local": false, "": false, "America/Indiana/Indianapolis": true,
			"US/Pacific": true, "America/Nowhere": false, "../../etc/passwd": false,
		} {
			if got := valid(hvac, change{"/business/timeZone", `"` + zone + `"`}); got != want {
				t.Errorf("%q: valid is %v", zone, got)
			}
		}
	})
	t.Run("schema-vehicle-flag-present-but-false", func(t *testing.T) {
		if valid(hvac, change{"/bookingPolicy/vehicleDetailsAccepted", `false`}) {
			t.Error("false is taken for absent")
		}
		out, err := osp.Encode(parseChanged(t, hvac), nil)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(out, []byte("vehicleDetailsAccepted")) {
			t.Error("absent came out as present")
		}
		for _, at := range []string{"/bookingPolicy/requiresAddress", "/services/3/bookable", "/locations/0/acceptsWalkIns", "/interfaces/webMcp"} {
			for _, raw := range []string{"true", "false"} {
				survives(t, nil, changed(t, hvac, change{at, raw}))
			}
		}
		survives(t, nil, changed(t, hvac, change{"/bookingPolicy/requiresAddress", ""}, change{"/services/3/bookable", ""}))
	})
}

// All tool schemas compile from the embedded files, with a loader that fetches nothing, and references are followed.
func schemaRefsResolveOffline(t *testing.T) {
	const base = "https://www.theservicemarketingguys.com/standards/open-service-profile/v0.1/"
	c := jsonschema.NewCompiler()
	c.UseLoader(noLoader{})
	files, err := fs.Glob(osp.Schemas(), "tools/*.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) != 13 {
		t.Fatalf("%d schemas of tools", len(files))
	}
	for _, file := range files {
		data, err := fs.ReadFile(osp.Schemas(), file)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if err := c.AddResource(base+strings.TrimPrefix(file, "tools/"), doc); err != nil {
			t.Fatal(err)
		}
	}
	for _, file := range files {
		schema, err := c.Compile(base + strings.TrimPrefix(file, "tools/"))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		if file == "tools/check_coverage.input.schema.json" {
			var invalid *jsonschema.ValidationError
			if err := schema.Validate(map[string]any{"zip": "1"}); !errors.As(err, &invalid) {
				t.Errorf("a ZIP of one digit: %v", err)
			}
		}
	}
}
