package osbp

import "github.com/openservicekit/openservice/wallclock"

// ReachabilityGap is something that a platform's read tools do not expose and
// that the tightest mandate is made of.
type ReachabilityGap struct {
	// Member is the missing member of a read tool's answer, and Tool the tool.
	Member string
	Tool   Tool
	// MandateMember is the member of the mandate that it would bound.
	MandateMember string
	// Reason says what is wrong, for people.
	Reason string
	// Clause is the statement of the specification that asks for the member, as
	// docs/spec-map.md numbers them.
	Clause string
	// Blocking says that NewMandate refuses because of it. Any other gap leaves the
	// mandate wider than it could be, or the agent with less to reason from.
	Blocking bool
}

// Reachability looks at what service.describe, availability.find and
// policy.explain gave for one chosen slot, and says what is missing for a mandate
// that pins it (OSBP "BookingMandate": the ids constrain the create-ready ids).
// Where nothing is blocking and the three agree with each other, NewMandate
// succeeds, given the user's consent to a payment that the policy requires. Nil
// means that nothing was answered.
func Reachability(service *Service, slot *Slot, policy *Policy) []ReachabilityGap {
	var g gaps
	g.ofService(service)
	g.ofSlot(service, slot)
	g.ofPolicy(policy)
	return g
}

type gaps []ReachabilityGap

func (g *gaps) need(ok bool, tool Tool, member, mandateMember, clause, reason string) {
	if !ok {
		*g = append(*g, ReachabilityGap{member, tool, mandateMember, reason, clause, true})
	}
}

func (g *gaps) want(ok bool, tool Tool, member, mandateMember, clause, reason string) {
	if !ok {
		*g = append(*g, ReachabilityGap{member, tool, mandateMember, reason, clause, false})
	}
}

func (g *gaps) ofService(service *Service) {
	const tool = ToolServiceDescribe
	if service == nil {
		g.need(false, tool, "service", "service_ids", "B-123", "nothing was answered")
		return
	}
	g.need(service.ID != "", tool, "service.id", "service_ids", "B-123", "absent")
}

func (g *gaps) ofSlot(service *Service, slot *Slot) {
	const tool = ToolAvailabilityFind
	if slot == nil {
		g.need(false, tool, "slot", "earliest_start", "B-127", "nothing was answered")
		return
	}
	g.need(slot.OrganizationID != "", tool, "slot.organization_id", "organization_id", "B-129", "absent")
	g.need(slot.ServiceID != "", tool, "slot.service_id", "service_ids", "B-129", "absent")
	g.need(slot.ScheduleID != "", tool, "slot.schedule_id", "schedule_ids", "B-129", "absent")
	g.want(slot.ProviderID != "", tool, "slot.provider_id", "provider_ids", "B-129",
		"absent, so the provider stays unconstrained")
	_, err := wallclock.ParseDateTime(slot.StartsAtLocal)
	g.need(err == nil, tool, "slot.starts_at_local", "earliest_start", "B-130",
		"not a wall-clock date and time without an offset")
	g.need(endExposed(service, slot), tool, "slot.ends_at_local", "latest_end", "B-194",
		"absent, and neither ends_at with schedule_timezone nor service.duration stands in for it")
	g.want(slot.ScheduleTimezone != "", tool, "slot.schedule_timezone", "latest_end", "B-073",
		"absent, so the wall clocks have no zone to be reasoned about in")

	price := slot.Price
	if price == nil && service != nil {
		price = service.Price
	}
	_, fixed := amount(price)
	g.need(fixed && listed(price), tool, "slot.price", "max_price", "B-069",
		"not a fixed amount in an ISO 4217 currency, neither here nor in service.price")
}

// endExposed reports whether the slot's end can be known.
func endExposed(service *Service, slot *Slot) bool {
	switch {
	case slot.EndsAtLocal != "":
		_, err := wallclock.ParseDateTime(slot.EndsAtLocal)
		return err == nil
	case slot.EndsAt != "":
		_, err := wallclock.ParseInstant(slot.EndsAt)
		return err == nil && slot.ScheduleTimezone != ""
	case service != nil:
		length, err := wallclock.ParseDuration(service.Duration)
		return err == nil && !length.IsZero()
	}
	return false
}

func (g *gaps) ofPolicy(policy *Policy) {
	const tool = ToolPolicyExplain
	if policy == nil {
		g.need(false, tool, "policy", "allow_policy_fee", "B-132", "nothing was answered")
		return
	}
	g.want(policy.Organization != nil, tool, "policy.organization", "organization_id", "B-143",
		"absent, so slot.organization_id cannot be held against it")
	g.need(policy.Organization == nil || policy.Organization.ID != "", tool, "policy.organization.id",
		"organization_id", "B-143", "absent")
	switch policy.PaymentRequirement {
	case PaymentNone, PaymentFullPrepay:
	case PaymentDeposit:
		minor, fixed := amount(policy.Deposit)
		g.need(fixed && minor > 0 && listed(policy.Deposit), tool, "policy.deposit", "max_extra_fee", "B-135",
			"a deposit is required, and not a fixed amount in an ISO 4217 currency")
	default:
		g.need(false, tool, "policy.payment_requirement", "allow_policy_fee", "B-138", "absent or unknown")
	}
}
