package adaptertest

import "github.com/openservicekit/openservice/money"

// Fixture is one service of the sandbox on one schedule. It must have open slots on
// some of the coming days; Fixtures says where that differs.
type Fixture struct {
	OrganizationID string
	ServiceID      string
	ScheduleID     string
	// ProviderID is the provider whose slots are used; empty where slots name none.
	ProviderID string
	// Date is the first day to look for slots, YYYY-MM-DD in the merchant's zone; empty
	// is the day after tomorrow.
	Date string
	// Price is what the sandbox charges as a person reads it off the price list, in
	// ISO 4217 minor units; it need not be given where it isn't fixed.
	Price *money.Money
	// Due is what must be paid before the appointment; nil is nothing.
	Due *money.Money
	// CancellationFee and NoShowFee are as on the price list; nil need not be given.
	CancellationFee, NoShowFee *money.Money
	// OptionID is one of the service's options, and OptionPrice what it costs.
	OptionID    string
	OptionPrice *money.Money
	// Duration, CancellationWindow and LateGrace are ISO 8601, and as the merchant has
	// them: how long the service takes, until how long before the start it can be called
	// off, and how late the customer may come. They need not be given.
	Duration, CancellationWindow, LateGrace string
	// Hours is one of the periods in which the schedule is open every week: an ISO weekday
	// and two times, such as "6 18:00-02:00" for Saturday night. It need not be given.
	Hours string
}

// Fixtures are the kinds of service that the protocol tells apart. Plain is required;
// the zero value of any other says that the sandbox has none. One service may serve as
// several of them.
type Fixtures struct {
	// Plain has a fixed price, a provider, nothing to pay in advance and no
	// verification.
	Plain Fixture
	// Free costs nothing.
	Free Fixture
	// Fees has a cancellation fee and a no-show fee.
	Fees Fixture
	// Deposit and FullPrepay want Due paid in advance. UnknownPayment does not say.
	Deposit, FullPrepay, UnknownPayment Fixture
	// NotFixed depends on an insurance or a quote. NoPrice names no price at all.
	NotFixed, NoPrice Fixture
	// Consultation goes through a person first; it may have no slots.
	Consultation Fixture
	// Verified needs a verification code, once the summary is approved.
	Verified Fixture
	// NoProvider has slots that name no provider.
	NoProvider Fixture
	// OtherVerification needs a verification code, which comes in a way that OSBP has no
	// word for, such as a call.
	OtherVerification Fixture
	// Default is what the adapter takes for a missing service_id and schedule_id; empty
	// where it refuses those.
	Default Fixture
	// FullName wants given and family name apart.
	FullName Fixture
	// Options has variants or add-ons.
	Options Fixture
	// Gated and NoReadback are of organizations whose appointments can't be read back:
	// only after a proof, or not at all.
	Gated, NoReadback Fixture
	// ClockChange has slots on the days on which its zone's clocks change, near the
	// hour of the change.
	ClockChange Fixture
	// SlotPrice has, on its first day, slots that cost more than the service says.
	SlotPrice Fixture
	// Overnight has slots that start on one day and end on the next.
	Overnight Fixture
	// Currencies have one fixed Price each, in as many currencies as the sandbox knows,
	// of all exponents: 0 (JPY, CLP), 2 (USD), 3 (KWD, IQD).
	Currencies []Fixture
}
