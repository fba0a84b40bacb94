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

// What [Lint] points out.
const (
	// LintVendorMember: a member at top level that OSP doesn't define; vendor data belongs in extensions (OSP 5.1).
	LintVendorMember Rule = "vendor-member"
	// LintUnknownMember: a member elsewhere that OSP doesn't define, perhaps a slip of the pen (OSP 9).
	LintUnknownMember Rule = "unknown-member"
	// LintTradeType: a trade for which schema.org has a type, spelled otherwise (OSP 5.2).
	LintTradeType Rule = "trade-type"
	// LintTradeCase: a descriptive trade label that isn't lowercase (OSP 5.2).
	LintTradeCase Rule = "trade-case"
	// LintWebsiteOrigin: websiteUrl is more than an origin (OSP 5.2).
	LintWebsiteOrigin Rule = "website-origin"
	// LintZone: no state that the business is in or covers keeps the time of its time zone (OSP 5.2).
	LintZone Rule = "zone-of-state"
	// LintExceptionOrder: an exception opens when or after it closes, and so counts as closed (OSP 5.3.2).
	LintExceptionOrder Rule = "exception-order"
	// LintExceptionRepeated: a date has two exceptions (OSP 5.3.2).
	LintExceptionRepeated Rule = "exception-repeated"
	// LintHoursNote: the note says something else than the hours (OSP 5.3.2).
	LintHoursNote Rule = "hours-note"
	// LintHolidayOpen: by its hours a location is open on coming public holidays (OSP 5.3.2).
	LintHolidayOpen Rule = "holiday-open"
	// LintDaysAhead: minimumDaysAhead is over maximumDaysAhead, so no date can be requested (OSP 5.7).
	LintDaysAhead Rule = "days-ahead"
	// LintWindowBound: a fixed window has only one of start and end (OSP 5.7.1).
	LintWindowBound Rule = "window-bound"
	// LintWindowNeverOpen: a window overlaps the open hours of no day on which requests are accepted (OSP 5.7.1).
	LintWindowNeverOpen Rule = "window-never-open"
	// LintNotBookable: a service is bookable, but at no location and day (OSP 5.4).
	LintNotBookable Rule = "service-not-bookable"
	// LintRatingText: a text states ratings or review counts (OSP 5.2).
	LintRatingText Rule = "rating-text"
	// LintPersonalData: a text seems to name a person or to hold a person's contact or identity numbers (OSP 10).
	LintPersonalData Rule = "personal-data"
	// LintCredential: a text seems to hold a password, key or token (OSP 10).
	LintCredential Rule = "credential"
	// LintClaim: a text claims an appointment or talks of payment, see [Claims] (OSP 7.4, OSP 7.5).
	LintClaim Rule = "claim"
)
