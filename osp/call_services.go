package osp

// ServiceList is the answer of list_services (OSP 6.3); its JSON is the tool's output.
type ServiceList struct {
	// Services are in the order of the manifest.
	Services []ListedService `json:"services"`
	// CanonicalSiteURL is the business origin.
	CanonicalSiteURL string `json:"canonicalSiteUrl"`
}

// ListedService is a service in an answer (OSP 6.3).
type ListedService struct {
	// Slug is the serviceSlug of the other tools.
	Slug        string  `json:"slug"`
	Name        string  `json:"name"`
	Category    string  `json:"category,omitempty"`
	Description *string `json:"description,omitempty"`
	// URL is the service's own page, else the schedule page.
	URL string `json:"url"`
	// Bookable false sends the customer to the contact methods.
	Bookable bool `json:"bookable"`
	// PricePresentation is nil where the business quotes on request; then nobody estimates a price.
	PricePresentation *string `json:"pricePresentation,omitempty"`
}

type encodedService struct {
	service *Service
	json    encoded
}

func newListedService(s *Service, pages *Interfaces) ListedService {
	listed := ListedService{Slug: s.Slug, Name: s.Name, Category: s.Category, Description: s.Description, URL: s.URL,
		Bookable: s.IsBookable(), PricePresentation: s.PricePresentation}
	if listed.URL == "" {
		listed.URL = pages.SchedulePageURL
	}
	return listed
}

func (s *Server) listServices(c *call) (answer, error) {
	in, refusal := readToolInput(c.arguments)
	if refusal != nil {
		return nil, refusal
	}
	id := in.optional("location", maxSlug, isSlug)
	in.failUnknown("location")
	if refusal := in.refusal(); refusal != nil {
		return nil, refusal
	}
	list := serviceList{server: s}
	if id != "" {
		at, refusal := s.profile.place(id)
		if refusal != nil {
			return nil, refusal
		}
		list.location = at.location
	}
	return list, nil
}

// serviceList is the list for one location, or for nil all of it.
type serviceList struct {
	server   *Server
	location *Location
}

func (l serviceList) size() int {
	size := 100
	for _, s := range l.server.prepared.services {
		size += len(s.json) + 1
	}
	return size
}

func (l serviceList) write(w *writer) {
	w.open()
	w.name("services")
	w.b = append(w.b, '[')
	for _, s := range l.server.prepared.services {
		if l.location == nil || s.service.OfferedAt(l.location.ID) {
			w.comma()
			s.json.write(w)
		}
	}
	w.b = append(w.b, ']')
	w.text("canonicalSiteUrl", l.server.profile.origin)
	w.close(nil)
}
