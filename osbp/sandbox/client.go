package sandbox

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"strings"

	"github.com/openservicekit/openservice/osbp"
)

// ClientOptions configure a Client. They are copied.
type ClientOptions struct {
	// BaseURL is where the sandbox's Handler is served, such as
	// http://127.0.0.1:8080; required.
	BaseURL string
	// BusinessID is the one business that is called for; required.
	BusinessID string
	// Logger is the operator's; required, as osbp.TransportOptions.Logger is.
	Logger *slog.Logger
	// Base sends the requests; see osbp.TransportOptions.
	Base http.RoundTripper
}

// Client is one business of a sandbox as an osbp.Platform over HTTP. It only
// translates: requests into the platform's, answers into OSBP's, failures into what
// they prove. All else is the adapter's part. It holds no state but its connections,
// and is safe for concurrent use.
//
// Its notes for integrators. Status comes from the platform's own read, never from a
// record of the adapter's, except for a business that shows no appointments.
// Verification codes are bound to business and contact, not to one booking attempt:
// a leaked one books once, until it expires. Checking a code does not use it up, and
// a booking does not need the check.
type Client struct {
	shop      string
	base      *url.URL
	transport *osbp.Transport
	http      *http.Client
}

var (
	_ osbp.Platform          = (*Client)(nil)
	_ osbp.Verifier          = (*Client)(nil)
	_ osbp.AppointmentFinder = (*Client)(nil)
)

// NewClient returns a Client, or says which option is missing or wrong.
func NewClient(o ClientOptions) (*Client, error) {
	if o.BusinessID == "" {
		return nil, errors.New("sandbox: ClientOptions.BusinessID is required")
	}
	base, err := url.Parse(o.BaseURL)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" || base.RawPath != "" {
		return nil, errors.New("sandbox: ClientOptions.BaseURL is required, with http or https and a host")
	}
	base.Path = strings.TrimSuffix(base.Path, "/")
	transport, err := osbp.NewTransport(osbp.TransportOptions{
		Vendor:        Vendor,
		VersionHeader: osbp.VersionHeader{Name: VersionHeader, Value: APIVersion},
		Logger:        o.Logger,
		PathTemplate:  pathTemplate,
		Base:          o.Base,
	})
	if err != nil {
		return nil, fmt.Errorf("sandbox: client: %w", err)
	}
	return &Client{shop: o.BusinessID, base: base, transport: transport, http: transport.Client()}, nil
}

// CloseIdleConnections closes those that are not in use.
func (c *Client) CloseIdleConnections() { c.transport.CloseIdleConnections() }

// pathTemplate names the endpoint of a request: the path without its ids, which are
// every second segment after /v1.
func pathTemplate(r *http.Request) string {
	segments := strings.Split(strings.TrimPrefix(r.URL.Path, "/v1/"), "/")
	for i := 1; i < len(segments); i += 2 {
		segments[i] = "{}"
	}
	return "/v1/" + strings.Join(segments, "/")
}
