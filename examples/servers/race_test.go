//go:build race

package servers_test

func init() { buildFlags = append(buildFlags, "-race") }
