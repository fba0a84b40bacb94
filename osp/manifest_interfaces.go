package osp

// Interfaces are the addresses of the schedule page and of the machine interfaces, all https URLs (OSP 5.9).
type Interfaces struct {
	// SchedulePageURL is the human booking page, or the contact page of a business without one.
	SchedulePageURL string `json:"schedulePageUrl"`
	// MCP is required at levels 2 and 3.
	MCP *MCPInterface `json:"mcp,omitzero"`
	// REST is a mirror of the tools over plain HTTP; optional.
	REST *RESTInterface `json:"rest,omitzero"`
	// WebMCP is true when pages register the tools as WebMCP actions; optional.
	WebMCP *bool `json:"webMcp,omitzero"`
	// LLMsTxtURL is the llms.txt file; optional.
	LLMsTxtURL string `json:"llmsTxtUrl,omitzero"`
	// AgentSkillsURL is the agent-skills index; optional.
	AgentSkillsURL string `json:"agentSkillsUrl,omitzero"`
	// Extra holds unknown members.
	Extra Members `json:"-"`
}

// MCPInterface is the Streamable HTTP endpoint of the tools (OSP 5.9).
type MCPInterface struct {
	// URL is the endpoint.
	URL string `json:"url"`
	// ServerCardURL is the MCP server card; optional.
	ServerCardURL string `json:"serverCardUrl,omitzero"`
	// Extra holds unknown members.
	Extra Members `json:"-"`
}

// RESTInterface is the REST mirror of the tools (OSP 5.9).
type RESTInterface struct {
	// BaseURL is the address under which the tools are served.
	BaseURL string `json:"baseUrl"`
	// OpenAPIURL is the OpenAPI document; optional.
	OpenAPIURL string `json:"openApiUrl,omitzero"`
	// Extra holds unknown members.
	Extra Members `json:"-"`
}
