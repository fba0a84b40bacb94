package mcpbind_test

import (
	"errors"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/openservicekit/openservice/examples/servers/internal/mcptest"
	"github.com/openservicekit/openservice/examples/servers/mcpbind"
)

// TestNewServer_ToolsAlone: what is not declared is not answered, and what is declared is.
func TestNewServer_ToolsAlone(t *testing.T) {
	http := mcptest.Connect(t, &mcp.StreamableClientTransport{Endpoint: ospOverHTTP(t, nil, mcpbind.OSPOptions{}, nil)})
	for name, client := range map[string]*mcptest.Client{"OSBP": osbpClient(t), "OSP": ospClient(t, nil), "OSP over HTTP": http} {
		ctx, session := t.Context(), client.Session
		if declared := session.InitializeResult().Capabilities; declared.Tools == nil || declared.Prompts != nil ||
			declared.Resources != nil || declared.Completions != nil {
			t.Errorf("%s declares %+v", name, declared)
		}
		for method, call := range map[string]func() error{
			"prompts/list":   func() error { _, err := session.ListPrompts(ctx, nil); return err },
			"prompts/get":    func() error { _, err := session.GetPrompt(ctx, &mcp.GetPromptParams{Name: "x"}); return err },
			"resources/list": func() error { _, err := session.ListResources(ctx, nil); return err },
			"resources/templates/list": func() error {
				_, err := session.ListResourceTemplates(ctx, nil)
				return err
			},
			"resources/read": func() error {
				_, err := session.ReadResource(ctx, &mcp.ReadResourceParams{URI: "file:///x"})
				return err
			},
			"completion/complete": func() error {
				_, err := session.Complete(ctx, &mcp.CompleteParams{
					Ref: &mcp.CompleteReference{Type: "ref/prompt", Name: "x"}, Argument: mcp.CompleteParamsArgument{Name: "a", Value: "b"},
				})
				return err
			},
		} {
			var refused *jsonrpc.Error
			if err := call(); !errors.As(err, &refused) || refused.Code != jsonrpc.CodeMethodNotFound {
				t.Errorf("%s: %s: %v", name, method, err)
			}
		}
		if list, err := session.ListTools(ctx, nil); err != nil || len(list.Tools) == 0 {
			t.Errorf("%s: the tools are gone: %v", name, err)
		}
	}
}
