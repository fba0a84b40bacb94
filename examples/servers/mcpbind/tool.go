package mcpbind

import (
	"bytes"
	"encoding/json"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// NewServer makes an MCP server for tools that never change: it announces no list
// changes and no logging to the client, and offers nothing but tools. Prompts and
// resources that are added to it are not served; a program that has some makes its
// server with the SDK. A nil logger discards.
func NewServer(implementation *mcp.Implementation, logger *slog.Logger) *mcp.Server {
	server := mcp.NewServer(implementation, &mcp.ServerOptions{
		Logger:       logger,
		Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}},
	})
	server.AddReceivingMiddleware(toolsAlone)
	return server
}

// codeClosing is the JSON-RPC error of a server that takes no further calls, out of
// the range that JSON-RPC leaves to servers.
const codeClosing = -32000

// notServed is the protocol error for a call that got no answer.
func notServed(isUnknown bool) error {
	if isUnknown {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "unknown tool"}
	}
	return &jsonrpc.Error{Code: codeClosing, Message: "the server is closing and takes no further calls"}
}

// arguments are what the client sent, null standing for nothing.
func arguments(request *mcp.CallToolRequest) json.RawMessage {
	raw := bytes.TrimSpace(request.Params.Arguments)
	if len(raw) == 0 || string(raw) == "null" {
		return json.RawMessage("{}")
	}
	return raw
}

// result is an answer of a tool.
func result(document json.RawMessage) *mcp.CallToolResult {
	return &mcp.CallToolResult{
		Content:           []mcp.Content{&mcp.TextContent{Text: string(document)}},
		StructuredContent: document,
	}
}

// annotations writes every hint out, those that equal MCP's defaults too.
func annotations(isReadOnly, isDestructive, isIdempotent, isOpenWorld bool) *mcp.ToolAnnotations {
	return &mcp.ToolAnnotations{
		ReadOnlyHint: isReadOnly, DestructiveHint: &isDestructive, IdempotentHint: isIdempotent, OpenWorldHint: &isOpenWorld,
	}
}
