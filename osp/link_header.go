package osp

import "net/http"

// LinkHeader is the value of the Link header by which pages advertise the manifest (OSP 4.2).
const LinkHeader = `<` + WellKnownPath + `>; rel="service-profile"; type="` + ManifestMediaType + `"`

// Advertise adds [LinkHeader] to what next answers to GET and HEAD on the hosts that publish a manifest, beside links that are
// already there (OSP 4.2). It is meant for the pages of a site; on an image it does no harm. A nil next has no pages.
func (find Sites) Advertise(next http.Handler) http.Handler {
	next = orNoPages(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if site, _, err := find.find(r); err == nil && site != nil {
			advertise(w, r)
		}
		next.ServeHTTP(w, r)
	})
}

func advertise(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodGet || r.Method == http.MethodHead {
		w.Header().Add("Link", LinkHeader)
	}
}
