package osp

import (
	"slices"
	"strings"
)

// writeCatalog writes the services as a catalog of offers; with a location id, those that are offered there. An offer never
// has a price: what the manifest carries is text (OSP 5.4, OSP Appendix E.1).
func (n *jsonLD) writeCatalog(locationID string) {
	var offered []*Service
	for i := range n.m.Services {
		if s := &n.m.Services[i]; locationID == "" || s.OfferedAt(locationID) {
			offered = append(offered, s)
		}
	}
	if offered == nil {
		return
	}
	n.typed("hasOfferCatalog", "OfferCatalog")
	n.text("name", "Services")
	n.list("itemListElement")
	for _, s := range offered {
		n.typed("", "Offer")
		n.writeService(s)
		n.end()
	}
	n.endList()
	n.end()
}

func (n *jsonLD) writeService(s *Service) {
	n.typed("itemOffered", "Service")
	n.text("@id", n.serviceID(s))
	n.text("name", s.Name)
	n.text("url", n.serviceURL(s))
	n.name("provider")
	n.open()
	n.text("@id", n.business)
	n.end()
	switch {
	case s.IsBookable() && s.LocationIDs != nil && len(s.LocationIDs) == 0: // offered nowhere
	case s.IsBookable():
		n.writeAction(withQuery(n.m.Interfaces.SchedulePageURL, "service", s.Slug))
	case n.o.ContactURL != "":
		n.writeAction(withQuery(n.o.ContactURL, "topic", s.Slug))
	}
	if only := n.onlyAt(s); only != "" {
		n.typed("areaServed", "Place")
		n.text("name", only)
		n.end()
	}
	n.end()
}

// serviceURL is the service's own page, or its schedule form where there is none.
func (n *jsonLD) serviceURL(s *Service) string {
	if s.URL != "" {
		return s.URL
	}
	if page := n.o.ServiceURLs[s.Slug]; page != "" {
		return page
	}
	return withQuery(n.m.Interfaces.SchedulePageURL, "service", s.Slug)
}

// serviceID is the page with a fragment. Services that share a page would become one node, so theirs carries the slug.
func (n *jsonLD) serviceID(s *Service) string {
	page, _, _ := strings.Cut(n.serviceURL(s), "#")
	for i := range n.m.Services {
		other := &n.m.Services[i]
		if otherPage, _, _ := strings.Cut(n.serviceURL(other), "#"); other != s && otherPage == page {
			return page + "#service-" + s.Slug
		}
	}
	return page + "#service"
}

// onlyAt says where a service that isn't offered everywhere is; empty for one that is, or is offered nowhere.
func (n *jsonLD) onlyAt(s *Service) string {
	if len(s.LocationIDs) == 0 {
		return ""
	}
	var names []string
	for i := range n.m.Locations {
		if l := &n.m.Locations[i]; slices.Contains(s.LocationIDs, l.ID) {
			names = append(names, l.Name)
		}
	}
	switch last := len(names) - 1; {
	case len(names) == len(n.m.Locations):
		return ""
	case last == 0:
		return names[0] + " location only"
	default:
		return strings.Join(names[:last], ", ") + " and " + names[last] + " locations only"
	}
}

// writeAction writes a ScheduleAction whose result is a reservation that is pending, never more (OSP 8.1).
func (n *jsonLD) writeAction(urlTemplate string) {
	n.typed("potentialAction", "ScheduleAction")
	n.typed("target", "EntryPoint")
	n.text("urlTemplate", urlTemplate)
	n.text("inLanguage", "en-US")
	writeList(&n.writer, "actionPlatform", actionPlatforms, writeText)
	n.end()
	n.typed("result", "Reservation")
	n.text("reservationStatus", reservationPending)
	n.text("name", "Service appointment request")
	n.end()
	n.end()
}

const reservationPending = "https://schema.org/ReservationPending"

// actionPlatforms are spelled with http as in OSP Appendix C.4.
var actionPlatforms = []string{"http://schema.org/DesktopWebPlatform", "http://schema.org/MobileWebPlatform"}

// withQuery adds a parameter to a URL. The value is a slug, which needs no escaping.
func withQuery(url, name, slug string) string {
	url, fragment, hasFragment := strings.Cut(url, "#")
	switch {
	case !strings.Contains(url, "?"):
		url += "?"
	case !strings.HasSuffix(url, "?") && !strings.HasSuffix(url, "&"):
		url += "&"
	}
	url += name + "=" + slug
	if hasFragment {
		url += "#" + fragment
	}
	return url
}
