package osp_test

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/store"
)

// sinkFunc is a sink.
type sinkFunc func(context.Context, *osp.ServiceRequest) (osp.SinkReceipt, error)

func (f sinkFunc) Deliver(ctx context.Context, r *osp.ServiceRequest) (osp.SinkReceipt, error) {
	return f(ctx, r)
}

// badSink fails as it is told to, before or after its office has taken the request.
type badSink struct {
	office  *osp.MemorySink
	mu      sync.Mutex
	before  error
	after   error
	deliver []osp.ServiceRequest
}

func (s *badSink) fail(before, after error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.before, s.after = before, after
}

func (s *badSink) Deliver(ctx context.Context, r *osp.ServiceRequest) (osp.SinkReceipt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.deliver = append(s.deliver, *r)
	if s.before != nil {
		return osp.SinkReceipt{}, s.before
	}
	receipt, err := s.office.Deliver(ctx, r)
	if err != nil {
		return receipt, err
	}
	return receipt, s.after
}

// badSinkRig is a rig whose sink can fail.
func badSinkRig(t *testing.T) (*rig, *badSink) {
	sink := new(badSink)
	r := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) {
		sink.office = o.Sink.(*osp.MemorySink)
		o.Sink = sink
	})
	return r, sink
}

// Rule 34: a definite refusal frees the id, and the person; the retry may even say something else.
func TestRule34_DefiniteRefusal(t *testing.T) {
	for _, c := range []struct {
		name string
		err  error
		want osp.Code
	}{
		{"not taken", osp.ErrNotTaken, osp.CodeBookingRequestFailed},
		{"not taken, wrapped", fmt.Errorf("the queue is gone: %w", osp.ErrNotTaken), osp.CodeBookingRequestFailed},
		{"rate limited", fmt.Errorf("429: %w", osp.CodeRateLimited), osp.CodeRateLimited},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, sink := badSinkRig(t)
			sink.fail(c.err, nil)
			wantResult(t, r.book(), c.want)
			r.wantRecords(map[osp.RequestState]int{})
			sink.fail(nil, nil)
			if b := r.booked(replace("/requestId", otherID)); b.IsDuplicate {
				t.Error("the person isn't free")
			}
			if b := r.booked(replace("/preferredDate", "2026-09-10")); b.IsDuplicate || b.PreferredDate != date(t, "2026-09-10") {
				t.Errorf("the id isn't free: %+v", b)
			}
		})
	}
}

// Rule 34, P-205, P-207: an unknown outcome keeps the id; a retry delivers the first body again under the same id, whatever
// it says itself, and the sink tells that it has it.
func TestRule34_UnknownOutcome(t *testing.T) {
	for name, failure := range map[string][2]error{
		"lost before the office": {errors.New("connection reset"), nil},
		"lost after the office":  {nil, errors.New("connection reset")},
		"a deadline":             {context.DeadlineExceeded, nil},
		"a refusal of ours":      {osp.CodeInvalidInput, nil},
	} {
		t.Run(name, func(t *testing.T) {
			r, sink := badSinkRig(t)
			sink.fail(failure[0], failure[1])
			result := r.book()
			wantResult(t, result, osp.CodeBookingRequestFailed)
			if strings.Contains(string(result.JSON), "connection") {
				t.Errorf("the answer tells: %s", result.JSON)
			}
			r.wantRecords(map[osp.RequestState]int{osp.RequestPending: 1})
			sink.fail(nil, nil)
			b := r.booked(replace("/preferredDate", "2026-09-10"), replace("/customer/notes", "something else"))
			if b.PreferredDate != date(t, "2026-09-09") {
				t.Errorf("%+v", b)
			}
			r.wantOffice(1)
			if len(sink.deliver) != 2 || sink.deliver[0].IsRedelivery || !sink.deliver[1].IsRedelivery {
				t.Fatalf("%d deliveries", len(sink.deliver))
			}
			again := sink.deliver[1]
			again.IsRedelivery = false
			if diff := cmp.Diff(sink.deliver[0], again, cmp.AllowUnexported(osp.ZIP{})); diff != "" {
				t.Errorf("delivered again otherwise: %s", diff)
			}
			if !r.booked().IsDuplicate {
				t.Error("after that it is a duplicate")
			}
		})
	}
}

// Rule 34: the other id of a person whose first request is in doubt sees that one through, and makes no second.
func TestRule34_DuplicateOfADoubtfulRequest(t *testing.T) {
	r, sink := badSinkRig(t)
	sink.fail(nil, errors.New("connection reset"))
	wantResult(t, r.book(), osp.CodeBookingRequestFailed)
	wantResult(t, r.book(replace("/requestId", otherID)), osp.CodeBookingRequestFailed)
	sink.fail(nil, nil)
	if b := r.booked(replace("/requestId", otherID)); !b.IsDuplicate || b.RequestID != otherID {
		t.Errorf("%+v", b)
	}
	r.wantOffice(1)

	// If the first is refused in the end, the other is a request of its own.
	r, sink = badSinkRig(t)
	sink.fail(errors.New("connection reset"), nil)
	wantResult(t, r.book(), osp.CodeBookingRequestFailed)
	sink.fail(osp.ErrNotTaken, nil)
	wantResult(t, r.book(replace("/requestId", otherID)), osp.CodeBookingRequestFailed)
	sink.fail(nil, nil)
	if b := r.booked(replace("/requestId", otherID)); b.IsDuplicate {
		t.Errorf("%+v", b)
	}
	if b := r.booked(); !b.IsDuplicate {
		t.Errorf("%+v", b)
	}
	r.wantOffice(1)
}

// Rule 34: sinks that hang or panic leave the outcome open, and their words reach the operator without the customer's data.
func TestRule34_SinkBreaks(t *testing.T) {
	stuck := make(chan struct{})
	defer close(stuck)
	for name, sink := range map[string]sinkFunc{
		"hangs": func(context.Context, *osp.ServiceRequest) (osp.SinkReceipt, error) {
			<-stuck
			return osp.SinkReceipt{}, nil
		},
		"panics": func(_ context.Context, r *osp.ServiceRequest) (osp.SinkReceipt, error) {
			panic("no table for " + r.Customer.Name)
		},
		"tells": func(_ context.Context, r *osp.ServiceRequest) (osp.SinkReceipt, error) {
			c := &r.Customer
			return osp.SinkReceipt{}, fmt.Errorf("insert (%s, %s, 3865550199, %s, %s, %s): broken pipe", c.Name, c.Phone, c.Email, c.Address, c.Notes)
		},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) { o.Sink, o.SinkTimeout = sink, 5*time.Millisecond })
			wantResult(t, r.book(), osp.CodeBookingRequestFailed)
			r.wantRecords(map[osp.RequestState]int{osp.RequestPending: 1})
			log := r.log.String()
			if !strings.Contains(log, "6f1d2c1e") {
				t.Errorf("the operator learns nothing: %q", log)
			}
			for _, private := range []string{"Jordan", "0199", "386 555", "386555", "jordan@", "Palm Ct", "cold air"} {
				if strings.Contains(log, private) {
					t.Errorf("the log has %q: %s", private, log)
				}
			}
		})
	}
}

// badStore fails operations as it is told to: fails is asked before each and says whether the operation is done, and with
// what error it answers.
type badStore struct {
	store.Store
	fails func(op, key string) (isDone bool, err error)
}

func (s *badStore) around(op, key string, do func() error) error {
	isDone, failure := s.fails(op, key)
	if failure == nil {
		return do()
	}
	if isDone {
		_ = do()
	}
	return failure
}

func (s *badStore) Create(ctx context.Context, key string, value []byte, expires time.Time) (v store.Version, err error) {
	err = s.around("create", key, func() (err error) { v, err = s.Store.Create(ctx, key, value, expires); return err })
	return v, err
}

func (s *badStore) Get(ctx context.Context, key string) (r store.Record, err error) {
	err = s.around("get", key, func() (err error) { r, err = s.Store.Get(ctx, key); return err })
	return r, err
}

func (s *badStore) Swap(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (v store.Version, err error) {
	err = s.around("swap", key, func() (err error) { v, err = s.Store.Swap(ctx, key, old, value, expires); return err })
	return v, err
}

func (s *badStore) Delete(ctx context.Context, key string, old store.Version) error {
	return s.around("delete", key, func() error { return s.Store.Delete(ctx, key, old) })
}

func (s *badStore) List(ctx context.Context, prefix string) iter.Seq2[store.Record, error] {
	return s.Store.List(ctx, prefix)
}

// Rule 34: a store that fails before the sink is asked is rate_limited and leaves nothing behind that would matter; one that
// fails after the sink took the request doesn't turn success into failure.
func TestRule34_StoreFails(t *testing.T) {
	for _, c := range []struct {
		op, key  string
		from     int // the first such operation that fails
		isDone   bool
		want     osp.Code
		inOffice int
	}{
		{"get", "/request/", 1, false, osp.CodeRateLimited, 0},
		{"create", "/person-key", 1, false, osp.CodeRateLimited, 0},
		{"create", "/person-key", 1, true, osp.CodeRateLimited, 0},
		{"create", "/user-agent/", 1, false, osp.CodeRateLimited, 0},
		{"create", "/request/", 1, false, osp.CodeRateLimited, 0},
		{"create", "/request/", 1, true, osp.CodeRateLimited, 0},
		{"get", "/person/", 1, false, osp.CodeRateLimited, 0},
		{"create", "/person/", 1, true, osp.CodeRateLimited, 0},
		{"swap", "/request/", 1, false, osp.CodeRateLimited, 0}, // on to sending
		{"swap", "/request/", 1, true, osp.CodeRateLimited, 0},
		{"swap", "/request/", 2, false, "", 1}, // on to received
		{"swap", "/request/", 2, true, "", 1},
	} {
		t.Run(fmt.Sprintf("%s %s %d %v", c.op, c.key, c.from, c.isDone), func(t *testing.T) {
			isDown, seen := true, 0
			r := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) {
				o.Store = &badStore{o.Store, func(op, key string) (bool, error) {
					if op != c.op || !strings.Contains(key, c.key) {
						return false, nil
					}
					if seen++; !isDown || seen < c.from {
						return false, nil
					}
					return c.isDone, errors.New("database is down")
				}}
			})
			wantResult(t, r.book(), c.want)
			r.wantOffice(c.inOffice)
			if !strings.Contains(r.log.String(), "database is down") {
				t.Errorf("the operator learns nothing: %q", r.log.String())
			}
			isDown = false
			r.clock.Advance(time.Hour) // any lease is over
			wantResult(t, r.book(), "")
			r.wantOffice(1)
			r.wantRecords(map[osp.RequestState]int{osp.RequestReceived: 1})
		})
	}
}

// Rule 34: a full store takes no request, and loses none.
func TestRule34_StoreIsFull(t *testing.T) {
	r := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) {
		full, err := store.NewMemory(store.MemoryOptions{MaxRecords: 4, Clock: o.Clock})
		if err != nil {
			t.Fatal(err)
		}
		o.Store = full
	})
	r.booked()
	for range 2 {
		wantResult(t, r.book(replace("/requestId", otherID), replace("/preferredDate", "2026-09-10")), osp.CodeRateLimited)
	}
	r.wantOffice(1)
	if !r.booked().IsDuplicate {
		t.Error("the first is lost")
	}
}

// Rule 35: of a request that was refused and comes back, and another of the same person that has seen it gone, only one goes on,
// however their steps fall.
func TestRule35_RefusedRequestComesBack(t *testing.T) {
	sink := new(badSink)
	var between func()
	r := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) {
		sink.office = o.Sink.(*osp.MemorySink)
		o.Sink = sink
		o.Store = &badStore{o.Store, func(op, key string) (bool, error) {
			if step := between; step != nil && op == "swap" && strings.Contains(key, "/person/") {
				between = nil
				step()
			}
			return false, nil
		}}
	})
	sink.fail(osp.ErrNotTaken, nil)
	wantResult(t, r.book(), osp.CodeBookingRequestFailed)
	sink.fail(nil, nil)
	between = func() { r.booked() } // right before the other takes its place
	if b := r.booked(replace("/requestId", otherID)); !b.IsDuplicate {
		t.Errorf("%+v", b)
	}
	r.wantOffice(1)
}

// errDead is what a process that has died does with the store: nothing.
var errDead = errors.New("the process is dead")

// Rule 34: wherever the process dies between accepting and recording, no request is lost and none is made twice. The next
// process sees it through by itself, or when the agent comes back, also under another id of the same person.
func TestRule34_Crash(t *testing.T) {
	for _, isDone := range []bool{false, true} {
		for lives := 0; ; lives++ {
			ended := false
			for _, next := range []string{"redeliver", "retry", "another id"} {
				ops, isAlive := 0, true
				r := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) {
					o.Store = &badStore{o.Store, func(op, _ string) (bool, error) {
						if op == "get" && isAlive {
							return false, nil
						}
						if ops++; ops <= lives {
							return false, nil
						}
						isAtOnce := isAlive && isDone
						isAlive = false
						return isAtOnce, errDead
					}}
				})
				first := r.book()
				ended = ended || isAlive
				r.clock.Advance(3 * time.Minute) // any lease is over, the span of duplicates is not
				office := r.office
				restarted := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) { o.Store, o.Sink = r.store, office })
				restarted.clock.Set(r.clock.Now())
				name := fmt.Sprintf("dead after %d writes (the next one done: %v), then %s", lives, isDone, next)
				switch next {
				case "redeliver":
					pending := restarted.records()[osp.RequestPending]
					if n, err := restarted.server.Redeliver(context.Background()); err != nil || n != pending {
						t.Errorf("%s: delivered %d of %d, %v", name, n, pending, err)
					}
					if n := restarted.records()[osp.RequestPending]; n != 0 {
						t.Errorf("%s: %d requests left behind", name, n)
					}
					wantResult(t, restarted.book(), "")
				case "retry":
					wantResult(t, restarted.book(), "")
				case "another id":
					wantResult(t, restarted.book(replace("/requestId", otherID)), "")
					if b := restarted.booked(); first.Code() == "" && !b.IsDuplicate {
						t.Errorf("%s: %+v", name, b)
					}
				}
				if n := len(office.Requests()); n != 1 {
					t.Errorf("%s: the office has %d requests, after %s", name, n, first.JSON)
				}
			}
			if ended {
				if lives < 5 {
					t.Errorf("a request takes only %d writes", lives)
				}
				break
			}
		}
	}
}
