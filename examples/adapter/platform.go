package adapter

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"github.com/openservicekit/openservice/osbp"
)

// Vendor and APIVersion are the platform's identity (OSBP "Platform Metadata and
// Versioning"). Every request is pinned to APIVersion, so that the platform can't change
// the meaning of its answers under this code.
const (
	Vendor        = "osbp-sandbox"
	APIVersion    = "2026-05-01"
	versionHeader = "Sandbox-Version"
)

// Options configure a Platform. They are copied.
type Options struct {
	// BaseURL is where the platform's API is, such as https://api.example.com; required.
	BaseURL string
	// Shop is the one that is called for; required. It is OSBP's organization: one
	// Platform serves one, and an agent's input never says which.
	Shop string
	// Credentials signs a request in, as osbp.TransportOptions.Credentials does. Nil is
	// for a platform that asks for nothing, as the sandbox.
	Credentials func(*http.Request) error
	// Logger is the operator's; required, as osbp.TransportOptions.Logger is.
	Logger *slog.Logger
	// Base sends the requests; nil is a transport with time limits, see
	// osbp.TransportOptions.
	Base http.RoundTripper
}

// Platform is one shop of the platform. It holds no state but its connections, and is
// safe for concurrent use. Make one with New.
type Platform struct {
	shop      string
	base      *url.URL
	transport *osbp.Transport
	http      *http.Client
}

// Verifier and AppointmentFinder are optional. A platform that sends no codes leaves out
// the first, one that can't look a reservation up by its key the second; nothing is
// simulated.
var (
	_ osbp.Platform          = (*Platform)(nil)
	_ osbp.Verifier          = (*Platform)(nil)
	_ osbp.AppointmentFinder = (*Platform)(nil)
)

// New returns a Platform, or says which option is missing or wrong. It calls nobody.
func New(o Options) (*Platform, error) {
	if o.Shop == "" {
		return nil, errors.New("adapter: Options.Shop is required")
	}
	base, err := url.Parse(o.BaseURL)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" || base.RawPath != "" {
		// err would quote an address, and with it any password in it.
		return nil, errors.New("adapter: Options.BaseURL is required, with http or https and a host")
	}
	base.Path = strings.TrimSuffix(base.Path, "/")
	// The Transport has what all calls have in common: pin, identity, credentials (which
	// stay out of the requests that this package sees, and so out of its errors),
	// metadata for the audit, and that no request is ever sent twice.
	transport, err := osbp.NewTransport(osbp.TransportOptions{
		Vendor:        Vendor,
		VersionHeader: osbp.VersionHeader{Name: versionHeader, Value: APIVersion},
		Credentials:   o.Credentials,
		Logger:        o.Logger,
		PathTemplate:  pathTemplate,
		Base:          o.Base,
	})
	if err != nil {
		return nil, fmt.Errorf("adapter: %w", err)
	}
	return &Platform{shop: o.Shop, base: base, transport: transport, http: transport.Client()}, nil
}

// CloseIdleConnections closes those that are not in use.
func (p *Platform) CloseIdleConnections() { p.transport.CloseIdleConnections() }

// pathTemplate names the endpoint of a request: its path without the ids, which are every
// second segment after /v1. A warning that an endpoint retires is then given once for
// the endpoint, and names nobody's reservation.
func pathTemplate(r *http.Request) string {
	_, path, _ := strings.Cut(r.URL.EscapedPath(), "/v1/")
	segments := strings.Split(path, "/")
	for i := 1; i < len(segments); i += 2 {
		segments[i] = "{}"
	}
	return "/v1/" + strings.Join(segments, "/")
}
