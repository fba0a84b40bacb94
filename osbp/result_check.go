package osbp

import (
	"errors"
	"unicode/utf8"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/wallclock"
)

// malformedResult says what is wrong with a platform's answer, for the operator.
// The detail quotes no value.
type malformedResult struct{ field, detail string }

func (e *malformedResult) Error() string {
	return "osbp: platform result: " + e.field + ": " + e.detail
}

func malformed(field, detail string) error { return &malformedResult{field, detail} }

func (a *Adapter) checkService(from *Service, id string) (*Service, error) {
	if from == nil {
		return nil, malformed("service", "is missing")
	}
	own := &struct {
		Service
		price money.Money
	}{Service: *from}
	s := &own.Service
	if s.ID != id {
		return nil, malformed("id", "is not the service that was asked for")
	}
	if err := checkText("name", s.Name, true); err != nil {
		return nil, err
	}
	if err := checkDuration("duration", s.Duration, false); err != nil {
		return nil, err
	}
	if err := checkMoney("price", &s.Price, &own.price); err != nil {
		return nil, err
	}
	s.Options = append([]ServiceOption(nil), s.Options...)
	for i := range s.Options {
		o := &s.Options[i]
		if err := checkTexts(true, platformText{"options.id", o.ID}, platformText{"options.name", o.Name}); err != nil {
			return nil, err
		}
		if err := checkDuration("options.duration", o.Duration, false); err != nil {
			return nil, err
		}
		if err := checkMoney("options.price", &o.Price, new(money.Money)); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (a *Adapter) checkPolicy(from *Policy, serviceID string) (*Policy, error) {
	if from == nil {
		return nil, malformed("policy", "is missing")
	}
	own := &struct {
		Policy
		organization Organization
		amounts      [3]money.Money
	}{Policy: *from}
	p := &own.Policy
	if p.ServiceID != serviceID {
		return nil, malformed("service_id", "is not the service that was asked for")
	}
	for _, d := range [...]struct{ field, value string }{
		{"cancellation_window", p.CancellationWindow}, {"late_grace", p.LateGrace},
	} {
		// Nothing is computed from these two, so a month is as good as 30 days.
		if err := checkDuration(d.field, d.value, true); err != nil {
			return nil, err
		}
	}
	for i, m := range [...]struct {
		field string
		value **money.Money
	}{{"cancellation_fee", &p.CancellationFee}, {"no_show_fee", &p.NoShowFee}, {"deposit", &p.Deposit}} {
		if err := checkMoney(m.field, m.value, &own.amounts[i]); err != nil {
			return nil, err
		}
	}
	if err := checkText("cancellation_note", p.CancellationNote, false); err != nil {
		return nil, err
	}
	switch p.PaymentRequirement {
	case PaymentNone, PaymentDeposit, PaymentFullPrepay:
	default:
		p.PaymentRequirement = PaymentUnknown
	}
	p.VerificationMethod = familiarMethod(p.VerificationMethod)
	if p.Organization != nil {
		own.organization = *p.Organization
	}
	p.Organization = &own.organization
	return p, a.checkOrganization(p.Organization)
}

func familiarMethod(m VerificationMethod) VerificationMethod {
	switch m {
	case VerificationSMS, VerificationEmail, VerificationNone:
		return m
	}
	return VerificationUnknown
}

// checkOrganization completes the block with the id that this adapter serves: the
// one that an agent anchors its mandate to.
func (a *Adapter) checkOrganization(o *Organization) error {
	if o.ID == "" {
		o.ID = a.opts.OrganizationID
	}
	if o.ID != a.opts.OrganizationID {
		return malformed("organization.id", "is another organization")
	}
	if err := checkText("organization.name", o.Name, false); err != nil {
		return err
	}
	if o.Timezone != "" {
		if _, err := a.opts.Zones.LoadZone(o.Timezone); err != nil {
			a.warn("organization.timezone", "is no zone of database "+a.opts.Zones.Version()+"; it is left out")
			o.Timezone = ""
		}
	}
	if o.Currency != "" {
		if _, err := money.Exponent(o.Currency); err != nil {
			return malformed("organization.currency", err.Error())
		}
	}
	if o.Country != "" && !isCountry(o.Country) {
		return malformed("organization.country", "is no ISO 3166-1 alpha-2 code")
	}
	return nil
}

func isCountry(s string) bool {
	return len(s) == 2 && 'A' <= s[0] && s[0] <= 'Z' && 'A' <= s[1] && s[1] <= 'Z'
}

func (a *Adapter) checkBooking(from *Booking, id string) (*Booking, error) {
	if from == nil {
		return nil, malformed("booking", "is missing")
	}
	b := *from
	if b.ID != id {
		return nil, malformed("id", "is not the booking that was asked for")
	}
	if b.OrganizationID != "" && b.OrganizationID != a.opts.OrganizationID {
		a.warn("organization_id", "booking.status asked for a booking of another organization")
		return nil, NewProblem(CodeBookingNotFound, "No booking with this booking_id is known here.")
	}
	if err := checkTexts(false, platformText{"service_id", b.ServiceID}, platformText{"schedule_id", b.ScheduleID},
		platformText{"provider_id", b.ProviderID}); err != nil {
		return nil, err
	}
	switch b.Status {
	case BookingBooked, BookingPending, BookingCancelled, BookingCompleted, BookingNoShow:
	default:
		b.Status = BookingUnknown
	}
	t := slotTimes{&b.StartsAt, &b.EndsAt, &b.StartsAtLocal, &b.EndsAtLocal, b.ScheduleTimezone}
	if err := a.checkTimes(t); err != nil {
		return nil, err
	}
	return &b, nil
}

// checkMoney checks an amount and puts own, a copy, in its place.
func checkMoney(field string, m **money.Money, own *money.Money) error {
	if *m == nil {
		return nil
	}
	if err := (*m).Check(); err != nil {
		return malformed(field, err.Error())
	}
	if checkText("", (*m).Display, false) != nil {
		return checkText(field+".display", (*m).Display, false)
	}
	*own, *m = **m, own
	return nil
}

// maxDurationText is more than any duration takes, in bytes.
const maxDurationText = 64

func checkDuration(field, value string, calendar bool) error {
	if value == "" {
		return nil
	}
	if len(value) > maxDurationText {
		return malformed(field, "is too long")
	}
	_, err := wallclock.ParseDuration(value)
	switch {
	case calendar && errors.Is(err, wallclock.ErrCalendar):
	case err != nil:
		return malformed(field, "is no ISO 8601 duration that has its place there")
	}
	return nil
}

// maxResultText is the longest text of a platform that is passed on, in bytes.
const maxResultText = 16 << 10

// platformText is a string of a platform's answer and the member that it came in.
type platformText struct{ field, value string }

func checkTexts(required bool, texts ...platformText) error {
	for _, t := range texts {
		if err := checkText(t.field, t.value, required); err != nil {
			return err
		}
	}
	return nil
}

func checkText(field, value string, required bool) error {
	switch {
	case value == "" && required:
		return malformed(field, "is missing")
	case len(value) > maxResultText:
		return malformed(field, "is too long")
	case !utf8.ValidString(value):
		return malformed(field, "is not UTF-8")
	}
	return nil
}
