package mcpbind_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/examples/servers/mcpbind"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/store"
)

// ask calls a tool as a client does, over a transport in memory.
func ask(server *mcp.Server, tool string, arguments any) {
	ctx := context.Background()
	ours, theirs := mcp.NewInMemoryTransports()
	if _, err := server.Connect(ctx, ours, nil); err != nil {
		log.Fatal(err)
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "agent", Version: "1.0.0"}, nil).Connect(ctx, theirs, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer session.Close()
	result, err := session.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		log.Fatal(err)
	}
	structured, err := json.Marshal(result.StructuredContent)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("isError %t: %s\n", result.IsError, structured)
}

// A booking platform behind MCP. On stdio, server.Run(ctx, &mcp.StdioTransport{}) takes
// the place of the client here.
func ExampleAddOSBP() {
	platforms, err := sandbox.New(sandbox.Options{Clock: noon})
	if err != nil {
		log.Fatal(err)
	}
	platform, err := platforms.Platform(sandbox.HarborHair)
	if err != nil {
		log.Fatal(err)
	}
	options, err := platforms.AdapterOptions(sandbox.HarborHair)
	if err != nil {
		log.Fatal(err)
	}
	if options.Store, err = store.NewMemory(store.MemoryOptions{Clock: noon}); err != nil {
		log.Fatal(err)
	}
	adapter, err := osbp.NewAdapter(platform, options)
	if err != nil {
		log.Fatal(err)
	}
	host, err := osbp.NewHost(adapter, osbp.HostOptions{Log: new(audit.MemoryLog), Clock: noon})
	if err != nil {
		log.Fatal(err)
	}

	server := mcpbind.NewServer(&mcp.Implementation{Name: "bookings", Version: "1.0.0"}, nil)
	mcpbind.AddOSBP(server, host)
	// A refusal is an answer like any other: the model reads it, and the client checks it.
	ask(server, "osbp_booking_status", nil)
	// Output:
	// isError false: {"ok":false,"problem":{"code":"invalid_input","message":"Input of booking.status is not valid: booking_id is missing.","retryable":false}}
}

// A business with a manifest behind MCP. Over HTTP, ObserveCallers goes in front of the
// SDK's handler.
func ExampleAddOSP() {
	data, err := os.ReadFile("../internal/ospstack/manifest.json")
	if err != nil {
		log.Fatal(err)
	}
	manifest, err := osp.Parse(data, nil)
	if err != nil {
		log.Fatal(err)
	}
	profile, err := osp.NewProfile(manifest, nil)
	if err != nil {
		log.Fatal(err)
	}
	business, err := osp.NewServer(profile, osp.ServerOptions{})
	if err != nil {
		log.Fatal(err)
	}

	server := mcpbind.NewServer(&mcp.Implementation{Name: "palmetto-air", Version: "1.0.0"}, nil)
	mcpbind.AddOSP(server, business, mcpbind.OSPOptions{})
	ask(server, "check_coverage", map[string]any{"zip": "32174"})
	// Output:
	// isError false: {"areaName":"32174","canonicalSiteUrl":"https://palmettoairheat.example","covered":true,"matchedBy":"postalCodes"}
}
