package osp

import (
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"github.com/openservicekit/openservice/internal/strictjson"
)

// ldNode is a node of schema.org data: everything that the blocks of a page say about one thing. A value is a string, a
// number, a boolean or another *ldNode.
type ldNode struct {
	id    string // resolved, "" if it has none
	block int    // where it appears first
	types []string
	props map[string][]any
}

// ldGraph is the structured data of a page. A thing that several blocks describe under one @id is one node, so a reference
// leads to the description wherever it stands.
type ldGraph struct {
	base  *url.URL
	nodes []*ldNode // in order of appearance
	byID  map[string]*ldNode
	block int
	typed int // how many times a node was said to be something
}

// maxLDNodes bounds how many nodes of a page are looked at. A business's page has a few dozen.
const maxLDNodes = 20_000

// add reads one block. The error says why it can't be read.
func (g *ldGraph) add(block string) error {
	g.block++
	var v any
	if err := strictjson.Decode([]byte(block), &v, strictjson.Options{MaxBytes: maxPageBytes}); err != nil {
		return err
	}
	before := g.typed
	g.read(v, false)
	if g.typed == before {
		return errors.New("it describes nothing, or has no schema.org @context")
	}
	return nil
}

// read returns the values that v stands for. Terms are schema.org's within a @context that says so, or written in full.
func (g *ldGraph) read(v any, schemaTerms bool) []any {
	switch v := v.(type) {
	case nil:
		return nil
	case []any:
		var all []any
		for _, entry := range v {
			all = append(all, g.read(entry, schemaTerms)...)
		}
		return all
	case map[string]any:
		if context, ok := v["@context"]; ok {
			schemaTerms = isSchemaContext(context)
		}
		for _, wrapper := range []string{"@value", "@list", "@set"} {
			if inner, ok := v[wrapper]; ok {
				return g.read(inner, schemaTerms)
			}
		}
		return []any{g.readNode(v, schemaTerms)}
	}
	return []any{v}
}

func (g *ldGraph) readNode(object map[string]any, schemaTerms bool) *ldNode {
	node := g.node(object, schemaTerms)
	for _, key := range slices.Sorted(maps.Keys(object)) {
		switch term := schemaTerm(key, schemaTerms); term {
		case "", "@id", "@context":
		case "@graph", "@included", "@reverse":
			g.read(object[key], schemaTerms) // nodes that are no values of this one
		case "@type":
			for _, t := range g.read(object[key], schemaTerms) {
				if name, ok := t.(string); ok && schemaTerm(name, schemaTerms) != "" {
					node.types = append(node.types, schemaTerm(name, schemaTerms))
					g.typed++
				}
			}
		default:
			node.props[term] = append(node.props[term], g.read(object[key], schemaTerms)...)
		}
	}
	return node
}

// node returns the node that an object describes or refers to.
func (g *ldGraph) node(object map[string]any, schemaTerms bool) *ldNode {
	id, _ := object["@id"].(string)
	if id == "" && schemaTerms {
		id, _ = object["id"].(string)
	}
	if id != "" {
		if strings.HasPrefix(id, "_:") {
			id = fmt.Sprint(g.block, id) // a blank node is known in its own block only
		} else {
			id = resolve(g.base, id)
		}
		if known := g.byID[id]; known != nil {
			return known
		}
	}
	node := &ldNode{id: id, block: g.block, props: make(map[string][]any)}
	if len(g.nodes) < maxLDNodes {
		g.nodes = append(g.nodes, node)
	}
	if id != "" {
		g.byID[id] = node
	}
	return node
}

// schemaTerm returns the schema.org name that a key or type stands for, a JSON-LD keyword, or "".
func schemaTerm(key string, schemaTerms bool) string {
	for _, prefix := range []string{"https://schema.org/", "http://schema.org/", "schema:"} {
		if term, ok := strings.CutPrefix(key, prefix); ok {
			return term
		}
	}
	switch {
	case strings.HasPrefix(key, "@"):
		return key
	case !schemaTerms || strings.Contains(key, ":"):
		return ""
	case key == "type" || key == "id": // aliases in schema.org's own context
		return "@" + key
	}
	return key
}

// isSchemaContext reports whether a @context makes schema.org's names the terms of a document.
func isSchemaContext(context any) bool {
	switch c := context.(type) {
	case string:
		c = strings.TrimPrefix(strings.TrimPrefix(c, "https://"), "http://")
		switch strings.TrimSuffix(strings.TrimSuffix(strings.TrimPrefix(c, "www."), "/"), "#") {
		case "schema.org", "schema.org/docs/jsonldcontext.json", "schema.org/docs/jsonldcontext.jsonld":
			return true
		}
	case []any:
		return slices.ContainsFunc(c, isSchemaContext)
	case map[string]any:
		return isSchemaContext(c["@vocab"])
	}
	return false
}

// resolve makes an absolute URL of a reference, where it is one.
func resolve(base *url.URL, reference string) string {
	u, err := url.Parse(strings.TrimSpace(reference))
	if err != nil || base == nil {
		return reference
	}
	return base.ResolveReference(u).String()
}

// is reports whether the node has that type.
func (n *ldNode) is(schemaType string) bool { return slices.Contains(n.types, schemaType) }

// isLocalBusiness reports whether the node is a LocalBusiness or one of its subtypes.
func (n *ldNode) isLocalBusiness() bool { return slices.ContainsFunc(n.types, IsTradeType) }

// children returns the values of a property that are nodes.
func (n *ldNode) children(property string) []*ldNode {
	var out []*ldNode
	for _, v := range n.props[property] {
		if child, ok := v.(*ldNode); ok {
			out = append(out, child)
		}
	}
	return out
}
