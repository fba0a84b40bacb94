package osp

import "net/http"

// ServerCardPath is the address of the MCP server card on its origin (OSP 4.3).
const ServerCardPath = "/.well-known/mcp/server-card.json"

// ServerCard serves the MCP server card at [ServerCardPath], and at interfaces.mcp.serverCardUrl where that is another path of
// the same origin (OSP 4.3). It lists the tools that the site's server offers. A site without an MCP endpoint in its manifest,
// or without a server, has none and gets 404.
func (find Sites) ServerCard() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		find.serve(w, r, func(s *Site) *document { return s.cardAt(r.URL.Path) })
	})
}

// cardAt returns the card if the path is one of its addresses.
func (s *Site) cardAt(path string) *document {
	for _, p := range s.cardPaths {
		if p == path {
			return s.card
		}
	}
	return nil
}

// writeCard writes the card in the shape of OSP 4.3.
func (s *Site) writeCard(version string) []byte {
	var w writer
	w.open()
	w.name("serverInfo")
	w.open()
	w.text("name", s.profile.manifest.Business.DisplayName)
	w.text("version", version)
	w.close(nil)
	w.name("transport")
	w.open()
	w.text("type", "streamable-http")
	w.text("url", s.profile.manifest.Interfaces.MCP.URL)
	w.close(nil)
	w.name("capabilities")
	w.open()
	writeList(&w, "tools", s.server.tools, func(w *writer, t *ToolSpec) {
		w.open()
		w.text("name", string(t.Tool))
		w.close(nil)
	})
	w.close(nil)
	w.close(nil)
	return w.b
}
