//lint:file-ignore SA1019 the suite asks for sampling and logging, which MCP is giving up

package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// addCallingTools adds those that turn to the client while they run.
func addCallingTools(server *mcp.Server) {
	tool(server, "test_tool_with_logging", "", func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		for _, line := range []string{"Tool execution started", "Tool processing data", "Tool execution completed"} {
			if err := r.Session.Log(ctx, &mcp.LoggingMessageParams{Level: "info", Data: line}); err != nil {
				return nil, err
			}
		}
		return said("Logged three messages."), nil
	})
	tool(server, "test_tool_with_progress", "", func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		token := r.Params.GetProgressToken()
		if token == nil {
			return said("Nobody asked for progress."), nil
		}
		for _, done := range []float64{0, 50, 100} {
			if err := r.Session.NotifyProgress(ctx, &mcp.ProgressNotificationParams{ProgressToken: token, Progress: done, Total: 100}); err != nil {
				return nil, err
			}
		}
		return said("Reported progress three times."), nil
	})
	tool(server, "test_sampling", oneString("prompt"), func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		prompt, err := argument(r, "prompt")
		if err != nil {
			return nil, err
		}
		answer, err := r.Session.CreateMessage(ctx, &mcp.CreateMessageParams{
			Messages:  []*mcp.SamplingMessage{{Role: "user", Content: &mcp.TextContent{Text: prompt}}},
			MaxTokens: 100,
		})
		if err != nil {
			return nil, err
		}
		text, ok := answer.Content.(*mcp.TextContent)
		if !ok {
			return nil, errors.New("the client answered with something else than text")
		}
		return said("LLM response: " + text.Text), nil
	})
	tool(server, "test_elicitation", oneString("message"), func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		message, err := argument(r, "message")
		if err != nil {
			return nil, err
		}
		return elicit(ctx, r, "User response", message, `{"type": "object", "properties": {
			"username": {"type": "string", "description": "User's response"},
			"email": {"type": "string", "description": "User's email address"}
		}, "required": ["username", "email"]}`)
	})
	tool(server, "test_elicitation_sep1034_defaults", "", func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return elicit(ctx, r, "Elicitation completed", "Please look at the defaults.", `{"type": "object", "properties": {
			"name": {"type": "string", "default": "John Doe"},
			"age": {"type": "integer", "default": 30},
			"score": {"type": "number", "default": 95.5},
			"status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
			"verified": {"type": "boolean", "default": true}
		}}`)
	})
	tool(server, "test_elicitation_sep1330_enums", "", func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return elicit(ctx, r, "Elicitation completed", "Please choose.", `{"type": "object", "properties": {
			"untitledSingle": {"type": "string", "enum": ["option1", "option2", "option3"]},
			"titledSingle": {"type": "string", "oneOf": [
				{"const": "value1", "title": "First Option"}, {"const": "value2", "title": "Second Option"}, {"const": "value3", "title": "Third Option"}]},
			"legacyEnum": {"type": "string", "enum": ["opt1", "opt2", "opt3"], "enumNames": ["Option One", "Option Two", "Option Three"]},
			"untitledMulti": {"type": "array", "items": {"type": "string", "enum": ["option1", "option2", "option3"]}},
			"titledMulti": {"type": "array", "items": {"anyOf": [
				{"const": "value1", "title": "First Choice"}, {"const": "value2", "title": "Second Choice"}, {"const": "value3", "title": "Third Choice"}]}}
		}}`)
	})
	tool(server, "test_reconnection", "", func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		if r.Extra != nil && r.Extra.CloseSSEStream != nil {
			r.Extra.CloseSSEStream(mcp.CloseSSEStreamArgs{RetryAfter: 20 * time.Millisecond})
		}
		return said("The answer came after the stream was closed."), nil
	})
}

// elicit asks the user through the client.
func elicit(ctx context.Context, r *mcp.CallToolRequest, label, message, schema string) (*mcp.CallToolResult, error) {
	answer, err := r.Session.Elicit(ctx, &mcp.ElicitParams{Message: message, RequestedSchema: json.RawMessage(schema)})
	if err != nil {
		return nil, err
	}
	content, err := json.Marshal(answer.Content)
	if err != nil {
		return nil, err
	}
	return said(fmt.Sprintf("%s: action=%s, content=%s", label, answer.Action, content)), nil
}

func oneString(name string) string {
	return fmt.Sprintf(`{"type":"object","properties":{%q:{"type":"string"}},"required":[%q]}`, name, name)
}

func argument(r *mcp.CallToolRequest, name string) (string, error) {
	var arguments map[string]any
	if err := json.Unmarshal(r.Params.Arguments, &arguments); err != nil {
		return "", err
	}
	text, ok := arguments[name].(string)
	if !ok {
		return "", fmt.Errorf("%s must be a string", name)
	}
	return text, nil
}
