package audit_test

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/openservicekit/openservice/audit"
)

// disk is a slow one. Everything about it happens in a synctest bubble, where no
// time is lost with waiting.
type disk struct {
	takes time.Duration
	fails map[int]error // by number, from 1

	mu      sync.Mutex
	durable string // what the file had when the last sync that worked began
	sizes   []int  // of the file at each sync
}

func (d *disk) sync(f *os.File) error {
	data, err := os.ReadFile(f.Name())
	if err != nil {
		return err
	}
	d.mu.Lock()
	d.sizes = append(d.sizes, len(data))
	err = d.fails[len(d.sizes)]
	d.mu.Unlock()
	time.Sleep(d.takes)
	if err == nil {
		d.mu.Lock()
		d.durable = string(data)
		d.mu.Unlock()
	}
	return err
}

func (d *disk) has(id string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return strings.Contains(d.durable, `"`+id+`"`)
}

func (d *disk) syncs() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	return len(d.sizes)
}

// onDisk opens a log on d.
func onDisk(t *testing.T, d *disk) (log *audit.JSONLLog, path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "events.jsonl")
	log = openWith(t, path, audit.JSONLOptions{})
	log.SetSync(d.sync)
	return log, path
}

// begin appends the event without waiting for the end, but until the call waits
// for something. The channel says what came of it.
func begin(ctx context.Context, log *audit.JSONLLog, e *audit.Event) <-chan error {
	said := make(chan error, 1)
	go func() { said <- log.Append(ctx, e) }()
	synctest.Wait()
	return said
}

// TestJSONLBatchSharesSyncs: a hundred calls at once are answered in time by a
// disk that needs seconds for each sync, and none before its line is on it.
func TestJSONLBatchSharesSyncs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const calls, limit = 100, 5 * time.Second
		d := &disk{takes: 2 * time.Second}
		log, path := onDisk(t, d)
		var all sync.WaitGroup
		for n := range calls {
			e := numbered(t, fmt.Sprintf("aud_%d", n))
			all.Go(func() {
				ctx, cancel := context.WithTimeout(t.Context(), limit)
				defer cancel()
				if err := log.Append(ctx, e); err != nil || !d.has(e.ID) {
					t.Errorf("%s: %v; on disk: %t", e.ID, err, d.has(e.ID))
				}
			})
		}
		start := time.Now()
		all.Wait()
		if took := time.Since(start); took > limit || d.syncs() > 3 {
			t.Errorf("took %v and %d syncs", took, d.syncs())
		}
		if got := len(ids(t, path)); got != calls {
			t.Errorf("%d events are there, want %d", got, calls)
		}
	})
}

// TestJSONLBatchOrder: lines are written in the order in which they arrived.
func TestJSONLBatchOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &disk{takes: time.Second}
		log, path := onDisk(t, d)
		var want []string
		var said []<-chan error
		for n := range 20 {
			want = append(want, fmt.Sprintf("aud_%d", n))
			said = append(said, begin(t.Context(), log, numbered(t, want[n])))
		}
		for n, err := range said {
			if err := <-err; err != nil {
				t.Errorf("%s: %v", want[n], err)
			}
		}
		wantIDs(t, path, want...)
		if d.syncs() != 2 {
			t.Errorf("%d syncs", d.syncs())
		}
	})
}

// TestJSONLBatchSyncFails: a sync that fails is told to those whose lines it was
// for, and their lines are taken back; nobody else is concerned.
func TestJSONLBatchSyncFails(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		broken := errors.New("broken")
		d := &disk{takes: time.Second, fails: map[int]error{2: broken}}
		log, path := onDisk(t, d)
		before := []<-chan error{begin(t.Context(), log, numbered(t, "a"))}
		during := []<-chan error{begin(t.Context(), log, numbered(t, "b")), begin(t.Context(), log, numbered(t, "c"))}
		time.Sleep(d.takes)
		synctest.Wait()
		if d.syncs() != 2 {
			t.Fatalf("%d syncs have begun, want 2", d.syncs())
		}
		after := []<-chan error{begin(t.Context(), log, numbered(t, "d")), begin(t.Context(), log, numbered(t, "e"))}
		for _, c := range []struct {
			calls []<-chan error
			want  error
		}{{before, nil}, {during, broken}, {after, nil}} {
			for n, said := range c.calls {
				if err := <-said; !errors.Is(err, c.want) {
					t.Errorf("call %d: %v, want %v", n, err, c.want)
				}
			}
		}
		wantIDs(t, path, "a", "d", "e")
	})
}

// TestJSONLBatchContext: a call that gives up while its line waits leaves no line.
// One whose line is being written doesn't give up.
func TestJSONLBatchContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &disk{takes: time.Minute}
		log, path := onDisk(t, d)
		gone := errors.New("gone")
		ctx, giveUp := context.WithCancelCause(t.Context())
		writing := begin(ctx, log, numbered(t, "writing"))
		waiting := begin(ctx, log, numbered(t, "waiting"))
		patient := begin(t.Context(), log, numbered(t, "patient"))
		giveUp(gone)
		synctest.Wait()
		select {
		case err := <-waiting:
			if !errors.Is(err, gone) {
				t.Errorf("waiting: %v", err)
			}
		default:
			t.Error("waiting: goes on")
		}
		select {
		case err := <-writing:
			t.Errorf("writing: returned %v with the outcome unknown", err)
		default:
		}
		for name, said := range map[string]<-chan error{"writing": writing, "patient": patient} {
			if err := <-said; err != nil || !d.has(name) {
				t.Errorf("%s: %v", name, err)
			}
		}
		wantIDs(t, path, "writing", "patient")
	})
}

// TestJSONLBatchContextOfFollower: the context isn't heard while somebody else
// writes the line.
func TestJSONLBatchContextOfFollower(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &disk{takes: time.Minute}
		log, path := onDisk(t, d)
		ctx, giveUp := context.WithCancel(t.Context())
		said := []<-chan error{
			begin(t.Context(), log, numbered(t, "a")),
			begin(t.Context(), log, numbered(t, "b")),
			begin(ctx, log, numbered(t, "c")),
		}
		time.Sleep(d.takes)
		synctest.Wait() // the second sync, for b and c, has begun
		giveUp()
		for n, err := range said {
			if err := <-err; err != nil {
				t.Errorf("call %d: %v", n, err)
			}
		}
		wantIDs(t, path, "a", "b", "c")
		if d.syncs() != 2 {
			t.Errorf("%d syncs", d.syncs())
		}
	})
}

// TestJSONLBatchLeaderGivesUp: the call that waits for another process on behalf
// of others gives up for itself alone.
func TestJSONLBatchLeaderGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &disk{takes: 3 * time.Second}
		other, path := onDisk(t, d)
		log := open(t, path)
		holding := begin(t.Context(), other, numbered(t, "other"))
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		impatient := begin(ctx, log, numbered(t, "impatient"))
		patient := begin(t.Context(), log, numbered(t, "patient"))
		if err := <-impatient; !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("impatient: %v", err)
		}
		if err := errors.Join(<-holding, <-patient); err != nil {
			t.Error(err)
		}
		wantIDs(t, path, "other", "patient")
	})
}

// TestJSONLBatchIsBounded: what is written at once is bounded, but for a single
// line that is longer.
func TestJSONLBatchIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &disk{takes: time.Second}
		log, path := onDisk(t, d)
		var want []string
		var said []<-chan error
		for n, length := range []int{1, 300_000, 300_000, 300_000, 300_000, audit.MaxBatch + 1, 1, 2} {
			in, result := handoff("y")
			e := event(t, "handoff.request", in, result)
			e.ID, e.Source = fmt.Sprintf("aud_%d", n), strings.Repeat("s", length)
			want = append(want, e.ID)
			said = append(said, begin(t.Context(), log, e))
		}
		for n, err := range said {
			if err := <-err; err != nil {
				t.Errorf("%s: %v", want[n], err)
			}
		}
		wantIDs(t, path, want...)
		if d.syncs() != 5 { // {0}, {1, 2, 3}, {4}, {5}, {6, 7}
			t.Errorf("%d syncs", d.syncs())
		}
		for n, before := 0, 0; n < len(d.sizes); n++ {
			if grown := d.sizes[n] - before; grown > audit.MaxBatch && n != 3 {
				t.Errorf("batch %d has %d bytes", n, grown)
			}
			before = d.sizes[n]
		}
	})
}

// TestJSONLBatchClose: closing waits for what is being written; every waiting call
// returns, and what it says is so. The bubble sees to it that no goroutine is left.
func TestJSONLBatchClose(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &disk{takes: time.Second}
		log, path := onDisk(t, d)
		said := map[string]<-chan error{}
		var closed <-chan error
		for n := range 10 {
			if n == 5 {
				c := make(chan error, 1)
				go func() { c <- log.Close() }()
				synctest.Wait()
				closed = c
			}
			id := fmt.Sprintf("aud_%d", n)
			said[id] = begin(t.Context(), log, numbered(t, id))
		}
		if err := <-closed; err != nil {
			t.Error(err)
		}
		after := read(t, path)
		kept := 0
		for id, err := range said {
			err := <-err
			if err != nil && !errors.Is(err, audit.ErrClosed) {
				t.Errorf("%s: %v", id, err)
			}
			if (err == nil) != strings.Contains(after, `"`+id+`"`) {
				t.Errorf("%s: %v, but that is not so", id, err)
			}
			if err == nil {
				kept++
			}
		}
		if kept == 0 || read(t, path) != after {
			t.Errorf("%d events were kept; the file was written to after Close: %t", kept, read(t, path) != after)
		}
	})
}

// TestJSONLBatchTellsTheTruth: whatever contexts end and syncs fail, nil means
// that the line is there, once, and an error that it is not.
func TestJSONLBatchTellsTheTruth(t *testing.T) {
	path := filepath.Join(t.TempDir(), "events.jsonl")
	log := openWith(t, path, audit.JSONLOptions{})
	broken, n := errors.New("broken"), 0
	log.SetSync(func(*os.File) error {
		if n++; n%3 == 0 {
			return broken
		}
		return nil
	})
	var mu sync.Mutex
	want, failed := map[string]int{}, map[error]int{}
	var all sync.WaitGroup
	for g := range 16 {
		all.Go(func() {
			for i := range 40 {
				e := numbered(t, fmt.Sprintf("%d-%d", g, i))
				ctx, cancel := context.WithCancel(t.Context())
				if rand.IntN(2) == 0 {
					all.Go(cancel)
				}
				err := log.Append(ctx, e)
				cancel()
				mu.Lock()
				switch {
				case err == nil:
					want[e.ID] = 1
				case errors.Is(err, broken):
					failed[broken]++
				case errors.Is(err, context.Canceled):
					failed[context.Canceled]++
				default:
					t.Error(err)
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	got := map[string]int{}
	for _, id := range ids(t, path) {
		got[id]++
	}
	for id := range got {
		if got[id] != want[id] {
			t.Errorf("%s is there %d times, want %d", id, got[id], want[id])
		}
	}
	if len(got) != len(want) || len(want) == 0 || failed[broken] == 0 {
		t.Errorf("%d events are there, %d were kept, %v failed", len(got), len(want), failed)
	}
}
