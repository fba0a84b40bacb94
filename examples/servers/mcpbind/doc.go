// Package mcpbind puts an osbp.Host or an osp.Server on a server of the official Go
// MCP SDK.
//
//	server := mcpbind.NewServer(&mcp.Implementation{Name: "bookings", Version: "1.0.0"}, logger)
//	mcpbind.AddOSBP(server, host)
//	err := server.Run(ctx, transport)
//
// Arguments go through as bytes, so that the Host or the Server judges them and bad
// input gets the protocol's answer. An answer, a refusal included, is a normal tool
// result: one JSON document, as compact text and as structured content, with isError
// unset. An unknown tool, a server that is closing and a broken frame are errors of
// MCP.
//
// Cancellation and deadlines of a request reach the call. What must not be cut off,
// a booking that has been reserved, is protected by the Host and the Server
// themselves.
package mcpbind
