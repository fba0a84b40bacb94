package osp

import "net/http"

// The addresses of the manifest on its origin (OSP 4.1). The second is the same document under a name that some hosts find
// easier to serve.
const (
	WellKnownPath     = "/.well-known/open-service-profile"
	WellKnownJSONPath = WellKnownPath + ".json"
)

// ManifestMediaType is the Content-Type of a manifest, exactly so (OSP 4.1).
const ManifestMediaType = "application/json"

// WellKnown serves the manifest at [WellKnownPath] and [WellKnownJSONPath], readable from every origin and cacheable, with
// a strong ETag, conditional requests, Last-Modified from updatedAt, and gzip where it is asked for (OSP 4.1). A host that
// publishes nothing gets 404, never a page; so a program mounts it at both paths, ahead of a handler that answers
// everything. The other host of a site, with or without www., is redirected.
func (find Sites) WellKnown() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !isWellKnown(r.URL.Path) {
			notPublished(w)
			return
		}
		find.serve(w, r, func(s *Site) *document { return s.manifest })
	})
}

func isWellKnown(path string) bool { return path == WellKnownPath || path == WellKnownJSONPath }

// serve answers with a document of the site that the request is for.
func (find Sites) serve(w http.ResponseWriter, r *http.Request, which func(*Site) *document) {
	site, host, err := find.find(r)
	if err != nil {
		notKnown(w)
		return
	}
	if site == nil {
		notPublished(w)
		return
	}
	site.serve(w, r, host, which(site))
}

// serve answers with a document of the site, or sends the client to the site's own host.
func (s *Site) serve(w http.ResponseWriter, r *http.Request, host string, doc *document) {
	switch {
	case doc == nil:
		notPublished(w)
	case s.isOther(host) && r.Method != http.MethodOptions:
		allowEveryOrigin(w)
		s.redirect(w, r)
	default:
		doc.ServeHTTP(w, r)
	}
}

// ServeHTTP answers GET, HEAD and OPTIONS.
func (d *document) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.Method {
	case http.MethodGet, http.MethodHead:
		d.get(w, r)
	case http.MethodOptions:
		allowEveryOrigin(w)
		h := w.Header()
		h.Set("Access-Control-Allow-Methods", documentMethods)
		h.Set("Access-Control-Allow-Headers", "*")
		h.Set("Access-Control-Max-Age", "86400")
		h.Set("Allow", documentMethods)
		w.WriteHeader(http.StatusNoContent)
	default:
		allowEveryOrigin(w)
		w.Header().Set("Allow", documentMethods)
		http.Error(w, "This document can only be read.", http.StatusMethodNotAllowed)
	}
}

const documentMethods = "GET, HEAD, OPTIONS"

// allowEveryOrigin lets scripts of every site read the answer, refusals included.
func allowEveryOrigin(w http.ResponseWriter) { w.Header().Set("Access-Control-Allow-Origin", "*") }

// notPublished answers for what isn't there. Nobody may keep that answer: the business may be ready in a minute.
func notPublished(w http.ResponseWriter) {
	allowEveryOrigin(w)
	w.Header().Set("Cache-Control", "no-cache")
	http.Error(w, "Nothing is published at this address.", http.StatusNotFound)
}

// notKnown answers while the operator's lookup fails.
func notKnown(w http.ResponseWriter) {
	allowEveryOrigin(w)
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Retry-After", "10")
	http.Error(w, "It is not known at the moment what is published here. Try again in a little while.", http.StatusServiceUnavailable)
}
