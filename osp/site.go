package osp

import (
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"slices"
	"strings"
	"time"
)

// The bounds of Cache-Control max-age for published documents; the smaller one is the default (OSP 4.1).
const (
	MinMaxAge = time.Hour
	MaxMaxAge = 24 * time.Hour
)

// DefaultWebMCPPath is where the pages of a site send the tool calls of WebMCP actions.
const DefaultWebMCPPath = "/webmcp"

// SiteOptions are what [NewSite] needs beside the profile. The zero options publish the manifest and no tools.
type SiteOptions struct {
	// Server answers the REST mirror and WebMCP calls, and its tools are those of the server card. It must be the server of
	// the same profile. Nil publishes a manifest without tools, or whose tools are served by another program.
	Server *Server
	// MaxAge is how long the published documents may be cached, from [MinMaxAge], which zero means, to [MaxMaxAge].
	MaxAge time.Duration
	// Version is the operator's version of the tools, for the server card and the OpenAPI document; empty means the version
	// of the specification.
	Version string
	// WebMCPPath is the path under which WebMCP calls arrive, if the manifest says that pages register the tools; empty
	// means [DefaultWebMCPPath].
	WebMCPPath string
	// TrustedProxies are the networks of the operator's own proxies, whose X-Forwarded-For tells callers apart; see
	// [CallerKey]. Without any, callers are told apart by their network address.
	TrustedProxies []netip.Prefix
	// Clock tells the time; nil is the system's.
	Clock func() time.Time
}

// Site is what one origin publishes: the manifest, and what the manifest's interfaces point to on the same origin (OSP 4). It
// never changes and is safe for concurrent use; a change of the manifest takes a new Site. [Sites] serves it.
type Site struct {
	profile *Profile
	server  *Server
	proxies []netip.Prefix
	clock   func() time.Time

	host, otherHost string // host and port of the origin; the same with or without www., "" if there is none

	manifest, card, openAPI *document // nil if there is none
	cardPaths               []string
	openAPIPath             string
	toolPaths               []toolPath
}

// NewSite prepares what an origin publishes. The error names the option that can't be; a manifest that claims more tools than
// the server offers is refused, because what is published must be true (OSP 8).
func NewSite(p *Profile, opts SiteOptions) (*Site, error) {
	if p == nil || p.manifest == nil {
		return nil, errors.New("osp: NewSite needs a Profile from NewProfile")
	}
	if err := opts.complete(p); err != nil {
		return nil, err
	}
	origin, err := url.Parse(p.origin)
	if err != nil {
		return nil, fmt.Errorf("osp: the origin of websiteUrl: %w", err)
	}
	s := &Site{profile: p, server: opts.Server, proxies: slices.Clone(opts.TrustedProxies), clock: opts.Clock}
	if s.host = foldHost(origin.Host); s.host == "" {
		return nil, errors.New("osp: websiteUrl names no host")
	}
	s.otherHost = otherHost(s.host)
	if err := s.placeInterfaces(&opts); err != nil {
		return nil, err
	}
	if err := s.makeDocuments(&opts); err != nil {
		return nil, err
	}
	return s, nil
}

func (o *SiteOptions) complete(p *Profile) error {
	if o.MaxAge == 0 {
		o.MaxAge = MinMaxAge
	}
	if o.MaxAge < MinMaxAge || o.MaxAge > MaxMaxAge {
		return errors.New("osp: SiteOptions.MaxAge must be from 1 to 24 hours")
	}
	if o.Version == "" {
		o.Version = SpecVersion
	}
	if o.WebMCPPath == "" {
		o.WebMCPPath = DefaultWebMCPPath
	}
	if !strings.HasPrefix(o.WebMCPPath, "/") || strings.ContainsAny(o.WebMCPPath, "?#%") || strings.Trim(o.WebMCPPath, "/") == "" {
		return errors.New("osp: SiteOptions.WebMCPPath must be a path such as " + DefaultWebMCPPath)
	}
	for i, proxy := range o.TrustedProxies {
		if !proxy.IsValid() {
			return fmt.Errorf("osp: SiteOptions.TrustedProxies[%d] is no network", i)
		}
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Server == nil {
		return nil
	}
	if o.Server.profile != p {
		return errors.New("osp: SiteOptions.Server answers for another profile")
	}
	if c := p.manifest.Conformance; c != nil && c.Level >= 3 && !o.Server.offers(ToolRequestServiceBooking) {
		return errors.New("osp: the manifest claims level 3, and SiteOptions.Server doesn't offer request_service_booking")
	}
	return nil
}

// placeInterfaces finds the paths of what the manifest's interfaces point to.
func (s *Site) placeInterfaces(opts *SiteOptions) error {
	i := &s.profile.manifest.Interfaces
	if i.MCP != nil {
		s.cardPaths = []string{ServerCardPath}
		if path, ok := s.pathOf(i.MCP.ServerCardURL); ok && path != ServerCardPath {
			s.cardPaths = append(s.cardPaths, path)
		}
	}
	if s.server == nil {
		return nil
	}
	if i.REST != nil {
		if path, ok := s.pathOf(i.REST.BaseURL); ok {
			s.toolPaths = append(s.toolPaths, toolPath{strings.TrimRight(path, "/") + "/", ChannelREST})
		}
		if path, ok := s.pathOf(i.REST.OpenAPIURL); ok {
			s.openAPIPath = path
		}
	}
	if i.WebMCP != nil && *i.WebMCP {
		own := toolPath{strings.TrimRight(opts.WebMCPPath, "/") + "/", ChannelWebMCP}
		if len(s.toolPaths) > 0 && s.toolPaths[0].prefix == own.prefix {
			return errors.New("osp: SiteOptions.WebMCPPath is the path of the REST mirror; the two channels could not be told apart")
		}
		s.toolPaths = append(s.toolPaths, own)
	}
	return nil
}

// pathOf returns the path of a URL on the site's own origin, false for one elsewhere.
func (s *Site) pathOf(address string) (path string, ok bool) {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || foldHost(u.Host) != s.host {
		return "", false
	}
	return "/" + strings.TrimLeft(u.Path, "/"), true
}

// makeDocuments prepares what is published as a document.
func (s *Site) makeDocuments(opts *SiteOptions) error {
	m := s.profile.manifest
	updated, err := m.UpdatedAt.Time()
	if err != nil {
		return fmt.Errorf("osp: updatedAt: %w", err)
	}
	s.manifest, err = newDocument(ManifestMediaType, m.appendJSON(nil), updated, opts.MaxAge, opts.Clock)
	if err != nil || s.server == nil {
		return err
	}
	if m.Interfaces.MCP != nil {
		if s.card, err = newDocument("application/json", s.writeCard(opts.Version), time.Time{}, opts.MaxAge, opts.Clock); err != nil {
			return err
		}
	}
	if s.openAPIPath != "" {
		doc := OpenAPI(s.server, m.Interfaces.REST.BaseURL, opts.Version)
		s.openAPI, err = newDocument("application/json", doc, time.Time{}, opts.MaxAge, opts.Clock)
	}
	return err
}

// Profile returns what the site was made from.
func (s *Site) Profile() *Profile { return s.profile }
