package osp_test

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/wallclock"
)

// Rule 4: what is absent is left out, and nothing is ever null.
func TestRule04_AbsentIsLeftOut(t *testing.T) {
	out, err := osp.Encode(parseChanged(t, auto, change{"/coverage", ""}, change{"/conformance", ""}, change{"/certifications", ""}), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, absent := range []string{"null", "coverage", "conformance", "certifications", "legalName", "mcp", "rest", "exceptions", "locationIds", "afterHoursNote", "extensions"} {
		if bytes.Contains(out, []byte(absent)) {
			t.Errorf("%s is written", absent)
		}
	}
}

// Present and empty is not absent.
func TestEmptyIsNotAbsent(t *testing.T) {
	survives(t, nil, changed(t, hvac,
		change{"/certifications", `[]`}, change{"/services/0/locationIds", `[]`}, change{"/coverage/areaNames", `[]`}, change{"/coverage/note", `""`},
		change{"/locations/0/hours/exceptions", `[]`}, change{"/locations/0/hours/note", `""`}, change{"/business/reviewProfiles", `[]`},
		change{"/business/description", `""`}, change{"/services/0/description", `""`}, change{"/services/0/pricePresentation", `""`},
		change{"/bookingPolicy/afterHoursNote", `""`}, change{"/bookingPolicy/confirmationNote", `""`}, change{"/extensions", `{}`},
		change{"/locations/1/hours/exceptions", `[{"date":"2026-12-24","open":"00:00","close":"00:00","label":""}]`},
		change{"/business/yearsInBusiness", `0`}, change{"/bookingPolicy/minimumDaysAhead", `0`}, change{"/bookingPolicy/windows/0/start", `"00:00"`},
	))
}

// Encoding is deterministic, whatever the order of maps and of the document.
func TestEncodeDeterministic(t *testing.T) {
	a := parseChanged(t, hvac, change{"/z", "1"}, change{"/a", "2"}, change{"/m", "3"}, change{"/extensions", `{"b.c":1,"a.b":2}`})
	first, err := osp.Encode(a, nil)
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		again, err := osp.Encode(parseChanged(t, hvac, change{"/m", "3"}, change{"/a", "2"}, change{"/z", "1"}, change{"/extensions", `{"a.b":2,"b.c":1}`}), nil)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(first, again) {
			t.Fatal("the same manifest gave other bytes")
		}
	}
	if !bytes.HasPrefix(first, []byte(`{"specVersion":"0.1","updatedAt":`)) || !bytes.HasSuffix(first, []byte(`"extensions":{"a.b":2,"b.c":1},"a":2,"m":3,"z":1}`)) {
		t.Errorf("members are not in the documented order: %s", first)
	}
}

// What can't be said in JSON, or not in OSP, is refused and not made up.
func TestEncodeRefuses(t *testing.T) {
	tests := map[string]func(*osp.Manifest){
		"not UTF-8":                 func(m *osp.Manifest) { m.Business.DisplayName = "Palmetto \xff" },
		"not a number":              func(m *osp.Manifest) { m.Locations[0].Geo.Latitude = math.NaN() },
		"infinite":                  func(m *osp.Manifest) { m.Coverage.Radius[0].Miles = math.Inf(1) },
		"seconds":                   func(m *osp.Manifest) { m.Locations[0].Hours.Weekly.Monday.Close.Second = 30 },
		"hour 24":                   func(m *osp.Manifest) { m.Locations[0].Hours.Weekly.Monday.Close = wallclock.Time{Hour: 24} },
		"no date":                   func(m *osp.Manifest) { m.Locations[0].Hours.Exceptions[0].Date = wallclock.Date{} },
		"no ZIP":                    func(m *osp.Manifest) { m.Coverage.PostalCodes[0] = osp.ZIP{} },
		"another day status":        func(m *osp.Manifest) { m.Locations[0].Hours.Weekly.Monday.Status = "open" },
		"an extra that is no JSON":  func(m *osp.Manifest) { m.Extra = osp.Members{"x": json.RawMessage(`{`)} },
		"an extra that breaks out":  func(m *osp.Manifest) { m.Extra = osp.Members{"x": json.RawMessage(`1,"specVersion":"0.2"`)} },
		"an extra that is a member": func(m *osp.Manifest) { m.Business.Extra = osp.Members{"phone": json.RawMessage(`"1234567"`)} },
		"an extra that rates":       func(m *osp.Manifest) { m.Business.Extra = osp.Members{"rating": json.RawMessage(`5`)} },
		"another version":           func(m *osp.Manifest) { m.SpecVersion = "0.2" },
		"other semantics":           func(m *osp.Manifest) { m.BookingSemantics = "" },
		"zero manifest":             func(m *osp.Manifest) { *m = osp.Manifest{} },
	}
	for name, spoil := range tests {
		m := parseChanged(t, hvac)
		spoil(m)
		if out, err := osp.Encode(m, nil); err == nil || out != nil {
			t.Errorf("%s: %v", name, err)
		}
		if osp.Validate(m, nil) == nil {
			t.Errorf("%s: Validate has nothing against it", name)
		}
	}
	if _, err := osp.Encode(nil, nil); err == nil {
		t.Error("no manifest was encoded")
	}
}

// Texts come out as they went in, whatever characters they have.
func TestEncodeTexts(t *testing.T) {
	m := parseChanged(t, hvac)
	m.Business.DisplayName = "Al's \"Best\" </script> \\ \u2028 é 🔧 \t\n\x01"
	out, err := osp.Encode(m, nil)
	if err != nil {
		t.Fatal(err)
	}
	back, err := osp.Parse(out, nil)
	if err != nil || back.Business.DisplayName != m.Business.DisplayName {
		t.Errorf("%q, %v", back.Business.DisplayName, err)
	}
}

// schemaTypes are the Go types of the objects in Appendix A, by JSON Pointer.
var schemaTypes = map[string]any{
	"": osp.Manifest{}, "/properties/conformance": osp.Conformance{}, "/$defs/Business": osp.Business{},
	"/$defs/Business/properties/parentOrganization": osp.ParentOrganization{}, "/$defs/Location": osp.Location{}, "/$defs/Address": osp.Address{},
	"/$defs/Location/properties/geo": osp.Geo{}, "/$defs/Hours": osp.Hours{}, "/$defs/Hours/properties/weekly": osp.Week{}, "/$defs/Service": osp.Service{},
	"/$defs/Coverage": osp.Coverage{}, "/$defs/Coverage/properties/radius/items": osp.Radius{}, "/$defs/Window": osp.Window{},
	"/$defs/BookingPolicy": osp.BookingPolicy{}, "/$defs/Interfaces": osp.Interfaces{}, "/$defs/Interfaces/properties/mcp": osp.MCPInterface{},
	"/$defs/Interfaces/properties/rest": osp.RESTInterface{},
}

// The types have the members of the schema, all of them and no others.
func TestTypesHaveTheSchemasMembers(t *testing.T) {
	data, err := fs.ReadFile(osp.Schemas(), "manifest.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	for pointer, v := range schemaTypes {
		node := jsonValue(t, data)
		for _, step := range strings.Split(pointer, "/")[1:] {
			node = node.(map[string]any)[step]
		}
		var want []string
		for name := range at[map[string]any](node, "properties") {
			want = append(want, name)
		}
		var got []string
		typ := reflect.TypeOf(v)
		for i := range typ.NumField() {
			name, _, _ := strings.Cut(typ.Field(i).Tag.Get("json"), ",")
			if name != "-" && name != "" {
				got = append(got, name)
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%v: %s", typ, diff)
		}
	}
}

// The objects of a manifest are read and written alone as within one: tools repeat them (OSP 6.2).
func TestObjectsAlone(t *testing.T) {
	m := parseChanged(t, hvac)
	data, err := json.Marshal(m.BookingPolicy.Windows)
	if err != nil || string(data) != `[{"id":"Morning","start":"08:00","end":"12:00"},{"id":"Afternoon","start":"12:00","end":"17:00"}]` {
		t.Fatal(string(data), err)
	}
	var windows []osp.Window
	if err := json.Unmarshal(data, &windows); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(m.BookingPolicy.Windows, windows); diff != "" {
		t.Error(diff)
	}
	whole, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	var back osp.Manifest
	if err := json.Unmarshal(whole, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(*m, back); diff != "" {
		t.Error(diff)
	}
	roundTrip(t, m.Business, m.Locations[0], m.Locations[0].Address, *m.Locations[0].Geo, m.Locations[0].Hours, m.Locations[0].Hours.Weekly,
		m.Locations[0].Hours.Weekly.Monday, m.Locations[0].Hours.Weekly.Sunday, m.Locations[0].Hours.Exceptions[0], m.Services[3], *m.Coverage,
		m.Coverage.Radius[0], m.BookingPolicy, m.Interfaces, *m.Interfaces.MCP, *m.Interfaces.REST, *m.Conformance,
		osp.ParentOrganization{Name: "Parent", URL: "https://parent.example"},
		osp.Exception{Date: civilDate(t, "2026-12-24"), Open: wallclock.Time{Hour: 8}, Close: wallclock.Time{Hour: 12}})

	// Alone they are as strict, and what doesn't decode leaves the target alone.
	w := osp.Window{ID: "Morning"}
	for _, raw := range []string{`{"id":"late"}`, `{"id":"Morning","id":"Evening"}`, `null`, `[]`, `{"id":"Morning","start":"8:00"}`} {
		if err := w.UnmarshalJSON([]byte(raw)); err == nil || w.ID != "Morning" || w.Start != nil {
			t.Errorf("%s: %v, %+v", raw, err, w)
		}
	}
}

func roundTrip(t *testing.T, values ...any) {
	t.Helper()
	for _, v := range values {
		data, err := json.Marshal(v)
		if err != nil {
			t.Errorf("%T: %v", v, err)
			continue
		}
		back := reflect.New(reflect.TypeOf(v))
		if err := json.Unmarshal(data, back.Interface()); err != nil {
			t.Errorf("%T: %v", v, err)
			continue
		}
		if diff := cmp.Diff(v, back.Elem().Interface()); diff != "" {
			t.Errorf("%T: %s", v, diff)
		}
	}
}
