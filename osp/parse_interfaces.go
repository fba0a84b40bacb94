package osp

func (d *decoder) interfaces(i *Interfaces) {
	o := d.object(&interfacesShape)
	for o.next() {
		switch o.name {
		case "schedulePageUrl":
			i.SchedulePageURL = d.url()
		case "mcp":
			d.facts.hasMCP = true
			i.MCP = new(MCPInterface)
			d.mcp(i.MCP)
		case "rest":
			i.REST = new(RESTInterface)
			d.rest(i.REST)
		case "webMcp":
			i.WebMCP = d.optionalBoolean()
		case "llmsTxtUrl":
			i.LLMsTxtURL = d.url()
		case "agentSkillsUrl":
			i.AgentSkillsURL = d.url()
		default:
			d.keep(&i.Extra, o.name)
		}
	}
	d.facts.hasInterfaces = o.found
}

func (d *decoder) mcp(i *MCPInterface) {
	o := d.object(&mcpShape)
	for o.next() {
		switch o.name {
		case "url":
			i.URL = d.url()
		case "serverCardUrl":
			i.ServerCardURL = d.url()
		default:
			d.keep(&i.Extra, o.name)
		}
	}
}

func (d *decoder) rest(i *RESTInterface) {
	o := d.object(&restShape)
	for o.next() {
		switch o.name {
		case "baseUrl":
			i.BaseURL = d.url()
		case "openApiUrl":
			i.OpenAPIURL = d.url()
		default:
			d.keep(&i.Extra, o.name)
		}
	}
}
