package osp

import (
	"slices"
	"strings"
)

// nodeFindings is what one node lacks when it is held against one location.
type nodeFindings struct {
	j           *judge
	node        *ldNode
	place       *place
	lacks       []Issue
	contradicts bool // something in the node differs from the manifest, rather than being absent
}

// distance ranks nodes: the fewer facts are wrong or missing, the nearer. A contradiction weighs more than an absence.
func (f *nodeFindings) distance() int {
	d := 2 * len(f.lacks)
	if f.contradicts {
		d++
	}
	return d
}

// compare holds a node against the business at one location.
func (j *judge) compare(node *ldNode, pl *place) *nodeFindings {
	f := &nodeFindings{j: j, node: node, place: pl}
	b, l := &j.m.Business, pl.location
	names, urls, phones := []string{b.DisplayName, l.Name}, []string{l.PageURL}, []string{l.Phone}
	if l.IsPrimary || l.PageURL == "" {
		urls = append(urls, b.WebsiteURL)
	}
	if l.IsPrimary || l.Phone == "" {
		phones = append(phones, b.Phone)
	}
	f.fact(node, "", "name", names, equalText)
	f.address(l)
	f.fact(node, "", "telephone", phones, equalPhone)
	f.fact(node, "", "url", urls, j.equalURL)
	f.hours(l)
	f.action()
	return f
}

// fact asks that a property has values and that each equals one of those wanted.
func (f *nodeFindings) fact(node *ldNode, within, property string, wanted []string, equal func(found, wanted string) bool) {
	values := node.props[property]
	if len(values) == 0 {
		f.missing(within+property, "The node has no "+property+".")
		return
	}
	for _, v := range values {
		found, isText := v.(string)
		if node, ok := v.(*ldNode); ok && property == "addressCountry" {
			found, isText = singleText(node, "name")
		}
		if !isText {
			f.differs(within+property, "The "+property+" of the node is no text.")
			return
		}
		if !slices.ContainsFunc(wanted, func(w string) bool { return w != "" && equal(found, w) }) {
			hint := ""
			if strings.Contains(found, "&") && strings.Contains(found, ";") {
				hint = " Character references such as &amp; are not decoded in JSON-LD."
			}
			f.differs(within+property, "The "+property+" of the node is "+quote(found)+", the manifest says "+quoteAny(wanted)+"."+hint)
			return
		}
	}
}

func (f *nodeFindings) address(l *Location) {
	addresses := f.node.props["address"]
	if len(addresses) == 0 {
		f.missing("address", "The node has no address.")
		return
	}
	for _, v := range addresses {
		address, ok := v.(*ldNode)
		if !ok {
			f.differs("address", "The address of the node is no PostalAddress with its parts.")
			return
		}
		a := &l.Address
		before := len(f.lacks)
		for _, part := range []struct{ property, wanted string }{
			{"streetAddress", a.Street}, {"addressLocality", a.City}, {"addressRegion", a.Region},
			{"postalCode", a.PostalCode.String()}, {"addressCountry", a.Country},
		} {
			f.fact(address, "address.", part.property, []string{part.wanted}, equalText)
		}
		if len(f.lacks) > before {
			return
		}
	}
}

func (f *nodeFindings) missing(path, message string) {
	f.lacks = append(f.lacks, Issue{Path: path, Rule: RuleJSONLDMissing, Source: sourceLevel1, Message: message})
}

func (f *nodeFindings) differs(path, message string) {
	f.contradicts = true
	f.lacks = append(f.lacks, Issue{Path: path, Rule: RuleJSONLDMatch, Source: sourceLevel1, Message: message})
}

// singleText returns the value of a property whose values are one text, however often it is said.
func singleText(node *ldNode, property string) (string, bool) {
	values := node.props[property]
	if len(values) == 0 || slices.ContainsFunc(values, func(v any) bool { return v != values[0] }) {
		return "", false
	}
	s, ok := values[0].(string)
	return s, ok
}

// sameName reports whether two nodes share a name.
func sameName(a, b *ldNode) bool {
	return slices.ContainsFunc(a.props["name"], func(v any) bool {
		s, ok := v.(string)
		return ok && slices.ContainsFunc(b.props["name"], func(w any) bool {
			other, ok := w.(string)
			return ok && equalText(s, other)
		})
	})
}

func quoteAny(texts []string) string {
	var quoted []string
	for _, s := range texts {
		if q := quote(s); s != "" && !slices.Contains(quoted, q) {
			quoted = append(quoted, q)
		}
	}
	return strings.Join(quoted, " or ")
}
