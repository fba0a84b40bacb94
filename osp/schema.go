package osp

import (
	"embed"
	"io/fs"
)

//go:embed schemas
var schemaFiles embed.FS

// Schemas returns the JSON Schemas of OSP 0.1 as printed: manifest.schema.json (OSP Appendix A),
// tools/tools-common.schema.json, and tools/NAME.input.schema.json and tools/NAME.output.schema.json for each tool
// (OSP Appendix B). Their references resolve among these files; nothing needs to be fetched.
func Schemas() fs.FS {
	sub, err := fs.Sub(schemaFiles, "schemas")
	if err != nil {
		return schemaFiles // fs.Sub only fails on a malformed path
	}
	return sub
}
