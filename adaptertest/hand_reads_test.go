package adaptertest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"math"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// DescribeService implements osbp.BookingAdapter.
func (a *handAdapter) DescribeService(ctx context.Context, in osbp.ServiceDescribeInput) (*osbp.Service, error) {
	return handAnswer(ctx, a, osbp.ToolServiceDescribe, func(ctx context.Context) (*osbp.Service, error) {
		id, err := a.orDefault("service_id", in.ServiceID, a.defaultService)
		if err != nil {
			return nil, err
		}
		return a.service(ctx, id)
	})
}

// ExplainPolicy implements osbp.BookingAdapter.
func (a *handAdapter) ExplainPolicy(ctx context.Context, in osbp.PolicyExplainInput) (*osbp.Policy, error) {
	return handAnswer(ctx, a, osbp.ToolPolicyExplain, func(ctx context.Context) (*osbp.Policy, error) {
		id, err := a.orDefault("service_id", in.ServiceID, a.defaultService)
		if err != nil {
			return nil, err
		}
		return a.policy(ctx, id)
	})
}

// FindAvailability implements osbp.BookingAdapter.
func (a *handAdapter) FindAvailability(ctx context.Context, in osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
	return handAnswer(ctx, a, osbp.ToolAvailabilityFind, func(ctx context.Context) ([]osbp.Slot, error) {
		var err error
		if in.ServiceID, err = a.orDefault("service_id", in.ServiceID, a.defaultService); err != nil {
			return nil, err
		}
		if in.ScheduleID, err = a.orDefault("schedule_id", in.ScheduleID, a.defaultSchedule); err != nil {
			return nil, err
		}
		if _, err := wallclock.ParseDate(in.Date); err != nil && !a.q.badDateAccepted {
			return nil, badInput("date is not a calendar date YYYY-MM-DD")
		}
		return a.slots(ctx, in)
	})
}

func (a *handAdapter) orDefault(field, given, otherwise string) (string, error) {
	if given != "" {
		return given, nil
	}
	if otherwise == "" || a.q.defaultsMissing {
		return "", badInput(field + " is missing")
	}
	return otherwise, nil
}

func (a *handAdapter) service(ctx context.Context, id string) (*osbp.Service, error) {
	var got struct {
		Ref, Title    string
		Minutes       int
		Price         *handPrice
		ByRequestOnly bool `json:"by_request_only"`
		Extras        []struct {
			Ref, Title string
			Minutes    int
			Price      *handPrice
		}
	}
	if err := a.wire.do(ctx, handCall{method: http.MethodGet, path: []string{"shops", a.organization, "offerings", id}}, &got); err != nil {
		return nil, err
	}
	if got.Ref != id || got.Title == "" {
		return nil, malformedHand("service")
	}
	price, err := a.money(got.Price)
	if err != nil {
		return nil, err
	}
	s := &osbp.Service{
		ID: got.Ref, Name: got.Title, Duration: a.duration(got.Minutes), Price: price,
		RequiresConsultation: got.ByRequestOnly && !a.q.consultationLost,
	}
	for _, x := range got.Extras {
		price, err := a.money(x.Price)
		if err != nil {
			return nil, err
		}
		s.Options = append(s.Options, osbp.ServiceOption{ID: x.Ref, Name: x.Title, Duration: a.duration(x.Minutes), Price: price})
	}
	return s, nil
}

func (a *handAdapter) policy(ctx context.Context, id string) (*osbp.Policy, error) {
	var got struct {
		Offering     string
		Cancellable  bool
		CancelHours  int        `json:"cancel_hours"`
		CancelText   string     `json:"cancel_text"`
		GraceMinutes int        `json:"grace_minutes"`
		CancelCharge *handPrice `json:"cancel_charge"`
		MissedCharge *handPrice `json:"missed_charge"`
		Prepay       string
		PrepayAmount *handPrice `json:"prepay_amount"`
		CodeBy       string     `json:"code_by"`
		Shop         struct{ Ref, Title, TZ, Currency, Country string }
	}
	if err := a.wire.do(ctx, handCall{method: http.MethodGet, path: []string{"shops", a.organization, "offerings", id, "terms"}}, &got); err != nil {
		return nil, err
	}
	if got.Offering != id || got.Shop.Ref != a.organization {
		return nil, malformedHand("policy")
	}
	p := &osbp.Policy{
		ServiceID: got.Offering, CancellationEnabled: got.Cancellable, CancellationNote: got.CancelText,
		LateGrace: a.duration(got.GraceMinutes), PaymentRequirement: a.payment(got.Prepay), VerificationMethod: a.method(got.CodeBy),
	}
	if got.CancelHours > 0 {
		p.CancellationWindow = "PT" + strconv.Itoa(got.CancelHours) + "H"
	}
	if !a.q.organizationLost {
		p.Organization = &osbp.Organization{
			ID: got.Shop.Ref, Name: got.Shop.Title, Timezone: got.Shop.TZ, Currency: got.Shop.Currency, Country: got.Shop.Country,
		}
	}
	if a.q.feesLost {
		got.CancelCharge, got.MissedCharge = nil, nil
	}
	var err error
	if p.CancellationFee, err = a.money(got.CancelCharge); err != nil {
		return nil, err
	}
	if p.NoShowFee, err = a.money(got.MissedCharge); err != nil {
		return nil, err
	}
	p.Deposit, err = a.money(got.PrepayAmount)
	return p, err
}

// payment is what must be paid before; what is not known is not none.
func (a *handAdapter) payment(word string) osbp.PaymentRequirement {
	switch word {
	case "nothing":
		return osbp.PaymentNone
	case "part":
		return osbp.PaymentDeposit
	case "all":
		return osbp.PaymentFullPrepay
	}
	if a.q.unknownAsNone {
		return osbp.PaymentNone
	}
	return osbp.PaymentUnknown
}

func (a *handAdapter) method(word string) osbp.VerificationMethod {
	switch word {
	case "text":
		return osbp.VerificationSMS
	case "mail":
		return osbp.VerificationEmail
	case "nothing":
		return osbp.VerificationNone
	}
	if a.q.methodGuessed {
		return osbp.VerificationSMS
	}
	return osbp.VerificationUnknown
}

func (a *handAdapter) duration(minutes int) string {
	switch {
	case minutes == 0:
		return ""
	case a.q.minutesAsNumber:
		return strconv.Itoa(minutes)
	}
	return "PT" + strconv.Itoa(minutes) + "M"
}

// handPrice is an amount in major units.
type handPrice struct {
	Kind     string      `json:"kind"`
	Amount   json.Number `json:"amount,omitempty"`
	Currency string      `json:"currency"`
}

var handPriceTypes = map[string]money.Type{"insurance": money.TypeInsuranceDependent, "quote": money.TypeQuoteRequired}

// money scales a price exactly, by the exponent of its currency.
func (a *handAdapter) money(p *handPrice) (*money.Money, error) {
	if p == nil {
		return nil, nil
	}
	if p.Kind != "fixed" {
		if a.q.nonFixedAsFree {
			free := money.Fixed(p.Currency, 0)
			return &free, nil
		}
		t, known := handPriceTypes[p.Kind]
		if !known {
			t = money.TypeUnknown
		}
		return &money.Money{Currency: p.Currency, Type: t}, nil
	}
	m, err := money.FromMajor(p.Amount, p.Currency)
	if err != nil {
		return nil, malformedHand("price")
	}
	if a.q.centsAlways {
		units, _ := p.Amount.Float64()
		m = money.Fixed(p.Currency, int64(math.Round(units*100)))
	}
	if a.q.floatMoney {
		units, _ := p.Amount.Float64()
		m = money.Fixed(p.Currency, int64(float32(units)*99.999))
	}
	if a.q.displayAsPrice {
		m.Display = "from $1.00"
	}
	return &m, nil
}

type handOpening struct {
	Shop, Offering string
	Staff          struct{ Ref, Title, Photo string }
	Begins, Ends   string
	BeginsUnix     int64 `json:"begins_unix"`
	EndsUnix       int64 `json:"ends_unix"`
	Price          *handPrice
}

type handCalendar struct {
	Ref, Title, TZ string
	Week           []struct {
		Weekday     int
		From, Until string
	}
}

func (a *handAdapter) slots(ctx context.Context, in osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
	query := url.Values{"offering": {in.ServiceID}, "calendar": {in.ScheduleID}, "day": {in.Date}}
	if in.ProviderID != "" && !a.q.providerIgnored {
		query.Set("staff", in.ProviderID)
	}
	var got struct {
		Calendar *handCalendar
		Openings []handOpening
	}
	if err := a.wire.do(ctx, handCall{method: http.MethodGet, path: []string{"shops", a.organization, "openings"}, query: query}, &got); err != nil {
		return nil, err
	}
	if got.Calendar == nil || got.Calendar.Ref != in.ScheduleID {
		return nil, malformedHand("schedule")
	}
	slots := make([]osbp.Slot, 0, len(got.Openings))
	for i := range got.Openings {
		s, err := a.slot(got.Calendar, &got.Openings[i])
		if err != nil {
			return nil, err
		}
		if s.ServiceID != in.ServiceID || !strings.HasPrefix(s.StartsAtLocal, in.Date+"T") {
			return nil, malformedHand("slot")
		}
		slots = append(slots, s)
	}
	return slots, nil
}

func (a *handAdapter) slot(on *handCalendar, o *handOpening) (s osbp.Slot, err error) {
	if o.Shop != a.organization {
		return s, malformedHand("organization")
	}
	if a.q.foreignSlots {
		o.Shop = "biz_somebody_else"
	}
	zone, ok := a.zone(on.TZ)
	s = osbp.Slot{
		ID: fmt.Sprintf("%s:%s:%s:%d", on.Ref, o.Staff.Ref, o.Offering, o.BeginsUnix), OrganizationID: o.Shop,
		ScheduleID: on.Ref, ScheduleName: on.Title, ScheduleTimezone: on.TZ, ServiceID: o.Offering,
		ProviderID: o.Staff.Ref, ProviderName: o.Staff.Title, ProviderImageURL: o.Staff.Photo,
	}
	if a.q.providerNotFilled {
		s.ProviderID = ""
	}
	if s.StartsAtLocal, s.StartsAt, err = a.times(zone, ok, o.Begins, o.BeginsUnix); err != nil {
		return s, err
	}
	if s.EndsAtLocal, s.EndsAt, err = a.times(zone, ok, o.Ends, o.EndsUnix); err != nil {
		return s, err
	}
	if o.EndsUnix <= o.BeginsUnix {
		return s, malformedHand("slot length")
	}
	switch {
	case a.q.zoneMissing:
		s.ScheduleTimezone = ""
	case a.q.zoneAbbreviated:
		s.ScheduleTimezone = "PST"
	}
	for _, h := range on.Week {
		day := h.Weekday
		if day == 0 && !a.q.weekdayFromSunday {
			day = 7
		}
		s.ScheduleHours = append(s.ScheduleHours, osbp.ScheduleHours{Day: day, Open: h.From, Close: h.Until})
	}
	s.Price, err = a.money(o.Price)
	return s, err
}

// zone loads a zone. One that is not known costs the instants, not the slot.
func (a *handAdapter) zone(name string) (wallclock.Zone, bool) {
	zone, err := a.zones.LoadZone(name)
	if err != nil {
		a.logger.Warn("the platform names a zone that is none; instants are left out", slog.String("error", err.Error()))
	}
	return zone, err == nil
}

// times gives the two forms of a time, which must agree in the zone.
func (a *handAdapter) times(zone wallclock.Zone, zoned bool, wire string, unix int64) (local, instant string, err error) {
	day, clock, _ := strings.Cut(wire, " ")
	dt, err := wallclock.ParseDateTime(day + "T" + clock)
	if err != nil {
		return "", "", malformedHand("time")
	}
	at := time.Unix(unix, 0).UTC()
	if zoned && !zone.Agrees(at, dt) {
		return "", "", malformedHand("time and instant")
	}
	local = dt.String()
	if a.q.localFromUTC {
		local = at.Format("2006-01-02T15:04:05")
	}
	if a.q.localWithOffset {
		local += "Z"
	}
	if !zoned {
		return local, "", nil
	}
	if a.q.instantAt != nil {
		at = a.q.instantAt(zone, dt, at)
	}
	instant = wallclock.FormatInstantMillis(at)
	if a.q.instantNoOffset {
		instant = strings.TrimSuffix(instant, "Z")
	}
	return local, instant, nil
}

func malformedHand(what string) error { return fmt.Errorf("%w: %s", errHandMalformed, what) }
