package osp_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/store"
)

// arguments are some that each tool of the example business accepts.
func arguments(t testing.TB) map[osp.Tool]string {
	return map[osp.Tool]string{
		osp.ToolGetBusinessInfo:       `{}`,
		osp.ToolListServices:          `{"location":"palm-coast"}`,
		osp.ToolCheckCoverage:         `{"zip":"32174"}`,
		osp.ToolCheckAvailability:     `{"serviceSlug":"ac-repair","from":"2026-09-08","to":"2026-09-14","location":"daytona"}`,
		osp.ToolGetReviews:            `{"limit":3}`,
		osp.ToolRequestServiceBooking: string(bookingInput(t)),
	}
}

// P-118 to P-120: each tool answers.
func TestServerAnswers(t *testing.T) {
	r := newRig(t, "hvac-two-locations", nil)
	for tool, in := range arguments(t) {
		wantResult(t, r.call(tool, in), "")
	}
}

func toolsOf(t *testing.T, opts osp.ServerOptions) (tools []osp.Tool) {
	t.Helper()
	s, err := osp.NewServer(exampleProfile(t, "hvac-two-locations", nil), opts)
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range s.Tools() {
		tools = append(tools, spec.Tool)
	}
	for _, tool := range []osp.Tool{osp.ToolGetBusinessInfo, osp.ToolListServices, osp.ToolCheckCoverage, osp.ToolCheckAvailability,
		osp.ToolGetReviews, osp.ToolRequestServiceBooking, "check_coverge", "Get_business_info", ""} {
		_, err := s.Call(context.Background(), osp.Caller{}, tool, nil)
		if isOffered := slices.Contains(tools, tool); isOffered != (err == nil) || !isOffered && !errors.Is(err, osp.ErrNoSuchTool) {
			t.Errorf("%q, offered %v: %v", tool, isOffered, err)
		}
	}
	return tools
}

// Rules 42 and 50, P-237: a server offers exactly the tools that it has backends for, and any other is no tool at all.
func TestRule42_ToolsOffered(t *testing.T) {
	four := []osp.Tool{"get_business_info", "list_services", "check_coverage", "check_availability"}
	if diff := cmp.Diff(four, toolsOf(t, osp.ServerOptions{})); diff != "" {
		t.Errorf("zero options: %s", diff)
	}
	if diff := cmp.Diff(append(slices.Clone(four), "get_reviews"), toolsOf(t, osp.ServerOptions{Reviews: listings{}})); diff != "" {
		t.Errorf("with reviews: %s", diff)
	}
	memory, err := store.NewMemory(store.MemoryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(append(slices.Clone(four), "get_reviews", "request_service_booking"),
		toolsOf(t, osp.ServerOptions{Reviews: listings{}, Sink: new(osp.MemorySink), Store: memory})); diff != "" {
		t.Errorf("with everything: %s", diff)
	}
	if diff := cmp.Diff(four, toolsOf(t, osp.ServerOptions{Store: memory})); diff != "" {
		t.Errorf("a store alone: %s", diff)
	}
}

// Rule 43: absent arguments are {}; null isn't absence (P-122).
func TestRule43_AbsentArguments(t *testing.T) {
	r := newRig(t, "hvac-two-locations", nil)
	for _, absent := range []string{"", " \n"} {
		wantResult(t, r.call(osp.ToolGetBusinessInfo, absent), "")
		wantResult(t, r.call(osp.ToolListServices, absent), "")
		wantResult(t, r.call(osp.ToolGetReviews, absent), "")
		wantResult(t, r.call(osp.ToolCheckCoverage, absent), osp.CodeInvalidInput)
		wantResult(t, r.call(osp.ToolRequestServiceBooking, absent), osp.CodeMissingProvenance)
	}
	for tool := range arguments(t) {
		for _, in := range []string{"null", "[]", "{", `{"a":1,"a":1}`, "{} {}", "\"\xff\"", "\ufeff{}", strings.Repeat("[", 1<<16), `{"x":"` + strings.Repeat("x", 1<<20) + `"}`} {
			result := r.call(tool, in)
			wantResult(t, result, osp.CodeInvalidInput)
			if diff := cmp.Diff([]any{"$"}, members(t, result)["fields"]); diff != "" {
				t.Errorf("%s: %s", tool, diff)
			}
		}
	}
}

func TestNewServerRefuses(t *testing.T) {
	p := exampleProfile(t, "hvac-two-locations", nil)
	memory, err := store.NewMemory(store.MemoryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		want string
		opts osp.ServerOptions
	}{
		{"Store", osp.ServerOptions{Sink: new(osp.MemorySink)}},
		{"BackendTimeout", osp.ServerOptions{BackendTimeout: -1}},
		{"SinkTimeout", osp.ServerOptions{SinkTimeout: -1}},
		{"DuplicateSpan", osp.ServerOptions{DuplicateSpan: -1}},
		{"UserAgentRetention", osp.ServerOptions{UserAgentRetention: -1}},
		{"PersonKey", osp.ServerOptions{Sink: new(osp.MemorySink), Store: memory, PersonKey: make([]byte, 31)}},
		{"Namespace", osp.ServerOptions{Namespace: strings.Repeat("n", 513)}},
		{"Pages.Services", osp.ServerOptions{Pages: osp.Pages{Services: "http://palmettoairheat.example/services"}}},
		{"Pages.ServiceAreas", osp.ServerOptions{Pages: osp.Pages{ServiceAreas: "/areas"}}},
		{"Limits.Caller", osp.ServerOptions{Limits: osp.Limits{Caller: osp.Rate{Burst: 1}}}},
		{"Limits.Business", osp.ServerOptions{Limits: osp.Limits{Business: osp.Rate{PerSecond: -1}}}},
		{"Limits.BookingCaller", osp.ServerOptions{Limits: osp.Limits{BookingCaller: osp.Rate{PerSecond: 1, Burst: -1}}}},
		{"Limits.MaxCallers", osp.ServerOptions{Limits: osp.Limits{MaxCallers: -1}}},
	} {
		if _, err := osp.NewServer(p, c.opts); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.want, err)
		}
	}
	if _, err := osp.NewServer(nil, osp.ServerOptions{}); err == nil {
		t.Error("no profile")
	}
}

// Rule 36, P-014, P-217, P-219: a confirmation note that claims too much is refused by its phrase.
func TestRule36_ConfirmationNote(t *testing.T) {
	for _, c := range []struct{ note, phrase string }{
		{"Your appointment is confirmed.", "appointment is confirmed"},
		{"Thanks! You are booked for that window.", "booked"},
		{"We call within the hour. A deposit of $50 is due.", "deposit"},
	} {
		_, err := osp.NewServer(exampleProfile(t, "hvac-two-locations", nil, replace("/bookingPolicy/confirmationNote", c.note)), osp.ServerOptions{})
		if err == nil || !strings.Contains(err.Error(), c.phrase) {
			t.Errorf("%q: %v", c.note, err)
		}
	}
	for _, note := range []string{"Our office calls within one business hour to confirm.", "Nothing is booked until we call you."} {
		if _, err := osp.NewServer(exampleProfile(t, "hvac-two-locations", nil, replace("/bookingPolicy/confirmationNote", note)), osp.ServerOptions{}); err != nil {
			t.Errorf("%q: %v", note, err)
		}
	}
}

// Rule 50: options are copied and never written into.
func TestRule50_OptionsAreCopied(t *testing.T) {
	memory, err := store.NewMemory(store.MemoryOptions{})
	if err != nil {
		t.Fatal(err)
	}
	key := []byte(strings.Repeat("k", 32))
	opts := osp.ServerOptions{Sink: new(osp.MemorySink), Store: memory, PersonKey: key}
	if _, err := osp.NewServer(exampleProfile(t, "hvac-two-locations", nil), opts); err != nil {
		t.Fatal(err)
	}
	if opts.BackendTimeout != 0 || opts.Limits != (osp.Limits{}) || opts.Namespace != "" || opts.Clock != nil || string(opts.PersonKey) != strings.Repeat("k", 32) {
		t.Error("the options have changed")
	}
}

// Rule 50: what a caller does to its own key or to the list of tools afterwards changes nothing.
func TestRule50_NothingIsShared(t *testing.T) {
	key := []byte(strings.Repeat("k", 32))
	r := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) { o.PersonKey = key })
	r.booked()
	clear(key)
	if !r.booked(replace("/requestId", otherID)).IsDuplicate {
		t.Error("the server took its key from the caller's slice")
	}
	odd := exampleProfile(t, "hvac-two-locations", nil, patchOp{"add", "/locations/0/hours/vendor", json.RawMessage(`1`)})
	if _, err := osp.NewServer(odd, osp.ServerOptions{}); err != nil || odd.Manifest().Locations[0].Hours.Extra == nil {
		t.Errorf("a server took a member out of the manifest: %v", err)
	}
	r.server.Tools()[0] = osp.ToolSpec{}
	if first := r.server.Tools()[0].Tool; first != osp.ToolGetBusinessInfo {
		t.Errorf("the first tool is %q", first)
	}
}

func TestServerClose(t *testing.T) {
	r := newRig(t, "hvac-two-locations", nil)
	if err := r.server.Close(context.Background()); err != nil {
		t.Fatal(err)
	}
	if _, err := r.server.Call(context.Background(), r.caller, osp.ToolGetBusinessInfo, nil); !errors.Is(err, osp.ErrServerClosed) {
		t.Errorf("a call after Close: %v", err)
	}
	if _, err := r.server.Redeliver(context.Background()); !errors.Is(err, osp.ErrServerClosed) {
		t.Errorf("Redeliver after Close: %v", err)
	}
	if err := r.server.Close(context.Background()); err != nil {
		t.Errorf("Close again: %v", err)
	}
}

// Rule 45: the code of an answer is found by errors.Is; a success has none.
func TestRule45_ResultErr(t *testing.T) {
	r := newRig(t, "hvac-two-locations", nil)
	if result := r.call(osp.ToolCheckCoverage, `{"zip":"3211"}`); !errors.Is(result.Err(), osp.CodeInvalidInput) {
		t.Error(result.Err())
	}
	if result := r.call(osp.ToolCheckCoverage, `{"zip":"32114"}`); result.Err() != nil || result.Code() != "" {
		t.Error(result.Err())
	}
	raw, err := json.Marshal(r.call(osp.ToolCheckCoverage, `{"zip":"32114"}`))
	if err != nil || !strings.Contains(string(raw), `"matchedBy":"postalCodes"`) {
		t.Errorf("%s, %v", raw, err)
	}
}

// Rule 48: what holds requests or keys prints nothing of them.
func TestRule48_ServerPrintsNothing(t *testing.T) {
	r := newRig(t, "hvac-two-locations", nil)
	r.booked()
	request := r.office.Requests()[0]
	hook, err := osp.NewWebhookSink(osp.WebhookOptions{URL: "https://office.example/hook?token=s3cret", Secret: []byte("jordan-secret-of-hook")})
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range []any{r.server, r.office, request, &request, []osp.ServiceRequest{request}, struct{ R osp.ServiceRequest }{request},
		osp.ServerOptions{PersonKey: []byte("jordan"), Sink: r.office}, hook, osp.WebhookOptions{URL: "https://x.example/?jordan", Secret: []byte("jordan")}} {
		var log strings.Builder
		slog.New(slog.NewTextHandler(&log, nil)).Info("value", "v", v)
		slog.New(slog.NewTextHandler(&log, nil)).Info("value", "v", fmt.Sprint(v))
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%x", "%d"} {
			log.WriteString(fmt.Sprintf(verb, v))
		}
		for _, private := range []string{"Jordan", "jordan", "386", "Palm Ct", "cold air", "s3cret", "6a6f7264616e", "4a6f7264616e"} {
			if strings.Contains(log.String(), private) {
				t.Errorf("%T prints %q", v, private)
			}
		}
	}
}

// stuckReviews answers when it is let go, whatever its context says.
type stuckReviews chan struct{}

func (s stuckReviews) Listings(context.Context, []string) (map[string]osp.ReviewListing, error) {
	<-s
	return nil, nil
}

type reviewsFunc func(context.Context, []string) (map[string]osp.ReviewListing, error)

func (f reviewsFunc) Listings(ctx context.Context, ids []string) (map[string]osp.ReviewListing, error) {
	return f(ctx, ids)
}

// Rule 34, P-127: a source that is down, slow, hung or broken is rate_limited, never part of an answer, and its own words
// reach the operator alone.
func TestRule34_SourcesThatFail(t *testing.T) {
	stuck := make(stuckReviews)
	defer close(stuck)
	for name, source := range map[string]osp.ReviewSource{
		"hung": stuck,
		"slow": reviewsFunc(func(ctx context.Context, _ []string) (map[string]osp.ReviewListing, error) {
			<-ctx.Done()
			return listings{"daytona": {}}, ctx.Err()
		}),
		"down": reviewsFunc(func(context.Context, []string) (map[string]osp.ReviewListing, error) {
			return listings{"daytona": {}}, errors.New("connection refused by reviews.internal")
		}),
		"panicking": reviewsFunc(func(context.Context, []string) (map[string]osp.ReviewListing, error) { panic("reviews.internal") }),
		"answering with a refusal": reviewsFunc(func(context.Context, []string) (map[string]osp.ReviewListing, error) {
			return nil, &osp.Refusal{Code: osp.CodeUnknownLocation, Message: "Your appointment is confirmed."}
		}),
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) { o.Reviews, o.BackendTimeout = source, 5*time.Millisecond })
			result := r.call(osp.ToolGetReviews, "{}")
			wantResult(t, result, osp.CodeRateLimited)
			if strings.Contains(string(result.JSON), "internal") || strings.Contains(string(result.JSON), "confirmed") {
				t.Errorf("the answer tells: %s", result.JSON)
			}
			if !strings.Contains(r.log.String(), "get_reviews") {
				t.Errorf("the operator learns nothing: %q", r.log.String())
			}
		})
	}
}

// Rule 34: nobody waits for a source on behalf of a caller that has gone.
func TestRule34_CallersThatGoAreNotWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		stuck := make(stuckReviews)
		r := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) { o.Reviews = stuck })
		ctx, gone := context.WithCancel(context.Background())
		time.AfterFunc(time.Second, gone)
		start := time.Now()
		result, err := r.server.Call(ctx, r.caller, osp.ToolGetReviews, nil)
		if waited := time.Since(start); err != nil || waited != time.Second {
			t.Errorf("waited %v, %v", waited, err)
		}
		wantResult(t, result, osp.CodeRateLimited)
		close(stuck)
	})
}

// Rule 34: sources that hang don't fill the process. Beyond the bound nobody is let in, and once the source answers again, so
// does the tool.
func TestRule34_HungSourceIsBounded(t *testing.T) {
	stuck := make(stuckReviews)
	var entered atomic.Int32
	source := reviewsFunc(func(ctx context.Context, ids []string) (map[string]osp.ReviewListing, error) {
		entered.Add(1)
		return stuck.Listings(ctx, ids)
	})
	r := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) { o.Reviews, o.BackendTimeout = source, time.Millisecond })
	for range 80 {
		wantResult(t, r.call(osp.ToolGetReviews, "{}"), osp.CodeRateLimited)
	}
	if n := entered.Load(); n > 64 {
		t.Errorf("%d calls hang in the source", n)
	}
	close(stuck)
	for r.call(osp.ToolGetReviews, "{}").Code() != "" {
	}
}
