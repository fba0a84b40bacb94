package adaptertest

import (
	"slices"
	"strings"

	"github.com/openservicekit/openservice/osbp"
)

// What may be booked and with whom (B-051 to B-053, B-101 to B-105, B-193). A list that
// is left out constrains nothing, an empty one allows nothing.
var mandateScopeChecks = []check{
	required("mandate.organization_other", "Mandate Enforcement",
		"a mandate for another organization is organization_not_allowed",
		refuses(plain, osbp.CodeOrganizationNotAllowed, func(t *attempt) { t.in.Mandate.OrganizationID = t.p.key("org") })),
	required("mandate.widest", "BookingMandate",
		"a mandate without any of the optional members allows the booking", allows(plain, func(*attempt) {})),
	required("mandate.tightest", "Mandate Enforcement",
		"a mandate that names exactly the slot and its price allows the booking",
		func(p *probe) { p.attempt(p.h.Fixtures.Plain).tighten().challenge() }),
	required("mandate.service_left_out", "BookingMandate",
		"a mandate without service_ids leaves the service unconstrained", leavesOut(func(m *osbp.Mandate) { m.ServiceIDs = nil })),
	required("mandate.schedule_left_out", "BookingMandate",
		"a mandate without schedule_ids leaves the schedule unconstrained", leavesOut(func(m *osbp.Mandate) { m.ScheduleIDs = nil })),
	required("mandate.provider_left_out", "BookingMandate",
		"a mandate without provider_ids leaves the provider unconstrained", leavesOut(func(m *osbp.Mandate) { m.ProviderIDs = nil })),
	required("mandate.service_none", "BookingMandate",
		"an empty service_ids allows no service",
		refuses(plain, osbp.CodeServiceNotAllowed, func(t *attempt) { t.in.Mandate.ServiceIDs = []string{} })),
	required("mandate.schedule_none", "BookingMandate",
		"an empty schedule_ids allows no schedule",
		refuses(plain, osbp.CodeScheduleNotAllowed, func(t *attempt) { t.in.Mandate.ScheduleIDs = []string{} })),
	required("mandate.provider_none", "BookingMandate",
		"an empty provider_ids allows no provider",
		refuses(plain, osbp.CodeProviderNotAllowed, func(t *attempt) { t.in.Mandate.ProviderIDs = []string{} })),
	required("mandate.service_other", "Mandate Enforcement",
		"a service that is not in service_ids is service_not_allowed",
		refuses(plain, osbp.CodeServiceNotAllowed, func(t *attempt) { t.in.Mandate.ServiceIDs = t.others(t.in.ServiceID) })),
	required("mandate.schedule_other", "Mandate Enforcement",
		"a schedule that is not in schedule_ids is schedule_not_allowed",
		refuses(plain, osbp.CodeScheduleNotAllowed, func(t *attempt) { t.in.Mandate.ScheduleIDs = t.others(t.in.ScheduleID) })),
	required("mandate.provider_other", "Mandate Enforcement",
		"a provider who is not in provider_ids is provider_not_allowed",
		refuses(plain, osbp.CodeProviderNotAllowed, func(t *attempt) { t.in.Mandate.ProviderIDs = t.others(t.in.ProviderID) })),
	required("mandate.one_of_several", "BookingMandate",
		"an id allows the booking wherever it stands in its list",
		allowsEach(plain, among(0), among(2), among(-1))),
	required("mandate.names_are_no_ids", "BookingMandate",
		"a service_ids that lists the service's display name does not allow the service",
		refuses(plain, osbp.CodeServiceNotAllowed, func(t *attempt) { t.in.Mandate.ServiceIDs = t.nameOf(t.service.Name, t.in.ServiceID) })),
	required("mandate.schedule_names_are_no_ids", "BookingMandate",
		"a schedule_ids that lists the schedule's display name does not allow the schedule",
		refuses(plain, osbp.CodeScheduleNotAllowed, func(t *attempt) {
			t.in.Mandate.ScheduleIDs = t.nameOf(t.slot.ScheduleName, t.in.ScheduleID)
		})),
	required("mandate.provider_names_are_no_ids", "BookingMandate",
		"a provider_ids that lists the provider's display name does not allow the provider",
		refuses(plain, osbp.CodeProviderNotAllowed, func(t *attempt) {
			t.in.Mandate.ProviderIDs = t.nameOf(t.slot.ProviderName, t.in.ProviderID)
		})),
	required("mandate.provider_unnamed", "Mandate Enforcement",
		"a slot that names no provider is provider_unknown under a mandate that pins providers",
		refuses(noProvider, osbp.CodeProviderUnknown, func(t *attempt) { t.in.Mandate.ProviderIDs = []string{t.p.key("provider")} })),
	required("mandate.provider_none_unnamed", "BookingMandate",
		"an empty provider_ids allows no slot, also none that names no provider", (*probe).nobodyAllowed),
	required("mandate.provider_not_needed", "BookingMandate",
		"a slot that names no provider can be booked under a mandate that pins none", allows(noProvider, func(*attempt) {})),
	required("mandate.organization_exact", "Mandate Enforcement",
		"an organization_id that only resembles the organization's is organization_not_allowed", (*probe).organizationIsExact),
	required("mandate.service_exact", "BookingMandate",
		"a service_id that differs in large and small letters is service_not_allowed",
		refuses(plain, osbp.CodeServiceNotAllowed, func(t *attempt) { t.in.Mandate.ServiceIDs = []string{t.otherLetters(t.in.ServiceID)} })),
	required("mandate.schedule_exact", "BookingMandate",
		"a schedule_id that differs in large and small letters is schedule_not_allowed",
		refuses(plain, osbp.CodeScheduleNotAllowed, func(t *attempt) { t.in.Mandate.ScheduleIDs = []string{t.otherLetters(t.in.ScheduleID)} })),
	required("mandate.provider_exact", "BookingMandate",
		"a provider_id that differs in large and small letters is provider_not_allowed",
		refuses(plain, osbp.CodeProviderNotAllowed, func(t *attempt) { t.in.Mandate.ProviderIDs = []string{t.otherLetters(t.in.ProviderID)} })),
	required("mandate.provider_unsaid", "Mandate Enforcement",
		"a request that names no provider is provider_unknown under a mandate that pins providers",
		refuses(plain, osbp.CodeProviderUnknown, func(t *attempt) {
			t.pinned()
			t.in.ProviderID = ""
		})),
}

// nobodyAllowed leaves open which of the two codes it is: the slot names nobody, and
// nobody is allowed.
func (p *probe) nobodyAllowed() {
	t := p.attempt(noProvider(p)).widen()
	t.in.Mandate.ProviderIDs = []string{}
	before := p.h.Creates()
	_, err := t.create()
	if got := p.wantRefused("the booking", err); got.Code != osbp.CodeProviderUnknown && got.Code != osbp.CodeProviderNotAllowed {
		p.fatalf("the booking was refused with %s", got.Code)
	}
	p.wantCreates(before, 0)
}

func (p *probe) organizationIsExact() {
	t := p.attempt(p.h.Fixtures.Plain).widen()
	for _, near := range t.others(t.in.Mandate.OrganizationID) {
		if near == "" {
			continue // which is no organization, and another matter
		}
		t.in.IdempotencyKey, t.in.Mandate.OrganizationID = p.key("idem"), near
		t.wantCode("the booking", osbp.CodeOrganizationNotAllowed)
	}
}

// otherLetters is another id, which a careless comparison takes for the same.
func (t *attempt) otherLetters(id string) string {
	other := swappedCase(id)
	if other == id {
		t.p.skipf("the ids of Fixtures.Plain have no letters: that large and small ones differ is not shown")
	}
	return other
}

// pinned has the mandate name the slot's provider.
func (t *attempt) pinned() { t.in.Mandate.ProviderIDs = []string{t.slot.ProviderID} }

// tighten leaves the mandate nothing to spare.
func (t *attempt) tighten() *attempt {
	m := t.in.Mandate
	m.EarliestStart, m.LatestEnd = t.slot.StartsAtLocal, t.end()
	m.MaxPrice = t.moved(t.price(), 0)
	return t
}

// leavesOut tries that a mandate with every list but one still allows the booking.
func leavesOut(member func(*osbp.Mandate)) func(*probe) {
	return func(p *probe) {
		t := p.attempt(p.h.Fixtures.Plain)
		member(t.in.Mandate)
		t.challenge()
	}
}

func noProvider(p *probe) Fixture {
	return p.fixture(p.h.Fixtures.NoProvider, "NoProvider", "a slot that names no provider")
}

// others are ids that are not id, though near it.
func (t *attempt) others(id string) []string {
	return []string{t.p.key("other"), id + "_2", id[:max(len(id)-1, 0)], " " + id, flipCase(id)}
}

// among lists each id of the request at a place among others; -1 is the last.
func among(at int) redraft {
	return func(t *attempt) {
		list := func(id string) []string {
			others := t.others(id)
			if at < 0 {
				return append(others, id)
			}
			return slices.Insert(others, at, id)
		}
		m := t.in.Mandate
		m.ServiceIDs, m.ScheduleIDs, m.ProviderIDs = list(t.in.ServiceID), list(t.in.ScheduleID), list(t.in.ProviderID)
	}
}

// flipCase changes the case of the first letter that has one.
func flipCase(id string) string {
	for i := range id {
		for _, other := range []string{strings.ToUpper(id[i : i+1]), strings.ToLower(id[i : i+1])} {
			if other != id[i:i+1] {
				return id[:i] + other + id[i+1:]
			}
		}
	}
	return id + "_"
}

// nameOf lists a display name, unless that is the id.
func (t *attempt) nameOf(name, id string) []string {
	if name == "" || name == id {
		t.p.skipf("the sandbox gives no display name other than the id: that names are no ids is not shown")
	}
	return []string{name}
}
