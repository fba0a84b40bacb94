package osp

// BusinessInfo is the answer of get_business_info (OSP 6.2); its JSON is the tool's output.
type BusinessInfo struct {
	// Name is business.displayName.
	Name string `json:"name"`
	// Trades, ServiceModel, ReviewProfiles and ParentOrganization are the manifest's.
	Trades             []string            `json:"trades"`
	ServiceModel       ServiceModel        `json:"serviceModel"`
	ReviewProfiles     []string            `json:"reviewProfiles,omitempty"`
	ParentOrganization *ParentOrganization `json:"parentOrganization,omitempty"`
	// Phone and Email are the business's own.
	Phone string `json:"phone"`
	Email string `json:"email,omitempty"`
	// Address and Hours are those of the primary location.
	Address  PostalAddress `json:"address"`
	Hours    Hours         `json:"hours"`
	TimeZone string        `json:"timeZone"`
	// Certifications are as the business states them.
	Certifications []string `json:"certifications,omitempty"`
	// ServiceAreaSummary are the labels of the service area, not for matching; check_coverage answers for a ZIP code.
	ServiceAreaSummary []string `json:"serviceAreaSummary,omitempty"`
	// Locations has every location, a single one too.
	Locations []LocationInfo `json:"locations"`
	// LocationsIndexURL is the page that lists the locations, if there is one.
	LocationsIndexURL string `json:"locationsIndexUrl,omitempty"`
	// WebsiteURLs are the business's pages.
	WebsiteURLs WebsiteURLs `json:"websiteUrls"`
	// Booking says how requests are accepted.
	Booking BookingInfo `json:"booking"`
	// CanonicalSiteURL is the business origin.
	CanonicalSiteURL string `json:"canonicalSiteUrl"`
}

// PostalAddress is an address in a tool's answer, whose members are named otherwise than the manifest's (OSP 6.2).
type PostalAddress struct {
	Street string `json:"street"`
	City   string `json:"city"`
	State  string `json:"state"`
	ZIP    ZIP    `json:"zip"`
}

// LocationInfo is a location in an answer; its ID is the location argument of the other tools (OSP 6.2).
type LocationInfo struct {
	ID      string        `json:"id"`
	Name    string        `json:"name"`
	Address PostalAddress `json:"address"`
	// Phone is the location's own line, else the business's.
	Phone     string `json:"phone"`
	Email     string `json:"email,omitempty"`
	Hours     Hours  `json:"hours"`
	IsPrimary bool   `json:"isPrimary"`
	// URL is the location's own page, if it has one.
	URL string `json:"url,omitempty"`
}

// WebsiteURLs are pages of the business (OSP 6.2).
type WebsiteURLs struct {
	Canonical    string `json:"canonical"`
	Services     string `json:"services,omitempty"`
	ServiceAreas string `json:"serviceAreas,omitempty"`
	Schedule     string `json:"schedule"`
}

// BookingInfo is the booking policy in an answer (OSP 6.2).
type BookingInfo struct {
	// Tool is request_service_booking and Mode request; both approvals are always required.
	Tool                         Tool            `json:"tool"`
	Mode                         string          `json:"mode"`
	UserApprovalRequired         bool            `json:"userApprovalRequired"`
	BusinessConfirmationRequired bool            `json:"businessConfirmationRequired"`
	MinimumDaysAhead             int             `json:"minimumDaysAhead"`
	MaximumDaysAhead             int             `json:"maximumDaysAhead"`
	WeekendRequests              WeekendRequests `json:"weekendRequests"`
	// Windows are the window objects of the manifest, for [MatchWindow].
	Windows            []Window        `json:"windows"`
	ContactMethods     []ContactMethod `json:"contactMethods"`
	EmergencyAvailable bool            `json:"emergencyAvailable"`
	// AfterHoursNote is nil if the business states no terms; then nobody does.
	AfterHoursNote   *string `json:"afterHoursNote,omitempty"`
	ConfirmationNote *string `json:"confirmationNote,omitempty"`
}

func (s *Server) getBusinessInfo(c *call) (answer, error) {
	in, refusal := readToolInput(c.arguments)
	if refusal != nil {
		return nil, refusal
	}
	in.failUnknown()
	if refusal := in.refusal(); refusal != nil {
		return nil, refusal
	}
	return s.prepared.business, nil
}

func newBusinessInfo(p *Profile, pages *Pages) *BusinessInfo {
	m := p.manifest
	primary, policy := m.PrimaryLocation(), &m.BookingPolicy
	info := &BusinessInfo{
		Name:              m.Business.DisplayName,
		Trades:            m.Business.Trades,
		ServiceModel:      m.Business.ServiceModel,
		ReviewProfiles:    m.Business.ReviewProfiles,
		Phone:             m.Business.Phone,
		Email:             m.Business.Email,
		Address:           postalAddress(&primary.Address),
		Hours:             plainHours(&primary.Hours),
		TimeZone:          m.Business.TimeZone,
		Certifications:    m.Certifications,
		LocationsIndexURL: pages.Locations,
		WebsiteURLs: WebsiteURLs{Canonical: p.origin, Services: pages.Services, ServiceAreas: pages.ServiceAreas,
			Schedule: m.Interfaces.SchedulePageURL},
		Booking: BookingInfo{
			Tool:                         ToolRequestServiceBooking,
			Mode:                         BookingSemanticsRequest,
			UserApprovalRequired:         true,
			BusinessConfirmationRequired: true,
			MinimumDaysAhead:             policy.MinimumDaysAhead,
			MaximumDaysAhead:             policy.MaxDaysAhead(),
			WeekendRequests:              policy.WeekendRequests,
			Windows:                      plainWindows(policy.Windows),
			ContactMethods:               policy.ContactMethods,
			EmergencyAvailable:           policy.EmergencyAvailable,
			AfterHoursNote:               policy.AfterHoursNote,
			ConfirmationNote:             policy.ConfirmationNote,
		},
		CanonicalSiteURL: p.origin,
	}
	if parent := m.Business.ParentOrganization; parent != nil {
		info.ParentOrganization = &ParentOrganization{Name: parent.Name, URL: parent.URL}
	}
	if m.Coverage != nil {
		info.ServiceAreaSummary = m.Coverage.AreaNames
	}
	for i := range m.Locations {
		l := &m.Locations[i]
		location := LocationInfo{ID: l.ID, Name: l.Name, Address: postalAddress(&l.Address), Phone: l.Phone, Email: l.Email,
			Hours: plainHours(&l.Hours), IsPrimary: l.IsPrimary, URL: l.PageURL}
		if location.Phone == "" {
			location.Phone = m.Business.Phone
		}
		info.Locations = append(info.Locations, location)
	}
	return info
}

func postalAddress(a *Address) PostalAddress {
	return PostalAddress{Street: a.Street, City: a.City, State: a.Region, ZIP: a.PostalCode}
}
