package sandbox

import "github.com/openservicekit/openservice/money"

// Business is a merchant of the sandbox; OSBP's organization.
type Business struct {
	ID    string
	Name  string
	Trade string
	// Country is an ISO 3166-1 alpha-2 code, Currency an ISO 4217 code, Zone an IANA
	// name.
	Country, Currency, Zone string
	// CodeBy is how it sends verification codes.
	CodeBy Channel
	// NeedsFullName says that it takes no customer without a given and a family
	// name.
	NeedsFullName bool
	// Readback says whether appointments can be read.
	Readback  Readback
	Calendars []Calendar
	Staff     []Staff
	Offerings []Offering
}

// Calendar is where openings are kept; OSBP's schedule.
type Calendar struct {
	ID, Name, Zone string
	// Remote says that nobody has to come.
	Remote bool
	Week   []Hours
}

// Hours are one opening period. Weekday counts from 0 for Sunday. Until is on the
// next day where it is not after From.
type Hours struct {
	Weekday     int
	From, Until string // HH:MM
}

// Staff is who does the work; OSBP's provider.
type Staff struct{ ID, Name, Photo string }

// Offering is what can be booked; OSBP's service, with its policy in Terms.
type Offering struct {
	ID, Name string
	Minutes  int
	// Price is nil where the business names none.
	Price *money.Money
	// Late is the price of openings that begin at LateFrom (HH:MM) or after it, to
	// the end of the period.
	Late     *money.Money
	LateFrom string
	// ByRequest says that a person decides first, so that there are no openings.
	ByRequest bool
	// NeedsCode says that the customer's contact must be proven by a code.
	NeedsCode bool
	Extras    []Extra
	// Calendars and Staff are ids. Without Staff the openings name nobody.
	Calendars, Staff []string
	Terms            Terms
}

// Extra is shown with an offering and can't be booked on its own.
type Extra struct {
	ID, Name string
	Minutes  int
	Price    *money.Money
}

// Terms are the conditions of an offering.
type Terms struct {
	Cancellable  bool
	CancelHours  int
	CancelText   string
	GraceMinutes int
	CancelCharge *money.Money
	MissedCharge *money.Money
	Prepay       Prepay
	PrepayAmount *money.Money
}

// Channel is the platform's word for a way to send codes.
type Channel string

// The ways to send codes. A call is none that OSBP v0.1.0 knows.
const (
	ByNothing Channel = "nothing"
	ByText    Channel = "text"
	ByMail    Channel = "mail"
	ByCall    Channel = "call"
)

// Prepay is the platform's word for what is to be paid before.
type Prepay string

// What is to be paid before; PrepayAsk is not known.
const (
	PrepayNothing Prepay = "nothing"
	PrepayPart    Prepay = "part"
	PrepayAll     Prepay = "all"
	PrepayAsk     Prepay = "ask"
)

// Readback says whether the platform shows appointments.
type Readback string

// Readback values.
const (
	ReadbackOpen   Readback = "open"
	ReadbackGated  Readback = "gated"
	ReadbackAbsent Readback = "absent"
)
