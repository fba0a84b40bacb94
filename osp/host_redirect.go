package osp

import "net/http"

// RedirectOtherHost sends the clients of a site's other host, with or without www., to the same path on the site's own (OSP
// 4.1), and hands everything else to next, nil meaning that there are no pages. It never leads anywhere but to the origin that
// the manifest names.
func (find Sites) RedirectOtherHost(next http.Handler) http.Handler {
	next = orNoPages(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if site, host, err := find.find(r); err == nil && site != nil && site.isOther(host) {
			site.redirect(w, r)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// redirect keeps path, query and, for methods that carry a body, the method.
func (s *Site) redirect(w http.ResponseWriter, r *http.Request) {
	to := s.profile.origin
	if path := r.URL.EscapedPath(); len(path) > 0 && path[0] == '/' {
		to += path
	} else {
		to += "/"
	}
	if r.URL.RawQuery != "" {
		to += "?" + r.URL.RawQuery
	}
	status := http.StatusPermanentRedirect
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		status = http.StatusMovedPermanently
	}
	h := w.Header()
	h.Set("Location", to)
	h.Set("Cache-Control", "public, max-age=3600") // no longer than the documents: a business may change its mind
	w.WriteHeader(status)
}
