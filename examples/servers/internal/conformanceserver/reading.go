package main

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func addResources(server *mcp.Server) {
	add := func(contents mcp.ResourceContents) {
		server.AddResource(&mcp.Resource{Name: strings.TrimPrefix(contents.URI, "test://"), URI: contents.URI, MIMEType: contents.MIMEType},
			func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
				return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{&contents}}, nil
			})
	}
	add(mcp.ResourceContents{URI: "test://static-text", MIMEType: "text/plain", Text: "This is the content of the static text resource."})
	add(mcp.ResourceContents{URI: "test://static-binary", MIMEType: "image/png", Blob: redDot()})
	add(mcp.ResourceContents{URI: "test://watched-resource", MIMEType: "text/plain", Text: "It never changes."})
	server.AddResourceTemplate(&mcp.ResourceTemplate{Name: "template", URITemplate: "test://template/{id}/data", MIMEType: "application/json"},
		func(_ context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
			id := strings.TrimSuffix(strings.TrimPrefix(r.Params.URI, "test://template/"), "/data")
			text, err := json.Marshal(map[string]any{"id": id, "templateTest": true, "data": "Data for ID: " + id})
			if err != nil {
				return nil, err
			}
			return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{
				URI: r.Params.URI, MIMEType: "application/json", Text: string(text),
			}}}, nil
		})
}

func addPrompts(server *mcp.Server) {
	add := func(name string, arguments []string, make func(map[string]string) []mcp.Content) {
		prompt := &mcp.Prompt{Name: name, Description: "A fixture of the conformance suite."}
		for _, argument := range arguments {
			prompt.Arguments = append(prompt.Arguments, &mcp.PromptArgument{Name: argument, Required: true})
		}
		server.AddPrompt(prompt, func(_ context.Context, r *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
			var result mcp.GetPromptResult
			for _, content := range make(r.Params.Arguments) {
				result.Messages = append(result.Messages, &mcp.PromptMessage{Role: "user", Content: content})
			}
			return &result, nil
		})
	}
	add("test_simple_prompt", nil, func(map[string]string) []mcp.Content {
		return []mcp.Content{&mcp.TextContent{Text: "This is a simple prompt for testing."}}
	})
	add("test_prompt_with_arguments", []string{"arg1", "arg2"}, func(a map[string]string) []mcp.Content {
		return []mcp.Content{&mcp.TextContent{Text: "Prompt with arguments: arg1='" + a["arg1"] + "', arg2='" + a["arg2"] + "'"}}
	})
	add("test_prompt_with_embedded_resource", []string{"resourceUri"}, func(a map[string]string) []mcp.Content {
		return []mcp.Content{
			&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{
				URI: a["resourceUri"], MIMEType: "text/plain", Text: "Embedded resource content for testing.",
			}},
			&mcp.TextContent{Text: "Please process the embedded resource above."},
		}
	})
	add("test_prompt_with_image", nil, func(map[string]string) []mcp.Content {
		return []mcp.Content{
			&mcp.ImageContent{Data: redDot(), MIMEType: "image/png"},
			&mcp.TextContent{Text: "Please analyze the image above."},
		}
	})
}
