package sandbox

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// DefaultCodeLifetime is how long a verification code is good for unless Options
// say otherwise.
const DefaultCodeLifetime = 5 * time.Minute

// Options configure a Sandbox. They are copied.
type Options struct {
	// Clock tells the time; nil is the system's.
	Clock func() time.Time
	// Seed decides ids and codes. The zero seed is one like any other.
	Seed uint64
	// Zones loads IANA zones; nil is the system's. See wallclock.ZoneLoader.
	Zones wallclock.ZoneLoader
	// NativeIdempotency makes the platform answer a create whose key it knows with
	// the appointment that it made for it. Without, a repeated key is another
	// create like any other.
	NativeIdempotency bool
	// CodeLifetime of a verification code; zero is DefaultCodeLifetime.
	CodeLifetime time.Duration
}

// Sandbox is the platform. It is safe for concurrent use; make one with New.
type Sandbox struct {
	opts   Options
	faults switchboard

	mu           sync.Mutex
	businesses   []*business
	byID         map[string]*business
	issued       map[string]int // how many ids and codes of a kind
	reservations []*Reservation // in the order they were made
	byRef        map[string]*Reservation
	busy         map[string][]*Reservation // by who or what is taken up
	keys         map[businessKey]*keyLog
	codes        map[businessContact]*code
	messages     []Message
	counts       Counts
}

// New opens the sandbox, or says which option is wrong. Each business starts with
// one appointment in its book, made by its front desk on the next open day.
func New(o Options) (*Sandbox, error) {
	if o.CodeLifetime < 0 {
		return nil, errors.New("sandbox: Options.CodeLifetime is negative")
	}
	if o.CodeLifetime == 0 {
		o.CodeLifetime = DefaultCodeLifetime
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Zones == nil {
		o.Zones = wallclock.SystemZones()
	}
	s := &Sandbox{
		opts: o, byID: map[string]*business{}, issued: map[string]int{},
		byRef: map[string]*Reservation{}, busy: map[string][]*Reservation{},
		keys: map[businessKey]*keyLog{}, codes: map[businessContact]*code{},
	}
	for _, b := range catalog() {
		compiled, err := compile(b, o.Zones)
		if err != nil {
			return nil, fmt.Errorf("sandbox: %s: %w", b.ID, err)
		}
		s.businesses = append(s.businesses, compiled)
		s.byID[b.ID] = compiled
		if err := s.bookFirst(compiled); err != nil {
			return nil, fmt.Errorf("sandbox: %s: %w", b.ID, err)
		}
	}
	return s, nil
}

// bookFirst puts an appointment into the book of a business that has just opened.
func (s *Sandbox) bookFirst(b *business) error {
	o := &b.offerings[0]
	today := b.zone.ToLocal(s.opts.Clock()).Date
	for day := 1; day <= 7; day++ {
		open, err := s.openings(OpeningQuery{
			BusinessID: b.ID, OfferingID: o.ID, CalendarID: o.Calendars[0], Day: today.AddDays(day),
		})
		if err != nil {
			return err
		}
		if len(open) > 0 {
			s.write(open[0], "")
			return nil
		}
	}
	return errors.New("never opens")
}

// AdapterOptions returns what an osbp.Adapter for the business must know about the
// sandbox: its identity, the organization, the clock and zones, whether it has
// native idempotency and whether it needs names in parts, with the first offering
// and calendar as defaults for reads. A Store and whatever else is wanted are for
// the caller to add.
func (s *Sandbox) AdapterOptions(businessID string) (osbp.AdapterOptions, error) {
	b := s.byID[businessID]
	if b == nil {
		return osbp.AdapterOptions{}, noSuchBusiness(businessID)
	}
	return osbp.AdapterOptions{
		Vendor: Vendor, APIVersion: APIVersion, OrganizationID: b.ID,
		Clock: s.opts.Clock, Zones: s.opts.Zones,
		DefaultServiceID: b.offerings[0].ID, DefaultScheduleID: b.offerings[0].Calendars[0],
		NativeIdempotency: s.opts.NativeIdempotency, NeedsNameParts: b.NeedsFullName,
	}, nil
}

func noSuchBusiness(id string) error { return fmt.Errorf("sandbox: no business %q", id) }
