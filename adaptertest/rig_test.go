package adaptertest_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/openservicekit/openservice/adaptertest"
	"github.com/openservicekit/openservice/examples/adapter"
	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/store"
	"github.com/openservicekit/openservice/wallclock"
)

// rig is a sandbox with everything a harness over it needs. Each check has its own.
type rig struct {
	t       testing.TB
	clock   *clock
	sandbox *sandbox.Sandbox
	store   *store.Memory
	tap     *tap
	log     *buffer
	logger  *slog.Logger
	// open makes an adapter for a business; adapters keeps those made.
	open     func(r *rig, business string) (osbp.BookingAdapter, error)
	mu       sync.Mutex
	adapters map[string]osbp.BookingAdapter
	restarts int
	close    []func()
}

// zones are loaded once for all rigs.
var zones = wallclock.SystemZones()

// opener says how a rig makes its adapters.
type opener func(r *rig, business string) (osbp.BookingAdapter, error)

func newRig(t testing.TB, open opener) *rig {
	r := &rig{
		t: t, clock: &clock{at: time.Date(2026, 5, 1, 19, 0, 0, 0, time.UTC)}, log: new(buffer), tap: new(tap),
		open: open, adapters: make(map[string]osbp.BookingAdapter),
	}
	r.logger = slog.New(slog.NewTextHandler(r.log, nil))
	var err error
	if r.sandbox, err = sandbox.New(sandbox.Options{Clock: r.clock.now, Zones: zones}); err != nil {
		t.Fatal(err)
	}
	if r.store, err = store.NewMemory(store.MemoryOptions{Clock: r.clock.now}); err != nil {
		t.Fatal(err)
	}
	// Two of the five lessons are sold in currencies of which the tables of others say
	// that they have other exponents.
	r.setPrice(t, sandbox.LessonEUR, clp(38000))
	r.setPrice(t, sandbox.LessonGBP, iqd(52500))
	return r
}

func (r *rig) setPrice(t testing.TB, service string, price *money.Money) {
	if err := r.sandbox.SetPrice(sandbox.MeridianTutors, service, price); err != nil {
		t.Fatal(err)
	}
}

// overMemory is an osbp.Adapter in front of the sandbox.
func overMemory(r *rig, business string) (osbp.BookingAdapter, error) {
	p, err := r.platform(business)
	if err != nil {
		return nil, err
	}
	return r.adapterOver(business, p)
}

// platform is the sandbox's in memory, with the tap on it.
func (r *rig) platform(business string) (osbp.Platform, error) {
	p, err := r.sandbox.Platform(business)
	if err != nil {
		return nil, err
	}
	return metered{tappedPlatform{p, r.tap}}, nil
}

// overHTTP is an osbp.Adapter in front of the sandbox's HTTP API.
func overHTTP(r *rig, business string) (osbp.BookingAdapter, error) {
	server := httptest.NewServer(r.tap.over(r.sandbox.Handler()))
	c, err := adapter.New(adapter.Options{BaseURL: server.URL, Shop: business, Logger: r.logger})
	if err != nil {
		server.Close()
		return nil, err
	}
	r.close = append(r.close, func() {
		c.CloseIdleConnections()
		server.Close()
	})
	return r.adapterOver(business, c)
}

func (r *rig) adapterOver(business string, p osbp.Platform) (osbp.BookingAdapter, error) {
	o, err := r.sandbox.AdapterOptions(business)
	if err != nil {
		return nil, err
	}
	o.Store, o.Logger = r.store, r.logger
	return osbp.NewAdapter(p, o)
}

func (r *rig) adapter(business string) (osbp.BookingAdapter, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if a := r.adapters[business]; a != nil {
		return a, nil
	}
	a, err := r.open(r, business)
	if err == nil {
		r.adapters[business] = a
	}
	return a, err
}

func usd(minor int64) *money.Money { return fixed("USD", minor) }
func eur(minor int64) *money.Money { return fixed("EUR", minor) }
func clp(minor int64) *money.Money { return fixed("CLP", minor) }
func iqd(minor int64) *money.Money { return fixed("IQD", minor) }
func jpy(minor int64) *money.Money { return fixed("JPY", minor) }
func kwd(minor int64) *money.Money { return fixed("KWD", minor) }

func fixed(currency string, minor int64) *money.Money {
	m := money.Fixed(currency, minor)
	return &m
}

// fixtures of the sandbox's five businesses.
func fixtures() adaptertest.Fixtures {
	at := func(organization, service, schedule, provider string, price, due *money.Money) adaptertest.Fixture {
		return adaptertest.Fixture{
			OrganizationID: organization, ServiceID: service, ScheduleID: schedule, ProviderID: provider, Price: price, Due: due,
		}
	}
	lesson := func(service string, price *money.Money) adaptertest.Fixture {
		return at(sandbox.MeridianTutors, service, sandbox.MeridianOnline, sandbox.StaffImogen, price, nil)
	}
	hair := func(service string, price, due *money.Money) adaptertest.Fixture {
		return at(sandbox.HarborHair, service, sandbox.HarborMain, sandbox.StaffMaya, price, due)
	}
	dental := func(service string, price, due *money.Money) adaptertest.Fixture {
		return at(sandbox.KanalDental, service, sandbox.KanalRooms, sandbox.StaffBrandt, price, due)
	}
	photo := func(service string, price, due *money.Money) adaptertest.Fixture {
		return at(sandbox.SalmiyaPhoto, service, sandbox.SalmiyaStudio, sandbox.StaffNoor, price, due)
	}
	cycle := func(service string, price *money.Money) adaptertest.Fixture {
		return at(sandbox.YoruCycle, service, sandbox.YoruStand, "", price, nil)
	}
	plain := lesson(sandbox.LessonUSD, usd(4000))
	return adaptertest.Fixtures{
		Plain: plain, ClockChange: plain, Overnight: plain,
		Free: hair(sandbox.FringeTrim, usd(0), nil), Fees: hair(sandbox.Haircut, usd(8500), nil),
		Verified: hair(sandbox.Haircut, usd(8500), nil), Options: hair(sandbox.Haircut, usd(8500), nil),
		Deposit:    photo(sandbox.PortraitPhoto, kwd(12500), kwd(5000)),
		FullPrepay: dental(sandbox.Whitening, eur(32000), eur(32000)), UnknownPayment: cycle(sandbox.BikeOverhaul, jpy(22000)),
		NotFixed: dental(sandbox.DentalCheck, nil, nil), NoPrice: photo(sandbox.StudioTour, nil, nil),
		Consultation: hair(sandbox.BridalHair, nil, nil), NoProvider: cycle(sandbox.BikeTune, jpy(6600)),
		SlotPrice: cycle(sandbox.BikeTune, jpy(6600)),
		FullName:  dental(sandbox.DentalClean, eur(9500), nil), Gated: dental(sandbox.DentalClean, eur(9500), nil),
		NoReadback: photo(sandbox.PassportPhoto, kwd(3250), nil),
		Currencies: []adaptertest.Fixture{
			plain, lesson(sandbox.LessonEUR, clp(38000)), lesson(sandbox.LessonGBP, iqd(52500)),
			lesson(sandbox.LessonJPY, jpy(6000)), lesson(sandbox.LessonKWD, kwd(12500)),
		},
	}
}

// harness is one over the rig that can show everything.
func (r *rig) harness() *adaptertest.Harness {
	return &adaptertest.Harness{
		Adapter: r.adapter, Fixtures: fixtures(), Strict: true,
		Creates: func() int { return r.sandbox.Counts().Creates },
		Now:     r.clock.now, Advance: r.clock.advance,
		Identity: osbp.PlatformIdentity{Vendor: sandbox.Vendor, APIVersion: sandbox.APIVersion}, Upstream: true,
		Restart: func(business string) (osbp.BookingAdapter, error) {
			r.restarts++
			return r.open(r, business)
		},
		Persisted: func() ([]byte, error) {
			var all bytes.Buffer
			for record, err := range r.store.List(context.Background(), "") {
				if err != nil {
					return nil, err
				}
				fmt.Fprintf(&all, "%s %s\n", record.Key, record.Value)
			}
			return all.Bytes(), nil
		},
		Logged:   r.log.String,
		TakeSlot: r.takeSlot,
		SetPrice: func(_ context.Context, f adaptertest.Fixture, price money.Money) error {
			return r.sandbox.SetPrice(f.OrganizationID, f.ServiceID, &price)
		},
		SetNoShowFee: func(_ context.Context, f adaptertest.Fixture, fee money.Money) error {
			return r.changeTerms(f, func(terms *sandbox.Terms) { terms.MissedCharge = &fee })
		},
		SetNote: func(_ context.Context, f adaptertest.Fixture, note string) error {
			return r.changeTerms(f, func(terms *sandbox.Terms) { terms.CancelText = note })
		},
		RateLimit:      r.faults(sandbox.FaultSlowDown, sandbox.OpReserve),
		RateLimitReads: r.faults(sandbox.FaultSlowDown, sandbox.OpDescribe, sandbox.OpOpenings, sandbox.OpTerms, sandbox.OpRead),
		LoseAnswer: func(ctx context.Context, made bool) (func(), error) {
			kind := sandbox.FaultCutBefore
			if made {
				kind = sandbox.FaultCutAfter
			}
			return r.faults(kind, sandbox.OpReserve, sandbox.OpLookUp)(ctx)
		},
		GarbleReads:   r.faults(sandbox.FaultMalformed, sandbox.OpDescribe, sandbox.OpOpenings, sandbox.OpTerms, sandbox.OpRead),
		GarbleCreates: r.faults(sandbox.FaultMalformed, sandbox.OpReserve),
		HoldCreates:   r.faults(sandbox.FaultLate, sandbox.OpReserve),
		EchoCustomer:  r.tap.echo,
		Received:      r.tap.received,
		Credentials:   []string{credential},
		Reconciles:    true,
		Code: func(_ context.Context, c osbp.Customer) (string, error) {
			for _, to := range []string{c.Phone, c.Email} {
				if code := r.sandbox.LastCode(to); code != "" {
					return code, nil
				}
			}
			return "", errors.New("no code was sent to the customer")
		},
		ExpireCodes: func(context.Context) error {
			r.clock.advance(sandbox.DefaultCodeLifetime)
			return nil
		},
		Cancel: func(_ context.Context, id string) error { return r.sandbox.Cancel(id) },
		SetUnusualState: func(_ context.Context, id string) error {
			return r.sandbox.SetState(id, sandbox.StateDisputed)
		},
		ForeignBooking: func(context.Context) (string, error) {
			return r.sandbox.Reservations(sandbox.HarborHair)[0].Ref, nil
		},
		Close: func() error {
			for _, f := range r.close {
				f()
			}
			return nil
		},
	}
}

func (r *rig) faults(kind sandbox.FaultKind, ops ...sandbox.Op) func(context.Context) (func(), error) {
	return func(context.Context) (func(), error) {
		var offs []func()
		for _, op := range ops {
			off, err := r.sandbox.SwitchOn(sandbox.Fault{Op: op, Kind: kind})
			if err != nil {
				return nil, err
			}
			offs = append(offs, off)
		}
		return func() {
			for _, off := range offs {
				off()
			}
		}, nil
	}
}

func (r *rig) takeSlot(_ context.Context, slot osbp.Slot) error {
	local, err := wallclock.ParseDateTime(slot.StartsAtLocal)
	if err != nil {
		return err
	}
	openings, err := r.sandbox.Openings(sandbox.OpeningQuery{
		BusinessID: slot.OrganizationID, OfferingID: slot.ServiceID, CalendarID: slot.ScheduleID, StaffID: slot.ProviderID, Day: local.Date,
	})
	if err != nil {
		return err
	}
	for _, o := range openings {
		if o.BeginsLocal == local {
			_, err := r.sandbox.TakeAtDesk(o)
			return err
		}
	}
	return errors.New("the slot is not open")
}

func (r *rig) changeTerms(f adaptertest.Fixture, change func(*sandbox.Terms)) error {
	for _, b := range r.sandbox.Businesses() {
		i := slices.IndexFunc(b.Offerings, func(o sandbox.Offering) bool { return o.ID == f.ServiceID })
		if b.ID == f.OrganizationID && i >= 0 {
			terms := b.Offerings[i].Terms
			change(&terms)
			return r.sandbox.SetTerms(b.ID, f.ServiceID, terms)
		}
	}
	return errors.New("there is no such service")
}

// clock is a hand-set clock.
type clock struct {
	mu sync.Mutex
	at time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.at
}

func (c *clock) advance(d time.Duration) {
	c.mu.Lock()
	c.at = c.at.Add(d)
	c.mu.Unlock()
}

// buffer is a bytes.Buffer for several goroutines.
type buffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}
