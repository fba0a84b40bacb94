package osbp

import (
	"bytes"
	"embed"
	"encoding/json"
)

//go:generate go run schemas/gen.go

//go:embed schemas/v0.1.0/*.schema.json
var schemaFiles embed.FS

// Schema returns a JSON Schema (draft 2020-12) of protocol version 0.1.0 as
// compact JSON, and whether there is one of that name: mandate, problem, envelope,
// and for each tool its dotted name followed by .input or .output.
//
// The schemas refer to nothing outside themselves. Inputs are closed: they list
// every member that the decoders take, and refuse the rest. Outputs are whole
// envelopes and open, since later versions may add members and values.
//
// What a schema can't say the decoders check beside it: the size and nesting of the
// document, members that appear twice, and the key's length in bytes.
func Schema(name string) (json.RawMessage, bool) {
	data, err := schemaFiles.ReadFile("schemas/v0.1.0/" + name + ".schema.json")
	if err != nil {
		return nil, false
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, data); err != nil {
		return nil, false
	}
	return compact.Bytes(), true
}

// InputSchema returns the schema of the tool's arguments, nil for an unknown tool.
func InputSchema(tool Tool) json.RawMessage {
	schema, _ := Schema(string(tool) + ".input")
	return schema
}

// OutputSchema returns the schema of the tool's result envelope, nil for an unknown
// tool. Its root is an object, so that MCP clients take it (OSBP "Transport").
func OutputSchema(tool Tool) json.RawMessage {
	schema, _ := Schema(string(tool) + ".output")
	return schema
}
