package wallclock

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"time"
)

// ZoneLoader finds zones by name. Every entry point that needs zones takes one,
// because the rules change by law several times a year and a copy of the
// database ages. Implementations must be safe for concurrent use and refuse what
// [Zones] refuses; [Zones] is the one to use.
type ZoneLoader interface {
	// LoadZone returns the zone of an IANA name, spelled as the database spells it.
	LoadZone(name string) (Zone, error)
	// Version says which database answers, such as "2025b", for logs and support.
	Version() string
}

// The causes of a [ZoneError].
var (
	// ErrZoneName: no zone could have that name: it is empty, "Local", "Factory", a
	// path, misspelt in letter case, or has characters that IANA names do not.
	ErrZoneName = errors.New("not an IANA time zone name")
	// ErrUnknownZone: the database does not list the name.
	ErrUnknownZone = errors.New("unknown time zone")
	// ErrZoneDatabase: the name is an IANA name that the database at hand lacks or
	// holds in a form that cannot be read: the database is missing, incomplete or
	// damaged, and whoever runs the program has to see to it.
	ErrZoneDatabase = errors.New("time zone database is missing or incomplete")
)

// ZoneError says why a zone was not loaded.
type ZoneError struct {
	// Name is the name asked for.
	Name string
	// Err matches one of the causes above, and what the source of the data said.
	Err error
}

// Error implements error. It quotes no more of the name than a name can be long.
func (e *ZoneError) Error() string {
	return fmt.Sprintf("wallclock: zone %.*q: %v", maxZoneName, e.Name, e.Err)
}

// Unwrap returns the cause.
func (e *ZoneError) Unwrap() error { return e.Err }

// Zones is the [ZoneLoader] of this package. It keeps what it has loaded, so a
// database that changes is seen by new Zones only. The zero Zones knows no zone.
type Zones struct {
	load    func(name string) (*time.Location, error)
	version string

	mu     sync.RWMutex
	loaded map[string]Zone
}

var _ ZoneLoader = (*Zones)(nil)

// maxLoaded is more than any database has names, so that no source and no
// caller can make Zones grow without end.
const maxLoaded = 2048

// SystemZones returns a loader over Go's own lookup, [time.LoadLocation]: the
// database of the host or, failing that, the one that the program embeds by
// importing time/tzdata.
//
// Go does not say which of them answered, so Version is honest rather than
// useful. Nor can it tell that the answer is out of date: British Columbia
// stopped changing its clocks in 2026, and a Go release or a host whose copy is
// from before puts winter appointments in America/Vancouver an hour off from
// November 2026 on. Programs that must know better pass data of their own to
// [NewZoneLoader] or [NewZoneLoaderFS].
func SystemZones() *Zones {
	return &Zones{load: time.LoadLocation, version: "unknown (system lookup of " + runtime.Version() + ")"}
}

// NewZoneLoader returns a loader over compiled zone files (TZif, RFC 9636) that
// read returns by name; an error means that it has none. read must be safe for
// concurrent use. It is asked for names that could be IANA's and, where a name is
// newer than this package, for its lower-case form. The version names the
// database, such as "2025b"; it must not be empty.
func NewZoneLoader(read func(name string) ([]byte, error), version string) (*Zones, error) {
	if read == nil || version == "" {
		return nil, errors.New("wallclock: NewZoneLoader needs a source and a version")
	}
	load := func(name string) (*time.Location, error) {
		data, err := read(name)
		if err != nil {
			return nil, err
		}
		return time.LoadLocationFromTZData(name, data)
	}
	return &Zones{load: load, version: version}, nil
}

// Version implements [ZoneLoader].
func (z *Zones) Version() string { return z.version }

// LoadZone implements [ZoneLoader]. Its error is a [*ZoneError]. Names are
// matched exactly, even if the source itself ignores case.
func (z *Zones) LoadZone(name string) (Zone, error) {
	z.mu.RLock()
	zone, ok := z.loaded[name]
	z.mu.RUnlock()
	if ok {
		return zone, nil
	}
	zone, err := z.find(name)
	if err != nil {
		return Zone{}, &ZoneError{Name: name, Err: err}
	}
	z.mu.Lock()
	defer z.mu.Unlock()
	if kept, ok := z.loaded[name]; ok {
		return kept, nil
	}
	if z.loaded == nil {
		z.loaded = make(map[string]Zone)
	}
	if len(z.loaded) < maxLoaded {
		z.loaded[name] = zone
	}
	return zone, nil
}

func (z *Zones) find(name string) (Zone, error) {
	if !wellFormedZoneName(name) {
		return Zone{}, ErrZoneName
	}
	listed := listedZoneName(name)
	if listed != "" && listed != name {
		return Zone{}, ErrZoneName
	}
	if z.load == nil {
		return Zone{}, ErrZoneDatabase
	}
	location, err := z.load(name)
	switch {
	case err != nil && listed != "":
		return Zone{}, fmt.Errorf("%w: %w", ErrZoneDatabase, err)
	case err != nil:
		return Zone{}, fmt.Errorf("%w: %w", ErrUnknownZone, err)
	case listed == "" && z.ignoresCase(name):
		return Zone{}, ErrUnknownZone
	}
	zone, err := newZone(name, location)
	if err != nil {
		return Zone{}, fmt.Errorf("%w: %w", ErrZoneDatabase, err)
	}
	return zone, nil
}

// ignoresCase reports whether the source finds name in lower case too, as file
// systems do that ignore case. It can't vouch for a spelling then.
func (z *Zones) ignoresCase(name string) bool {
	_, err := z.load(strings.ToLower(name))
	return err == nil
}
