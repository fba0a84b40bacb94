// Package mcptest is the client's side of the tests: a session of the SDK's own client
// that holds every answer to the tool's published output schema, and the calls that a
// booking takes.
package mcptest
