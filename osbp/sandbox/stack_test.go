package sandbox_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"sync"
	"testing"
	"time"

	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/examples/adapter"
	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/store"
	"github.com/openservicekit/openservice/wallclock"
)

// clock is a hand-set clock.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func newClock(at string) *clock {
	t, err := time.Parse(time.RFC3339, at)
	if err != nil {
		panic(err)
	}
	return &clock{t: t}
}

func (c *clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) Advance(d time.Duration) {
	c.mu.Lock()
	c.t = c.t.Add(d)
	c.mu.Unlock()
}

// friday is noon in California on 1 May 2026.
const friday = "2026-05-01T19:00:00Z"

var quiet = slog.New(slog.DiscardHandler)

// stack is an adapter and a host in front of one business.
type stack struct {
	clock    *clock
	sandbox  *sandbox.Sandbox
	platform osbp.Platform
	store    store.Store
	log      *audit.MemoryLog
	adapter  *osbp.Adapter
	host     *osbp.Host
}

// setup says what a stack is made of; the zero setup is Harbor Hair in memory.
type setup struct {
	business string
	at       string
	overHTTP bool
	options  sandbox.Options
	// hide wraps the platform.
	hide    func(osbp.Platform) osbp.Platform
	store   store.Store
	adapter func(*osbp.AdapterOptions)
	host    func(*osbp.HostOptions)
}

func newStack(t testing.TB, set setup) *stack {
	t.Helper()
	if set.business == "" {
		set.business = sandbox.HarborHair
	}
	if set.at == "" {
		set.at = friday
	}
	k := &stack{clock: newClock(set.at), store: set.store, log: new(audit.MemoryLog)}
	set.options.Clock = k.clock.Now
	var err error
	if k.sandbox, err = sandbox.New(set.options); err != nil {
		t.Fatal(err)
	}
	k.platform = newFace(t, k.sandbox, set.business, set.overHTTP)
	if set.hide != nil {
		k.platform = set.hide(k.platform)
	}
	if k.store == nil {
		if k.store, err = store.NewMemory(store.MemoryOptions{Clock: k.clock.Now}); err != nil {
			t.Fatal(err)
		}
	}
	k.adapter = k.newAdapter(t, set.business, set.adapter)
	ho := osbp.HostOptions{Log: k.log, Clock: k.clock.Now}
	if set.host != nil {
		set.host(&ho)
	}
	if k.host, err = osbp.NewHost(k.adapter, ho); err != nil {
		t.Fatal(err)
	}
	return k
}

// newAdapter puts another adapter in front of the same platform and store, as a
// second instance or a restart does.
func (k *stack) newAdapter(t testing.TB, business string, change func(*osbp.AdapterOptions)) *osbp.Adapter {
	t.Helper()
	o, err := k.sandbox.AdapterOptions(business)
	if err != nil {
		t.Fatal(err)
	}
	o.Store = k.store
	if change != nil {
		change(&o)
	}
	a, err := osbp.NewAdapter(k.platform, o)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

func newFace(t testing.TB, s *sandbox.Sandbox, business string, overHTTP bool) osbp.Platform {
	t.Helper()
	if !overHTTP {
		p, err := s.Platform(business)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	server := httptest.NewServer(s.Handler())
	t.Cleanup(server.Close)
	c, err := adapter.New(adapter.Options{BaseURL: server.URL, Shop: business, Logger: quiet})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.CloseIdleConnections)
	return c
}

// onBothFaces runs a test in memory and over HTTP: the two must not differ.
func onBothFaces(t *testing.T, test func(t *testing.T, overHTTP bool)) {
	t.Run("memory", func(t *testing.T) { test(t, false) })
	t.Run("http", func(t *testing.T) { test(t, true) })
}

// switchOn is SwitchOn for faults that are legal, off at the latest when the test
// ends.
func (k *stack) switchOn(t testing.TB, f sandbox.Fault) (off func()) {
	t.Helper()
	off, err := k.sandbox.SwitchOn(f)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(off)
	return off
}

// wish is a time that somebody wants.
type wish struct{ service, schedule, provider, date, time string }

// tuesday is an ordinary haircut.
var tuesday = wish{sandbox.Haircut, sandbox.HarborMain, sandbox.StaffMaya, "2026-05-05", "13:00"}

// fringe needs no code.
var fringe = wish{sandbox.FringeTrim, sandbox.HarborMain, sandbox.StaffMaya, "2026-05-05", "13:00"}

var jane = osbp.Customer{
	DisplayName: "Jane Customer", GivenName: "Jane", FamilyName: "Customer",
	Phone: "+15555550100", Email: "jane@example.com",
}

// request drafts a booking of w under the tightest mandate for it, as a careful
// agent would, from what the adapter's reads say.
func (k *stack) request(t testing.TB, w wish, key string) osbp.BookingCreateInput {
	t.Helper()
	ctx := context.Background()
	service, err1 := k.adapter.DescribeService(ctx, osbp.ServiceDescribeInput{ServiceID: w.service})
	policy, err2 := k.adapter.ExplainPolicy(ctx, osbp.PolicyExplainInput{ServiceID: w.service})
	slots, err3 := k.adapter.FindAvailability(ctx, osbp.AvailabilityFindInput{
		ServiceID: w.service, ScheduleID: w.schedule, ProviderID: w.provider, Date: w.date,
	})
	if err := errors.Join(err1, err2, err3); err != nil {
		t.Fatal(err)
	}
	for i := range slots {
		s := &slots[i]
		if s.StartsAtLocal != w.date+"T"+w.time+":00" || s.ProviderID != w.provider {
			continue
		}
		zone, err := wallclock.SystemZones().LoadZone(s.ScheduleTimezone)
		if err != nil {
			t.Fatal(err)
		}
		m, err := osbp.NewMandate(osbp.MandateRequest{
			ID: "mnd_" + key, ExpiresAt: k.clock.Now().Add(4 * time.Hour), Service: service, Slot: s, Policy: policy,
			Zone: zone, Now: k.clock.Now(), AllowPolicyFee: true,
		})
		if err != nil {
			t.Fatal(err)
		}
		return osbp.BookingCreateInput{
			Mandate: m, IdempotencyKey: key, ServiceID: w.service, ScheduleID: w.schedule, ProviderID: w.provider,
			Date: w.date, Time: w.time, Customer: jane,
		}
	}
	t.Fatalf("no opening on %s at %s among %d", w.date, w.time, len(slots))
	return osbp.BookingCreateInput{}
}

// approved drafts a booking and has its summary confirmed.
func (k *stack) approved(t testing.TB, w wish, key string) osbp.BookingCreateInput {
	t.Helper()
	return approve(t, k.adapter, k.request(t, w, key))
}

func approve(t testing.TB, a osbp.BookingAdapter, in osbp.BookingCreateInput) osbp.BookingCreateInput {
	t.Helper()
	in.Approval = nil
	_, err := a.CreateBooking(context.Background(), in)
	c, perr := osbp.ParseChallenge(osbp.AsProblem(err))
	if perr != nil {
		t.Fatalf("no challenge but %v", err)
	}
	in.Approval = c.Approval()
	return in
}

func wantCode(t testing.TB, err error, code osbp.Code, retryable bool) {
	t.Helper()
	p := osbp.AsProblem(err)
	if p == nil || p.Code != code || p.Retryable != retryable {
		t.Fatalf("got %v (retryable %t), want %s (retryable %t)", err, p != nil && p.Retryable, code, retryable)
	}
}

// wantCounts holds what arrived and what was made under a key.
func (k *stack) wantCounts(t testing.TB, business, key string, creates, appointments int) {
	t.Helper()
	got := k.sandbox.CountsOf(business, key)
	if got.Creates != creates || got.Appointments != appointments {
		t.Fatalf("%d creates and %d appointments, want %d and %d", got.Creates, got.Appointments, creates, appointments)
	}
}

// wide drafts a booking under a mandate that allows almost anything of a business,
// for what the tightest one can't be made for.
func (k *stack) wide(business string, w wish, key string, cap money.Money) osbp.BookingCreateInput {
	return osbp.BookingCreateInput{
		Mandate: &osbp.Mandate{
			ID: "mnd_" + key, ExpiresAt: wallclock.FormatInstant(k.clock.Now().Add(4 * time.Hour)),
			AllowedActions: []osbp.Tool{osbp.ToolBookingCreate}, OrganizationID: business,
			EarliestStart: "2026-01-01T00:00", LatestEnd: "2027-01-01T00:00",
			MaxPrice: &cap, AllowPolicyFee: true, MaxExtraFee: &cap,
		},
		IdempotencyKey: key, ServiceID: w.service, ScheduleID: w.schedule, ProviderID: w.provider,
		Date: w.date, Time: w.time, Customer: jane,
	}
}

// capture returns the permission that an adapter hands to a platform for w.
func capture(t testing.TB, k *stack, w wish, key string) *osbp.AuthorizedBooking {
	t.Helper()
	c := &capturing{Platform: k.platform}
	o, err := k.sandbox.AdapterOptions(sandbox.HarborHair)
	if err != nil {
		t.Fatal(err)
	}
	if o.Store, err = store.NewMemory(store.MemoryOptions{Clock: k.clock.Now}); err != nil {
		t.Fatal(err)
	}
	a, err := osbp.NewAdapter(c, o)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.CreateBooking(context.Background(), approve(t, a, k.request(t, w, key))); !errors.Is(err, osbp.CodeSlotTaken) {
		t.Fatal(err)
	}
	return c.got
}

// capturing keeps what it is to create and creates nothing.
type capturing struct {
	osbp.Platform
	got *osbp.AuthorizedBooking
}

func (c *capturing) CreateAppointment(_ context.Context, b *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
	c.got = b
	return nil, osbp.CodeSlotTaken
}
