package adaptertest_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/store"
)

// What the interface of an adapter can't show is shown on osbp.Gate and osbp.Creator:
// promises, each of which a sound pair keeps and a mutant breaks.

// gate is what the promises of a Gate are tried on.
type gate interface {
	RequireApproval(context.Context, osbp.ApprovalRequest) (spender, error)
}

type spender interface{ Spend(context.Context) error }

type soundGate struct{ *osbp.Gate }

func (g soundGate) RequireApproval(ctx context.Context, r osbp.ApprovalRequest) (spender, error) {
	a, err := g.Gate.RequireApproval(ctx, r)
	if err != nil {
		return nil, err
	}
	return a, nil
}

// pieces are two instances of a gate and of a creator on one store, with the clock that
// they see.
type pieces struct {
	clock    *clock
	gate     gate
	other    gate
	creator  *osbp.Creator
	restart  *osbp.Creator
	creates  int
	answer   func() (*osbp.Appointment, error)
	between  func(*osbp.Appointment, error) (*osbp.Appointment, error)
	stored   func() string
	evidence *osbp.Evidence
}

// flaw is a mistake in what the pieces are built from, or in the gate in front of them.
type flaw struct {
	store func(store.Store) store.Store
	apart bool // the second instance has a store of its own
	clock func(now func() time.Time) func() time.Time
	rand  io.Reader
	gate  func(gate, store.Store) gate
	// answers stands between the creator and the platform.
	answers func(*osbp.Appointment, error) (*osbp.Appointment, error)
	native  bool
}

func newPieces(t *testing.T, f flaw) *pieces {
	t.Helper()
	p := &pieces{clock: &clock{at: time.Date(2026, 5, 1, 19, 0, 0, 0, time.UTC)}}
	must := func(err error) {
		if err != nil {
			t.Fatal(err)
		}
	}
	memory := func() store.Store {
		s, err := store.NewMemory(store.MemoryOptions{Clock: p.clock.now})
		must(err)
		return s
	}
	first := memory()
	p.stored = func() string {
		var all bytes.Buffer
		for record, err := range first.List(context.Background(), "") {
			must(err)
			fmt.Fprintf(&all, "%s %s\n", record.Key, record.Value)
		}
		return all.String()
	}
	build := func(s store.Store) (gate, *osbp.Creator) {
		if f.store != nil {
			s = f.store(s)
		}
		now := p.clock.now
		if f.clock != nil {
			now = f.clock(now)
		}
		g, err := osbp.NewGate(osbp.GateOptions{Store: s, Namespace: "org/", Clock: now, Rand: f.rand})
		must(err)
		c, err := osbp.NewCreator(osbp.CreatorOptions{
			OrganizationID: "org", Namespace: "org/", Store: s, Gate: g, Clock: p.clock.now, NativeIdempotency: f.native,
		})
		must(err)
		if f.gate != nil {
			return f.gate(soundGate{g}, s), c
		}
		return soundGate{g}, c
	}
	p.gate, p.creator = build(first)
	second := first
	if f.apart {
		second = memory()
	}
	p.other, p.restart = build(second)
	price := money.Fixed("USD", 9500)
	p.evidence = &osbp.Evidence{
		Service: &osbp.Service{ID: "svc", Name: "Haircut", Price: &price},
		Policy: &osbp.Policy{
			ServiceID: "svc", PaymentRequirement: osbp.PaymentNone, VerificationMethod: osbp.VerificationNone,
			Organization: &osbp.Organization{ID: "org"},
		},
		Slot: &osbp.Slot{ID: "slot", OrganizationID: "org", ScheduleID: "cal", ServiceID: "svc",
			StartsAtLocal: "2026-05-05T13:00:00", EndsAtLocal: "2026-05-05T14:00:00", Price: &price},
	}
	p.answer = func() (*osbp.Appointment, error) { return &osbp.Appointment{ID: "appointment"}, nil }
	p.between = f.answers
	return p
}

// request is what the gate is asked; token, if there is one, confirms it.
func request(payload, summary, token string) osbp.ApprovalRequest {
	r := osbp.ApprovalRequest{PayloadHash: sha256.Sum256([]byte(payload)), Summary: summary}
	if token != "" {
		r.Approval = &osbp.Approval{Confirmed: true, Token: token}
	}
	return r
}

// challenged is the token that the gate gives for a request.
func challenged(g gate, r osbp.ApprovalRequest) (string, error) {
	_, err := g.RequireApproval(context.Background(), r)
	c, perr := osbp.ParseChallenge(osbp.AsProblem(err))
	if perr != nil {
		return "", fmt.Errorf("no challenge but %v", err)
	}
	return c.Token, nil
}

// accepted reports whether the gate takes a request for approved.
func accepted(g gate, r osbp.ApprovalRequest) bool {
	_, err := g.RequireApproval(context.Background(), r)
	return err == nil
}

// book sends one booking through a creator. The second call of a pair is approved.
func (p *pieces) book(c *osbp.Creator, key string, approval *osbp.Approval) error {
	price := *p.evidence.Service.Price
	_, err := c.Create(context.Background(), osbp.BookingCreateInput{
		Mandate: &osbp.Mandate{
			ID: "mnd", ExpiresAt: "2026-05-02T00:00:00Z", AllowedActions: []osbp.Tool{osbp.ToolBookingCreate},
			OrganizationID: "org", MaxPrice: &price,
		},
		IdempotencyKey: key, ServiceID: "svc", ScheduleID: "cal", Date: "2026-05-05", Time: "13:00",
		Customer: osbp.Customer{DisplayName: "Jane"}, Approval: approval,
	},
		func(context.Context) (*osbp.Evidence, error) { return p.evidence, nil },
		func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
			p.creates++
			if p.between != nil {
				return p.between(p.answer())
			}
			return p.answer()
		})
	return err
}

// approve is the approval that a creator asks for.
func (p *pieces) approve(c *osbp.Creator, key string) *osbp.Approval {
	challenge, err := osbp.ParseChallenge(osbp.AsProblem(p.book(c, key, nil)))
	if err != nil {
		return nil
	}
	return challenge.Approval()
}

// promise is one that the pieces keep; kept says what is wrong.
type promise struct {
	name    string
	kept    func(p *pieces) error
	mutants map[string]flaw
}

var promises = []promise{
	{
		name: "a spent token is not accepted again",
		kept: func(p *pieces) error {
			token, err := challenged(p.gate, request("one", "Haircut.", ""))
			if err != nil {
				return err
			}
			approved, err := p.gate.RequireApproval(context.Background(), request("one", "Haircut.", token))
			if err != nil {
				return err
			}
			if err := approved.Spend(context.Background()); err != nil {
				return err
			}
			if accepted(p.gate, request("one", "Haircut.", token)) {
				return errors.New("it was")
			}
			return nil
		},
		mutants: map[string]flaw{
			"a store that deletes nothing": {store: changedStore(func(s *brokenStore) {
				s.del = func(context.Context, string, store.Version) error { return nil }
			})},
			"a gate that remembers what it accepted": {gate: func(g gate, _ store.Store) gate {
				return gateFunc(func(ctx context.Context, r osbp.ApprovalRequest) (spender, error) {
					a, err := g.RequireApproval(ctx, r)
					if err == nil {
						return unspent{}, nil
					}
					return a, err
				})
			}},
		},
	},
	{
		name: "of two approvals by one token one is spent",
		kept: func(p *pieces) error {
			token, err := challenged(p.gate, request("one", "Haircut.", ""))
			if err != nil {
				return err
			}
			spent := 0
			var approvals []spender
			for _, g := range []gate{p.gate, p.other} {
				a, err := g.RequireApproval(context.Background(), request("one", "Haircut.", token))
				if err != nil {
					return err
				}
				approvals = append(approvals, a)
			}
			for _, a := range approvals {
				if a.Spend(context.Background()) == nil {
					spent++
				}
			}
			if spent != 1 {
				return fmt.Errorf("%d were", spent)
			}
			return nil
		},
		mutants: map[string]flaw{
			"a store that says it deleted what it had not": {store: changedStore(func(s *brokenStore) {
				del := s.Store.Delete
				s.del = func(ctx context.Context, key string, v store.Version) error {
					_ = del(ctx, key, v)
					return nil
				}
			})},
		},
	},
	{
		name: "another instance on the same store takes the token",
		kept: func(p *pieces) error {
			token, err := challenged(p.gate, request("one", "Haircut.", ""))
			if err == nil && !accepted(p.other, request("one", "Haircut.", token)) {
				err = errors.New("it did not")
			}
			return err
		},
		mutants: map[string]flaw{"instances with a store each": {apart: true}},
	},
	{
		name: "a token is for its payload alone",
		kept: notAccepted("two", "Haircut.", osbp.ApprovalRequest{}),
		mutants: map[string]flaw{"a gate that looks at no payload": {gate: changedRequest(func(r *osbp.ApprovalRequest) {
			r.PayloadHash = [32]byte{1}
		})}},
	},
	{
		name: "a token is for its summary alone",
		kept: notAccepted("one", "Haircut, 100.00 USD.", osbp.ApprovalRequest{}),
		mutants: map[string]flaw{"a gate that looks at no summary": {gate: changedRequest(func(r *osbp.ApprovalRequest) {
			r.Summary = "Do you confirm?"
		})}},
	},
	{
		name: "a token is for what the summary does not show, too",
		kept: notAccepted("one", "Haircut.", osbp.ApprovalRequest{Facts: [32]byte{7}}),
		mutants: map[string]flaw{"a gate that looks at the summary alone": {gate: changedRequest(func(r *osbp.ApprovalRequest) {
			r.Facts = [32]byte{}
		})}},
	},
	{
		name: "a token is over at its tenth minute, and not before",
		kept: func(p *pieces) error {
			token, err := challenged(p.gate, request("one", "Haircut.", ""))
			if err != nil {
				return err
			}
			p.clock.advance(osbp.ApprovalLifetime - time.Nanosecond)
			if !accepted(p.gate, request("one", "Haircut.", token)) {
				return errors.New("it was over before")
			}
			p.clock.advance(time.Nanosecond)
			if accepted(p.gate, request("one", "Haircut.", token)) {
				return errors.New("it was not")
			}
			return nil
		},
		mutants: map[string]flaw{
			"a clock that runs late": {clock: func(now func() time.Time) func() time.Time {
				first := now()
				return func() time.Time { return first }
			}, store: changedStore(func(s *brokenStore) {
				create := s.Store.Create
				s.create = func(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
					return create(ctx, key, value, expires.Add(time.Hour))
				}
			})},
			"a clock that runs early": {clock: func(now func() time.Time) func() time.Time {
				first := now()
				return func() time.Time { return first.Add(2 * now().Sub(first)) }
			}},
		},
	},
	{
		name: "an expired token does not come again",
		kept: func(p *pieces) error {
			old, err := challenged(p.gate, request("one", "Haircut.", ""))
			if err != nil {
				return err
			}
			p.clock.advance(osbp.ApprovalLifetime)
			fresh, err := challenged(p.gate, request("one", "Haircut.", ""))
			if err == nil && fresh == old {
				err = errors.New("it did")
			}
			return err
		},
		mutants: map[string]flaw{"randomness that is none": {rand: zeros{}}},
	},
	{
		name: "what is stored has neither token nor summary",
		kept: func(p *pieces) error {
			token, err := challenged(p.gate, request("one", "Haircut for Zephyrine.", ""))
			if err != nil {
				return err
			}
			for _, secret := range []string{token, "Zephyrine"} {
				if bytes.Contains([]byte(p.stored()), []byte(secret)) {
					return errors.New("it has")
				}
			}
			return nil
		},
		mutants: map[string]flaw{"a gate that keeps summaries": {gate: func(g gate, s store.Store) gate {
			return gateFunc(func(ctx context.Context, r osbp.ApprovalRequest) (spender, error) {
				_, _ = s.Create(ctx, "summary", []byte(r.Summary), time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC))
				return g.RequireApproval(ctx, r)
			})
		}}},
	},
	{
		name: "one key makes one appointment, whichever instance is asked",
		kept: func(p *pieces) error {
			if err := p.book(p.creator, "idem", p.approve(p.creator, "idem")); err != nil {
				return err
			}
			_ = p.book(p.restart, "idem", p.approve(p.restart, "idem"))
			return p.wantCreates(1)
		},
		mutants: map[string]flaw{
			"instances with a store each": {apart: true},
			"a store that keeps the first of each record": {store: changedStore(func(s *brokenStore) {
				s.swap = func(ctx context.Context, key string, old store.Version, _ []byte, _ time.Time) (store.Version, error) {
					return old, nil
				}
			})},
		},
	},
	{
		name: "a create of unknown outcome is not sent again",
		kept: func(p *pieces) error {
			p.answer = func() (*osbp.Appointment, error) { return nil, errors.New("connection cut") }
			approval := p.approve(p.creator, "idem")
			for _, c := range []*osbp.Creator{p.creator, p.restart, p.creator} {
				if p.book(c, "idem", approval) == nil {
					return errors.New("it was taken for made")
				}
			}
			return p.wantCreates(1)
		},
		mutants: map[string]flaw{
			"a platform call that takes silence for a refusal": {answers: func(a *osbp.Appointment, err error) (*osbp.Appointment, error) {
				if err != nil {
					return nil, osbp.Refused(osbp.NewProblem(osbp.CodeSlotTaken, "Gone."))
				}
				return a, nil
			}},
			"a platform that is said to make one appointment a key": {native: true},
			"instances with a store each": {apart: true, answers: func(_ *osbp.Appointment, err error) (*osbp.Appointment, error) {
				return nil, osbp.NotSent(err)
			}},
		},
	},
	{
		name: "a create that panics may have been made, and is not sent again",
		kept: func(p *pieces) error {
			p.answer = func() (*osbp.Appointment, error) { panic("out of memory") }
			approval := p.approve(p.creator, "idem")
			for _, c := range []*osbp.Creator{p.creator, p.restart} {
				_ = p.book(c, "idem", approval)
			}
			return p.wantCreates(1)
		},
		mutants: map[string]flaw{"a platform that is said to make one appointment a key": {native: true}},
	},
	{
		name: "an approval is not spent by a refusal, and is by a booking",
		kept: func(p *pieces) error {
			made := p.answer
			p.answer = func() (*osbp.Appointment, error) { return nil, osbp.CodeRateLimited }
			approval := p.approve(p.creator, "idem")
			if err := p.book(p.creator, "idem", approval); !errors.Is(err, osbp.CodeRateLimited) {
				return fmt.Errorf("not rate_limited but %v", err)
			}
			p.answer = made
			if err := p.book(p.creator, "idem", approval); err != nil {
				return err
			}
			if bytes.Contains([]byte(p.stored()), []byte("approval/")) {
				return errors.New("its record is still there")
			}
			return p.wantCreates(2)
		},
		mutants: map[string]flaw{"a store that deletes nothing": {store: changedStore(func(s *brokenStore) {
			s.del = func(context.Context, string, store.Version) error { return nil }
		})}},
	},
}

func (p *pieces) wantCreates(n int) error {
	if p.creates != n {
		return fmt.Errorf("%d creates were sent", p.creates)
	}
	return nil
}

// notAccepted is kept where the token for payload one and its summary is no approval of
// something else.
func notAccepted(payload, summary string, facts osbp.ApprovalRequest) func(*pieces) error {
	return func(p *pieces) error {
		token, err := challenged(p.gate, request("one", "Haircut.", ""))
		if err != nil {
			return err
		}
		r := request(payload, summary, token)
		r.Facts = facts.Facts
		if accepted(p.gate, r) {
			return errors.New("it was accepted for another")
		}
		return nil
	}
}

func TestPieces(t *testing.T) {
	for _, promised := range promises {
		t.Run(promised.name, func(t *testing.T) {
			if err := promised.kept(newPieces(t, flaw{})); err != nil {
				t.Errorf("sound: %v", err)
			}
			if len(promised.mutants) == 0 {
				t.Error("no mutant shows that this can be broken")
			}
			for name, f := range promised.mutants {
				if promised.kept(newPieces(t, f)) == nil {
					t.Errorf("kept by %s", name)
				}
			}
		})
	}
}

// TestZeroBooking: only a Creator makes a booking that can be sent.
func TestZeroBooking(t *testing.T) {
	if _, err := new(osbp.AuthorizedBooking).Details(); !errors.Is(err, osbp.ErrNotAuthorized) {
		t.Errorf("Details of the zero booking: %v", err)
	}
	if err := new(osbp.Approved).Spend(t.Context()); err == nil {
		t.Error("the zero approval could be spent")
	}
}

type gateFunc func(context.Context, osbp.ApprovalRequest) (spender, error)

func (f gateFunc) RequireApproval(ctx context.Context, r osbp.ApprovalRequest) (spender, error) {
	return f(ctx, r)
}

func changedRequest(change func(*osbp.ApprovalRequest)) func(gate, store.Store) gate {
	return func(g gate, _ store.Store) gate {
		return gateFunc(func(ctx context.Context, r osbp.ApprovalRequest) (spender, error) {
			change(&r)
			return g.RequireApproval(ctx, r)
		})
	}
}

type unspent struct{}

func (unspent) Spend(context.Context) error { return nil }

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// brokenStore is a store of which some methods are replaced.
type brokenStore struct {
	store.Store
	create func(context.Context, string, []byte, time.Time) (store.Version, error)
	swap   func(context.Context, string, store.Version, []byte, time.Time) (store.Version, error)
	del    func(context.Context, string, store.Version) error
}

func changedStore(change func(*brokenStore)) func(store.Store) store.Store {
	return func(in store.Store) store.Store {
		s := &brokenStore{Store: in}
		change(s)
		return s
	}
}

func (s *brokenStore) Create(ctx context.Context, key string, value []byte, expires time.Time) (store.Version, error) {
	if s.create == nil {
		return s.Store.Create(ctx, key, value, expires)
	}
	return s.create(ctx, key, value, expires)
}

func (s *brokenStore) Swap(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
	if s.swap == nil {
		return s.Store.Swap(ctx, key, old, value, expires)
	}
	return s.swap(ctx, key, old, value, expires)
}

func (s *brokenStore) Delete(ctx context.Context, key string, old store.Version) error {
	if s.del == nil {
		return s.Store.Delete(ctx, key, old)
	}
	return s.del(ctx, key, old)
}
