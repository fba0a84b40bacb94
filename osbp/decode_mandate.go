package osbp

import (
	"encoding/json"

	"github.com/openservicekit/openservice/money"
)

// DecodeMandate reads a BookingMandate that stands alone (OSBP "BookingMandate")
// as strictly as one inside booking.create. The error is a *Problem with
// invalid_mandate. A mandate that decodes is well formed, not valid: that is for
// ValidateMandate.
func DecodeMandate(raw json.RawMessage) (*Mandate, error) {
	r := inputReader{path: []byte(mandateMember)}
	var m *Mandate
	if r.open(raw) {
		m = r.mandate()
	}
	if p := r.finish("BookingMandate"); p != nil {
		p.Code = CodeInvalidMandate
		return nil, p
	}
	return m, nil
}

var mandateMembers = members{required: 4, names: []string{
	"id", "expires_at", "allowed_actions", "organization_id",
	"service_ids", "provider_ids", "schedule_ids", "earliest_start", "latest_end",
	"max_price", "allow_policy_fee", "max_extra_fee"}}

// mandate reads a Mandate's structure. An absent allow_policy_fee is false, the
// stricter one.
func (r *inputReader) mandate() *Mandate {
	m := new(Mandate)
	r.object(mandateMembers, func(name string) {
		switch name {
		case "id":
			m.ID = r.text()
		case "expires_at":
			m.ExpiresAt = r.text()
		case "allowed_actions":
			m.AllowedActions = readTexts[Tool](r)
		case "organization_id":
			m.OrganizationID = r.text()
		case "service_ids":
			m.ServiceIDs = readTexts[string](r)
		case "provider_ids":
			m.ProviderIDs = readTexts[string](r)
		case "schedule_ids":
			m.ScheduleIDs = readTexts[string](r)
		case "earliest_start":
			m.EarliestStart = r.someText() // an empty bound would read as none
		case "latest_end":
			m.LatestEnd = r.someText()
		case "max_price":
			m.MaxPrice = r.money()
		case "allow_policy_fee":
			m.AllowPolicyFee = r.flag()
		case "max_extra_fee":
			m.MaxExtraFee = r.money()
		}
	})
	return m
}

var moneyMembers = members{required: 1, names: []string{"currency", "amount_minor", "type", "display"}}

// money reads a Money. Whether it can bound a price is for ValidateMandate.
func (r *inputReader) money() *money.Money {
	m := new(money.Money)
	r.object(moneyMembers, func(name string) {
		switch name {
		case "currency":
			m.Currency = r.text()
		case "amount_minor":
			m.AmountMinor = r.amount()
		case "type":
			m.Type = money.Type(r.someText()) // an empty one would read as fixed
		case "display":
			m.Display = r.text()
		}
	})
	return m
}
