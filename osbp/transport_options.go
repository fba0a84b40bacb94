package osbp

import (
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/textproto"
	"slices"
	"strings"

	"github.com/openservicekit/openservice/audit"
)

// DefaultMaxEndpoints is how many endpoints a Transport remembers as warned about.
const DefaultMaxEndpoints = 1024

// TransportOptions configure a Transport. They are copied.
type TransportOptions struct {
	// Vendor is the platform's slug as in AdapterOptions.Vendor, and Version that of
	// the adapter's own code; both go into the User-Agent. Vendor is required, an
	// empty Version is SpecVersion.
	Vendor  string
	Version string
	// Source is the x-osbp-source marker; empty is audit.Source.
	Source string
	// VersionHeader pins the platform's API version on every request. It is left out
	// only for a platform that has its version in the path, or none at all.
	VersionHeader VersionHeader
	// VersionEcho names the response header that echoes the API version; empty is
	// VersionHeader.Name.
	VersionEcho string
	// Credentials attaches the platform's credentials to a request that is about to
	// be sent: a copy, so they never show in the caller's own. It must not send
	// anything over this Transport. An error, or a panic, sends nothing. Nil is for
	// a platform that needs none.
	Credentials func(*http.Request) error
	// Logger is the operator's, who is told of endpoints that are being retired;
	// required, since that must not go unheard.
	Logger *slog.Logger
	// PathTemplate names the endpoint of a request, as in "/v1/appointments/{id}",
	// without customer data. Nil, or an empty answer, takes the path with everything
	// that looks like an id left out.
	PathTemplate func(*http.Request) string
	// MaxEndpoints bounds how many endpoints are remembered as warned about; zero is
	// DefaultMaxEndpoints. Beyond it the oldest is forgotten, and may be warned about
	// again.
	MaxEndpoints int
	// Base sends the requests; nil is a new http.Transport with time limits for
	// connecting and no proxy. It must not repeat a request on its own.
	Base http.RoundTripper
}

// VersionHeader is the request header by which a platform's API version is pinned
// (OSBP "Platform Metadata and Versioning"), such as a date header of the
// platform's own or an Accept with a version parameter.
type VersionHeader struct{ Name, Value string }

func (o *TransportOptions) complete() error {
	if o.Version == "" {
		o.Version = SpecVersion
	}
	if o.Source == "" {
		o.Source = audit.Source
	}
	if o.MaxEndpoints == 0 {
		o.MaxEndpoints = DefaultMaxEndpoints
	}
	switch {
	case !isHTTPToken(o.Vendor):
		return errors.New("osbp: TransportOptions.Vendor is required, of letters, digits and dashes")
	case !isHTTPToken(o.Version):
		return errors.New("osbp: TransportOptions.Version is no product version")
	case !isHeaderValue(o.Source):
		return errors.New("osbp: TransportOptions.Source is no header value")
	case o.Logger == nil:
		return errors.New("osbp: TransportOptions.Logger is required")
	case o.MaxEndpoints < 0:
		return errors.New("osbp: TransportOptions.MaxEndpoints is negative")
	case o.VersionEcho != "" && !isHTTPToken(o.VersionEcho):
		return errors.New("osbp: TransportOptions.VersionEcho is no header name")
	}
	if err := o.VersionHeader.check(); err != nil {
		return err
	}
	if o.VersionEcho == "" {
		o.VersionEcho = o.VersionHeader.Name
	}
	return nil
}

// reservedHeaders are set by Transport itself, by net/http, or by Credentials.
var reservedHeaders = []string{
	"Authorization", "Connection", "Content-Length", "Cookie", "Host", "Idempotency-Key", "Proxy-Authorization",
	"Trailer", "Transfer-Encoding", "Upgrade", "User-Agent", "X-Idempotency-Key", sourceHeader,
}

func (h VersionHeader) check() error {
	switch {
	case h == VersionHeader{}:
		return nil
	case !isHTTPToken(h.Name):
		return errors.New("osbp: TransportOptions.VersionHeader.Name is no header name")
	case slices.Contains(reservedHeaders, textproto.CanonicalMIMEHeaderKey(h.Name)):
		return fmt.Errorf("osbp: TransportOptions.VersionHeader.Name can't be %s", h.Name)
	case !isHeaderValue(h.Value):
		return errors.New("osbp: TransportOptions.VersionHeader.Value is no header value")
	}
	return nil
}

// isHTTPToken reports whether s is a token of RFC 9110.
func isHTTPToken(s string) bool {
	for _, c := range []byte(s) {
		isLetter := 'a' <= c|0x20 && c|0x20 <= 'z'
		isDigit := '0' <= c && c <= '9'
		if !isLetter && !isDigit && !strings.ContainsRune("!#$%&'*+-.^_`|~", rune(c)) {
			return false
		}
	}
	return s != ""
}

// isHeaderValue reports whether s is plain ASCII that a header carries unchanged.
func isHeaderValue(s string) bool {
	for _, c := range []byte(s) {
		if c < ' ' || c > '~' {
			return false
		}
	}
	return s != "" && strings.TrimSpace(s) == s
}
