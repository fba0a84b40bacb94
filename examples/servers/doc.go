// Package servers is a module of its own with MCP servers for both protocols: see
// mcpbind for the binding, osbp-stdio and osp-http for the programs. Its tests drive
// the programs as a client meets them.
package servers
