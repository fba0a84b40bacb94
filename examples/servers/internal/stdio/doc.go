// Package stdio carries MCP over a process's standard input and output: one JSON-RPC
// message a line, and nothing else on the way out.
//
// It differs from the SDK's own transport where a host or a person at a shell would
// notice: a line that is no message is answered with an error and the session goes
// on; at the end of the input the calls that are under way are answered before the
// session ends; and a call that its client has cancelled gets no answer.
package stdio
