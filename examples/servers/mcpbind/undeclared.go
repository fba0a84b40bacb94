package mcpbind

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// toolsAlone refuses the methods of capabilities that the server does not declare. The
// SDK answers some of them all the same, with empty lists, and a client could take that
// for a declaration.
func toolsAlone(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, request mcp.Request) (mcp.Result, error) {
		switch capability, _, _ := strings.Cut(method, "/"); capability {
		case "prompts", "resources", "completion", "logging":
			return nil, &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "this server offers tools alone"}
		}
		return next(ctx, method, request)
	}
}
