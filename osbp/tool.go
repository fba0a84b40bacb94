package osbp

import "strings"

// Tool is one of the eight protocol tools by its dotted name (OSBP "Naming").
// The zero Tool names none of them.
type Tool string

// The tool set of v0.1.0 (OSBP "Naming"). BookingCreate is the only mutation of
// the appointment book; VerificationSend can message a customer.
const (
	ToolServiceDescribe    Tool = "service.describe"
	ToolAvailabilityFind   Tool = "availability.find"
	ToolPolicyExplain      Tool = "policy.explain"
	ToolVerificationSend   Tool = "verification.send"
	ToolVerificationVerify Tool = "verification.verify"
	ToolBookingCreate      Tool = "booking.create"
	ToolBookingStatus      Tool = "booking.status"
	ToolHandoffRequest     Tool = "handoff.request"
)

var allTools = [...]Tool{
	ToolServiceDescribe, ToolAvailabilityFind, ToolPolicyExplain,
	ToolVerificationSend, ToolVerificationVerify,
	ToolBookingCreate, ToolBookingStatus, ToolHandoffRequest,
}

// AllTools returns the eight tools in the specification's order.
func AllTools() []Tool { return append([]Tool(nil), allTools[:]...) }

// Valid reports whether t is one of the eight tools.
func (t Tool) Valid() bool {
	for _, known := range allTools {
		if t == known {
			return true
		}
	}
	return false
}

// MCPName returns the flattened name under which an MCP server lists the tool,
// for example osbp_booking_create (OSBP "Naming"). It is empty for an unknown tool.
func (t Tool) MCPName() string {
	if !t.Valid() {
		return ""
	}
	return "osbp_" + strings.ReplaceAll(string(t), ".", "_")
}

// ParseTool finds the tool with the given dotted or flattened MCP name.
func ParseTool(name string) (Tool, bool) {
	for _, t := range allTools {
		if name == string(t) || name == t.MCPName() {
			return t, true
		}
	}
	return "", false
}
