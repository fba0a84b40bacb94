package osp

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/openservicekit/openservice/store"
)

// Defaults of ServerOptions.
const (
	// DefaultBackendTimeout bounds one answer of a review source, a calendar or the store.
	DefaultBackendTimeout = 5 * time.Second
	// DefaultSinkTimeout bounds one delivery of a request.
	DefaultSinkTimeout = 15 * time.Second
	// DefaultDuplicateSpan is how long a second request of the same person for the same service, location and date counts
	// as the first.
	DefaultDuplicateSpan = 10 * time.Minute
	// DefaultUserAgentRetention is how long the raw user-agent string of a booking request is kept.
	DefaultUserAgentRetention = 30 * 24 * time.Hour
)

// ServerOptions are the systems behind a [Server] and its limits. They are copied. The zero options serve the four tools
// that need nothing but the profile, in policy mode.
type ServerOptions struct {
	// Sink takes booking requests to the business. With it the server offers request_service_booking, and needs Store.
	Sink RequestSink
	// Store keeps what has been received, so that a retry makes no second request; instances that share it act as one
	// (OSP 6.7). It should outlive the process.
	Store store.Store
	// Reviews has the public reviews. With it the server offers get_reviews.
	Reviews ReviewSource
	// Calendar is a live scheduling engine. With it availability is answered in calendar mode (OSP 6.5).
	Calendar CalendarSource

	// Pages are addresses that get_business_info gives and the manifest lacks.
	Pages Pages
	// Limits bound how often the tools can be called.
	Limits Limits

	// BackendTimeout bounds one answer of Reviews, Calendar or Store, and SinkTimeout one delivery; zero means the default.
	// At most 64 calls of each are under way at a time.
	BackendTimeout time.Duration
	SinkTimeout    time.Duration
	// DuplicateSpan: see [DefaultDuplicateSpan], which zero means.
	DuplicateSpan time.Duration
	// UserAgentRetention: see [DefaultUserAgentRetention], which zero means (OSP 7.6).
	UserAgentRetention time.Duration
	// PersonKey keys the hashes by which a person is recognized within DuplicateSpan, at least 32 random bytes; instances
	// that share a store share it too. Empty is a random key that the store keeps for them.
	PersonKey []byte
	// Namespace begins the keys of this business in the store; empty is made from the host of the business origin. Keep it
	// when the origin changes, or retries from before are not recognized.
	Namespace string

	// Clock tells the time; nil is the system's.
	Clock func() time.Time
	// Logger is the operator's: it gets the causes that agents never see. Nil discards.
	Logger *slog.Logger
	// Rand makes the PersonKey; nil is crypto/rand.
	Rand io.Reader
}

// Pages are the business's own pages (OSP 6.2), https URLs; each is optional.
type Pages struct {
	// Services lists the services, ServiceAreas the areas served, Locations the locations.
	Services     string
	ServiceAreas string
	Locations    string
}

const (
	minPersonKey = 32  // bytes
	maxNamespace = 512 // bytes; keys of a store have at most 1024
)

// complete checks the options and fills in the defaults.
func (o *ServerOptions) complete(p *Profile) error {
	for _, d := range []struct {
		name     string
		value    *time.Duration
		standard time.Duration
	}{
		{"BackendTimeout", &o.BackendTimeout, DefaultBackendTimeout},
		{"SinkTimeout", &o.SinkTimeout, DefaultSinkTimeout},
		{"DuplicateSpan", &o.DuplicateSpan, DefaultDuplicateSpan},
		{"UserAgentRetention", &o.UserAgentRetention, DefaultUserAgentRetention},
	} {
		if *d.value < 0 {
			return fmt.Errorf("osp: ServerOptions.%s is negative", d.name)
		}
		if *d.value == 0 {
			*d.value = d.standard
		}
	}
	for _, page := range []struct{ name, url string }{
		{"Services", o.Pages.Services}, {"ServiceAreas", o.Pages.ServiceAreas}, {"Locations", o.Pages.Locations},
	} {
		if page.url != "" && !isHTTPSURL(page.url) {
			return fmt.Errorf("osp: ServerOptions.Pages.%s is not an https URL", page.name)
		}
	}
	switch {
	case o.Sink != nil && o.Store == nil:
		return errors.New("osp: ServerOptions.Sink needs a Store")
	case len(o.PersonKey) > 0 && len(o.PersonKey) < minPersonKey:
		return errors.New("osp: ServerOptions.PersonKey needs at least 32 bytes")
	case len(o.Namespace) > maxNamespace:
		return errors.New("osp: ServerOptions.Namespace is longer than 512 bytes")
	}
	if err := o.Limits.complete(); err != nil {
		return err
	}
	o.PersonKey = slices.Clone(o.PersonKey)
	if o.Namespace == "" {
		o.Namespace = "osp/" + strings.ToLower(strings.TrimPrefix(p.origin, httpsPrefix))
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Rand == nil {
		o.Rand = rand.Reader
	}
	return nil
}
