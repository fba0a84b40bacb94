package osbp

import "slices"

// scope is point 4: the ids that will be booked, in the order in which the text
// names them. Each id is first held to the mandate's list, then the evidence is
// held to the id: what the request names, or the evidence where there is no
// request. An id that is not named is in no scope.
func (r *mandateRun) scope() bool {
	r.step = StepScope
	return r.organization() && r.evidenceGiven() && r.service() && r.schedule() && r.provider()
}

// organization holds the organization that will be booked to the mandate's, and
// the evidence to it. A policy may leave its organization out; a slot names one.
func (r *mandateRun) organization() bool {
	booked := r.OrganizationID
	return r.must(booked != "" && booked == r.Mandate.OrganizationID, CodeOrganizationNotAllowed,
		"The organization that would be booked is not the one that mandate.organization_id names.") &&
		r.must(r.Slot == nil || r.Slot.OrganizationID == booked, CodeOrganizationNotAllowed,
			"slot.organization_id is not the organization that would be booked.") &&
		r.must(r.Policy == nil || r.Policy.Organization == nil || r.Policy.Organization.ID == booked,
			CodeOrganizationNotAllowed,
			"policy.organization.id is not the organization that would be booked.")
}

func (r *mandateRun) evidenceGiven() bool {
	if !r.creates() {
		return true
	}
	return r.needs(r.Service != nil, "Service is nil") &&
		r.needs(r.Slot != nil, "Slot is nil") &&
		r.needs(r.Policy != nil, "Policy is nil")
}

// service holds the service to service_ids, and the three pieces of evidence to
// the service. A policy may leave its service out.
func (r *mandateRun) service() bool {
	var id string
	switch {
	case r.Request != nil:
		id = r.Request.ServiceID
	case r.Service != nil:
		id = r.Service.ID
	case r.Slot != nil:
		id = r.Slot.ServiceID
	case r.Policy != nil && r.Policy.ServiceID != "":
		id = r.Policy.ServiceID
	default:
		return true
	}
	return r.must(inScope(r.Mandate.ServiceIDs, id), CodeServiceNotAllowed,
		"The service is not in mandate.service_ids.") &&
		r.must(r.Service == nil || r.Service.ID == id, CodeInvalidMandate,
			"service.id is not the requested service.") &&
		r.must(r.Slot == nil || r.Slot.ServiceID == id, CodeInvalidMandate,
			"slot.service_id is not the requested service.") &&
		r.must(r.Policy == nil || r.Policy.ServiceID == "" || r.Policy.ServiceID == id, CodeInvalidMandate,
			"policy.service_id is not the requested service.")
}

// schedule holds the schedule to schedule_ids, and the slot to the schedule.
func (r *mandateRun) schedule() bool {
	var id string
	switch {
	case r.Request != nil:
		id = r.Request.ScheduleID
	case r.Slot != nil:
		id = r.Slot.ScheduleID
	default:
		return true
	}
	return r.must(inScope(r.Mandate.ScheduleIDs, id), CodeScheduleNotAllowed,
		"The schedule is not in mandate.schedule_ids.") &&
		r.must(r.Slot == nil || r.Slot.ScheduleID == id, CodeInvalidMandate,
			"slot.schedule_id is not the requested schedule.")
}

// provider holds the provider to provider_ids, and the slot to the provider. A
// mandate that pins providers needs one that is named, by the request and by the
// slot; under any other, an unnamed provider matches only a slot without one.
func (r *mandateRun) provider() bool {
	var id string
	switch {
	case r.Request != nil:
		id = r.Request.ProviderID
	case r.Slot != nil:
		id = r.Slot.ProviderID
	default:
		return true
	}
	pinned := r.Mandate.ProviderIDs != nil
	return r.must(!pinned || id != "", CodeProviderUnknown,
		"The mandate pins providers, and no provider is named.") &&
		r.must(!pinned || id == "" || slices.Contains(r.Mandate.ProviderIDs, id), CodeProviderNotAllowed,
			"The provider is not in mandate.provider_ids.") &&
		r.must(!pinned || id == "" || r.Slot == nil || r.Slot.ProviderID != "", CodeProviderUnknown,
			"The mandate pins providers, and the slot names none.") &&
		r.must(r.Slot == nil || r.Slot.ProviderID == id, CodeInvalidMandate,
			"slot.provider_id is not the requested provider.")
}

// inScope reports whether a list allows the id. A nil list allows every id that
// is one, an empty list none.
func inScope(list []string, id string) bool {
	return id != "" && (list == nil || slices.Contains(list, id))
}
