package mcpbind

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/openservicekit/openservice/osbp"
)

// AddOSBP puts the eight tools of a host on a server, under their MCP names (OSBP
// "Transport", "Naming").
func AddOSBP(server *mcp.Server, host *osbp.Host) {
	for _, spec := range host.Tools() {
		hints := spec.Annotations
		server.AddTool(&mcp.Tool{
			Name: spec.Name, Title: spec.Title, Description: spec.Description,
			InputSchema: spec.InputSchema, OutputSchema: spec.OutputSchema,
			Annotations: annotations(hints.ReadOnly, hints.Destructive, hints.Idempotent, hints.OpenWorld),
		}, func(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			envelope, err := host.Call(ctx, spec.Tool, arguments(request))
			if err != nil {
				return nil, notServed(false)
			}
			document, err := compact(envelope)
			if err != nil {
				return nil, err
			}
			return result(document), nil
		})
	}
}

// compact writes an envelope for a model to read, "<" and "&" as they are.
func compact(envelope osbp.Envelope) (json.RawMessage, error) {
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(envelope); err != nil {
		return nil, err
	}
	return bytes.TrimRight(out.Bytes(), "\n"), nil
}
