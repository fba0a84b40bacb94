package ospstack

import (
	"bytes"
	_ "embed"
	"html/template"
	"net/http"

	"github.com/openservicekit/openservice/osp"
)

//go:embed page.html
var pageSource string

var pageTemplate = template.Must(template.New("page").Parse(pageSource))

// page is what the one template shows.
type page struct {
	Title     string
	JSONLD    template.HTML // made by osp.JSONLDScript, safe inside a page
	Business  *osp.Business
	MCPURL    string
	IsContact bool
	Service   *osp.Service
	Services  []link
	Locations []link
}

// link is an entry of a list, with a path where there is a page.
type link struct{ Name, Path, Note string }

// newPages renders the pages that the manifest names on its own origin, once: they
// never change.
func newPages(p *osp.Profile, mcpURL string) (http.Handler, error) {
	origin, m := p.CanonicalSiteURL(), p.Manifest()
	all := map[string][]byte{"/llms.txt": []byte("# " + m.Business.DisplayName + "\n\n" + osp.LLMsTxt(p))}
	base := page{Business: &m.Business, MCPURL: mcpURL}
	for i := range m.Services {
		path, _ := pathOn(origin, m.Services[i].URL)
		base.Services = append(base.Services, link{Name: m.Services[i].Name, Path: path})
	}
	for i := range m.Locations {
		path, _ := pathOn(origin, m.Locations[i].PageURL)
		phone := m.Locations[i].Phone
		if phone == "" {
			phone = m.Business.Phone
		}
		base.Locations = append(base.Locations, link{m.Locations[i].Name, path, phone})
	}
	add := func(path, location string, one page) error {
		if path == "" || all[path] != nil {
			return nil
		}
		script, err := osp.JSONLDScript(p, &osp.JSONLDOptions{Complete: true, Location: location, ContactURL: origin + contactPath})
		if err != nil {
			return err
		}
		one.JSONLD = template.HTML(script)
		var body bytes.Buffer
		if err := pageTemplate.Execute(&body, one); err != nil {
			return err
		}
		all[path] = body.Bytes()
		return nil
	}
	titled := func(title string) page {
		one := base
		one.Title = title
		return one
	}
	contact := titled("Request service")
	contact.IsContact = true
	schedule, _ := pathOn(origin, m.Interfaces.SchedulePageURL)
	for _, e := range []error{
		add("/", "", titled(m.Business.DisplayName)), add(servicesPath, "", titled("Services")),
		add(contactPath, "", contact), add(schedule, "", contact),
	} {
		if e != nil {
			return nil, e
		}
	}
	for i := range m.Services {
		one := titled(m.Services[i].Name)
		one.Service = &m.Services[i]
		if err := add(base.Services[i].Path, "", one); err != nil {
			return nil, err
		}
	}
	for i := range m.Locations {
		if err := add(base.Locations[i].Path, m.Locations[i].ID, titled(m.Locations[i].Name)); err != nil {
			return nil, err
		}
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { servePage(w, r, all[r.URL.Path]) }), nil
}

const (
	servicesPath = "/services"
	contactPath  = "/contact"
)

func servePage(w http.ResponseWriter, r *http.Request, body []byte) {
	h := w.Header()
	h.Set("X-Content-Type-Options", "nosniff")
	switch {
	case body == nil:
		http.NotFound(w, r)
		return
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		h.Set("Allow", "GET, HEAD")
		http.Error(w, "Method Not Allowed", http.StatusMethodNotAllowed)
		return
	case r.URL.Path == "/llms.txt":
		h.Set("Content-Type", "text/plain; charset=utf-8")
	default:
		h.Set("Content-Type", "text/html; charset=utf-8")
		h.Set("Content-Security-Policy", "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
	}
	w.Write(body)
}
