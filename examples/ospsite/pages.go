package main

import (
	"bytes"
	"embed"
	"html/template"
	"net/http"
	"net/url"

	"github.com/openservicekit/openservice/osp"
)

//go:embed pages
var pageFiles embed.FS

// page is what every template sees.
type page struct {
	Title    string
	Business *osp.Business
	Manifest *osp.Manifest
	JSONLD   template.HTML // made by osp.JSONLDScript, safe inside a page
	Here     string        // path of the navigation entry
	Body     any
}

func pageTemplate(name string) *template.Template {
	return template.Must(template.New("layout.html").Funcs(template.FuncMap{
		"afterHours": osp.PhraseAfterHours, "path": pathOf, "window": windowName,
	}).ParseFS(pageFiles, "pages/layout.html", "pages/"+name))
}

// windowName is what a window is called in the form, with its hours where they are
// published.
func windowName(w osp.Window) string {
	name := w.ID
	if w.Label != "" {
		name = w.Label
	}
	if w.Start != nil && w.End != nil {
		name += ", " + w.Start.Short() + " to " + w.End.Short()
	}
	return name
}

// pathOf is the path of one of the manifest's own URLs.
func pathOf(address string) string {
	u, err := url.Parse(address)
	if err != nil || u.Path == "" {
		return "/"
	}
	return u.Path
}

// pages are what people see.
func (s *site) pages() http.Handler {
	m := s.profile.Manifest()
	mux := http.NewServeMux()
	mux.Handle("GET /{$}", s.static("home.html", m.Business.DisplayName, "/", "", nil))
	mux.Handle("GET /services", s.static("services.html", "Services", "/services", "", nil))
	mux.Handle("GET /contact", s.static("contact.html", "Contact", "/contact", "", nil))
	for i := range m.Services {
		if service := &m.Services[i]; service.URL != "" {
			mux.Handle("GET "+pathOf(service.URL), s.static("service.html", service.Name, "/services", "", service))
		}
	}
	for i := range m.Locations {
		if location := &m.Locations[i]; location.PageURL != "" {
			mux.Handle("GET "+pathOf(location.PageURL), s.static("location.html", location.Name, "/contact", location.ID, location))
		}
	}
	mux.HandleFunc("GET /schedule", s.scheduleForm)
	mux.HandleFunc("POST /schedule", s.scheduleRequest)
	mux.HandleFunc("GET /office", s.office)
	mux.HandleFunc("POST /office", s.officeSignIn)
	mux.HandleFunc("GET /llms.txt", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.Write([]byte("# " + m.Business.DisplayName + "\n\n" + osp.LLMsTxt(s.profile)))
	})
	mux.HandleFunc("GET /webmcp.js", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/javascript; charset=utf-8")
		w.Write(s.webMCP)
	})
	mux.HandleFunc("GET /style.css", func(w http.ResponseWriter, r *http.Request) {
		http.ServeFileFS(w, r, pageFiles, "pages/style.css")
	})
	// Forms of other sites can't post here.
	return http.NewCrossOriginProtection().Handler(mux)
}

// static is a page that shows the manifest and never changes.
func (s *site) static(name, title, here, location string, body any) http.Handler {
	t := pageTemplate(name)
	script, err := osp.JSONLDScript(s.profile, &osp.JSONLDOptions{
		Complete: true, Location: location, ContactURL: s.profile.CanonicalSiteURL() + "/contact",
	})
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		if err != nil {
			s.fail(w, err)
			return
		}
		s.render(w, t, http.StatusOK, page{Title: title, Here: here, JSONLD: template.HTML(script), Body: body})
	})
}

// render writes a page whole or not at all.
func (s *site) render(w http.ResponseWriter, t *template.Template, status int, p page) {
	p.Manifest = s.profile.Manifest()
	p.Business = &p.Manifest.Business
	var body bytes.Buffer
	if err := t.Execute(&body, p); err != nil {
		s.fail(w, err)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	w.Write(body.Bytes())
}

func (s *site) fail(w http.ResponseWriter, err error) {
	s.logger.Error("page failed", "error", err)
	http.Error(w, "Something went wrong on our side. Please call us.", http.StatusInternalServerError)
}
