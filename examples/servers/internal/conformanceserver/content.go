package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/color"
	"image/png"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// tool adds a fixture with a fixed answer or a handler of its own.
func tool(server *mcp.Server, name, schema string, handle mcp.ToolHandler) {
	if schema == "" {
		schema = `{"type":"object"}`
	}
	server.AddTool(&mcp.Tool{Name: name, Description: "A fixture of the conformance suite.", InputSchema: json.RawMessage(schema)},
		func(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			answer, err := handle(ctx, request)
			if err != nil {
				answer = said(err.Error())
				answer.IsError = true
			}
			return answer, nil
		})
}

func always(content ...mcp.Content) mcp.ToolHandler {
	return func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return &mcp.CallToolResult{Content: content}, nil
	}
}

func said(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// addContentTools adds those that answer with a kind of content.
func addContentTools(server *mcp.Server) {
	picture := &mcp.ImageContent{Data: redDot(), MIMEType: "image/png"}
	tool(server, "test_simple_text", "", always(&mcp.TextContent{Text: "This is a simple text response for testing."}))
	tool(server, "test_image_content", "", always(picture))
	tool(server, "test_audio_content", "", always(&mcp.AudioContent{Data: silence(), MIMEType: "audio/wav"}))
	tool(server, "test_embedded_resource", "", always(&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{
		URI: "test://embedded-resource", MIMEType: "text/plain", Text: "This is an embedded resource content.",
	}}))
	tool(server, "test_multiple_content_types", "", always(
		&mcp.TextContent{Text: "Multiple content types test:"}, picture,
		&mcp.EmbeddedResource{Resource: &mcp.ResourceContents{
			URI: "test://mixed-content-resource", MIMEType: "application/json", Text: `{"test":"data","value":123}`,
		}},
	))
	tool(server, "test_error_handling", "", func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, errors.New("This tool intentionally returns an error for testing") //lint:ignore ST1005 the suite asks for this text
	})
	tool(server, "json_schema_2020_12_tool", `{
		"$schema": "https://json-schema.org/draft/2020-12/schema",
		"type": "object",
		"$defs": {"address": {"type": "object", "properties": {"street": {"type": "string"}, "city": {"type": "string"}}}},
		"properties": {"name": {"type": "string"}, "address": {"$ref": "#/$defs/address"}},
		"additionalProperties": false
	}`, always(&mcp.TextContent{Text: "ok"}))
}

// redDot is a picture of one pixel.
func redDot() []byte {
	dot := image.NewRGBA(image.Rect(0, 0, 1, 1))
	dot.Set(0, 0, color.RGBA{R: 255, A: 255})
	var out bytes.Buffer
	if err := png.Encode(&out, dot); err != nil {
		return nil
	}
	return out.Bytes()
}

// silence is a WAV file with one sample: 16 bits, mono, 8 kHz.
func silence() []byte {
	return []byte("RIFF\x26\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x40\x1f\x00\x00\x80\x3e\x00\x00\x02\x00\x10\x00data\x02\x00\x00\x00\x00\x00")
}
