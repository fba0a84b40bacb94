package adaptertest

import (
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
	required("idempotency.conflict_limits", "booking.create",
		"the key of a booking with a mandate of the same id and other limits is idempotency_conflict",
		conflicts(asItIs, func(t *attempt) {
			m := *t.in.Mandate
			m.MaxPrice = t.moved(m.MaxPrice, 1000)
			t.in.Mandate = &m
		})),
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
	t.in.ServiceID = p.key("service")
	for _, f := range p.catalogue() {
		if f.OrganizationID == t.fixture.OrganizationID && f.ServiceID != t.fixture.ServiceID {
			t.in.ServiceID = f.ServiceID
			break
		}
	}
	t.wantCode("a used key with another service", osbp.CodeIdempotencyConflict)
}

func (p *probe) replayNextDay() {
	t := p.attempt(p.h.Fixtures.Plain)
	made, before := t.book(), p.h.Creates()
	p.advance(25*time.Hour, "that a key is remembered the next day")
	t.wantSameReceipt("a retry the next day", made.Receipt)
	p.wantCreates(before, 0)
}
