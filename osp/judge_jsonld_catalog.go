package osp

import (
	"net/url"
	"slices"
	"strings"
)

// adviseCatalog asks for every service of the manifest in the catalog, each with its page and its own action (OSP 8.1). On the
// page of a location the services that are offered there are enough.
func (j *judge) adviseCatalog(f *nodeFindings) {
	const path = "hasOfferCatalog"
	here := f.place.location
	ofLocation := j.location != "" || !here.IsPrimary
	index := j.indexServices(catalogServices(f.node))
	for i := range j.m.Services {
		s := &j.m.Services[i]
		if ofLocation && !s.OfferedAt(here.ID) {
			continue
		}
		if len(index.byPage) == 0 {
			j.advise(path, RuleJSONLDCatalog, "The node has no OfferCatalog that lists the services with their pages.")
			return
		}
		entry := index.find(s)
		if entry == nil {
			j.advise(path, RuleJSONLDCatalog, "The catalog doesn't list the service "+s.Slug+" with its page.")
			continue
		}
		if s.IsBookable() && (s.LocationIDs == nil || len(s.LocationIDs) > 0) {
			j.adviseServiceAction(path, s, entry)
		}
	}
}

func (j *judge) adviseServiceAction(path string, s *Service, entry *ldNode) {
	for _, action := range scheduleActions(entry) {
		for _, template := range urlTemplates(action) {
			u, err := url.Parse(resolve(j.base, plainTemplate(template)))
			if err == nil && u.Query().Get("service") == s.Slug && pendingProblem(action) == "" {
				return
			}
		}
	}
	j.advise(path, RuleJSONLDCatalog, "The service "+s.Slug+" has no ScheduleAction of its own with service="+s.Slug+" and a pending reservation as its result.")
}

// maxCatalogEntries is how many entries of a catalog are read.
const maxCatalogEntries = 5000

// catalogServices collects the services of a node's catalogs, and offers that have a page themselves: directly listed, in
// offers, in list items, or in catalogs within the catalog.
func catalogServices(node *ldNode) []*ldNode {
	var services []*ldNode
	seen := make(map[*ldNode]bool)
	queue := node.children("hasOfferCatalog")
	for len(queue) > 0 && len(seen) < maxCatalogEntries {
		entry := queue[0]
		queue = queue[1:]
		if seen[entry] {
			continue
		}
		seen[entry] = true
		if isService(entry) || entry.is("Offer") && len(entry.props["url"]) > 0 {
			services = append(services, entry)
		}
		for _, property := range []string{"itemListElement", "item", "itemOffered"} {
			queue = append(queue, entry.children(property)...)
		}
	}
	return services
}

func isService(node *ldNode) bool {
	return slices.ContainsFunc(node.types, func(t string) bool { return strings.HasSuffix(t, "Service") })
}

// catalogEntry is an entry with a page.
type catalogEntry struct {
	node *ldNode
	page string
}

// serviceIndex finds the entry of a catalog for a service of the manifest.
type serviceIndex struct {
	byPage, bySlug, byName map[string]catalogEntry
}

// indexServices indexes the entries that have a page: by its address, by the parts of that address that can be a slug, and by
// name.
func (j *judge) indexServices(entries []*ldNode) serviceIndex {
	index := serviceIndex{make(map[string]catalogEntry), make(map[string]catalogEntry), make(map[string]catalogEntry)}
	for _, node := range entries {
		address, ok := singleText(node, "url")
		if !ok {
			continue
		}
		address = resolve(j.base, address)
		entry := catalogEntry{node, foldURL(address)}
		index.byPage[entry.page] = entry
		if u, err := url.Parse(address); err == nil {
			index.bySlug[lastSegment(u.Path)] = entry
			index.bySlug[u.Query().Get("service")] = entry
		}
		if name, ok := singleText(node, "name"); ok {
			index.byName[foldSpaces(name)] = entry
		}
	}
	return index
}

// find goes by the address that the manifest gives; services that share one are told apart by name. Without an address in the
// manifest, the slug in the entry's address or the name has to do. It returns nil for a service that isn't listed.
func (x serviceIndex) find(s *Service) *ldNode {
	named := x.byName[foldSpaces(s.Name)]
	if s.URL == "" {
		if entry, ok := x.bySlug[s.Slug]; ok {
			return entry.node
		}
		return named.node
	}
	if page := foldURL(s.URL); named.page != page {
		return x.byPage[page].node
	}
	return named.node
}

func lastSegment(path string) string {
	path = strings.TrimSuffix(path, "/")
	return path[strings.LastIndexByte(path, '/')+1:]
}
