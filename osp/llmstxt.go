package osp

import "strings"

// LLMsTxt returns the section of an llms.txt file that lists the manifest, the MCP endpoint if the manifest claims Level 2 or
// higher, and the OpenAPI document of the REST mirror if there is one, each with a one-line description (OSP 2.2, OSP 4.2). It
// is Markdown that begins with a heading of the second level, ends with a line break, and holds none of the business's texts,
// so that none can pass for more of the file. A Profile that is not from [NewProfile] publishes nothing, and has no section.
func LLMsTxt(p *Profile) string {
	if p == nil || p.manifest == nil {
		return ""
	}
	m := p.manifest
	var b strings.Builder
	b.WriteString("## Open Service Profile\n\n")
	item := func(title, url, description string) {
		b.WriteString("- [" + title + "](" + markdownURL.Replace(url) + "): " + description + "\n")
	}
	item("Service profile", p.origin+WellKnownPath,
		"Who the business is, where it works, its services, hours, coverage and booking policy, as JSON. Every booking is a request that the business confirms.")
	if c := m.Conformance; c != nil && c.Level >= 2 && m.Interfaces.MCP != nil {
		item("MCP endpoint", m.Interfaces.MCP.URL, "The tools of the Open Service Profile over MCP Streamable HTTP, for anonymous callers.")
	}
	if rest := m.Interfaces.REST; rest != nil && rest.OpenAPIURL != "" {
		item("REST mirror", rest.OpenAPIURL, "The same tools over HTTP, described by OpenAPI.")
	}
	return b.String()
}

// markdownURL escapes what would end a link early.
var markdownURL = strings.NewReplacer("(", "%28", ")", "%29")
