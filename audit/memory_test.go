package audit_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/audit"
)

func TestMemoryLog(t *testing.T) {
	var log audit.MemoryLog
	e := event(t, "booking.create", booking(jane), `{"ok":true}`)
	e.Upstream = &audit.UpstreamMeta{Call: "GET /", RateLimit: map[string]string{"retry-after": "1"}}
	e.Platform = &audit.PlatformIdentity{Vendor: "example"}
	want := string(mustJSON(t, e))
	if err := errors.Join(log.Ready(t.Context()), log.Append(t.Context(), e)); err != nil {
		t.Fatal(err)
	}
	// Neither the giver nor a reader can change what is kept.
	spoil := func(e *audit.Event) {
		e.ID, e.Input[1], e.Platform.Vendor, e.Upstream.RateLimit["retry-after"] = "x", 'x', "x", "x"
	}
	spoil(e)
	spoil(log.Events()[0])
	if got := string(mustJSON(t, log.Events()[0])); got != want {
		t.Errorf("kept %s, want %s", got, want)
	}
	if err := log.Append(t.Context(), &audit.Event{}); !errors.Is(err, audit.ErrIncomplete) {
		t.Errorf("incomplete event: %v", err)
	}
	if err := log.Append(t.Context(), nil); !errors.Is(err, audit.ErrIncomplete) {
		t.Errorf("nil event: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := log.Append(ctx, numbered(t, "a")); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if err := log.Ready(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if n := len(log.Events()); n != 1 {
		t.Errorf("%d events, want 1", n)
	}
}

// TestMemoryLogFull: it refuses rather than forget.
func TestMemoryLogFull(t *testing.T) {
	log := audit.MemoryLog{MaxEvents: 2}
	for _, id := range []string{"a", "b"} {
		if err := errors.Join(log.Ready(t.Context()), log.Append(t.Context(), numbered(t, id))); err != nil {
			t.Fatal(err)
		}
	}
	if err := log.Ready(t.Context()); !errors.Is(err, audit.ErrFull) {
		t.Errorf("ready: %v", err)
	}
	if err := log.Append(t.Context(), numbered(t, "c")); !errors.Is(err, audit.ErrFull) {
		t.Errorf("append: %v", err)
	}
	got := []string{}
	for _, e := range log.Events() {
		got = append(got, e.ID)
	}
	if diff := cmp.Diff([]string{"a", "b"}, got); diff != "" {
		t.Error(diff)
	}

	size := len(mustJSON(t, numbered(t, "a"))) + 1
	log = audit.MemoryLog{MaxBytes: 2 * size}
	for _, id := range []string{"a", "b"} {
		if err := log.Append(t.Context(), numbered(t, id)); err != nil {
			t.Fatal(err)
		}
	}
	if err := log.Append(t.Context(), numbered(t, "c")); !errors.Is(err, audit.ErrFull) {
		t.Errorf("append: %v", err)
	}
	if err := log.Ready(t.Context()); !errors.Is(err, audit.ErrFull) {
		t.Errorf("ready: %v", err)
	}
}

func TestMemoryLogGoroutines(t *testing.T) {
	log := audit.MemoryLog{MaxEvents: 100}
	var all sync.WaitGroup
	var mu sync.Mutex
	full := 0
	e := numbered(t, "a")
	for g := range 16 {
		all.Go(func() {
			for n := range 10 {
				c := *e
				c.ID = fmt.Sprint(g, n)
				c.Input = json.RawMessage(`{}`)
				if err := log.Append(t.Context(), &c); errors.Is(err, audit.ErrFull) {
					mu.Lock()
					full++
					mu.Unlock()
				} else if err != nil {
					t.Error(err)
				}
				log.Events()
			}
		})
	}
	all.Wait()
	if len(log.Events()) != 100 || full != 60 {
		t.Errorf("%d kept, %d refused", len(log.Events()), full)
	}
}
