package osp

import (
	"errors"
	"io"
	"math"
	"mime"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/openservicekit/openservice/internal/strictjson"
)

// toolPath is a path under which tools are called, and the channel that a call there arrives by.
type toolPath struct {
	prefix  string // with a slash at the end
	channel Channel
}

// Tools serves the REST mirror of a site's tools under interfaces.rest.baseUrl, the OpenAPI document at its openApiUrl, and
// WebMCP calls under their own path, each where the manifest says so and it is on the site's origin (OSP 6.1).
//
// A tool is called by POST to its name below the base, with its arguments as an application/json object; an empty body is no
// arguments. Every tool result, error results included, is answered 200 with the tool's JSON, and Retry-After beside
// rate_limited. Other statuses are about HTTP alone, with an application/problem+json body: 404 for an unknown path, 405 for
// the method, 415 for the media type, 400 for a body that breaks off, 503 for a server that is closing.
//
// The channel is the one of the path: rest, or webmcp, which a browser that says that the call comes from another site turns
// into other. Scripts of other sites can't read the answers or send JSON: there are no CORS headers.
func (find Sites) Tools() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		site, host, err := find.find(r)
		switch {
		case err != nil:
			notKnown(w)
		case site == nil || !site.serveTools(w, r, host):
			problem(w, http.StatusNotFound, "There is no such tool at this address.")
		}
	})
}

// serveTools answers a request for a tool or the OpenAPI document, false if it is for something else.
func (s *Site) serveTools(w http.ResponseWriter, r *http.Request, host string) bool {
	if s.openAPI != nil && r.URL.Path == s.openAPIPath {
		s.serve(w, r, host, s.openAPI)
		return true
	}
	for _, p := range s.toolPaths {
		name, ok := strings.CutPrefix(r.URL.Path, p.prefix)
		if tool := Tool(name); ok && tool.IsValid() {
			s.serveTool(w, r, tool, p.channel)
			return true
		}
	}
	return false
}

const toolMethods = "POST, OPTIONS"

func (s *Site) serveTool(w http.ResponseWriter, r *http.Request, tool Tool, channel Channel) {
	h := w.Header()
	h.Set("Cache-Control", "no-store")
	switch r.Method {
	case http.MethodPost:
	case http.MethodOptions:
		h.Set("Allow", toolMethods)
		w.WriteHeader(http.StatusNoContent)
		return
	default:
		h.Set("Allow", toolMethods)
		problem(w, http.StatusMethodNotAllowed, "Call a tool by POST.")
		return
	}
	arguments, status := readArguments(w, r)
	if status != http.StatusOK {
		problem(w, status, "Send the arguments as an application/json object, without a content coding.")
		return
	}
	caller := Caller{Key: CallerKey(r, s.proxies), Channel: observedChannel(r, channel), UserAgent: r.UserAgent()}
	result, err := s.server.Call(r.Context(), caller, tool, arguments)
	switch {
	case errors.Is(err, ErrNoSuchTool):
		problem(w, http.StatusNotFound, "The business doesn't offer this tool.")
		return
	case err != nil:
		h.Set("Retry-After", strconv.Itoa(seconds(backendWait)))
		problem(w, http.StatusServiceUnavailable, "The tools are not served at the moment.")
		return
	}
	if result.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(seconds(result.RetryAfter)))
	}
	h.Set("Content-Type", "application/json")
	h.Set("Content-Length", strconv.Itoa(len(result.JSON)))
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(result.JSON) // a booking request that was received stays received, whether or not this arrives
}

// readArguments reads the body. One that is too large is cut right behind the limit, for the tool to refuse it as any other
// that can't be read.
func readArguments(w http.ResponseWriter, r *http.Request) ([]byte, int) {
	if coding := r.Header.Get("Content-Encoding"); coding != "" && !strings.EqualFold(coding, "identity") {
		return nil, http.StatusUnsupportedMediaType
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, strictjson.MaxBytes+1))
	var tooLarge *http.MaxBytesError
	if err != nil && !errors.As(err, &tooLarge) {
		return nil, http.StatusBadRequest
	}
	mediaType := r.Header.Get("Content-Type")
	if len(body) == 0 && mediaType == "" {
		return nil, http.StatusOK
	}
	if name, _, err := mime.ParseMediaType(mediaType); err != nil || name != "application/json" {
		return nil, http.StatusUnsupportedMediaType
	}
	return body, http.StatusOK
}

// observedChannel is the channel of the path, unless the browser says that another site's page makes the call, which no
// registered action does (OSP 7.3).
func observedChannel(r *http.Request, channel Channel) Channel {
	if site := r.Header.Get("Sec-Fetch-Site"); channel == ChannelWebMCP && site != "" && site != "same-origin" {
		return ChannelOther
	}
	return channel
}

// seconds rounds up to whole seconds, at least 1.
func seconds(d time.Duration) int { return max(1, int(math.Ceil(d.Seconds()))) }

// problem answers a request that never became a call of a tool (RFC 9457).
func problem(w http.ResponseWriter, status int, detail string) {
	var body writer
	body.open()
	body.text("title", http.StatusText(status))
	body.integer("status", status)
	body.text("detail", detail)
	body.close(nil)
	h := w.Header()
	h.Set("Content-Type", "application/problem+json")
	h.Set("Content-Length", strconv.Itoa(len(body.b)))
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = w.Write(body.b)
}
