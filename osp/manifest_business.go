package osp

// ServiceModel is where the work happens (OSP 5.2).
type ServiceModel string

const (
	// OnSite means that the business works at the customer's address.
	OnSite ServiceModel = "on_site"
	// InShop means that the customer brings the vehicle, boat or item to a location of the business.
	InShop ServiceModel = "in_shop"
	// Both means that the business does either.
	Both ServiceModel = "both"
)

// Business is the identity of the one business that a manifest describes (OSP 5.2).
type Business struct {
	// DisplayName is the name customers know, 1 to 120 characters.
	DisplayName string `json:"displayName"`
	// LegalName is the registered name, 1 to 200 characters; optional.
	LegalName string `json:"legalName,omitzero"`
	// Trades are 1 to 5 labels of 1 to 60 characters: a schema.org LocalBusiness subtype exactly as schema.org
	// spells it, see [TradeTypes], or plain lowercase words where no subtype exists.
	Trades []string `json:"trades"`
	// ServiceModel is where the work happens.
	ServiceModel ServiceModel `json:"serviceModel"`
	// ParentOrganization is a holding company or franchisor; optional and descriptive only.
	ParentOrganization *ParentOrganization `json:"parentOrganization,omitzero"`
	// ReviewProfiles are up to 10 addresses of public review profiles; never ratings or counts.
	ReviewProfiles []string `json:"reviewProfiles,omitzero"`
	// Description is plain prose, up to 600 characters; optional.
	Description *string `json:"description,omitzero"`
	// WebsiteURL is the canonical site origin, an https URL.
	WebsiteURL string `json:"websiteUrl"`
	// Phone is the primary public phone in E.164 or national format, 7 to 40 characters.
	Phone string `json:"phone"`
	// Email is the public intake address; optional.
	Email string `json:"email,omitzero"`
	// YearsInBusiness is 0 to 200, as the business states it; optional.
	YearsInBusiness *int `json:"yearsInBusiness,omitzero"`
	// TimeZone is the IANA name of the zone that governs every date and time of the manifest and the tools.
	TimeZone string `json:"timeZone"`
	// Extra holds unknown members.
	Extra Members `json:"-"`
}

// ParentOrganization is a holding company or franchisor that owns the business (OSP 5.2).
type ParentOrganization struct {
	// Name is 1 to 200 characters.
	Name string `json:"name"`
	// URL is an https URL.
	URL string `json:"url"`
	// Extra holds unknown members.
	Extra Members `json:"-"`
}
