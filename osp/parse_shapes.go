package osp

// shape describes an object: the section that defines it and the members that it must have.
type shape struct {
	section  string
	required []need
}

// need is a required member and what it is, for the message that says it is missing.
type need struct{ name, means string }

// The objects of a manifest: where each is described and what it must have.
var (
	manifestShape = shape{"OSP 5.1", []need{
		{"specVersion", "the version of the specification, \"0.1\""},
		{"updatedAt", "when the content last changed"},
		{"business", "who the business is"},
		{"locations", "the places that the business works from"},
		{"services", "the services on offer"},
		{"bookingPolicy", "how the business accepts requests"},
		{"bookingSemantics", "the text \"request\""},
		{"interfaces", "the address of the schedule page and of any machine interfaces"},
	}}
	conformanceShape = shape{"OSP 8", []need{
		{"level", "the conformance level claimed, 1, 2 or 3"},
	}}
	businessShape = shape{"OSP 5.2", []need{
		{"displayName", "the name customers know"},
		{"trades", "what the business does, as 1 to 5 labels"},
		{"serviceModel", "where the work happens: on_site, in_shop or both"},
		{"websiteUrl", "the address of the website"},
		{"phone", "the primary public phone number"},
		{"timeZone", "the time zone of the business, such as America/New_York"},
	}}
	parentShape = shape{"OSP 5.2", []need{
		{"name", "the name of the parent organization"},
		{"url", "the website of the parent organization"},
	}}
	locationShape = shape{"OSP 5.3", []need{
		{"id", "a short stable identifier of the location"},
		{"name", "the name customers see"},
		{"isPrimary", "true for the main location, false for the others"},
		{"address", "the postal address"},
		{"hours", "the opening hours"},
	}}
	addressShape = shape{"OSP 5.3.1", []need{
		{"street", "the street and number"},
		{"city", "the city"},
		{"region", "the two-letter code of the state or territory"},
		{"postalCode", "the five-digit ZIP code"},
		{"country", "the text \"US\""},
	}}
	geoShape = shape{"OSP 5.3", []need{
		{"latitude", "degrees north of the equator"},
		{"longitude", "degrees east of Greenwich, negative in the Americas"},
	}}
	hoursShape = shape{"OSP 5.3.2", []need{
		{"weekly", "the hours of each weekday"},
	}}
	weekShape = shape{"OSP 5.3.2", []need{
		{"monday", "the hours on Mondays, or \"closed\""},
		{"tuesday", "the hours on Tuesdays, or \"closed\""},
		{"wednesday", "the hours on Wednesdays, or \"closed\""},
		{"thursday", "the hours on Thursdays, or \"closed\""},
		{"friday", "the hours on Fridays, or \"closed\""},
		{"saturday", "the hours on Saturdays, or \"closed\""},
		{"sunday", "the hours on Sundays, or \"closed\""},
	}}
	openingShape = shape{"OSP 5.3.2", []need{
		{"open", "the time at which the business opens"},
		{"close", "the time at which the business closes"},
	}}
	exceptionShape = shape{"OSP 5.3.2", []need{
		{"date", "the date of the exception"},
	}}
	serviceShape = shape{"OSP 5.4", []need{
		{"slug", "a short stable identifier of the service"},
		{"name", "the name of the service"},
	}}
	coverageShape = shape{"OSP 5.5", nil}
	radiusShape   = shape{"OSP 5.5", []need{
		{"locationId", "the location at the centre of the circle"},
		{"miles", "the radius in miles"},
	}}
	policyShape = shape{"OSP 5.7", []need{
		{"windows", "the parts of the day that the business offers"},
		{"minimumDaysAhead", "how many days ahead the earliest request may be"},
		{"weekendRequests", "whether requests for weekends are accepted: allowed, not_allowed or saturday_only"},
		{"emergencyAvailable", "whether urgent calls are taken outside the published hours"},
		{"contactMethods", "how the business confirms: call, text, email"},
	}}
	windowShape = shape{"OSP 5.7.1", []need{
		{"id", "Morning, Afternoon, Evening or an identifier of your own"},
	}}
	interfacesShape = shape{"OSP 5.9", []need{
		{"schedulePageUrl", "the address of the booking page, or of the contact page"},
	}}
	mcpShape = shape{"OSP 5.9", []need{
		{"url", "the address of the MCP endpoint"},
	}}
	restShape = shape{"OSP 5.9", []need{
		{"baseUrl", "the address of the REST interface"},
	}}
	extensionsShape = shape{"OSP 5.1", nil}
	anyShape        = shape{} // keeps the section of the object around it
)

var (
	serviceModels  = []ServiceModel{OnSite, InShop, Both}
	weekendValues  = []WeekendRequests{WeekendsAllowed, WeekendsNotAllowed, SaturdayOnly}
	contactMethods = []ContactMethod{ContactCall, ContactText, ContactEmail}
	regions        = []string{
		"AL", "AK", "AZ", "AR", "CA", "CO", "CT", "DE", "FL", "GA", "HI", "ID", "IL", "IN", "IA", "KS", "KY", "LA", "ME", "MD",
		"MA", "MI", "MN", "MS", "MO", "MT", "NE", "NV", "NH", "NJ", "NM", "NY", "NC", "ND", "OH", "OK", "OR", "PA", "RI", "SC",
		"SD", "TN", "TX", "UT", "VT", "VA", "WA", "WV", "WI", "WY", "DC", "AS", "GU", "MP", "PR", "VI", "AA", "AE", "AP",
	}
)
