package osp

// Rule names the rule that an [Issue] breaks: a keyword of the JSON Schema, a numbered constraint of Appendix A, a rule of
// the prose, or for [Lint] a kind of oddity. Rules are stable and may be compared.
type Rule string

// Rules of the bytes and of the schema in Appendix A, named after its keywords.
const (
	// RuleJSON: the document is not one well-formed JSON value in UTF-8, repeats a member name, or is over the limits.
	RuleJSON Rule = "json"
	// RuleType: a value of another JSON type is expected; null is not absence.
	RuleType Rule = "type"
	// RuleRequired: a member is missing.
	RuleRequired Rule = "required"
	// RuleConst: a member has a value other than the only one allowed.
	RuleConst Rule = "const"
	// RuleEnum: a value is not in the list of allowed values.
	RuleEnum Rule = "enum"
	// RulePattern: a text doesn't have the required form.
	RulePattern Rule = "pattern"
	// RuleFormat: a text is no date, date-time, URL or email address.
	RuleFormat Rule = "format"
	// RuleMinLength: a text is too short.
	RuleMinLength Rule = "minLength"
	// RuleMaxLength: a text is too long, counted in Unicode code points.
	RuleMaxLength Rule = "maxLength"
	// RuleMinimum: a number is too small.
	RuleMinimum Rule = "minimum"
	// RuleExclusiveMinimum: a number must be more than the bound.
	RuleExclusiveMinimum Rule = "exclusiveMinimum"
	// RuleMaximum: a number is too large.
	RuleMaximum Rule = "maximum"
	// RuleMinItems: a list has too few entries.
	RuleMinItems Rule = "minItems"
	// RuleMaxItems: a list has too many entries.
	RuleMaxItems Rule = "maxItems"
	// RuleUniqueItems: a list has the same entry twice.
	RuleUniqueItems Rule = "uniqueItems"
	// RuleAnyOf: of several members, at least one is needed.
	RuleAnyOf Rule = "anyOf"
	// RuleOneOf: two forms that exclude each other are mixed.
	RuleOneOf Rule = "oneOf"
	// RuleUnknownMember: an object that is closed has a member that OSP doesn't define.
	RuleUnknownMember Rule = "additionalProperties"
	// RuleExtensionName: a key of extensions is not a reverse-DNS name.
	RuleExtensionName Rule = "propertyNames"
)

// The numbered constraints of Appendix A. Constraint 8 is a reading and can't be broken: [Manifest.RequiresAddress].
const (
	// RuleOnePrimary: exactly one location has isPrimary true.
	RuleOnePrimary Rule = "constraint-1"
	// RuleLocationExists: every location id in coverage and services names a location.
	RuleLocationExists Rule = "constraint-2"
	// RuleRadiusGeo: every location that coverage.radius names has geo.
	RuleRadiusGeo Rule = "constraint-3"
	// RuleUniqueIDs: service slugs, location ids and window ids are each unique.
	RuleUniqueIDs Rule = "constraint-4"
	// RuleAfterHours: afterHoursNote goes with emergencyAvailable true.
	RuleAfterHours Rule = "constraint-5"
	// RuleWeeklyOrder: weekly open times precede close times.
	RuleWeeklyOrder Rule = "constraint-6"
	// RuleCoverageRequired: on_site and both need coverage.
	RuleCoverageRequired Rule = "constraint-7"
	// RuleVehicleDetails: vehicleDetailsAccepted is only for both.
	RuleVehicleDetails Rule = "constraint-9"
	// RuleWindowOrder: window start precedes end.
	RuleWindowOrder Rule = "constraint-10"
)

// Rules of the prose.
const (
	// RuleTimeZone: timeZone is an IANA zone that loads (OSP 3, OSP 5.2).
	RuleTimeZone Rule = "time-zone"
	// RuleNoRatings: no member anywhere carries ratings, review counts or reviews (OSP 5.2).
	RuleNoRatings Rule = "no-ratings"
)
