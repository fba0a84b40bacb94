package osp

import "encoding/json"

// ToolSpec describes a tool to a client: what an MCP server lists, and what a REST mirror documents.
type ToolSpec struct {
	// Tool is the name.
	Tool Tool
	// Title is for people, Description for the model; both are English.
	Title       string
	Description string
	// InputSchema and OutputSchema are JSON Schemas, draft 2020-12, that give the same verdicts as the printed ones (OSP
	// Appendix B). They refer to nothing outside or inside themselves, and their root is of type object, or MCP clients
	// refuse them.
	InputSchema  json.RawMessage
	OutputSchema json.RawMessage
	Annotations  ToolAnnotations
}

// ToolAnnotations are hints about a tool's effects, named as MCP names them (OSP 6.1).
type ToolAnnotations struct {
	// ReadOnly: the tool changes nothing.
	ReadOnly bool
	// Destructive: what it does can't be taken back.
	Destructive bool
	// Idempotent: the same call again has no further effect.
	Idempotent bool
	// OpenWorld: it reaches beyond the business's published facts, here to people.
	OpenWorld bool
}

var (
	reads    = ToolAnnotations{ReadOnly: true, Idempotent: true}
	requests = ToolAnnotations{Idempotent: true, OpenWorld: true}
)

// ToolSpecs describes all six tools in the order of the specification. [Server.Tools] has those that a server offers. The
// caller owns the result.
func ToolSpecs() []ToolSpec {
	definitions := readSchema("tools-common")
	specs := make([]ToolSpec, 0, len(toolTexts))
	for i := range toolTexts {
		t := &toolTexts[i]
		input := inliner{definitions: definitions, hints: t.inputs, hinted: make(map[string]bool)}
		output := inliner{definitions: definitions}
		specs = append(specs, ToolSpec{
			Tool:         t.tool,
			Title:        t.title,
			Description:  t.description,
			InputSchema:  input.schema(string(t.tool) + ".input"),
			OutputSchema: output.schema(string(t.tool) + ".output"),
			Annotations:  t.annotations,
		})
	}
	return specs
}
