package mcpbind_test

import (
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/openservicekit/openservice/examples/servers/internal/mcptest"
	"github.com/openservicekit/openservice/examples/servers/internal/osbpstack"
	"github.com/openservicekit/openservice/examples/servers/mcpbind"
	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/store"
)

var update = flag.Bool("update", false, "write the golden files anew")

func noon() time.Time { return mcptest.Noon }

// osbpServer is an MCP server in front of Harbor Hair.
func osbpServer(t testing.TB, scenario osbpstack.Scenario) (*mcp.Server, *osbpstack.Stack) {
	t.Helper()
	dir := t.TempDir()
	stack, err := osbpstack.New(osbpstack.Options{
		Scenario: scenario, AuditPath: filepath.Join(dir, "events.jsonl"), Outbox: filepath.Join(dir, "outbox.txt"), Clock: noon,
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := stack.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	server := mcpbind.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	mcpbind.AddOSBP(server, stack.Host)
	return server, stack
}

// ospServer is the business of the example at two in the afternoon, UTC, on 8
// September 2026, with whatever sink and source a test wants.
func ospServer(t testing.TB, change func(*osp.ServerOptions)) *osp.Server {
	t.Helper()
	data, err := os.ReadFile("../internal/ospstack/manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	manifest, err := osp.Parse(data, nil)
	if err != nil {
		t.Fatal(err)
	}
	profile, err := osp.NewProfile(manifest, nil)
	if err != nil {
		t.Fatal(err)
	}
	records, err := store.NewMemory(store.MemoryOptions{Clock: september})
	if err != nil {
		t.Fatal(err)
	}
	o := osp.ServerOptions{Sink: new(osp.MemorySink), Store: records, Clock: september, Reviews: noReviews{}}
	if change != nil {
		change(&o)
	}
	server, err := osp.NewServer(profile, o)
	if err != nil {
		t.Fatal(err)
	}
	return server
}

func september() time.Time { return time.Date(2026, time.September, 8, 14, 0, 0, 0, time.UTC) }

type noReviews struct{}

func (noReviews) Listings(context.Context, []string) (map[string]osp.ReviewListing, error) {
	return map[string]osp.ReviewListing{}, nil
}

// request is a booking request that the example business takes on that day.
func request(id string) map[string]any {
	return map[string]any{
		"requestId": id, "confirmed": true, "serviceSlug": "ac-repair", "location": "daytona",
		"preferredDate": "2026-09-10", "preferredTime": "Morning",
		"customer": map[string]any{
			"name": "Jane Customer", "phone": "+1 386 555 0100", "address": "1 Ocean Ave", "city": "Ormond Beach",
			"state": "FL", "zip": "32174", "contactMethod": "call", "contactAuthorized": true,
		},
	}
}

const requestID = "6f1c0a52-5b0e-4d51-9f0a-2f6f5f0c7d11"

// wantGolden compares with a file, or writes it.
func wantGolden(t *testing.T, name string, got any) {
	t.Helper()
	data, err := json.MarshalIndent(got, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	data = append(data, '\n')
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(data)); diff != "" {
		t.Errorf("%s differs (-want +got); go test -update writes it anew\n%s", path, diff)
	}
}
