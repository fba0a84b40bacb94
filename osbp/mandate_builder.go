package osbp

import (
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/wallclock"
)

// MandateRequest is what NewMandate makes a mandate of: one slot that the user
// chose, with its service and policy as the read tools gave them.
type MandateRequest struct {
	// ID and ExpiresAt become the mandate's own; both are required.
	ID        string
	ExpiresAt time.Time
	Service   *Service
	Slot      *Slot
	Policy    *Policy
	// Zone is Slot.ScheduleTimezone, loaded; needed when the slot has instants.
	Zone wallclock.Zone
	// Now is the instant of the request; required.
	Now time.Time
	// AllowPolicyFee says that the user agreed to the payment that the policy
	// requires. It is ignored where the policy requires none.
	AllowPolicyFee bool
}

// NewMandate makes the tightest mandate that v0.1.0 can express for one booking
// (OSBP "BookingMandate"): booking.create alone, the organization, service,
// schedule and provider pinned, the window from the slot's start to its end, the
// price as max_price, and no policy fee unless the policy requires one of a fixed
// amount and the user agreed; then exactly that.
//
// A slot that names no provider leaves that dimension open: there is no way to
// pin what has no id. Reachability reports it.
//
// It refuses what it cannot bound, with the Problem that ValidateMandate would
// answer, or with an error that wraps ErrCheckIncomplete. The mandate it returns
// has passed ValidateMandate on the evidence given. It is the agent's draft: only
// the user makes it an authorization.
func NewMandate(req MandateRequest) (*Mandate, error) {
	switch {
	case req.ID == "":
		return nil, missing("ID is empty")
	case req.ExpiresAt.IsZero():
		return nil, missing("ExpiresAt is zero")
	case req.Service == nil:
		return nil, missing("Service is nil")
	case req.Slot == nil:
		return nil, missing("Slot is nil")
	case req.Policy == nil:
		return nil, missing("Policy is nil")
	}
	c := MandateCheck{
		Mandate: &Mandate{
			ID:             req.ID,
			ExpiresAt:      wallclock.FormatInstant(req.ExpiresAt),
			AllowedActions: []Tool{ToolBookingCreate},
			OrganizationID: req.Slot.OrganizationID,
			ServiceIDs:     []string{req.Service.ID},
			ScheduleIDs:    []string{req.Slot.ScheduleID},
			AllowPolicyFee: req.AllowPolicyFee,
		},
		OrganizationID: req.Slot.OrganizationID,
		Service:        req.Service, Slot: req.Slot, Policy: req.Policy,
		Now: req.Now, Zone: req.Zone,
	}
	m := c.Mandate
	if req.Slot.ProviderID != "" {
		m.ProviderIDs = []string{req.Slot.ProviderID}
	}
	// Without window and caps first: what is wrong with the evidence is found
	// before anything is taken from it.
	r := mandateRun{MandateCheck: &c}
	if err := r.answer(r.first() && r.rest()); err != nil {
		return nil, err
	}
	if err := r.pinWindow(); err != nil {
		return nil, err
	}
	m.MaxPrice = capAt(r.bookedPrice())
	fee := r.requiredFee()
	m.AllowPolicyFee = fee != nil
	m.MaxExtraFee = &money.Money{AmountMinor: money.Minor(0), Currency: m.MaxPrice.Currency}
	if fee != nil {
		m.MaxExtraFee = capAt(fee)
	}
	if err := ValidateMandate(&c); err != nil {
		return nil, err
	}
	return m, nil
}

// pinWindow makes the slot's own start and end, which the steps have read, the
// window.
func (r *mandateRun) pinWindow() error {
	if !r.times.end.IsValid() {
		return NewProblem(CodeSlotTooLate, "The slot's end is not known, so no latest_end can bound it.")
	}
	r.Mandate.EarliestStart = r.times.start.DateTime().String()
	r.Mandate.LatestEnd = r.times.end.DateTime().String()
	return nil
}

// capAt is the cap that a fixed price just meets.
func capAt(p *money.Money) *money.Money {
	return &money.Money{AmountMinor: p.AmountMinor, Currency: p.Currency}
}
