package osp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"log/slog"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/store"
)

// rig is a server on a clock that stands still, with an office that keeps what it gets.
type rig struct {
	t      testing.TB
	server *osp.Server
	store  *store.Memory
	office *osp.MemorySink
	log    *safeBuffer
	clock  *testClock
	caller osp.Caller
}

// endless is randomness that isn't.
type endless byte

func (e endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = byte(e)
	}
	return len(p), nil
}

// testClock is a clock that moves when it is told to.
type testClock struct {
	mu  sync.Mutex
	now time.Time
}

func (c *testClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

func (c *testClock) Advance(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

func (c *testClock) Set(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = now
}

// safeBuffer is a log that several goroutines write.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *safeBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *safeBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

// rigOptions change the options of a rig's server.
type rigOptions func(*osp.ServerOptions)

// unlimited is for tests of something else than limits.
var unlimited = osp.Limits{Caller: noLimitRate, Business: noLimitRate, BookingCaller: noLimitRate, BookingBusiness: noLimitRate}

// newRig serves a printed manifest with a patch applied.
func newRig(t testing.TB, manifest string, set rigOptions, ops ...patchOp) *rig {
	t.Helper()
	r := &rig{t: t, log: new(safeBuffer), clock: &testClock{now: instant(t, bookingNow)}, office: new(osp.MemorySink)}
	r.office.Clock = r.clock.Now
	r.caller = osp.Caller{Key: "203.0.113.7", Channel: osp.ChannelMCP, UserAgent: "ExampleAssistant/2.3"}
	var err error
	if r.store, err = store.NewMemory(store.MemoryOptions{Clock: r.clock.Now}); err != nil {
		t.Fatal(err)
	}
	opts := osp.ServerOptions{Sink: r.office, Store: r.store, Reviews: listings{}, Limits: unlimited, Clock: r.clock.Now,
		Logger: slog.New(slog.NewTextHandler(r.log, nil)), Rand: endless('k'), BackendTimeout: time.Minute}
	if set != nil {
		set(&opts)
	}
	if r.server, err = osp.NewServer(rigProfile(t, manifest, ops), opts); err != nil {
		t.Fatal(err)
	}
	return r
}

// profiles are those of the printed manifests, which rigs share.
var profiles sync.Map

func rigProfile(t testing.TB, manifest string, ops []patchOp) *osp.Profile {
	if len(ops) > 0 {
		return exampleProfile(t, manifest, nil, ops...)
	}
	p, ok := profiles.Load(manifest)
	if !ok {
		p, _ = profiles.LoadOrStore(manifest, exampleProfile(t, manifest, nil))
	}
	return p.(*osp.Profile)
}

// listings is a review source that has what it holds.
type listings map[string]osp.ReviewListing

func (l listings) Listings(context.Context, []string) (map[string]osp.ReviewListing, error) {
	return l, nil
}

// call runs a tool and returns its answer. Every answer in the tests of the server comes this way: it satisfies the printed
// schema and the published one, has no null, names the business origin, and claims nothing (P-118 to P-120, P-310, rules 40
// and 43).
func (r *rig) call(tool osp.Tool, arguments string) osp.Result {
	r.t.Helper()
	return r.callAs(r.caller, tool, arguments)
}

func (r *rig) callAs(caller osp.Caller, tool osp.Tool, arguments string) osp.Result {
	r.t.Helper()
	result, err := r.server.Call(context.Background(), caller, tool, json.RawMessage(arguments))
	if err != nil {
		r.t.Fatal(err)
	}
	checkResult(r.t, tool, result)
	return result
}

func checkResult(t testing.TB, tool osp.Tool, result osp.Result) {
	t.Helper()
	checkOutput(t, string(tool), result)
	checkPublished(t, tool, result.JSON)
	var compact bytes.Buffer
	if err := json.Compact(&compact, result.JSON); err != nil || !bytes.Equal(compact.Bytes(), result.JSON) {
		t.Errorf("%s: not compact JSON: %v %s", tool, err, result.JSON)
	}
	out := members(t, result)
	if url, _ := out["canonicalSiteUrl"].(string); !strings.HasPrefix(url, "https://") {
		t.Errorf("%s: canonicalSiteUrl is %q", tool, url)
	}
	// The one message about the customer's own approval names the member "confirmed".
	if message, _ := out["message"].(string); len(osp.Claims(message)) > 0 && result.Code() != osp.CodeMissingProvenance {
		t.Errorf("%s claims: %s", tool, message)
	}
	code, _ := out["error"].(string)
	if string(result.Code()) != code || (result.Err() != nil) != (code != "") || (result.RetryAfter > 0) != (code == "rate_limited") {
		t.Errorf("%s: %v, retry after %v beside %s", tool, result.Err(), result.RetryAfter, result.JSON)
	}
}

// members are the members of an answer.
func members(t testing.TB, result osp.Result) map[string]any {
	t.Helper()
	var out map[string]any
	if err := json.Unmarshal(result.JSON, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// book sends the printed request with a patch applied.
func (r *rig) book(ops ...patchOp) osp.Result {
	r.t.Helper()
	return r.call(osp.ToolRequestServiceBooking, string(bookingInput(r.t, ops...)))
}

// booked is what a request was answered with.
func (r *rig) booked(ops ...patchOp) osp.BookingResult {
	r.t.Helper()
	result := r.book(ops...)
	if err := result.Err(); err != nil {
		r.t.Fatalf("refused: %v", err)
	}
	var b osp.BookingResult
	if err := json.Unmarshal(result.JSON, &b); err != nil {
		r.t.Fatal(err)
	}
	return b
}

func wantResult(t testing.TB, result osp.Result, want osp.Code) {
	t.Helper()
	if got := result.Code(); got != want {
		t.Errorf("got %q, want %q: %s", got, want, result.JSON)
	}
}

// wantOffice fails unless the office has got that many requests.
func (r *rig) wantOffice(n int) {
	r.t.Helper()
	if got := len(r.office.Requests()); got != n {
		r.t.Errorf("the office has %d requests, want %d", got, n)
	}
}

// records counts the records of requests in the store.
func (r *rig) records() map[osp.RequestState]int {
	r.t.Helper()
	count := make(map[osp.RequestState]int)
	for record, err := range r.server.Requests(context.Background()) {
		if err != nil {
			r.t.Fatal(err)
		}
		count[record.State]++
	}
	return count
}

func (r *rig) wantRecords(want map[osp.RequestState]int) {
	r.t.Helper()
	if diff := cmp.Diff(want, r.records()); diff != "" {
		r.t.Errorf("records (-want +got):\n%s", diff)
	}
}
