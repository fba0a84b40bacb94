package osp

import "net/http"

// Handler serves everything that the sites publish in front of the program's own pages: the manifest, the server card, the
// tools over REST and WebMCP, the Link header on what next answers, and the way from each site's other host to its own. It is
// [Sites.WellKnown], [Sites.ServerCard], [Sites.Tools], [Sites.Advertise] and [Sites.RedirectOtherHost] in one.
//
// What isn't published is 404 at the two addresses of the manifest and at that of the card, whatever next would say; all other
// requests go to next, nil meaning that there are no pages.
func (find Sites) Handler(next http.Handler) http.Handler {
	next = orNoPages(next)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		site, host, err := find.find(r)
		ours := isWellKnown(r.URL.Path) || r.URL.Path == ServerCardPath
		switch {
		case err != nil && ours:
			notKnown(w)
		case site == nil && ours:
			notPublished(w)
		case site == nil:
			next.ServeHTTP(w, r)
		case isWellKnown(r.URL.Path):
			site.serve(w, r, host, site.manifest)
		case r.URL.Path == ServerCardPath || site.cardAt(r.URL.Path) != nil:
			site.serve(w, r, host, site.cardAt(r.URL.Path))
		case site.isOther(host):
			site.redirect(w, r)
		case !site.serveTools(w, r, host):
			advertise(w, r)
			next.ServeHTTP(w, r)
		}
	})
}

// orNoPages is next, or a handler that has no pages.
func orNoPages(next http.Handler) http.Handler {
	if next == nil {
		return http.NotFoundHandler()
	}
	return next
}
