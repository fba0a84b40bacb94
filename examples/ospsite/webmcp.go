package main

import (
	_ "embed"
	"encoding/json"

	"github.com/openservicekit/openservice/osp"
)

//go:embed pages/webmcp.js
var webMCPCode []byte

// webMCPScript is the script that offers the tools to the browser's own agent where
// there is one. Its calls go to a path of their own, so that the channel is observed.
func webMCPScript(tools *osp.Server) ([]byte, error) {
	type action struct {
		Name        osp.Tool        `json:"name"`
		Description string          `json:"description"`
		InputSchema json.RawMessage `json:"inputSchema"`
		ReadOnly    bool            `json:"readOnly"`
	}
	var actions []action
	for _, t := range tools.Tools() {
		actions = append(actions, action{t.Tool, t.Description, t.InputSchema, t.Annotations.ReadOnly})
	}
	list, err := json.Marshal(map[string]any{"path": osp.DefaultWebMCPPath, "tools": actions})
	if err != nil {
		return nil, err
	}
	return append(append([]byte("const offered = "), append(list, ";\n"...)...), webMCPCode...), nil
}
