package osbp

import (
	"log/slog"
	"net/http"
	"strings"
	"sync"

	"github.com/openservicekit/openservice/audit"
)

// lifecycle tells the operator which endpoints of the platform are being retired
// (OSBP "Platform Metadata and Versioning"), each at least once in a process.
type lifecycle struct {
	vendor   string
	logger   *slog.Logger
	template func(*http.Request) string

	mu     sync.Mutex
	warned map[string]announcements
	order  []string // a ring of the keys of warned, the oldest at next
	next   int
	limit  int
}

// announcements are those that an endpoint's operator has been told of.
type announcements struct{ deprecation, sunset bool }

func newLifecycle(o *TransportOptions) *lifecycle {
	return &lifecycle{
		vendor: o.Vendor, logger: o.Logger, template: o.PathTemplate, limit: o.MaxEndpoints,
		warned: make(map[string]announcements),
	}
}

// note warns of what meta announces, if that is news. It changes nothing that the
// agent sees: the call has succeeded.
func (l *lifecycle) note(req *http.Request, meta UpstreamMeta) {
	if meta.Deprecation == "" && meta.Sunset == "" {
		return
	}
	method, _, _ := strings.Cut(meta.Call, " ")
	path := l.path(req, meta)
	if !l.isNews(method+" "+path, announcements{meta.Deprecation != "", meta.Sunset != ""}) {
		return
	}
	l.logger.WarnContext(req.Context(), "the booking platform is retiring an endpoint that this adapter calls; migrate before it stops",
		slog.String("vendor", l.vendor), slog.String("method", method), slog.String("path", path),
		slog.String("deprecation", meta.Deprecation), slog.String("sunset", meta.Sunset))
}

// isNews remembers that endpoint has announced a, and reports whether that was
// new.
func (l *lifecycle) isNews(endpoint string, a announcements) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	old, known := l.warned[endpoint]
	if known && (old.deprecation || !a.deprecation) && (old.sunset || !a.sunset) {
		return false
	}
	l.warned[endpoint] = announcements{old.deprecation || a.deprecation, old.sunset || a.sunset}
	switch {
	case known:
	case len(l.order) < l.limit:
		l.order = append(l.order, endpoint)
	default:
		delete(l.warned, l.order[l.next])
		l.order[l.next] = endpoint
		l.next = (l.next + 1) % l.limit
	}
	return true
}

// path names the endpoint: by the integrator's template, else by the path with
// ids left out.
func (l *lifecycle) path(req *http.Request, meta UpstreamMeta) string {
	const longest = 256
	var path string
	if l.template != nil {
		// A template that panics must not cost a response that is there.
		_ = contained(func() error { path = l.template(req); return nil })
	}
	if path == "" {
		path = pathTemplate(meta.Call)
	}
	if len(path) > longest {
		path = strings.ToValidUTF8(path[:longest], "")
	}
	return path
}

// pathTemplate is the path of an UpstreamMeta.Call with segments that look like ids
// as "{}": those with a digit, except v1 and the like, long ones, and redacted ones.
func pathTemplate(call string) string {
	const longestWord = 32
	_, path, _ := strings.Cut(call, " ")
	segments := strings.Split(path, "/")
	for i, s := range segments {
		if s == audit.Redacted || len(s) > longestWord || strings.ContainsAny(s, "0123456789%") && !isVersionSegment(s) {
			segments[i] = "{}"
		}
	}
	return strings.Join(segments, "/")
}

// isVersionSegment reports whether s is v1, v2.1 or the like.
func isVersionSegment(s string) bool {
	digits, ok := strings.CutPrefix(s, "v")
	return ok && len(digits) <= 4 && strings.Trim(digits, "0123456789.") == ""
}
