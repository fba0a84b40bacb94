package openservice_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/store"
)

// serve is the README's embedding snippet; TestREADME_Snippet holds the two equal.
//
// snippet begins
func serve(ctx context.Context, platform osbp.Platform, logger *slog.Logger) (call func(string, json.RawMessage) (osbp.Envelope, error), err error) {
	records, err := store.NewMemory(store.MemoryOptions{}) // a durable store.Store in production
	if err != nil {
		return nil, err
	}
	adapter, err := osbp.NewAdapter(platform, osbp.AdapterOptions{
		Vendor: "acme-booking", APIVersion: "2026-05-21", OrganizationID: "org_123", Store: records, Logger: logger,
	})
	if err != nil {
		return nil, err
	}
	events, err := audit.OpenJSONL("/var/lib/acme/events.jsonl", audit.JSONLOptions{Logger: logger})
	if err != nil {
		return nil, err
	}
	host, err := osbp.NewHost(adapter, osbp.HostOptions{Log: events, Logger: logger})
	return func(name string, arguments json.RawMessage) (osbp.Envelope, error) {
		tool, _ := osbp.ParseTool(name) // booking.create or osbp_booking_create
		return host.Call(ctx, tool, arguments)
	}, err
}

// snippet ends

func TestREADME_Snippet(t *testing.T) {
	source, err := os.ReadFile("embedding_test.go")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(source), "// snippet begins\n")
	snippet, _, found := strings.Cut(rest, "\n// snippet ends")
	if !found || !strings.Contains(string(readme), "```go\n"+strings.TrimSpace(snippet)+"\n```") {
		t.Error("README.md does not show the snippet that is compiled here")
	}
	_ = serve
}
