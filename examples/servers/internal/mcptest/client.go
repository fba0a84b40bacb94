package mcptest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Client is a session that knows the tools it was offered.
type Client struct {
	Session *mcp.ClientSession
	Tools   []*mcp.Tool

	outputs map[string]*jsonschema.Schema
}

// Connect opens a session, lists the tools and compiles their output schemas. The
// session is closed with the test, if not before.
func Connect(t testing.TB, transport mcp.Transport) *Client {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "mcptest", Version: "1.0.0"}, nil)
	session, err := client.Connect(context.Background(), transport, nil)
	if err != nil {
		t.Fatal("connect: ", err)
	}
	t.Cleanup(func() { session.Close() })
	listed, err := session.ListTools(context.Background(), nil)
	if err != nil {
		t.Fatal("tools/list: ", err)
	}
	c := &Client{Session: session, Tools: listed.Tools, outputs: map[string]*jsonschema.Schema{}}
	for _, tool := range listed.Tools {
		if c.outputs[tool.Name], err = compile(tool.OutputSchema); err != nil {
			t.Fatalf("output schema of %s: %v", tool.Name, err)
		}
	}
	return c
}

// InMemory is a session with a server in the same process.
func InMemory(t testing.TB, server *mcp.Server) *Client {
	t.Helper()
	ours, theirs := mcp.NewInMemoryTransports()
	if _, err := server.Connect(context.Background(), ours, nil); err != nil {
		t.Fatal(err)
	}
	return Connect(t, theirs)
}

// compile compiles a schema as it stands: one that refers to anything outside itself
// does not compile.
func compile(schema any) (*jsonschema.Schema, error) {
	data, err := json.Marshal(schema)
	if err != nil {
		return nil, err
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	if object, ok := document.(map[string]any); !ok || object["type"] != "object" {
		return nil, fmt.Errorf("the root is not of type object")
	}
	compiler := jsonschema.NewCompiler()
	compiler.UseLoader(nowhere{})
	if err := compiler.AddResource("schema.json", document); err != nil {
		return nil, err
	}
	return compiler.Compile("schema.json")
}

// nowhere loads nothing.
type nowhere struct{}

func (nowhere) Load(url string) (any, error) { return nil, fmt.Errorf("the schema refers to %s", url) }

// Call calls a tool and returns its answer, which must be a normal tool result: one
// text that says the same as the structured content, in the form of the output schema.
// Arguments that are a json.RawMessage go out as they are.
func (c *Client) Call(t testing.TB, name string, arguments any) json.RawMessage {
	t.Helper()
	result, err := c.Session.CallTool(context.Background(), &mcp.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	document, err := c.Check(name, result)
	if err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return document
}

// Check holds a result to what Call says of it.
func (c *Client) Check(name string, result *mcp.CallToolResult) (json.RawMessage, error) {
	if result.IsError {
		return nil, fmt.Errorf("isError is set")
	}
	if len(result.Content) != 1 {
		return nil, fmt.Errorf("%d contents", len(result.Content))
	}
	text, ok := result.Content[0].(*mcp.TextContent)
	if !ok {
		return nil, fmt.Errorf("the content is %T", result.Content[0])
	}
	var compacted bytes.Buffer
	if err := json.Compact(&compacted, []byte(text.Text)); err != nil || compacted.String() != text.Text {
		return nil, fmt.Errorf("the text is not compact JSON: %s", text.Text)
	}
	var said any
	if err := json.Unmarshal([]byte(text.Text), &said); err != nil {
		return nil, err
	}
	if !reflect.DeepEqual(said, result.StructuredContent) {
		return nil, fmt.Errorf("text and structured content differ: %s, %v", text.Text, result.StructuredContent)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader([]byte(text.Text)))
	if err != nil {
		return nil, err
	}
	schema := c.outputs[name]
	if schema == nil {
		return nil, fmt.Errorf("the tool was not listed")
	}
	if err := schema.Validate(document); err != nil {
		return nil, fmt.Errorf("%s does not meet the output schema: %w", text.Text, err)
	}
	return json.RawMessage(text.Text), nil
}
