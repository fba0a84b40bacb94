package osp

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
)

// JSONLDOptions say what a page's structured data describes and give the page addresses that the manifest lacks. The zero
// options are the business with its primary location, in the form of OSP Appendix C.4.
type JSONLDOptions struct {
	// Complete adds the rest of the mapping in OSP Appendix E.1: parentOrganization, the published radii as areaServed
	// GeoCircle in metres, certifications as hasCredential, exceptions as specialOpeningHoursSpecification, and every
	// location of a business with several. Three rows of it have no home in schema.org and are never written: postal
	// codes, windows and after-hours terms.
	Complete bool
	// Location is the id of the location whose own page this is for; empty for the page of the business.
	Location string
	// ContactURL is the page where customers ask for services that aren't bookable, an https URL. Without it those
	// services carry no action.
	ContactURL string
	// ServiceURLs are the pages of services that have no url in the manifest, by slug; https URLs. A service without
	// any page is listed with the address of its schedule form.
	ServiceURLs map[string]string
}

// JSONLD writes the schema.org node that a page must carry at Level 1: the business or one of its locations with name,
// address, telephone, hours, url and one ScheduleAction whose result is a pending reservation. It carries the recommended
// catalog of services too (OSP 8.1, OSP Appendix C.4, OSP Appendix E.1).
//
// It says what the manifest says and nothing else: no price is read out of pricePresentation, no rating is carried, and no
// terms out of afterHoursNote. Trades that are schema.org types become the type of the node, others its additionalType.
//
// The result is one JSON object in which no text can end a script element, or open a comment in one, so it may be put inside
// <script type="application/ld+json"> as it is; [JSONLDScript] does that. [JudgeJSONLD] finds nothing missing in it.
//
// The error says which option names no location or service, or is no https URL.
func JSONLD(p *Profile, opts *JSONLDOptions) ([]byte, error) {
	if p == nil || p.manifest == nil {
		return nil, errors.New("osp: JSONLD needs a Profile from NewProfile")
	}
	var o JSONLDOptions
	if opts != nil {
		o = *opts
	}
	node := jsonLD{p: p, m: p.manifest, o: o, business: p.origin + "/#business"}
	if err := node.checkOptions(); err != nil {
		return nil, err
	}
	node.open()
	node.text("@context", "https://schema.org")
	if o.Location == "" {
		node.writeBusiness()
	} else {
		node.writeLocation(p.placeByID[o.Location].location)
	}
	node.close(nil)
	var safe bytes.Buffer
	json.HTMLEscape(&safe, node.b)
	return safe.Bytes(), nil
}

// JSONLDScript is [JSONLD] inside its script element, ready for the head or body of a page.
func JSONLDScript(p *Profile, opts *JSONLDOptions) (string, error) {
	doc, err := JSONLD(p, opts)
	if err != nil {
		return "", err
	}
	return `<script type="application/ld+json">` + string(doc) + `</script>`, nil
}

// jsonLD writes one node. Its members come in the order of OSP Appendix C.4.
type jsonLD struct {
	writer
	p        *Profile
	m        *Manifest
	o        JSONLDOptions
	business string // the @id of the business
}

func (n *jsonLD) checkOptions() error {
	if _, ok := n.p.placeByID[n.o.Location]; !ok && n.o.Location != "" {
		return fmt.Errorf("osp: JSONLDOptions.Location: the manifest has no location %s", quote(n.o.Location))
	}
	if n.o.ContactURL != "" && !isHTTPSURL(n.o.ContactURL) {
		return fmt.Errorf("osp: JSONLDOptions.ContactURL must be an https URL")
	}
	for _, slug := range slices.Sorted(maps.Keys(n.o.ServiceURLs)) {
		if _, ok := n.p.services[slug]; !ok {
			return fmt.Errorf("osp: JSONLDOptions.ServiceURLs: the manifest has no service %s", quote(slug))
		}
		if !isHTTPSURL(n.o.ServiceURLs[slug]) {
			return fmt.Errorf("osp: JSONLDOptions.ServiceURLs[%s] must be an https URL", quote(slug))
		}
	}
	return nil
}

// typed opens a nested node.
func (n *jsonLD) typed(name, schemaType string) {
	if name != "" {
		n.name(name)
	} else {
		n.comma()
	}
	n.open()
	n.text("@type", schemaType)
}

func (n *jsonLD) end() { n.close(nil) }

// list opens a list member.
func (n *jsonLD) list(name string) {
	n.name(name)
	n.b = append(n.b, '[')
}

func (n *jsonLD) endList() { n.b = append(n.b, ']') }

// texts writes one text as a text and several as a list, as JSON-LD allows; none is left out.
func (n *jsonLD) texts(name string, list []string) {
	switch len(list) {
	case 0:
	case 1:
		n.text(name, list[0])
	default:
		writeList(&n.writer, name, list, writeText)
	}
}
