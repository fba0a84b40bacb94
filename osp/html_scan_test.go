package osp_test

import (
	"strings"
	"testing"

	"github.com/openservicekit/openservice/osp"
)

// Case jsonld-node-found-in-graph-and-odd-script: the node is in the second block, which has an odd type attribute and a graph;
// the first block is broken.
func TestJudgeFindsNodeInGraph(t *testing.T) {
	p := exampleProfile(t, "auto-repair-single-location", nil)
	node := changedNode(t, p, raw("replace", "/@type", `["AutoRepair","LocalBusiness"]`), remove("/@context"))
	page := `<script type="application/ld+json">{not json</script>` +
		`<script nonce="x" TYPE='application/ld+json; charset=utf-8' id=b>{"@context":"https://schema.org","@graph":[{"@type":"WebSite"},` + node + `]}</script>`
	j, lacks := judged(t, p, page, nil)
	if len(lacks) > 0 {
		t.Errorf("lacks %v", j.Lacks)
	}
	if len(j.Unread) != 1 || j.Unread[0].Path != "script[0]" || j.Unread[0].Rule != osp.RuleJSONLDBlock {
		t.Errorf("unread %v", j.Unread)
	}
}

// Where JSON-LD counts on a page and where it doesn't.
func TestJudgeReadsPage(t *testing.T) {
	p := exampleProfile(t, "auto-repair-single-location", nil)
	doc := changedNode(t, p)
	script := `<script type="application/ld+json">` + doc + `</script>`
	inner := strings.TrimPrefix(strings.TrimSuffix(doc, "}"), "{")
	graph := changedNode(t, p, remove("/@context"))
	tests := []struct {
		name, page string
		found      bool
	}{
		{"a block", script, true},
		{"type unquoted", `<script type=application/ld+json>` + doc + `</script>`, true},
		{"type in capitals, with spaces and a profile", `<SCRIPT type=" Application/LD+JSON ;profile=x">` + doc + `</SCRIPT >`, true},
		{"the first type counts", `<script type="text/javascript" type="application/ld+json">` + doc + `</script>`, false},
		{"other attributes only", `<script async id="a">` + doc + `</script>`, false},
		{"another type", `<script type="application/json">` + doc + `</script>`, false},
		{"no type", `<script>` + doc + `</script>`, false},
		{"a type that only begins so", `<script type="application/ld+json5">` + doc + `</script>`, false},
		{"after much else", `<p>` + strings.Repeat(`<div class="a">`, 3000) + script, true},
		{"after a broken page", `<html><<b>text & more <a href="mailto:x@y.example?subject=50% off">&#1114112; &bogus;</a>` + script, true},
		{"commented out", `<!-- ` + script + ` -->`, false},
		{"in a template", `<template><div>` + script + `</div></template>`, false},
		{"after a template", `<template>x</template>` + script, true},
		{"in noscript", `<noscript>` + script + `</noscript>`, false},
		{"in a text area", `<textarea>` + script + `</textarea>`, false},
		{"in the title", `<title>` + script + `</title>`, false},
		{"inside another script", `<script>var s = '` + strings.ReplaceAll(script, "</script>", "<\\/script>") + `'</script>`, false},
		{"no end", `<script type="application/ld+json">` + doc, true},
		{"empty block before it", `<script type="application/ld+json"></script>` + script, true},
		{"a list", block(`[{"@context":"https://schema.org","@type":"WebPage"},` + doc + `]`), true},
		{"a graph in a list", block(`[{"@context":"http://schema.org/","@graph":[` + graph + `]}]`), true},
		{"within another node", block(`{"@context":"https://schema.org","@type":"WebPage","about":` + graph + `}`), true},
		{"a context in a list", block(`{"@context":["https://schema.org/",{"x":"https://x.example/"}],` + inner[strings.Index(inner, `"@id"`):] + `}`), true},
		{"a context with a vocabulary", block(`{"@context":{"@vocab":"https://schema.org/"},` + inner[strings.Index(inner, `"@id"`):] + `}`), true},
		{"another vocabulary", block(`{"@context":"https://vocabulary.example",` + inner[strings.Index(inner, `"@id"`):] + `}`), false},
		{"no context", block(graph), false},
		{"terms in full", block(fullTerms(doc)), true},
		{"aliases of schema.org's context", block(strings.NewReplacer(`"@type"`, `"type"`, `"@id"`, `"id"`).Replace(doc)), true},
		{"a repeated member", block(`{"name":"x",` + inner + `,"name":"y"}`), false},
		{"a comment around the JSON", block(`<!-- ` + doc + ` -->`), false},
		{"nothing", ``, false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			j, lacks := judged(t, p, tt.page, nil)
			if got := len(lacks) == 0; got != tt.found {
				t.Errorf("%+v", j)
			}
		})
	}
}

// fullTerms writes the members of a document with schema.org's full names, and leaves the context out.
func fullTerms(doc string) string {
	doc = strings.Replace(doc, `"@context":"https://schema.org",`, "", 1)
	var b strings.Builder
	for i, part := range strings.Split(doc, `":`) {
		if i > 0 {
			b.WriteString(`":`)
		}
		if at := strings.LastIndexByte(part, '"'); at >= 0 && !strings.HasPrefix(part[at+1:], "@") && i < strings.Count(doc, `":`) {
			part = part[:at+1] + "https://schema.org/" + part[at+1:]
		}
		b.WriteString(part)
	}
	return strings.ReplaceAll(b.String(), `"@type":"`, `"@type":"https://schema.org/`)
}

// A node can be put together from several blocks, and refer to what stands elsewhere.
func TestJudgeFollowsReferences(t *testing.T) {
	p := exampleProfile(t, "auto-repair-single-location", nil)
	address := `{"@context":"https://schema.org","@id":"/#address","@type":"PostalAddress","streetAddress":"415 Depot St",` +
		`"addressLocality":"Black Mountain","addressRegion":"NC","postalCode":"28711","addressCountry":"US"}`
	node := changedNode(t, p, raw("replace", "/address", `{"@id":"https://ridgelineautocare.example/#address"}`), remove("/telephone"))
	phone := `{"@context":"https://schema.org","@id":"#business","@type":"AutoRepair","telephone":"828 555 0170"}`
	if j, lacks := judged(t, p, block(node)+block(address)+block(phone), nil); len(lacks) > 0 {
		t.Errorf("%v", j.Lacks)
	}
	// Names that begin with _: are known in their own block only.
	other := strings.Replace(node, "https://ridgelineautocare.example/#address", "_:a", 1)
	if _, lacks := judged(t, p, block(other)+block(strings.Replace(address, "/#address", "_:a", 1))+block(phone), nil); len(lacks) == 0 {
		t.Error("a blank node is known in another block")
	}
	// A node that leads back to itself ends.
	loop := `{"@context":"https://schema.org","@id":"#business","hasOfferCatalog":{"@id":"#c","itemListElement":{"@id":"#c"}},"address":{"@id":"#business"}}`
	judged(t, p, block(node)+block(loop), nil)
}

// The page's own base and charset count.
func TestJudgeBaseAndCharset(t *testing.T) {
	p := exampleProfile(t, "auto-repair-single-location", nil, replace("/business/displayName", "Café Motors"))
	doc := changedNode(t, p, raw("replace", "/url", `""`))
	if _, lacks := judged(t, p, `<base href="https://ridgelineautocare.example/"><base href="https://x.example">`+block(doc),
		&osp.JudgeOptions{URL: "https://ridgelineautocare.example/about"}); len(lacks) > 0 {
		t.Errorf("with a base: %v", lacks)
	}
	utf8Page := block(changedNode(t, p))
	latin1 := strings.ReplaceAll(utf8Page, "é", "\xe9")
	for name, tt := range map[string]struct{ page, contentType string }{
		"UTF-8, unsaid":                   {utf8Page, ""},
		"UTF-8, unsaid, after much ASCII": {strings.Repeat("<p>text</p>", 500) + utf8Page, ""},
		"UTF-8 with a mark":               {"\xef\xbb\xbf" + utf8Page, "text/html; charset=iso-8859-1"},
		"latin-1 by the header":           {latin1, "text/html; charset=ISO-8859-1"},
		"latin-1 by the page":             {`<meta charset="iso-8859-1">` + latin1, "text/html"},
		"windows-1252, unsaid":            {latin1, ""},
	} {
		if j, lacks := judged(t, p, tt.page, &osp.JudgeOptions{ContentType: tt.contentType}); len(lacks) > 0 {
			t.Errorf("%s: %v", name, j.Lacks)
		}
	}
}

// Subtypes of LocalBusiness are schema.org's, no more and no fewer.
func TestJudgeSubtypes(t *testing.T) {
	p := exampleProfile(t, "auto-repair-single-location", nil)
	for schemaType, want := range map[string]bool{
		"LocalBusiness": true, "HairSalon": true, "MotorcycleRepair": true, "schema:AutoRepair": true, "https://schema.org/Plumber": true,
		"OnlineBusiness": false, "Organization": false, "Place": false, "autorepair": false,
	} {
		if _, lacks := judged(t, p, block(changedNode(t, p, replace("/@type", schemaType))), nil); (len(lacks) == 0) != want {
			t.Errorf("%s: %v", schemaType, lacks)
		}
	}
}

// A hostile page costs no more than its length.
func TestJudgeHostilePage(t *testing.T) {
	p := exampleProfile(t, "hvac-two-locations", nil)
	many := `{"@context":"https://schema.org","@graph":[` + strings.TrimSuffix(strings.Repeat(`{"@type":"Store","hasOfferCatalog":[{},{},{}]},`, 50_000), ",") + `]}`
	for name, page := range map[string]string{
		"many nodes":     block(many),
		"deep nesting":   block(strings.Repeat(`{"a":`, 100_000)),
		"many templates": strings.Repeat("<template>", 300_000),
		"too large":      strings.Repeat(" ", 9<<20) + block(changedNode(t, p)),
	} {
		if j, _ := judged(t, p, page, nil); j.Passes() {
			t.Errorf("%s: passes", name)
		}
	}
}

func FuzzJudgeJSONLD(f *testing.F) {
	p := exampleProfile(f, "hvac-two-locations", nil)
	good := block(changedNode(f, p))
	f.Add([]byte(good), "text/html")
	f.Add([]byte(`<base href="//x"><script type=application/ld+json>[{"@context":"https://schema.org","@graph":[{"@type":"Plumber","@id":"_:a","address":{"@id":"_:a"}}]}]`), "")
	f.Add([]byte("<template><script>\xff"), "text/html; charset=utf-16le")
	f.Fuzz(func(t *testing.T, page []byte, contentType string) {
		j := osp.JudgeJSONLD(p, page, &osp.JudgeOptions{ContentType: contentType})
		if len(j.Lacks) == 0 && j.Location == "" {
			t.Error("a page passes for no location")
		}
		for _, issue := range append(append(j.Lacks, j.Advice...), j.Unread...) {
			if len(issue.Message) > 2000 {
				t.Errorf("a message of %d bytes", len(issue.Message))
			}
		}
	})
}
