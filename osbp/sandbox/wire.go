package sandbox

import (
	"encoding/json"
	"strings"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/wallclock"
)

// The JSON of the HTTP API. It is the platform's own: prices in major units, times
// without a T, instants in Unix seconds, weekdays from 0 for Sunday, lengths in
// minutes and hours, its own words for everything.

type wirePrice struct {
	// Kind is fixed, insurance, quote or open; only a fixed price has an Amount.
	Kind     string      `json:"kind"`
	Amount   json.Number `json:"amount,omitempty"`
	Currency string      `json:"currency"`
}

type wireOffering struct {
	Ref           string      `json:"ref"`
	Title         string      `json:"title"`
	Minutes       int         `json:"minutes"`
	Price         *wirePrice  `json:"price,omitempty"`
	ByRequestOnly bool        `json:"by_request_only"`
	Extras        []wireExtra `json:"extras,omitempty"`
}

type wireExtra struct {
	Ref     string     `json:"ref"`
	Title   string     `json:"title"`
	Minutes int        `json:"minutes"`
	Price   *wirePrice `json:"price,omitempty"`
}

type wireTerms struct {
	Offering     string     `json:"offering"`
	Cancellable  bool       `json:"cancellable"`
	CancelHours  int        `json:"cancel_hours,omitempty"`
	CancelText   string     `json:"cancel_text,omitempty"`
	GraceMinutes int        `json:"grace_minutes,omitempty"`
	CancelCharge *wirePrice `json:"cancel_charge,omitempty"`
	MissedCharge *wirePrice `json:"missed_charge,omitempty"`
	Prepay       Prepay     `json:"prepay"`
	PrepayAmount *wirePrice `json:"prepay_amount,omitempty"`
	CodeBy       Channel    `json:"code_by"`
	Shop         wireShop   `json:"shop"`
}

type wireShop struct {
	Ref      string `json:"ref"`
	Title    string `json:"title"`
	Zone     string `json:"tz"`
	Currency string `json:"currency"`
	Country  string `json:"country"`
}

type wireOpenings struct {
	Calendar wireCalendar  `json:"calendar"`
	Openings []wireOpening `json:"openings"`
}

type wireCalendar struct {
	Ref   string      `json:"ref"`
	Title string      `json:"title"`
	Zone  string      `json:"tz"`
	Week  []wireHours `json:"week"`
}

type wireHours struct {
	Weekday int    `json:"weekday"`
	From    string `json:"from"`
	Until   string `json:"until"`
}

type wireOpening struct {
	Shop       string     `json:"shop"`
	Offering   string     `json:"offering"`
	Staff      *wireStaff `json:"staff,omitempty"`
	Begins     string     `json:"begins"`
	Ends       string     `json:"ends"`
	BeginsUnix int64      `json:"begins_unix"`
	EndsUnix   int64      `json:"ends_unix"`
	Price      *wirePrice `json:"price,omitempty"`
}

type wireStaff struct {
	Ref   string `json:"ref"`
	Title string `json:"title"`
	Photo string `json:"photo,omitempty"`
}

type wireGuest struct {
	Name  string `json:"name,omitempty"`
	First string `json:"first,omitempty"`
	Last  string `json:"last,omitempty"`
	Phone string `json:"phone,omitempty"`
	Mail  string `json:"mail,omitempty"`
}

type wireOrder struct {
	Offering   string     `json:"offering"`
	Calendar   string     `json:"calendar"`
	Staff      string     `json:"staff,omitempty"`
	Begins     string     `json:"begins"`
	BeginsUnix int64      `json:"begins_unix,omitempty"`
	Guest      wireGuest  `json:"guest"`
	Code       string     `json:"code,omitempty"`
	Expect     *wirePrice `json:"expect,omitempty"`
}

type wireReservation struct {
	Ref        string     `json:"ref"`
	Shop       string     `json:"shop"`
	Offering   string     `json:"offering"`
	Calendar   string     `json:"calendar"`
	Staff      string     `json:"staff,omitempty"`
	Begins     string     `json:"begins"`
	Ends       string     `json:"ends"`
	BeginsUnix int64      `json:"begins_unix"`
	EndsUnix   int64      `json:"ends_unix"`
	Zone       string     `json:"tz"`
	State      State      `json:"state"`
	Price      *wirePrice `json:"price,omitempty"`
}

type wireKey struct {
	Reservations []wireReservation `json:"reservations"`
	// Final says that no reservation is going to come of the creates that arrived.
	Final bool `json:"final"`
}

type wireCodeRequest struct {
	Guest wireGuest `json:"guest"`
	Code  string    `json:"code,omitempty"`
}

type wireCode struct {
	Done bool    `json:"done"`
	By   Channel `json:"by"`
}

type wireRefusal struct {
	Reason reason `json:"reason"`
}

// priceKinds are the platform's words for the types of a price.
var priceKinds = map[money.Type]string{
	"": "fixed", money.TypeFixed: "fixed",
	money.TypeInsuranceDependent: "insurance", money.TypeQuoteRequired: "quote", money.TypeUnknown: "open",
}

func toWirePrice(m *money.Money) *wirePrice {
	if m == nil {
		return nil
	}
	out := &wirePrice{Kind: priceKinds[m.Type], Currency: m.Currency}
	if m.IsFixed() {
		amount, _, _ := strings.Cut(m.Plain(), " ")
		out.Amount = json.Number(amount)
	}
	return out
}

// wireTime and fromWireTime write a wall clock as the platform does: a space, and
// no seconds.
func wireTime(dt wallclock.DateTime) string { return dt.Date.String() + " " + dt.Time.Short() }

func fromWireTime(s string) (wallclock.DateTime, error) {
	day, clock, _ := strings.Cut(s, " ")
	return wallclock.ParseDateTime(day + "T" + clock)
}
