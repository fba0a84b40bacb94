package osp

import (
	"net/url"
	"strconv"
)

// What [JudgeJSONLD] finds.
const (
	// RuleJSONLDBlock: a block of JSON-LD can't be read.
	RuleJSONLDBlock Rule = "jsonld-block"
	// RuleJSONLDNode: the page has no LocalBusiness node, or several that contradict each other (OSP 8.1).
	RuleJSONLDNode Rule = "jsonld-node"
	// RuleJSONLDMissing: the node lacks a fact that Level 1 asks for (OSP 8.1).
	RuleJSONLDMissing Rule = "jsonld-missing"
	// RuleJSONLDMatch: the node says something else than the manifest (OSP 8.1).
	RuleJSONLDMatch Rule = "jsonld-match"
	// RuleJSONLDAction: the node's ScheduleAction is missing or not as Level 1 asks for (OSP 8.1).
	RuleJSONLDAction Rule = "jsonld-action"
	// RuleJSONLDType: a trade that is a schema.org type is not the type of the node (OSP 8.1).
	RuleJSONLDType Rule = "jsonld-type"
	// RuleJSONLDCatalog: the catalog lacks a service, its page or its action (OSP 8.1).
	RuleJSONLDCatalog Rule = "jsonld-catalog"
)

// JudgeOptions describe the page that [JudgeJSONLD] reads. The zero options are a page at the business's websiteUrl.
type JudgeOptions struct {
	// URL is the address of the page, for relative addresses in it; empty means the websiteUrl of the manifest.
	URL string
	// ContentType is the Content-Type that the page was served with; its charset counts before the page's own.
	ContentType string
	// Location is the id of the location that the page must describe; empty means any, or the business.
	Location string
}

// PageJudgement says what of Level 1 the structured data of a page lacks (OSP 8.1, items 5 to 7 of OSP 8.4).
type PageJudgement struct {
	// Location is the id of the location whose facts the node was held against; for the business as a whole it is the
	// primary location.
	Location string
	// Lacks is what Level 1 requires and the page doesn't say. A page passes when there is none.
	Lacks []Issue
	// Advice is what Level 1 recommends and the page doesn't say; it is reported and not required.
	Advice []Issue
	// Unread names the blocks that could not be read. They count as if they weren't there.
	Unread []Issue
}

// Passes reports whether the page has all that Level 1 requires of it.
func (j *PageJudgement) Passes() bool { return len(j.Lacks) == 0 }

// maxPageBytes is the largest page that is read.
const maxPageBytes = 8 << 20

// maxCandidates is how many LocalBusiness nodes of a page are compared with the manifest.
const maxCandidates = 100

// JudgeJSONLD reads the JSON-LD of an HTML page and says what of Level 1 it lacks (OSP 8.1).
//
// It reads every block of the page: single nodes, arrays, @graph, nested nodes, and nodes that several blocks describe under
// one @id. Blocks in comments, templates and noscript don't count; one that can't be read is named in Unread and doesn't
// spoil the others. Of several LocalBusiness nodes, subtypes included, the one that lacks least is judged.
//
// A fact matches the manifest if every value that the page gives for it is equal: texts after folding white space, phone
// numbers by their digits with an optional leading 1, URLs resolved and without a trailing slash (a template without its
// optional parameters), hours as the spans of each weekday. Clock times may be written 17:00, 17:00:00 or 5:00 PM. Open all
// day is 00:00 to 23:59 and nothing else; 00:00 to 00:00 is closed. Entries with validFrom or validThrough are no weekly
// hours. The node may describe the business at its primary location, or one location under its own name and page.
//
// Against a Profile that is not from [NewProfile] no page passes.
func JudgeJSONLD(p *Profile, page []byte, opts *JudgeOptions) *PageJudgement {
	if p == nil || p.manifest == nil {
		return &PageJudgement{Lacks: []Issue{{"$", RuleJSONLDNode, sourceLevel1, "There is no manifest to hold the page against."}}}
	}
	var o JudgeOptions
	if opts != nil {
		o = *opts
	}
	j := judge{p: p, m: p.manifest, location: o.Location}
	if len(page) > maxPageBytes {
		j.out.Lacks = []Issue{{"$", RuleJSONLDNode, sourceLevel1, "The page is larger than 8 MiB and is not read."}}
		return &j.out
	}
	j.readPage(page, &o)
	j.judgeNodes()
	return &j.out
}

const sourceLevel1 = "OSP 8.1"

// judge holds one page against a manifest.
type judge struct {
	p        *Profile
	m        *Manifest
	location string
	base     *url.URL
	graph    ldGraph
	out      PageJudgement
}

func (j *judge) readPage(page []byte, o *JudgeOptions) {
	address := o.URL
	if address == "" {
		address = j.m.Business.WebsiteURL
	}
	if base, err := url.Parse(address); err == nil {
		j.base = base
		if base.Path == "" {
			base.Path = "/"
		}
	}
	scanned := scanJSONLD(page, o.ContentType)
	if href, err := url.Parse(scanned.base); err == nil && scanned.base != "" && j.base != nil {
		j.base = j.base.ResolveReference(href)
	}
	j.graph = ldGraph{base: j.base, byID: make(map[string]*ldNode)}
	for i, block := range scanned.blocks {
		if err := j.graph.add(block); err != nil {
			j.out.Unread = append(j.out.Unread, Issue{Path: "script[" + strconv.Itoa(i) + "]", Rule: RuleJSONLDBlock, Source: sourceLevel1,
				Message: "This block of JSON-LD can't be read: " + cut(err.Error()) + "."})
		}
	}
}

// judgeNodes finds the node that lacks least and reports on it.
func (j *judge) judgeNodes() {
	places := j.p.places
	if j.location != "" {
		places = nil
		if pl := j.p.placeByID[j.location]; pl != nil {
			places = []place{*pl}
		}
	}
	var best *nodeFindings
	var candidates []*nodeFindings
	for _, node := range j.graph.nodes {
		if !node.isLocalBusiness() || len(candidates) == maxCandidates {
			continue
		}
		var nearest *nodeFindings
		for i := range places {
			found := j.compare(node, &places[i])
			if nearest == nil || found.distance() < nearest.distance() ||
				found.distance() == nearest.distance() && places[i].location.IsPrimary {
				nearest = found
			}
		}
		if nearest == nil {
			break
		}
		candidates = append(candidates, nearest)
		if best == nil || nearest.distance() < best.distance() {
			best = nearest
		}
	}
	if best == nil {
		j.out.Lacks = []Issue{{"$", RuleJSONLDNode, sourceLevel1,
			"The page has no LocalBusiness node in JSON-LD, nor one of a trade's type such as HVACBusiness or AutoRepair."}}
		return
	}
	j.out.Location, j.out.Lacks = best.place.location.ID, best.lacks
	j.adviseType(best.node)
	j.adviseOthers(best, candidates)
	j.adviseCatalog(best)
}

// adviseType asks for the trades as types.
func (j *judge) adviseType(node *ldNode) {
	for _, trade := range j.m.Business.Trades {
		if IsTradeType(trade) && !node.is(trade) {
			j.advise("@type", RuleJSONLDType, "The manifest names the trade "+trade+", which is a schema.org type; the node doesn't have it as its type.")
		}
	}
}

// adviseOthers points out a second node of the same name that says something else.
func (j *judge) adviseOthers(best *nodeFindings, candidates []*nodeFindings) {
	for _, other := range candidates {
		if other != best && other.contradicts && sameName(other.node, best.node) {
			j.advise("$", RuleJSONLDNode, "Another LocalBusiness node of the same name says something else than the manifest.")
			return
		}
	}
}

func (j *judge) advise(path string, rule Rule, message string) {
	if len(j.out.Advice) < MaxIssues {
		j.out.Advice = append(j.out.Advice, Issue{Path: path, Rule: rule, Source: sourceLevel1, Message: message})
	}
}
