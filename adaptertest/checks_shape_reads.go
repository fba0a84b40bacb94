package adaptertest

import (
	"errors"
	"slices"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// What the reads answer is about what was asked, and in the protocol's own words (B-028,
// B-086, B-124, B-127 to B-129, B-132, B-133, B-143, B-144).
var readChecks = []check{
	required("shape.service_asked_for", "service.describe",
		"service.describe answers the service that was asked for, with its name", (*probe).serviceIsAskedFor),
	required("shape.policy_asked_for", "policy.explain",
		"policy.explain answers the policy of the service that was asked for", (*probe).policyIsAskedFor),
	required("shape.slot_ids", "availability.find",
		"each slot carries the create-ready organization_id, service_id and schedule_id that were asked for", (*probe).slotsAreCreateReady),
	required("shape.slots_distinct", "availability.find",
		"each slot has an id of its own and is listed once", (*probe).slotsAreDistinct),
	required("shape.provider_filter", "availability.find",
		"with provider_id the slots are that provider's", (*probe).providerIsHonoured),
	required("shape.unknown_provider", "availability.find",
		"a provider that nobody knows has no slots", (*probe).unknownProviderHasNone),
	required("shape.unknown_service", "service.describe",
		"a service that the platform doesn't have is refused, not answered with another one", (*probe).unknownServiceIsRefused),
	required("shape.foreign_service", "Participants",
		"a service of another organization is not described, explained, offered or put to the user as one's own", (*probe).foreignServiceIsUnknown),
	required("shape.unknown_schedule", "availability.find",
		"a schedule that the platform doesn't have has no slots", (*probe).unknownScheduleHasNone),
	required("shape.default_service", "service.describe",
		"without service_id a default service is described, or the call is refused", (*probe).defaultIsAService),
	required("shape.default_is_configured", "availability.find",
		"without service_id and schedule_id the reads are about the configured ones", (*probe).defaultIsConfigured),
	required("shape.organization", "policy.explain",
		"the policy's organization block has the id that mandates are anchored to", (*probe).organizationIsNamed),
	required("shape.organization_words", "policy.explain",
		"the organization's timezone is an IANA zone, its currency in ISO 4217, its country in ISO 3166-1", (*probe).organizationIsCanonical),
	required("shape.policy_words", "policy.explain",
		"payment_requirement and verification_method have values of v0.1.0", (*probe).policyWordsAreKnown),
	required("shape.durations", "Time Discipline",
		"duration, cancellation_window and late_grace are ISO 8601 durations", (*probe).durationsAreISO),
	required("shape.options", "Core Objects",
		"every option has an id and a name", (*probe).optionsAreNamed),
	required("shape.refusal", "Result Envelope",
		"a refusal has a code to branch on and a message", (*probe).refusalsSpeak),
}

func (p *probe) serviceIsAskedFor() {
	for _, f := range p.catalogue() {
		s := p.describe(f.Fixture)
		if s.ID != f.ServiceID {
			p.fatalf("asked for %q it answers another service", f.ServiceID)
		}
		if s.Name == "" {
			p.fatalf("%q has no name", f.ServiceID)
		}
	}
}

func (p *probe) policyIsAskedFor() {
	for _, f := range p.catalogue() {
		if p.explain(f.Fixture).ServiceID != f.ServiceID {
			p.fatalf("asked for %q it answers another service's policy", f.ServiceID)
		}
	}
}

func (p *probe) slotsAreCreateReady() {
	for _, f := range p.catalogue() {
		for _, s := range p.someSlots(f.Fixture) {
			for _, id := range []struct{ name, got, want string }{
				{"organization_id", s.OrganizationID, f.OrganizationID},
				{"service_id", s.ServiceID, f.ServiceID},
				{"schedule_id", s.ScheduleID, f.ScheduleID},
			} {
				if id.got != id.want {
					p.fatalf("a slot has %s %q, and %q was asked for", id.name, id.got, id.want)
				}
			}
		}
	}
}

func (p *probe) slotsAreDistinct() {
	for _, f := range p.catalogue() {
		ids := make(map[string]bool)
		for _, s := range p.someSlots(f.Fixture) {
			if s.ID == "" || ids[s.ID] {
				p.fatalf("two slots of one list, or none, have the id %q", s.ID)
			}
			ids[s.ID] = true
		}
	}
}

func (p *probe) providerIsHonoured() {
	for _, f := range p.catalogue() {
		for _, s := range p.someSlots(f.Fixture) {
			if f.ProviderID != "" && s.ProviderID != f.ProviderID {
				p.fatalf("asked for provider %q of %q it lists a slot of another one", f.ProviderID, f.ServiceID)
			}
		}
	}
}

// wantNoSlots requires a refusal or an empty list.
func (p *probe) wantNoSlots(what string, f Fixture, change func(*osbp.AvailabilityFindInput)) {
	in := findInput(f, dateOf(p.slots(f, 1)[0].StartsAtLocal))
	change(&in)
	slots, err := p.adapter(f).FindAvailability(p.ctx, in)
	if err == nil && len(slots) > 0 {
		p.fatalf("%s has %d slots", what, len(slots))
	}
	if err != nil {
		p.wantRefused(what, err)
	}
}

func (p *probe) unknownProviderHasNone() {
	p.wantNoSlots("an unknown provider", p.h.Fixtures.Plain, func(in *osbp.AvailabilityFindInput) { in.ProviderID = p.key("provider") })
}

func (p *probe) unknownScheduleHasNone() {
	p.wantNoSlots("an unknown schedule", p.h.Fixtures.Plain, func(in *osbp.AvailabilityFindInput) { in.ScheduleID = p.key("schedule") })
}

func (p *probe) unknownServiceIsRefused() {
	f := p.h.Fixtures.Plain
	a, id := p.adapter(f), p.key("service")
	_, err := a.DescribeService(p.ctx, osbp.ServiceDescribeInput{ServiceID: id})
	p.wantRefused("service.describe of an unknown service", err)
	_, err = a.ExplainPolicy(p.ctx, osbp.PolicyExplainInput{ServiceID: id})
	p.wantRefused("policy.explain of an unknown service", err)
	p.wantNoSlots("an unknown service", f, func(in *osbp.AvailabilityFindInput) { in.ServiceID = id })
}

// foreignServiceIsUnknown allows for ids that two organizations both use.
func (p *probe) foreignServiceIsUnknown() {
	here, there := p.h.Fixtures.Plain, p.elsewhere("that an adapter serves one organization")
	slot, theirs := p.slots(there, 1)[0], p.describe(there)
	a := p.adapter(here)
	if s, err := a.DescribeService(p.ctx, osbp.ServiceDescribeInput{ServiceID: there.ServiceID}); err == nil && (s == nil || s.Name == theirs.Name) {
		p.fatalf("service.describe answers a service of another organization")
	}
	if policy, err := a.ExplainPolicy(p.ctx, osbp.PolicyExplainInput{ServiceID: there.ServiceID}); err == nil && policy != nil &&
		policy.Organization != nil && policy.Organization.ID == there.OrganizationID {
		p.fatalf("policy.explain answers the policy of another organization")
	}
	slots, err := a.FindAvailability(p.ctx, findInput(there, dateOf(slot.StartsAtLocal)))
	if err == nil && slices.ContainsFunc(slots, func(s osbp.Slot) bool { return s.OrganizationID == there.OrganizationID }) {
		p.fatalf("availability.find lists slots of another organization")
	}
	t, before := p.attemptOf(there, slot).widen(), p.h.Creates()
	t.adapter, t.in.Mandate.OrganizationID = a, here.OrganizationID
	_, err = t.create()
	p.wantRefused("a booking of another organization's service", err)
	p.wantCreates(before, 0)
}

func (p *probe) defaultIsConfigured() {
	f := p.fixture(p.h.Fixtures.Default, "Default", "what stands in for a missing id")
	a := p.adapter(f)
	s, err := a.DescribeService(p.ctx, osbp.ServiceDescribeInput{})
	p.wantAnswer("service.describe without service_id", err)
	policy, err := a.ExplainPolicy(p.ctx, osbp.PolicyExplainInput{})
	p.wantAnswer("policy.explain without service_id", err)
	if s == nil || s.ID != f.ServiceID || policy == nil || policy.ServiceID != f.ServiceID {
		p.fatalf("without service_id the reads are not about the configured service")
	}
	slots, err := a.FindAvailability(p.ctx, osbp.AvailabilityFindInput{ProviderID: f.ProviderID, Date: dateOf(p.slots(f, 1)[0].StartsAtLocal)})
	p.wantAnswer("availability.find without service_id and schedule_id", err)
	if len(slots) == 0 || slots[0].ServiceID != f.ServiceID || slots[0].ScheduleID != f.ScheduleID {
		p.fatalf("without service_id and schedule_id the slots are not those of the configured ones")
	}
}

func (p *probe) defaultIsAService() {
	f := p.h.Fixtures.Plain
	s, err := p.adapter(f).DescribeService(p.ctx, osbp.ServiceDescribeInput{})
	if err != nil {
		p.wantRefused("service.describe without service_id", err)
		return
	}
	if s == nil || s.ID == "" || s.Name == "" {
		p.fatalf("without service_id it describes a service without id or name")
	}
	again := p.describe(Fixture{OrganizationID: f.OrganizationID, ServiceID: s.ID})
	if again.ID != s.ID || again.Name != s.Name {
		p.fatalf("the default service is not what its own id describes")
	}
}

func (p *probe) organizationIsNamed() {
	for _, f := range p.catalogue() {
		switch o := p.explain(f.Fixture).Organization; {
		case o == nil:
			p.fatalf("the policy of %q has no organization", f.ServiceID)
		case o.ID != f.OrganizationID:
			p.fatalf("the policy of %q has organization.id %q, not %q", f.ServiceID, o.ID, f.OrganizationID)
		}
	}
}

func (p *probe) organizationIsCanonical() {
	for _, f := range p.catalogue() {
		o := p.explain(f.Fixture).Organization
		if o == nil {
			continue
		}
		if o.Timezone != "" {
			if _, err := p.h.Zones.LoadZone(o.Timezone); err != nil {
				p.fatalf("organization.timezone %q is no IANA zone", o.Timezone)
			}
		}
		if o.Currency != "" {
			if _, err := money.Exponent(o.Currency); err != nil {
				p.fatalf("organization.currency %q is not in ISO 4217", o.Currency)
			}
		}
		if c := o.Country; c != "" && (len(c) != 2 || c[0] < 'A' || c[0] > 'Z' || c[1] < 'A' || c[1] > 'Z') {
			p.fatalf("organization.country %q is no ISO 3166-1 alpha-2 code", c)
		}
	}
}

func (p *probe) policyWordsAreKnown() {
	for _, f := range p.catalogue() {
		policy := p.explain(f.Fixture)
		switch policy.PaymentRequirement {
		case "", osbp.PaymentNone, osbp.PaymentDeposit, osbp.PaymentFullPrepay, osbp.PaymentUnknown:
		default:
			p.fatalf("payment_requirement is %q", policy.PaymentRequirement)
		}
		switch policy.VerificationMethod {
		case "", osbp.VerificationSMS, osbp.VerificationEmail, osbp.VerificationNone, osbp.VerificationUnknown:
		default:
			p.fatalf("verification_method is %q", policy.VerificationMethod)
		}
	}
}

func (p *probe) durationsAreISO() {
	for _, f := range p.catalogue() {
		service, policy := p.describe(f.Fixture), p.explain(f.Fixture)
		all := []string{service.Duration, policy.CancellationWindow, policy.LateGrace}
		for _, o := range service.Options {
			all = append(all, o.Duration)
		}
		for _, d := range all {
			if d == "" {
				continue
			}
			if _, err := wallclock.ParseDuration(d); err != nil && !errors.Is(err, wallclock.ErrCalendar) {
				p.fatalf("a duration of %q is %q", f.ServiceID, d)
			}
		}
	}
}

func (p *probe) optionsAreNamed() {
	f := p.fixture(p.h.Fixtures.Options, "Options", "the form of variants and add-ons")
	for _, o := range p.describe(f).Options {
		if o.ID == "" || o.Name == "" {
			p.fatalf("an option of %q has no id or no name", f.ServiceID)
		}
	}
}

func (p *probe) refusalsSpeak() {
	h := p.hosted(p.h.Fixtures.Plain)
	for tool, args := range map[osbp.Tool]any{
		osbp.ToolServiceDescribe: osbp.ServiceDescribeInput{ServiceID: p.key("service")},
		osbp.ToolBookingStatus:   osbp.BookingStatusInput{BookingID: p.key("booking")},
	} {
		e := h.call(tool, args)
		switch {
		case e.OK || e.Problem == nil:
			p.fatalf("%s of something unknown was not refused", tool)
		case e.Problem.Code == "" || e.Problem.Message == "":
			p.fatalf("%s was refused without a code or without a message", tool)
		}
	}
}
