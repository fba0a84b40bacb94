package osp

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/openservicekit/openservice/internal/strictjson"
	"github.com/openservicekit/openservice/wallclock"
)

// DefaultFetchTimeout bounds one fetch, redirects and body included.
const DefaultFetchTimeout = 10 * time.Second

// FetcherOptions bound what a [Fetcher] does. The zero options are the strictest: public addresses only, 1 MiB.
type FetcherOptions struct {
	// AllowPrivate lets requests go to loopback, private, link-local and other special-purpose addresses too; see
	// [IsPublicAddr].
	AllowPrivate bool
	// MaxBytes is the size of the largest manifest that is read, after decompression; 0 means 1 MiB.
	MaxBytes int
	// Timeout bounds one fetch; 0 means [DefaultFetchTimeout].
	Timeout time.Duration
	// Zones says which time zones exist, see [ParseOptions]; nil means the system's.
	Zones wallclock.ZoneLoader
	// UserAgent is sent with every request; empty means "openservice-osp/0.1".
	UserAgent string
	// Dialer opens the connections, with its own hooks run after the check of the address; nil means a plain one.
	Dialer *net.Dialer
	// TLS is the configuration of the connections; nil means the system's roots.
	TLS *tls.Config
	// Transport sends the requests in place of the Fetcher's own. It answers for the addresses that it connects to:
	// AllowPrivate, Dialer and TLS have no effect.
	Transport http.RoundTripper
}

// Fetcher reads the manifests that businesses publish (OSP 4.1). It is safe for concurrent use and keeps connections for a
// while; make one with [NewFetcher] and use it for every origin.
type Fetcher struct {
	opts   FetcherOptions
	client *http.Client
}

// NewFetcher makes a Fetcher. The error names the option that is negative.
func NewFetcher(opts FetcherOptions) (*Fetcher, error) {
	if opts.MaxBytes < 0 || opts.Timeout < 0 {
		return nil, errors.New("osp: FetcherOptions.MaxBytes and Timeout must not be negative")
	}
	opts.MaxBytes = cmp.Or(opts.MaxBytes, strictjson.MaxBytes)
	opts.Timeout = cmp.Or(opts.Timeout, DefaultFetchTimeout)
	opts.UserAgent = cmp.Or(opts.UserAgent, "openservice-osp/"+SpecVersion)
	if opts.Zones == nil {
		opts.Zones = wallclock.SystemZones()
	}
	transport := opts.Transport
	if transport == nil {
		transport = newFetchTransport(&opts)
	}
	return &Fetcher{opts: opts, client: &http.Client{Transport: transport, CheckRedirect: checkRedirect}}, nil
}

// Fetched is a manifest as an origin served it.
type Fetched struct {
	// Manifest is valid (OSP 4.1).
	Manifest *Manifest
	// Document is the manifest as it was served.
	Document []byte
	// URL is where it was found, after redirects.
	URL string
	// ETag and LastModified are the validators of the answer; empty if it had none.
	ETag, LastModified string
	// ClaimedLevel is the conformance level that the manifest claims, 0 if it claims none. It is a claim: verify it
	// rather than trust it (OSP 8).
	ClaimedLevel int
	// NotModified is true if the origin said that what was fetched before still holds.
	NotModified bool
}

// Fetch reads the manifest of an origin, such as "https://palmettoairheat.example". With what an earlier Fetch returned for
// the same origin, it asks only for what has changed since; nil asks for everything.
//
// It asks over https alone, follows redirects on the same host up to a leading www. and nowhere else, and connects to no
// address that is not public. It accepts status 200 with Content-Type application/json and nothing beyond the size limit,
// and only a manifest whose websiteUrl is on that host: one origin carries one manifest, its own.
//
// The error wraps [ErrNotPublished] when the origin publishes none, [ErrAddressRefused], [ErrRedirectRefused],
// [ErrNotManifest], [ErrOtherOrigin], a [*ValidationError] or [*VersionError] about the document, or what went wrong on the
// way.
func (f *Fetcher) Fetch(ctx context.Context, origin string, previous *Fetched) (*Fetched, error) {
	if f.client == nil {
		return nil, errors.New("osp: a Fetcher comes from NewFetcher")
	}
	target, err := parseOrigin(origin)
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, f.opts.Timeout)
	defer cancel()
	target = target.JoinPath(WellKnownPath)
	fetched, err := f.fetch(ctx, target, previous)
	if err != nil {
		return nil, fmt.Errorf("osp: fetching %s: %w", target, err)
	}
	return fetched, nil
}

func (f *Fetcher) fetch(ctx context.Context, target *url.URL, previous *Fetched) (*Fetched, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, target.String(), nil)
	if err != nil {
		return nil, err
	}
	req.Header.Set("Accept", "application/json")
	req.Header.Set("User-Agent", f.opts.UserAgent)
	if !isReusable(previous, target) || previous.ETag == "" && previous.LastModified == "" {
		previous = nil
	}
	if previous != nil && previous.ETag != "" {
		req.Header.Set("If-None-Match", previous.ETag)
	} else if previous != nil && previous.LastModified != "" {
		req.Header.Set("If-Modified-Since", previous.LastModified)
	}
	resp, err := f.client.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusNotModified && previous != nil:
		again := *previous
		again.NotModified = true
		return &again, nil
	case resp.StatusCode == http.StatusNotFound || resp.StatusCode == http.StatusGone:
		return nil, ErrNotPublished
	case resp.StatusCode != http.StatusOK:
		return nil, fmt.Errorf("%w: the status is %d", ErrNotManifest, resp.StatusCode)
	}
	return f.read(resp)
}

// isReusable reports whether an earlier answer is one about this target.
func isReusable(previous *Fetched, target *url.URL) bool {
	if previous == nil || previous.Manifest == nil {
		return false
	}
	found, err := url.Parse(previous.URL)
	return err == nil && sameSite(found, target)
}

// read judges an answer with status 200.
func (f *Fetcher) read(resp *http.Response) (*Fetched, error) {
	if mediaType, _, err := mime.ParseMediaType(resp.Header.Get("Content-Type")); err != nil || mediaType != "application/json" {
		return nil, fmt.Errorf("%w: the Content-Type is %s", ErrNotManifest, quote(resp.Header.Get("Content-Type")))
	}
	document, err := io.ReadAll(io.LimitReader(resp.Body, int64(f.opts.MaxBytes)+1))
	if err != nil {
		return nil, err
	}
	if len(document) > f.opts.MaxBytes {
		return nil, fmt.Errorf("%w: it is larger than %d bytes", ErrNotManifest, f.opts.MaxBytes)
	}
	m, err := Parse(document, &ParseOptions{Zones: f.opts.Zones, MaxBytes: f.opts.MaxBytes})
	if err != nil {
		return nil, err
	}
	site, err := url.Parse(m.Business.WebsiteURL)
	if err != nil || !sameSite(site, resp.Request.URL) {
		return nil, fmt.Errorf("%w: its websiteUrl is %s", ErrOtherOrigin, quote(m.Business.WebsiteURL))
	}
	fetched := &Fetched{
		Manifest: m, Document: document, URL: resp.Request.URL.String(),
		ETag: resp.Header.Get("ETag"), LastModified: resp.Header.Get("Last-Modified"),
	}
	if m.Conformance != nil {
		fetched.ClaimedLevel = m.Conformance.Level
	}
	return fetched, nil
}

// CloseIdleConnections closes connections that are kept and not in use.
func (f *Fetcher) CloseIdleConnections() {
	if f.client != nil {
		f.client.CloseIdleConnections()
	}
}
