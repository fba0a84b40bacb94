package osbp_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/openservicekit/openservice/osbp"
)

// compileSchema compiles a published schema with formats asserted, and with no way
// to fetch anything.
func compileSchema(tb testing.TB, name string) *jsonschema.Schema {
	tb.Helper()
	raw, ok := osbp.Schema(name)
	if !ok {
		tb.Fatalf("there is no schema %q", name)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		tb.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	c.UseLoader(jsonschema.SchemeURLLoader{})
	if err := c.AddResource("urn:schema", doc); err != nil {
		tb.Fatal(err)
	}
	schema, err := c.Compile("urn:schema")
	if err != nil {
		tb.Fatalf("schema %s: %v", name, err)
	}
	return schema
}

// schemaAccepts is the schema library's verdict on a document.
func schemaAccepts(tb testing.TB, schema *jsonschema.Schema, doc []byte) error {
	tb.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err != nil {
		return err
	}
	return schema.Validate(v)
}

// jsonValue reads JSON into any with numbers as written, for comparing documents.
func jsonValue(tb testing.TB, doc []byte) any {
	tb.Helper()
	dec := json.NewDecoder(bytes.NewReader(doc))
	dec.UseNumber()
	var v any
	if err := dec.Decode(&v); err != nil {
		tb.Fatalf("%v in %s", err, doc)
	}
	return v
}

func mustJSON(tb testing.TB, v any) []byte {
	tb.Helper()
	out, err := json.Marshal(v)
	if err != nil {
		tb.Fatal(err)
	}
	return out
}

// decodeAnyInput calls the decoder of a tool.
func decodeAnyInput(tool osbp.Tool, raw []byte) (any, error) {
	switch tool {
	case osbp.ToolServiceDescribe:
		return osbp.DecodeServiceDescribe(raw)
	case osbp.ToolAvailabilityFind:
		return osbp.DecodeAvailabilityFind(raw)
	case osbp.ToolPolicyExplain:
		return osbp.DecodePolicyExplain(raw)
	case osbp.ToolVerificationSend:
		return osbp.DecodeVerificationSend(raw)
	case osbp.ToolVerificationVerify:
		return osbp.DecodeVerificationVerify(raw)
	case osbp.ToolBookingCreate:
		return osbp.DecodeBookingCreate(raw)
	case osbp.ToolBookingStatus:
		return osbp.DecodeBookingStatus(raw)
	}
	return osbp.DecodeHandoffRequest(raw)
}

// decodeAnyResult reads the value of a success envelope into the tool's own type.
func decodeAnyResult(tool osbp.Tool, e osbp.Envelope) (any, error) {
	switch tool {
	case osbp.ToolServiceDescribe:
		return osbp.DecodeValue[osbp.Service](e)
	case osbp.ToolAvailabilityFind:
		return osbp.DecodeValue[[]osbp.Slot](e)
	case osbp.ToolPolicyExplain:
		return osbp.DecodeValue[osbp.Policy](e)
	case osbp.ToolVerificationSend, osbp.ToolVerificationVerify:
		return osbp.DecodeValue[osbp.VerificationChallenge](e)
	case osbp.ToolBookingCreate:
		return osbp.DecodeValue[osbp.Receipt](e)
	case osbp.ToolBookingStatus:
		return osbp.DecodeValue[osbp.Booking](e)
	}
	return osbp.DecodeValue[osbp.Handoff](e)
}
