package adaptertest

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/openservicekit/openservice/osbp"
)

// A platform that announces the end of its endpoints tells the operator, and nobody else
// (B-256, B-257).
var platformRetiringChecks = []check{
	required("platform.retiring_told", "Platform Metadata and Versioning",
		"an endpoint that the platform is retiring is told to the operator", (*probe).retiringIsTold),
	required("platform.retiring_harmless", "Platform Metadata and Versioning",
		"an announcement that an endpoint is going to end changes no answer to the agent", (*probe).retiringIsHarmless),
	required("platform.retiring_books", "Platform Metadata and Versioning",
		"an announcement that an endpoint is going to end refuses no booking", (*probe).retiringBooks),
}

// retire has the platform announce the end of its endpoints.
func (p *probe) retire(unproved string) {
	p.need(p.h.Retire != nil, "Retire", unproved)
	off, err := p.h.Retire(p.ctx)
	p.until("Retire", off, err)
}

var announcement = regexp.MustCompile(`(?i)deprecat|sunset|retir|end[- ]of[- ]life|discontinu`)

func (p *probe) retiringIsTold() {
	const unproved = "that the operator hears of endpoints that are going to end"
	p.need(p.h.Logged != nil, "Logged", unproved)
	f := p.h.Fixtures.Plain
	a := p.adapter(f)
	if p.h.Restart != nil { // once for each process is enough, and other checks have had this one
		var err error
		a, err = p.h.Restart(f.OrganizationID)
		p.must("Restart", err)
	}
	p.retire(unproved)
	before := p.h.Logged()
	_, err := a.DescribeService(p.ctx, osbp.ServiceDescribeInput{ServiceID: f.ServiceID})
	p.wantAnswer("service.describe", err)
	if !announcement.MatchString(strings.TrimPrefix(p.h.Logged(), before)) {
		p.fatalf("the operator is not told that the platform is retiring what the adapter calls")
	}
}

func (p *probe) retiringIsHarmless() {
	f := p.h.Fixtures.Plain
	date := dateOf(p.slots(f, 1)[0].StartsAtLocal)
	answers := func() string {
		slots := slices.Clone(p.find(f, date)) // which may have other ids each time, in another order
		for i := range slots {
			slots[i].ID = ""
		}
		slices.SortFunc(slots, func(a, b osbp.Slot) int {
			return strings.Compare(a.StartsAt+a.StartsAtLocal, b.StartsAt+b.StartsAtLocal)
		})
		text, err := json.Marshal([]any{p.describe(f), p.explain(f), slots})
		if err != nil {
			p.fatalf("an answer can't be encoded")
		}
		return string(text)
	}
	said := func() bool { // of a create, what stands beside its receipt
		r := p.attempt(f).book()
		return r.Runtime != nil && r.Runtime.Message != ""
	}
	beside, before := said(), answers()
	p.retire("that announcements are not the agent's")
	if answers() != before || said() != beside {
		p.fatalf("answers change when the platform announces that an endpoint is going to end")
	}
}

func (p *probe) retiringBooks() {
	t := p.attempt(p.h.Fixtures.Plain)
	p.retire("that an announcement refuses no booking")
	made := t.book()
	if made.Runtime != nil && announcement.MatchString(made.Runtime.Message) || announcement.MatchString(made.Receipt.Text) {
		p.fatalf("the agent is told that the platform is retiring an endpoint")
	}
	if !p.readsBack() {
		return
	}
	_, err := t.adapter.GetBooking(p.ctx, osbp.BookingStatusInput{BookingID: made.Receipt.BookingID, Customer: &t.in.Customer})
	p.wantAnswer("booking.status", err)
}
