package audit

import "strings"

// aliasClass is the first half of the alias for what stands at a place in a
// snapshot of a tool's call, "" for what gets none.
func aliasClass(at place, tool string) string {
	switch at.name {
	case "mandate_id":
		return "mandate"
	case "organization_id", "service_id", "schedule_id", "provider_id", "booking_id":
		return strings.TrimSuffix(at.name, "_id")
	case "service_ids", "schedule_ids", "provider_ids":
		return strings.TrimSuffix(at.name, "_ids")
	case "audit_event_id":
		return "audit"
	case "idempotency_key":
		return "key"
	case "provider_name": // a person's
		return "provider_name"
	case "id":
		return aliasClassOfID(at.parent, tool)
	}
	return ""
}

// aliasClassOfID tells whose id a plain id is.
func aliasClassOfID(parent, tool string) string {
	switch parent {
	case "mandate", "customer", "organization":
		return parent
	case "options":
		return "option"
	case "value":
		switch tool {
		case "service.describe":
			return "service"
		case "availability.find":
			return "slot"
		case "booking.create":
			return "receipt"
		case "booking.status":
			return "booking"
		}
	}
	return "id"
}

// isTellingInText reports whether an id that comes up inside text is surely
// meant. Ids that give access where a platform reads by id alone count as soon
// as they are no mere number; those of the catalogue unless they are plain words.
func isTellingInText(class, id string) bool {
	const short, shortOfCatalogue = 3, 4
	switch class {
	case "audit", "mandate", "booking", "receipt", "key", "customer", "provider_name":
		return len(id) >= short
	}
	return len(id) >= shortOfCatalogue && strings.ContainsAny(id, "0123456789_-")
}
