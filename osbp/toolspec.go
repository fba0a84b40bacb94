package osbp

import "encoding/json"

// ToolSpec is how a tool is presented to a model (OSBP "Tool Set", "Naming"). Its
// description carries every duty that the protocol lays on the agent.
type ToolSpec struct {
	// Tool is the dotted protocol name, Name the one an MCP server lists.
	Tool Tool
	Name string
	// Title is for people, Description for the model; both are English.
	Title       string
	Description string
	// InputSchema and OutputSchema are self-contained JSON Schemas, draft 2020-12,
	// both with a root of type object.
	InputSchema  json.RawMessage
	OutputSchema json.RawMessage
	Annotations  ToolAnnotations
}

// ToolAnnotations are hints about a tool's effects, named as MCP names them. They
// are hints to a client's user interface; nothing here relies on them.
type ToolAnnotations struct {
	// ReadOnly: the tool changes nothing.
	ReadOnly bool
	// Destructive: what it does can't be taken back, so a client should not run it
	// unasked.
	Destructive bool
	// Idempotent: the same call again has no further effect.
	Idempotent bool
	// OpenWorld: it reaches systems beyond this process.
	OpenWorld bool
}

// ToolSpecs returns the eight tools in the specification's order. The caller owns
// the result.
func ToolSpecs() []ToolSpec {
	specs := make([]ToolSpec, 0, len(toolTexts))
	for _, t := range toolTexts {
		specs = append(specs, ToolSpec{
			Tool:         t.tool,
			Name:         t.tool.MCPName(),
			Title:        t.title,
			Description:  t.description,
			InputSchema:  InputSchema(t.tool),
			OutputSchema: OutputSchema(t.tool),
			Annotations:  t.annotations,
		})
	}
	return specs
}

// Reads may ask the platform again and again. An appointment is made once for one
// key, however often booking.create is called, and nothing in the protocol cancels
// it. Sending a code twice sends two, and checking one may use it up.
var (
	readsPlatform = ToolAnnotations{ReadOnly: true, Idempotent: true, OpenWorld: true}
	books         = ToolAnnotations{Destructive: true, Idempotent: true, OpenWorld: true}
	verifies      = ToolAnnotations{OpenWorld: true}
	staysHere     = ToolAnnotations{ReadOnly: true, Idempotent: true}
)
