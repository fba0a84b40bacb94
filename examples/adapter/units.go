package adapter

import (
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/wallclock"
)

// price reads the platform's, which is in major units and has a kind. Nil is none.
type price struct{ *money.Money }

type wirePrice struct {
	Kind string `json:"kind"`
	// Amount is read as it is written. A float64 would turn 1.005 into something else.
	Amount   json.Number `json:"amount,omitempty"`
	Currency string      `json:"currency"`
}

// UnmarshalJSON scales an amount to minor units, exactly and by the currency's own
// exponent: 3250 is 32.50 USD, 3250 JPY and 3.250 KWD. A kind that is not known is not
// fixed, whatever its amount: nobody books for a price that is not understood here.
func (p *price) UnmarshalJSON(text []byte) error {
	var w *wirePrice
	if err := json.Unmarshal(text, &w); err != nil || w == nil {
		return err
	}
	p.Money = &money.Money{Currency: w.Currency, Type: money.TypeUnknown}
	switch w.Kind {
	case "fixed":
		m, err := money.FromMajor(w.Amount, w.Currency)
		if err != nil {
			return err
		}
		p.Money = &m
	case "insurance":
		p.Type = money.TypeInsuranceDependent
	case "quote":
		p.Type = money.TypeQuoteRequired
	}
	return nil
}

// priceOf writes a fixed price as the platform does.
func priceOf(m money.Money) *wirePrice {
	amount, currency, _ := strings.Cut(m.Plain(), " ")
	return &wirePrice{Kind: "fixed", Amount: json.Number(amount), Currency: currency}
}

// span is when something is: wall clocks of the calendar's zone, as in "2026-05-05 13:00",
// and the platform's own instants.
type span struct {
	Begins     string `json:"begins"`
	Ends       string `json:"ends"`
	BeginsUnix int64  `json:"begins_unix"`
	EndsUnix   int64  `json:"ends_unix"`
}

// times are the same in OSBP's forms.
type times struct{ startsAt, endsAt, startsAtLocal, endsAtLocal string }

// times keeps both, for the adapter to compare, and converts neither into the other. A
// platform without instants leaves them out: the adapter derives them from the zone, with
// one database for everything. The machine's own zone is never a part of it.
func (s *span) times() (times, error) {
	begins, err1 := localTime(s.Begins)
	ends, err2 := localTime(s.Ends)
	if err := errors.Join(err1, err2); err != nil {
		return times{}, fmt.Errorf("adapter: time: %w", err)
	}
	return times{instant(s.BeginsUnix), instant(s.EndsUnix), begins.String(), ends.String()}, nil
}

func localTime(s string) (wallclock.DateTime, error) {
	day, clock, _ := strings.Cut(s, " ")
	return wallclock.ParseDateTime(day + "T" + clock)
}

func instant(unix int64) string { return wallclock.FormatInstantMillis(time.Unix(unix, 0)) }

// localTimeOf writes a wall clock as the platform does.
func localTimeOf(dt wallclock.DateTime) string { return dt.Date.String() + " " + dt.Time.Short() }

// isoMinutes and isoHours write a length as an ISO 8601 duration; none is "".
func isoMinutes(n int) string { return isoLength(n, "M") }
func isoHours(n int) string   { return isoLength(n, "H") }

func isoLength(n int, unit string) string {
	if n == 0 {
		return ""
	}
	return "PT" + strconv.Itoa(n) + unit
}
