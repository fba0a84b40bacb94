package adaptertest

import (
	"encoding/json"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/osbp"
)

// Which platform answered, and how, is for the operator alone (B-205 to B-210, B-247,
// B-254, B-259).
var platformChecks = slices.Concat([]check{
	required("platform.identity", "Platform Metadata and Versioning",
		"the adapter declares its platform: a vendor and the API version that it pins", (*probe).platformIsDeclared),
	required("platform.identity_right", "Platform Metadata and Versioning",
		"the declared vendor and API version are the platform's own", (*probe).platformIsTheRightOne),
	required("platform.identity_static", "Platform Metadata and Versioning",
		"the declared platform is the same for every tool", (*probe).platformIsStatic),
	required("platform.upstream", "Platform Metadata and Versioning",
		"the last upstream call of a tool is in its audit event, as METHOD /path with its status", (*probe).upstreamIsRecorded),
	required("platform.upstream_limit", "Platform Metadata and Versioning",
		"the audit event of a read that the platform answers with 429 has that upstream call and its status", (*probe).upstreamOfALimit),
	required("platform.upstream_path", "Audit",
		"upstream.call has neither host nor query string", (*probe).upstreamIsAPath),
	required("platform.upstream_customer", "Audit",
		"upstream carries nothing of the customer", (*probe).upstreamIsNobodys),
	required("platform.upstream_replay", "Audit",
		"a replay that answers locally has no upstream", (*probe).replayHasNoUpstream),
	required("platform.not_for_agents", "Audit",
		"platform and upstream are in no answer to an agent", (*probe).platformIsNotAnswered),
}, platformRetiringChecks)

// last is the latest audit event.
func (h *hosted) last() *audit.Event {
	events := h.events()
	if len(events) == 0 {
		h.p.fatalf("the call left no audit event")
	}
	return events[len(events)-1]
}

// read calls the three reads and returns their events.
func (h *hosted) read(f Fixture) []*audit.Event {
	for _, tool := range []osbp.Tool{osbp.ToolServiceDescribe, osbp.ToolPolicyExplain, osbp.ToolAvailabilityFind} {
		h.wantOK(tool, h.call(tool, h.p.readArgs(tool, f)))
	}
	return h.events()
}

func (p *probe) platformIsDeclared() {
	f := p.h.Fixtures.Plain
	for _, e := range p.hosted(f).read(f) {
		if e.Platform == nil || e.Platform.Vendor == "" || e.Platform.APIVersion == "" {
			p.fatalf("the audit event of %s has no platform with vendor and api_version", e.ToolName)
		}
	}
}

func (p *probe) platformIsTheRightOne() {
	p.need(p.h.Identity != osbp.PlatformIdentity{}, "Identity", "that the declared platform is the right one")
	f := p.h.Fixtures.Plain
	for _, e := range p.hosted(f).read(f) {
		if e.Platform != nil && *e.Platform != p.h.Identity {
			p.fatalf("the declared platform is %+v, not %+v", *e.Platform, p.h.Identity)
		}
	}
}

func (p *probe) platformIsStatic() {
	f := p.h.Fixtures.Plain
	h, t := p.hosted(f), p.attempt(f)
	h.read(f)
	h.call(osbp.ToolBookingCreate, t.in)
	h.call(osbp.ToolBookingStatus, osbp.BookingStatusInput{BookingID: p.key("booking")})
	var first *audit.PlatformIdentity
	for i, e := range h.events() {
		switch {
		case i == 0:
			first = e.Platform
		case (e.Platform == nil) != (first == nil), first != nil && *e.Platform != *first:
			p.fatalf("%s has another platform than %s", e.ToolName, h.events()[0].ToolName)
		}
	}
}

// needUpstream skips where the adapter records no calls.
func (p *probe) needUpstream(unproved string) { p.need(p.h.Upstream, "Upstream", unproved) }

var methodAndPath = regexp.MustCompile(`^[A-Z]+ /`)

func (p *probe) upstreamIsRecorded() {
	p.needUpstream("that the platform's responses are recorded")
	f := p.h.Fixtures.Plain
	for _, e := range p.hosted(f).read(f) {
		switch {
		case e.Upstream == nil:
			p.fatalf("the audit event of %s has no upstream", e.ToolName)
		case !methodAndPath.MatchString(e.Upstream.Call):
			p.fatalf("upstream.call of %s is not METHOD /path", e.ToolName)
		case e.Upstream.Status < 100 || e.Upstream.Status > 599:
			p.fatalf("upstream.status of %s is %d", e.ToolName, e.Upstream.Status)
		}
	}
}

func (p *probe) upstreamOfALimit() {
	p.needUpstream("that refusals of the platform's are recorded")
	f := p.h.Fixtures.Plain
	h := p.hosted(f)
	p.limitedReads("that a limit is recorded")
	h.call(osbp.ToolServiceDescribe, osbp.ServiceDescribeInput{ServiceID: f.ServiceID})
	if up := h.last().Upstream; up == nil || up.Status != http.StatusTooManyRequests {
		p.fatalf("the audit event of a read that was answered with 429 has no upstream with that status")
	}
}

// bookedWith books through a host, reads the booking, and sends a code where that is
// possible, all for one customer.
func (p *probe) bookedWith(h *hosted, t *attempt) {
	t.approve()
	e := h.call(osbp.ToolBookingCreate, t.in)
	h.wantOK(osbp.ToolBookingCreate, e)
	receipt, err := osbp.DecodeValue[osbp.Receipt](e)
	p.wantAnswer("booking.create", err)
	h.call(osbp.ToolBookingStatus, osbp.BookingStatusInput{BookingID: receipt.BookingID, Customer: &t.in.Customer})
	h.call(osbp.ToolVerificationSend, osbp.VerificationSendInput{Customer: t.in.Customer, Purpose: osbp.BookingPurpose(t.fixture.OrganizationID)})
}

func (p *probe) upstreamIsAPath() {
	p.needUpstream("that upstream.call leaves the query out")
	f := p.h.Fixtures.Plain
	h := p.hosted(f)
	h.read(f)
	p.bookedWith(h, p.attempt(f))
	for _, e := range h.events() {
		if e.Upstream != nil && (strings.ContainsAny(e.Upstream.Call, "?#") || strings.Contains(e.Upstream.Call, "://")) {
			p.fatalf("upstream.call of %s has a query or a host", e.ToolName)
		}
	}
}

func (p *probe) upstreamIsNobodys() {
	p.needUpstream("that upstream carries nothing of the customer")
	f := p.h.Fixtures.Plain
	h, t := p.hosted(f), p.attempt(f)
	p.bookedWith(h, t)
	c := t.in.Customer
	for _, e := range h.events() {
		text, err := json.Marshal(e.Upstream)
		if err != nil {
			p.fatalf("upstream is no JSON")
		}
		for name, value := range map[string]string{
			"phone": strings.TrimPrefix(c.Phone, "+"), "email": c.Email, "given_name": c.GivenName, "family_name": c.FamilyName,
		} {
			if strings.Contains(strings.ToLower(string(text)), strings.ToLower(value)) {
				p.fatalf("upstream of %s has the customer's %s", e.ToolName, name)
			}
		}
	}
}

func (p *probe) replayHasNoUpstream() {
	p.needUpstream("that a replay says of no upstream call that it was its own")
	f := p.h.Fixtures.Plain
	h, t := p.hosted(f), p.attempt(f)
	t.approve()
	h.wantOK(osbp.ToolBookingCreate, h.call(osbp.ToolBookingCreate, t.in))
	if h.last().Upstream == nil {
		p.fatalf("the audit event of the create has no upstream")
	}
	e := h.call(osbp.ToolBookingCreate, t.in)
	h.wantOK(osbp.ToolBookingCreate, e)
	if h.last().Upstream != nil {
		p.fatalf("the audit event of the replay has an upstream")
	}
}

func (p *probe) platformIsNotAnswered() {
	f := p.h.Fixtures.Plain
	h, t := p.hosted(f), p.attempt(f)
	var answers []osbp.Envelope
	for _, tool := range []osbp.Tool{osbp.ToolServiceDescribe, osbp.ToolPolicyExplain, osbp.ToolAvailabilityFind} {
		answers = append(answers, h.call(tool, p.readArgs(tool, f)))
	}
	answers = append(answers, h.call(osbp.ToolBookingCreate, t.in))
	t.approve()
	answers = append(answers, h.call(osbp.ToolBookingCreate, t.in), h.call(osbp.ToolBookingStatus, osbp.BookingStatusInput{BookingID: p.key("booking")}))
	for i, e := range answers {
		var v any
		doc, err := json.Marshal(e)
		if err == nil {
			err = json.Unmarshal(doc, &v)
		}
		if err != nil {
			p.fatalf("an envelope is no JSON")
		}
		if name := firstMember(v, "platform", "upstream", "vendor", "api_version"); name != "" {
			p.fatalf("answer %d has a member %q", i+1, name)
		}
		if event := h.events()[min(i, len(h.events())-1)]; event.Upstream != nil && strings.Contains(string(doc), event.Upstream.Call) {
			p.fatalf("answer %d tells the upstream call", i+1)
		}
	}
}

// firstMember is the first of the names that some object in v has.
func firstMember(v any, names ...string) string {
	switch v := v.(type) {
	case []any:
		for _, one := range v {
			if name := firstMember(one, names...); name != "" {
				return name
			}
		}
	case map[string]any:
		for _, name := range names {
			if _, ok := v[name]; ok {
				return name
			}
		}
		for _, one := range v {
			if name := firstMember(one, names...); name != "" {
				return name
			}
		}
	}
	return ""
}
