package adaptertest

import (
	"slices"
	"strings"
	"time"

	"github.com/openservicekit/openservice/osbp"
)

// Which members make another payload, and how long a key is remembered (B-176 to B-178,
// B-200).
var idempotencyPayloadChecks = []check{
	required("idempotency.conflict_service", "booking.create",
		"the key of a booking with another service is idempotency_conflict", (*probe).conflictService),
	required("idempotency.conflict_schedule", "booking.create",
		"the key of a booking with another schedule is idempotency_conflict",
		conflicts(func(m *osbp.Mandate) { m.ScheduleIDs = nil }, func(t *attempt) { t.in.ScheduleID = t.p.key("schedule") })),
	required("idempotency.conflict_provider", "booking.create",
		"the key of a booking with another provider is idempotency_conflict",
		conflicts(func(m *osbp.Mandate) { m.ProviderIDs = nil }, func(t *attempt) { t.in.ProviderID = t.p.key("provider") })),
	required("idempotency.conflict_date", "booking.create",
		"the key of a booking with another date is idempotency_conflict",
		conflicts(atAnyTime, func(t *attempt) { t.in.Date = dateOf(t.later(t.slot.StartsAtLocal, 24*time.Hour)) })),
	required("idempotency.conflict_email", "booking.create",
		"the key of a booking with another email address is idempotency_conflict",
		conflicts(asItIs, func(t *attempt) { t.in.Customer.Email = "other." + t.in.Customer.Email })),
	required("idempotency.conflict_name", "booking.create",
		"the key of a booking with another name is idempotency_conflict",
		conflicts(asItIs, func(t *attempt) {
			t.in.Customer.DisplayName, t.in.Customer.GivenName, t.in.Customer.FamilyName = "Ambrose Thistlewood", "Ambrose", "Thistlewood"
		})),
	required("idempotency.conflict_customer_id", "booking.create",
		"the key of a booking with another customer id is idempotency_conflict",
		conflicts(asItIs, func(t *attempt) { t.in.Customer.ID = t.p.key("customer") })),
	required("idempotency.conflict_name_parts", "booking.create",
		"the key of a booking with a letter moved from the given to the family name is idempotency_conflict",
		conflicts(asItIs, func(t *attempt) {
			given := t.in.Customer.GivenName
			last := len(given) - 1
			t.in.Customer.GivenName, t.in.Customer.FamilyName = given[:last], given[last:]+t.in.Customer.FamilyName
		})),
	required("idempotency.conflict_limits", "booking.create",
		"the key of a booking with a mandate of the same id that differs in any other member is idempotency_conflict", (*probe).conflictLimits),
	required("idempotency.key_whole", "booking.create",
		"two long keys that differ in their last character are two", (*probe).keyIsWhole),
	required("idempotency.replay_after_cancel", "booking.create",
		"a retry after success returns the receipt, and makes nothing, though the appointment was called off since", (*probe).replayAfterCancel),
	required("idempotency.replay_next_day", "booking.create",
		"a day later, though the mandate has expired, a retry returns the receipt and creates nothing", (*probe).replayNextDay),
}

// How the mandate of a booking is loosened, so that it allows what comes next too.

func atAnyTime(m *osbp.Mandate) { m.EarliestStart, m.LatestEnd = "", "" }
func asItIs(*osbp.Mandate)      {}

// conflicts tries the key of a booking with a payload that differs in one thing.
func conflicts(loosen func(*osbp.Mandate), change redraft) func(*probe) {
	return func(p *probe) {
		t := p.attempt(p.h.Fixtures.Plain)
		loosen(t.in.Mandate)
		t.book()
		change(t)
		t.wantCode("a used key with another payload", osbp.CodeIdempotencyConflict)
	}
}

// conflictService books another service that there is, if the sandbox has one.
func (p *probe) conflictService() {
	t := p.attempt(p.h.Fixtures.Plain)
	t.in.Mandate.ServiceIDs, t.in.Mandate.MaxPrice = nil, nil
	t.book()
	t.in.ServiceID = t.otherService()
	t.wantCode("a used key with another service", osbp.CodeIdempotencyConflict)
}

// otherService is another service of the organization's, if the sandbox has one.
func (t *attempt) otherService() string {
	for _, f := range t.p.catalogue() {
		if f.OrganizationID == t.fixture.OrganizationID && f.ServiceID != t.fixture.ServiceID {
			return f.ServiceID
		}
	}
	return t.p.key("service")
}

func (p *probe) conflictLimits() {
	t := p.attempt(p.h.Fixtures.Plain)
	t.book()
	mandate := t.in.Mandate
	for member, change := range inOrder(map[string]func(*osbp.Mandate){
		"max_price":        func(m *osbp.Mandate) { m.MaxPrice = t.moved(m.MaxPrice, 1000) },
		"max_extra_fee":    func(m *osbp.Mandate) { m.MaxExtraFee = t.moved(m.MaxPrice, 1000) },
		"allow_policy_fee": func(m *osbp.Mandate) { m.AllowPolicyFee = !m.AllowPolicyFee },
		"expires_at":       func(m *osbp.Mandate) { m.ExpiresAt = p.instant(5 * time.Hour) },
		"allowed_actions": func(m *osbp.Mandate) {
			m.AllowedActions = append(slices.Clone(m.AllowedActions), osbp.ToolBookingStatus)
		},
		"service_ids":    func(m *osbp.Mandate) { m.ServiceIDs = nil },
		"provider_ids":   func(m *osbp.Mandate) { m.ProviderIDs = nil },
		"schedule_ids":   func(m *osbp.Mandate) { m.ScheduleIDs = nil },
		"earliest_start": func(m *osbp.Mandate) { m.EarliestStart = t.slot.StartsAtLocal },
		"latest_end":     func(m *osbp.Mandate) { m.LatestEnd = t.later(t.slot.StartsAtLocal, 72*time.Hour) },
	}) {
		other := *mandate
		change(&other)
		t.in.Mandate = &other
		t.wantCode("a used key with another "+member, osbp.CodeIdempotencyConflict)
	}
}

// replayAfterCancel: who wants another appointment says so with another key.
func (p *probe) replayAfterCancel() {
	p.need(p.h.Cancel != nil, "Cancel", "that a key never books a second time")
	t := p.attempt(p.h.Fixtures.Plain)
	made, before := t.book(), p.h.Creates()
	p.must("Cancel", p.h.Cancel(p.ctx, made.Receipt.BookingID))
	t.wantSameReceipt("a retry after success, though the appointment was called off since,", made.Receipt)
	p.wantCreates(before, 0)
}

// keyIsWhole books under two long keys, which an adapter may find too long, but not the
// same.
func (p *probe) keyIsWhole() {
	slots := p.slots(p.h.Fixtures.Plain, 2)
	long := p.key("idem") + strings.Repeat("_long", 48)
	var ids []string
	for i, end := range []string{"a", "b"} {
		t := p.attemptOf(p.h.Fixtures.Plain, slots[i])
		t.in.IdempotencyKey = long + end
		got, err := t.create()
		if c, perr := osbp.ParseChallenge(osbp.AsProblem(err)); perr == nil {
			t.in.Approval = c.Approval()
			got, err = t.create()
		}
		switch refused := osbp.AsProblem(err); {
		case err != nil && i == 0:
			p.wantRefused("a booking.create with a key of 250 characters", err)
			return
		case refused != nil && refused.Code == osbp.CodeIdempotencyConflict:
			p.fatalf("two keys that differ in their last character are taken for one")
		}
		p.wantAnswer("a booking under a second long key", err)
		if got == nil {
			p.fatalf("a booking under a long key answered with nothing")
		}
		ids = append(ids, got.Receipt.BookingID)
	}
	if ids[0] == ids[1] {
		p.fatalf("a booking answered with the receipt of one whose key differs in its last character")
	}
}

func (p *probe) replayNextDay() {
	t := p.attempt(p.h.Fixtures.Plain)
	made, before := t.book(), p.h.Creates()
	p.advance(25*time.Hour, "that a key is remembered the next day")
	t.wantSameReceipt("a retry the next day", made.Receipt)
	p.wantCreates(before, 0)
}
