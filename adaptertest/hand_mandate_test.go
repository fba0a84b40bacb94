package adaptertest_test

import (
	"slices"
	"strings"
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// handEvidence is what the platform says about the booking asked for.
type handEvidence struct {
	service *osbp.Service
	policy  *osbp.Policy
	slot    *osbp.Slot
}

// price is the slot's, else the service's.
func (e *handEvidence) price() *money.Money {
	if e.slot.Price != nil {
		return e.slot.Price
	}
	return e.service.Price
}

// handCheck holds a request, and the evidence once there is some, to its mandate
// (OSBP "Mandate Enforcement").
type handCheck struct {
	q            *quirks
	organization string
	m            *osbp.Mandate
	in           *osbp.BookingCreateInput
	now          time.Time
	e            *handEvidence // nil before the platform was asked
}

// handStep is one point of the list. evidence says that it needs some.
type handStep struct {
	name     string
	evidence bool
	check    func(*handCheck) error
}

// handSteps are the points in the text's order.
var handSteps = []handStep{
	{"id", false, (*handCheck).id},
	{"expires_at", false, (*handCheck).expiresAt},
	{"expiry", false, (*handCheck).expiry},
	{"action", false, (*handCheck).action},
	{"organization", false, (*handCheck).organizationScope},
	{"service", false, (*handCheck).serviceScope},
	{"schedule", false, (*handCheck).scheduleScope},
	{"provider", false, (*handCheck).providerScope},
	{"conventions", false, (*handCheck).conventions},
	{"start", false, (*handCheck).start},
	{"end", false, (*handCheck).end},
	{"price currency", true, (*handCheck).priceCurrency},
	{"price", true, (*handCheck).price},
	{"consultation", true, (*handCheck).consultation},
	{"payment", true, (*handCheck).payment},
}

// run returns the first refusal.
func (c *handCheck) run() error {
	if c.q.ignoresMandate || c.q.preflightOnly && c.e != nil {
		return nil
	}
	steps := handSteps
	if c.q.ordersSteps != nil {
		steps = c.q.ordersSteps(slices.Clone(handSteps))
	}
	for _, step := range steps {
		if step.evidence && c.e == nil || step.name == c.q.skips {
			continue
		}
		if err := step.check(c); err != nil {
			return err
		}
	}
	return nil
}

func refuseHand(code osbp.Code, message string) error { return osbp.NewProblem(code, message) }

// terminal is the form of requires_user_confirmation that leads nowhere.
func (c *handCheck) terminal(message string) error {
	p := osbp.NewProblem(osbp.CodeRequiresUserConfirmation, message)
	p.Retryable = c.q.terminalRetryable
	if c.q.terminalWithToken {
		p.Message += "\n\nRetry with approval.token=\"terminal_token\""
	}
	return p
}

func (c *handCheck) id() error {
	if c.m.ID == "" || c.m.OrganizationID == "" {
		return refuseHand(osbp.CodeInvalidMandate, "mandate.id or mandate.organization_id is missing.")
	}
	return nil
}

func (c *handCheck) expires() (time.Time, error) {
	at, err := wallclock.ParseInstant(c.m.ExpiresAt)
	if err != nil && c.q.nakedExpiry {
		return wallclock.ParseInstant(c.m.ExpiresAt + "Z")
	}
	return at, err
}

func (c *handCheck) expiresAt() error {
	if _, err := c.expires(); err != nil {
		return refuseHand(osbp.CodeInvalidMandate, "mandate.expires_at must be an instant with Z or an offset.")
	}
	return nil
}

func (c *handCheck) expiry() error {
	at, err := c.expires()
	if err != nil || c.now.Before(at) || c.q.expiryInclusive && c.now.Equal(at) {
		return nil
	}
	return refuseHand(osbp.CodeMandateExpired, "The mandate has expired.")
}

func (c *handCheck) action() error {
	if !slices.Contains(c.m.AllowedActions, osbp.ToolBookingCreate) {
		return refuseHand(osbp.CodeActionNotAllowed, "mandate.allowed_actions does not include booking.create.")
	}
	return nil
}

func (c *handCheck) organizationScope() error {
	if c.m.OrganizationID != c.organization {
		return refuseHand(osbp.CodeOrganizationNotAllowed, "The mandate is for another organization.")
	}
	return nil
}

// lists reports whether a list allows an id. A nil list allows every one.
func (c *handCheck) lists(list []string, id string) bool {
	if list == nil || len(list) == 0 && c.q.emptyListAllows {
		return true
	}
	return slices.ContainsFunc(list, func(one string) bool {
		return one == id || c.q.prefixMatches && strings.HasPrefix(id, one)
	})
}

func (c *handCheck) serviceScope() error {
	if !c.lists(c.m.ServiceIDs, c.in.ServiceID) {
		return refuseHand(osbp.CodeServiceNotAllowed, "The service is not in mandate.service_ids.")
	}
	return nil
}

func (c *handCheck) scheduleScope() error {
	if !c.lists(c.m.ScheduleIDs, c.in.ScheduleID) {
		return refuseHand(osbp.CodeScheduleNotAllowed, "The schedule is not in mandate.schedule_ids.")
	}
	return nil
}

func (c *handCheck) providerScope() error {
	if c.in.ProviderID == "" {
		if c.m.ProviderIDs != nil && !c.q.pinnedButUnnamed {
			return refuseHand(osbp.CodeProviderUnknown, "The mandate pins providers, and none is named.")
		}
		return nil
	}
	if !c.lists(c.m.ProviderIDs, c.in.ProviderID) {
		return refuseHand(osbp.CodeProviderNotAllowed, "The provider is not in mandate.provider_ids.")
	}
	return nil
}

// wall reads a wall clock, which has no offset.
func (c *handCheck) wall(s string) (wallclock.DateTime, error) {
	if c.q.offsetCutOff && len(s) > len("2006-01-02T15:04:05") {
		s = s[:len("2006-01-02T15:04:05")]
	}
	return wallclock.ParseDateTime(s)
}

func (c *handCheck) conventions() error {
	for _, f := range []struct {
		name, value string
		optional    bool
	}{
		{"mandate.earliest_start", c.m.EarliestStart, true}, {"mandate.latest_end", c.m.LatestEnd, true},
		{"date and time", c.in.Date + "T" + c.in.Time, false},
	} {
		if f.value == "" && f.optional {
			continue
		}
		if _, err := c.wall(f.value); err != nil {
			return refuseHand(osbp.CodeInvalidMandate, f.name+" must be a wall-clock time without an offset.")
		}
	}
	return nil
}

func (c *handCheck) start() error {
	start, err1 := c.wall(c.in.Date + "T" + c.in.Time)
	earliest, err2 := c.wall(c.m.EarliestStart)
	if err1 != nil || err2 != nil {
		return nil // refused as a convention, or there is no bound
	}
	early := start.Before(earliest) || c.q.earliestExclusive && start == earliest ||
		c.q.timesAsText && c.in.Date+"T"+c.in.Time < c.m.EarliestStart
	if early {
		return refuseHand(osbp.CodeSlotTooEarly, "The slot starts before mandate.earliest_start.")
	}
	return nil
}

func (c *handCheck) end() error {
	latest, err := c.wall(c.m.LatestEnd)
	if err != nil {
		return nil
	}
	start, err := c.wall(c.in.Date + "T" + c.in.Time)
	end := start // before there is a slot
	if c.e != nil && !c.q.endForgotten {
		end, err = c.wall(c.e.slot.EndsAtLocal)
	}
	if err != nil || end.After(latest) || !start.Before(latest) || c.q.latestExclusive && end == latest {
		return refuseHand(osbp.CodeSlotTooLate, "The slot ends after mandate.latest_end.")
	}
	// Where the clock is turned back, an end can be before a start.
	if earliest, err := c.wall(c.m.EarliestStart); err == nil && c.e != nil && end.Before(earliest) {
		return refuseHand(osbp.CodeSlotTooEarly, "The slot starts before mandate.earliest_start.")
	}
	return nil
}

// capProblem refuses a cap that can be none.
func capProblem(name string, limit *money.Money) error {
	if limit == nil {
		return nil
	}
	if _, err := money.Exponent(limit.Currency); err != nil {
		return refuseHand(osbp.CodeInvalidMandate, name+".currency is not an ISO 4217 currency.")
	}
	if n, ok := limit.AmountMinor.Minor(); ok && (n < 0 || n > money.MaxMinor) {
		return refuseHand(osbp.CodeInvalidMandate, name+".amount_minor is out of range.")
	}
	return nil
}

func (c *handCheck) priceCurrency() error {
	limit := c.m.MaxPrice
	if err := capProblem("mandate.max_price", limit); err != nil {
		return err
	}
	for _, m := range []*money.Money{c.e.service.Price, c.e.slot.Price, c.e.policy.Deposit} {
		if m != nil && limit != nil && m.Currency != limit.Currency && !c.q.currencyIgnored {
			return refuseHand(osbp.CodeCurrencyMismatch, "The price is in another currency than mandate.max_price.")
		}
	}
	return nil
}

func (c *handCheck) price() error {
	price, limit := c.e.price(), c.m.MaxPrice
	if c.q.servicePriceOnly {
		price = c.e.service.Price
	}
	if limit == nil && c.q.noCapNoPrice {
		return nil
	}
	if limit != nil && !limit.IsFixed() {
		return c.terminal("mandate.max_price has no fixed amount, so it bounds nothing. Hand off.")
	}
	if price == nil || !price.IsFixed() {
		return c.terminal("The price is not known as a fixed amount. Hand off.")
	}
	if limit == nil {
		return nil
	}
	amount, _ := price.FixedAmount()
	most, _ := limit.FixedAmount()
	if amount > most || c.q.capExclusive && amount == most {
		return refuseHand(osbp.CodePriceExceedsMandate, "The price exceeds mandate.max_price.")
	}
	return nil
}

func (c *handCheck) consultation() error {
	if c.e.service.RequiresConsultation {
		return refuseHand(osbp.CodeRequiresConsultationHandoff, "The service needs a consultation first. Hand off.")
	}
	return nil
}

// payment holds what must be paid before to the mandate.
func (c *handCheck) payment() error {
	if err := capProblem("mandate.max_extra_fee", c.m.MaxExtraFee); err != nil {
		return err
	}
	deposit := c.e.policy.Deposit
	none := deposit == nil
	if n, ok := amountOf(deposit); ok && n == 0 {
		none = true
	}
	switch c.e.policy.PaymentRequirement {
	case osbp.PaymentNone:
		if !none {
			return c.terminal("The policy requires no payment and yet names a deposit. Hand off.")
		}
		return nil
	case osbp.PaymentDeposit:
		if err := c.fee(deposit); err != nil || !none {
			return err
		}
		return c.terminal("The policy requires a deposit and yet names none. Hand off.")
	case osbp.PaymentFullPrepay:
		if c.q.prepayIsFree {
			return nil
		}
		return c.fee(c.e.price())
	}
	return c.terminal("What must be paid before is not known. Hand off.")
}

func amountOf(m *money.Money) (int64, bool) {
	if m == nil {
		return 0, false
	}
	return m.FixedAmount()
}

func (c *handCheck) fee(fee *money.Money) error {
	limit := c.m.MaxExtraFee
	if !c.m.AllowPolicyFee {
		return refuseHand(osbp.CodeRequiresPaymentHandoff, "The policy requires a payment that the mandate does not allow.")
	}
	if fee != nil && limit != nil && fee.Currency != limit.Currency && !c.q.feeCurrencyIgnored {
		return refuseHand(osbp.CodeCurrencyMismatch, "The required payment is in another currency than mandate.max_extra_fee.")
	}
	if limit != nil && !limit.IsFixed() {
		return c.terminal("mandate.max_extra_fee has no fixed amount, so it bounds nothing. Hand off.")
	}
	amount, fixed := amountOf(fee)
	if !fixed {
		return c.terminal("The required payment is not known as a fixed amount. Hand off.")
	}
	if most, capped := amountOf(limit); capped && (amount > most || c.q.feeCapExclusive && amount == most) {
		return refuseHand(osbp.CodePolicyFeeExceedsMandate, "The required payment exceeds mandate.max_extra_fee.")
	}
	return nil
}
