package main

import (
	"crypto/rand"
	_ "embed"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/osp/zcta"
	"github.com/openservicekit/openservice/store"
)

//go:embed manifest.json
var exampleManifest []byte

// exampleOrigin is the origin that the example manifest names.
const exampleOrigin = "https://palmettoairheat.example"

type siteOptions struct {
	ManifestFile string
	PublicURL    string
	OfficeToken  string
	Store        store.Store
	Logger       *slog.Logger
	Clock        func() time.Time
}

// site is the whole of the program behind its address.
type site struct {
	profile     *osp.Profile
	tools       *osp.Server
	requests    *requestBook
	officeToken string
	sessions    sessions
	clock       func() time.Time
	logger      *slog.Logger
	webMCP      []byte
	handler     http.Handler
}

func newSite(o siteOptions) (*site, error) {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.OfficeToken == "" {
		o.OfficeToken = rand.Text()
	}
	profile, err := loadProfile(o.ManifestFile, o.PublicURL)
	if err != nil {
		return nil, err
	}
	s := &site{
		profile: profile, requests: &requestBook{store: o.Store, clock: o.Clock},
		officeToken: o.OfficeToken, clock: o.Clock, logger: o.Logger,
	}
	s.tools, err = osp.NewServer(profile, osp.ServerOptions{
		Sink: s.requests, Store: o.Store, Clock: o.Clock, Logger: o.Logger,
		Pages: osp.Pages{Services: profile.CanonicalSiteURL() + "/services"},
	})
	if err != nil {
		return nil, err
	}
	if s.webMCP, err = webMCPScript(s.tools); err != nil {
		return nil, err
	}
	published, err := osp.NewSite(profile, osp.SiteOptions{Server: s.tools, Clock: o.Clock})
	if err != nil {
		return nil, err
	}
	// Whatever host it is asked under, this program serves the one site.
	s.handler = secured(osp.OneSite(published).Handler(s.pages()))
	return s, nil
}

func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// loadProfile reads the manifest, or the example with its origin replaced.
func loadProfile(file, publicURL string) (*osp.Profile, error) {
	data := exampleManifest
	if file != "" {
		var err error
		if data, err = os.ReadFile(file); err != nil {
			return nil, err
		}
	} else {
		origin, err := checkOrigin(publicURL)
		if err != nil {
			return nil, err
		}
		data = []byte(strings.ReplaceAll(string(data), exampleOrigin, origin))
	}
	m, err := osp.Parse(data, nil)
	if err != nil {
		return nil, fmt.Errorf("manifest: %w", err)
	}
	if file == "" {
		// What is published must be true, and this program speaks no MCP.
		m.Interfaces.MCP, m.Interfaces.AgentSkillsURL = nil, ""
		m.Conformance = &osp.Conformance{Level: 1}
	}
	return osp.NewProfile(m, &osp.ProfileOptions{Centroids: zcta.Table[osp.ZIP]{}})
}

func checkOrigin(publicURL string) (string, error) {
	u, err := url.Parse(publicURL)
	if err != nil || u.Scheme != "https" || u.Host == "" || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.User != nil {
		return "", errors.New("-public-url must be an https origin such as https://www.example.com")
	}
	return "https://" + u.Host, nil
}

// secured adds what every answer of the site carries. The only script is the site's
// own file; the JSON-LD blocks are data.
func secured(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "same-origin")
		next.ServeHTTP(w, r)
	})
}
