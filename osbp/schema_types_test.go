package osbp_test

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

// documentTypes is the Go type behind each schema. Outputs are envelopes around it.
var documentTypes = map[string]reflect.Type{
	"mandate":                    reflect.TypeFor[osbp.Mandate](),
	"problem":                    reflect.TypeFor[osbp.Problem](),
	"envelope":                   reflect.TypeFor[osbp.Envelope](),
	"service.describe.input":     reflect.TypeFor[osbp.ServiceDescribeInput](),
	"availability.find.input":    reflect.TypeFor[osbp.AvailabilityFindInput](),
	"policy.explain.input":       reflect.TypeFor[osbp.PolicyExplainInput](),
	"verification.send.input":    reflect.TypeFor[osbp.VerificationSendInput](),
	"verification.verify.input":  reflect.TypeFor[osbp.VerificationVerifyInput](),
	"booking.create.input":       reflect.TypeFor[osbp.BookingCreateInput](),
	"booking.status.input":       reflect.TypeFor[osbp.BookingStatusInput](),
	"handoff.request.input":      reflect.TypeFor[osbp.HandoffRequestInput](),
	"service.describe.output":    reflect.TypeFor[osbp.Service](),
	"availability.find.output":   reflect.TypeFor[[]osbp.Slot](),
	"policy.explain.output":      reflect.TypeFor[osbp.Policy](),
	"verification.send.output":   reflect.TypeFor[osbp.VerificationChallenge](),
	"verification.verify.output": reflect.TypeFor[osbp.VerificationChallenge](),
	"booking.create.output":      reflect.TypeFor[osbp.Receipt](),
	"booking.status.output":      reflect.TypeFor[osbp.Booking](),
	"handoff.request.output":     reflect.TypeFor[osbp.Handoff](),
}

// Where a schema and the struct tags demand different members, on purpose.
var (
	// alwaysWritten members are encoded even when false, and may be left out: false
	// is the stricter reading.
	alwaysWritten = []string{"mandate.allow_policy_fee"}
	// demandedOf members are optional in a type that two tools share.
	demandedOf = map[string][]string{
		"verification.send.output":   {"value.sent"},
		"verification.verify.output": {"value.verified"},
	}
)

// TestSchemasMatchTypes: schemas and types have the same members, of the same JSON
// types, and demand the same ones; inputs are closed and outputs open, everywhere.
func TestSchemasMatchTypes(t *testing.T) {
	for name, typ := range documentTypes {
		t.Run(name, func(t *testing.T) {
			raw, ok := osbp.Schema(name)
			if !ok {
				t.Fatal("there is no such schema")
			}
			var schema schemaNode
			if err := json.Unmarshal(raw, &schema); err != nil {
				t.Fatal(err)
			}
			m := schemaMatcher{t: t, name: name, closed: strings.HasSuffix(name, ".input") || name == "mandate"}
			if strings.HasSuffix(name, ".output") {
				value := schema.Properties["value"]
				m.match("value", value, typ)
				// The rest is the common envelope.
				var common schemaNode
				raw, _ := osbp.Schema("envelope")
				if err := json.Unmarshal(raw, &common); err != nil {
					t.Fatal(err)
				}
				schema.Title, common.Title = "", ""
				schema.Properties["value"] = common.Properties["value"]
				if diff := cmp.Diff(common, schema); diff != "" {
					t.Errorf("not the common envelope:\n%s", diff)
				}
				return
			}
			m.match(strings.TrimSuffix(strings.TrimPrefix(name, "booking.create"), ".input"), &schema, typ)
		})
	}
}

// schemaNode is what the test looks at of a schema.
type schemaNode struct {
	Title                string                 `json:"title"`
	Type                 any                    `json:"type"`
	Const                any                    `json:"const"`
	Properties           map[string]*schemaNode `json:"properties"`
	Required             []string               `json:"required"`
	Items                *schemaNode            `json:"items"`
	AdditionalProperties any                    `json:"additionalProperties"`
	OneOf                []*schemaNode          `json:"oneOf"`
	Not                  *schemaNode            `json:"not"`
}

type schemaMatcher struct {
	t      *testing.T
	name   string
	closed bool
}

func (m schemaMatcher) match(path string, s *schemaNode, typ reflect.Type) {
	m.t.Helper()
	for typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	if s == nil {
		m.t.Errorf("%s: the schema has no such member", path)
		return
	}
	want := jsonType(typ)
	if got := s.Type; got != want && s.Const == nil && want != "any" {
		m.t.Errorf("%s: schema type %v, Go type %s", path, got, typ)
	}
	switch want {
	case "array":
		m.match(path+"[]", s.Items, typ.Elem())
	case "object":
		m.matchObject(strings.TrimPrefix(path, "."), s, typ)
	}
}

func (m schemaMatcher) matchObject(path string, s *schemaNode, typ reflect.Type) {
	m.t.Helper()
	var required []string
	members := map[string]bool{}
	for f := range typ.Fields() {
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		if name == "-" {
			continue
		}
		if name == "" {
			m.t.Errorf("%s.%s has no JSON name", typ, f.Name)
			continue
		}
		members[name] = true
		member := strings.TrimPrefix(path+"."+name, ".")
		m.match(member, s.Properties[name], f.Type)
		demanded := !strings.Contains(options, "omit") && !slices.Contains(alwaysWritten, member)
		if demanded || slices.Contains(demandedOf[m.name], member) {
			required = append(required, name)
		}
	}
	for name := range s.Properties {
		if !members[name] {
			m.t.Errorf("%s.%s: the type has no such member", path, name)
		}
	}
	got := slices.Sorted(slices.Values(s.Required))
	slices.Sort(required)
	if diff := cmp.Diff(required, got); diff != "" {
		m.t.Errorf("%s: required members (-type +schema):\n%s", path, diff)
	}
	if m.closed != (s.AdditionalProperties == false) {
		m.t.Errorf("%s: additionalProperties is %v", path, s.AdditionalProperties)
	}
}

// jsonType is the JSON type that a Go type is encoded as.
func jsonType(typ reflect.Type) string {
	switch {
	case typ == reflect.TypeFor[money.Amount]():
		return "integer"
	case typ == reflect.TypeFor[json.RawMessage]():
		return "any"
	}
	switch typ.Kind() {
	case reflect.Bool:
		return "boolean"
	case reflect.String:
		return "string"
	case reflect.Int:
		return "integer"
	case reflect.Slice:
		return "array"
	}
	return "object"
}

// TestSchemaNames: every name has its schema, and there are no others.
func TestSchemaNames(t *testing.T) {
	for _, name := range []string{"", ".", "booking.create", "../source", "booking.create.input.schema.json"} {
		if raw, ok := osbp.Schema(name); ok || raw != nil {
			t.Errorf("there is a schema %q", name)
		}
	}
	for _, tool := range osbp.AllTools() {
		for name, got := range map[string]json.RawMessage{
			string(tool) + ".input": osbp.InputSchema(tool), string(tool) + ".output": osbp.OutputSchema(tool)} {
			want, ok := osbp.Schema(name)
			if !ok || string(got) != string(want) {
				t.Errorf("%s: got %.40s", name, got)
			}
			if _, ok := documentTypes[name]; !ok {
				t.Errorf("%s is not tested", name)
			}
		}
	}
	if osbp.InputSchema("no.tool") != nil || osbp.OutputSchema("") != nil {
		t.Error("an unknown tool has a schema")
	}
	names := slices.Sorted(maps.Keys(documentTypes))
	if len(names) != 3+2*len(osbp.AllTools()) {
		t.Errorf("tested: %v", names)
	}
}
