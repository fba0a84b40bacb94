package ospstack

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/netip"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/openservicekit/openservice/examples/servers/mcpbind"
	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/store"
)

// Options configure a Stack. They are copied.
type Options struct {
	// Manifest is the document to publish; nil is the HVAC example, with reviews that
	// are made up as it is.
	Manifest []byte
	// PublicURL is the https origin of the business. It replaces the example's own,
	// and must be that of a Manifest. Empty takes it as it is.
	PublicURL string
	// ListenHost is the host that the program listens on, which requests may name.
	ListenHost string
	// TrustedProxies: see osp.CallerKey.
	TrustedProxies []netip.Prefix
	// Limits: see osp.Limits. Zero are the defaults.
	Limits osp.Limits
	// NewMCPServer makes the MCP server that the tools are put on; nil is
	// mcpbind.NewServer. Sessions keeps sessions, with streams that can be resumed,
	// which only servers that call their clients need.
	NewMCPServer func(*mcp.Implementation, *slog.Logger) *mcp.Server
	Sessions     bool
	// Clock tells the time; nil is the system's.
	Clock func() time.Time
	// Logger is the operator's; nil discards.
	Logger *slog.Logger
}

// Stack is a running origin without a listener.
type Stack struct {
	// Handler answers everything.
	Handler http.Handler
	// Server has the tools, Profile what they answer from.
	Server  *osp.Server
	Profile *osp.Profile
	// Requests are the booking requests that have come in.
	Requests *osp.MemorySink
	// MCPPath is where the tools are served over MCP, and IsPublished whether the
	// manifest says so.
	MCPPath     string
	IsPublished bool

	isClosing atomic.Bool
}

const (
	requestTime = 40 * time.Second // bounds one MCP request, an open stream included
	sessionTime = 10 * time.Minute // of idleness, where sessions are kept
)

// New puts the pieces together. Requests and their records end with the process.
func New(o Options) (*Stack, error) {
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	profile, err := loadProfile(o.Manifest, o.PublicURL)
	if err != nil {
		return nil, err
	}
	s := &Stack{Profile: profile, Requests: &osp.MemorySink{Clock: o.Clock}}
	s.MCPPath, s.IsPublished = mcpPath(profile)
	origin := profile.CanonicalSiteURL()
	records, err := store.NewMemory(store.MemoryOptions{Clock: o.Clock})
	if err != nil {
		return nil, err
	}
	options := osp.ServerOptions{
		Sink: s.Requests, Store: records, Limits: o.Limits, Clock: o.Clock, Logger: o.Logger,
		Pages: osp.Pages{Services: origin + servicesPath},
	}
	if o.Manifest == nil {
		options.Reviews = exampleReviews{}
	}
	if s.Server, err = osp.NewServer(profile, options); err != nil {
		return nil, err
	}
	site, err := osp.NewSite(profile, osp.SiteOptions{Server: s.Server, TrustedProxies: o.TrustedProxies, Clock: o.Clock})
	if err != nil {
		return nil, err
	}
	pages, err := newPages(profile, origin+s.MCPPath)
	if err != nil {
		return nil, err
	}
	ours := newGuard(origin, o.ListenHost)
	s.Handler = &routes{
		mcpPath: s.MCPPath, health: http.HandlerFunc(s.health),
		mcp:  ours.hosts(ours.origins(limited(judged(mcpbind.ObserveCallers(s.mcpHandler(&o), o.TrustedProxies))))),
		site: ours.hosts(osp.OneSite(site).Handler(pages)),
	}
	return s, nil
}

// routes sends requests on their way.
type routes struct {
	mcpPath           string
	health, mcp, site http.Handler
}

func (to *routes) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.URL.Path {
	case "/healthz":
		to.health.ServeHTTP(w, r)
	case to.mcpPath:
		to.mcp.ServeHTTP(w, r)
	default:
		to.site.ServeHTTP(w, r)
	}
}

// mcpHandler serves the tools over streamable HTTP, stateless and in plain JSON if not
// told otherwise. Hosts
// and origins are judged in front of it, for all of this origin alike.
func (s *Stack) mcpHandler(o *Options) http.Handler {
	quiet := slog.New(atLeast{o.Logger.Handler(), slog.LevelWarn})
	newServer := o.NewMCPServer
	if newServer == nil {
		newServer = mcpbind.NewServer
	}
	server := newServer(&mcp.Implementation{Name: "osp-http", Title: s.Profile.Manifest().Business.DisplayName, Version: osp.SpecVersion}, quiet)
	mcpbind.AddOSP(server, s.Server, mcpbind.OSPOptions{})
	options := &mcp.StreamableHTTPOptions{
		Stateless: !o.Sessions, JSONResponse: !o.Sessions, Logger: quiet,
		DisableLocalhostProtection: true, PropagateRequestCancellation: true,
	}
	if o.Sessions {
		options.EventStore, options.SessionTimeout = mcp.NewMemoryEventStore(nil), sessionTime
	}
	return mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return server }, options)
}

// limited gives every request a deadline.
func limited(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx, cancel := context.WithTimeout(r.Context(), requestTime)
		defer cancel()
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// health says whether new requests are welcome, for whoever distributes them.
func (s *Stack) health(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "Method Not Allowed", http.StatusMethodNotAllowed)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	if s.isClosing.Load() {
		w.WriteHeader(http.StatusServiceUnavailable)
		io.WriteString(w, "closing\n")
		return
	}
	io.WriteString(w, "ok\n")
}

// Drain makes the health check fail, so that requests go elsewhere.
func (s *Stack) Drain() { s.isClosing.Store(true) }

// Close refuses further calls and waits, as long as ctx allows, for those under way
// and for requests that are being delivered.
func (s *Stack) Close(ctx context.Context) error { return s.Server.Close(ctx) }
