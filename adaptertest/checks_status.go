package adaptertest

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// What becomes of a booking is the platform's to say (B-006, B-118, B-119, B-179 to
// B-184).
var statusChecks = slices.Concat(statusOwnChecks, statusOtherChecks)

var statusOwnChecks = []check{
	required("status.booked", "booking.status",
		"a booking just made reads as booked, or as pending where the merchant has yet to accept it", (*probe).statusBooked),
	required("status.ids", "booking.status",
		"a booking reads with its own id and the service, schedule and provider that were booked", (*probe).statusIDs),
	required("status.start", "booking.status",
		"a booking reads with the wall clock at which it starts", (*probe).statusStart),
	required("status.zone", "booking.status",
		"a booking reads with the zone of its schedule", (*probe).statusZone),
	required("status.each_its_own", "booking.status",
		"of two bookings each is read by its own id", (*probe).statusEachItsOwn),
	required("status.read_again", "booking.status",
		"a booking reads the same again, and reading it creates nothing", (*probe).statusReadAgain),
	required("status.cancelled", "booking.status",
		"a booking that was cancelled at the platform never reads as fresh and booked", (*probe).statusCancelled),
	required("status.cancelled_after_reading", "booking.status",
		"a booking that was read, and then cancelled at the platform, never reads as fresh and booked", (*probe).statusCancelledAfterReading),
	required("status.unfamiliar", "booking.status",
		"a state of the platform's that OSBP has no word for reads as unknown", (*probe).statusUnfamiliar),
	required("status.unreadable", "booking.status",
		"where the platform's answer can't be read, the status is refused or said to come from a local record, never guessed",
		(*probe).statusUnreadable),
	required("status.not_found", "booking.status",
		"an id that no appointment has is booking_not_found", (*probe).statusNotFound),
	required("status.not_found_in_trouble", "booking.status",
		"an appointment that can't be read, for a limit or a failure of the platform's, is never booking_not_found", (*probe).statusInTrouble),
	required("status.not_found_final", "Result Envelope",
		"booking_not_found is not retryable", (*probe).statusNotFoundFinal),
	required("status.without_id", "booking.status",
		"a query without booking_id is refused", (*probe).statusWithoutID),
	required("status.foreign", "booking.status",
		"an appointment of another organization is booking_not_found, also where the platform would show it", (*probe).statusForeign),
	required("status.of_other_adapter", "booking.status",
		"a booking made here is booking_not_found for the adapter of another organization", (*probe).statusOfOtherAdapter),
	required("status.with_customer", "booking.status",
		"the customer who booked may be named in the query", (*probe).statusWithCustomer),
	required("status.gated", "booking.status",
		"where appointments can be read only after a proof, the answer is booking_status_requires_verification", (*probe).statusGated),
	required("status.gated_final", "booking.status",
		"booking_status_requires_verification is not retryable: no read can complete the proof", (*probe).statusGatedFinal),
	required("status.no_readback", "booking.status",
		"where the platform has no readback, the status is refused, or says that it comes from a local record", (*probe).statusNoReadback),
	required("status.no_readback_not_found", "booking.status",
		"where the platform has no readback, an id that was not booked here is refused", (*probe).statusNoReadbackNotFound),
	required("status.no_customer", "booking.status",
		"the status carries nothing of the customer's", (*probe).statusNoCustomer),
	required("status.after_restart", "Participants",
		"a booking can be read after the process was started anew, since the platform is the system of record", (*probe).statusAfterRestart),
}

// needReadback skips where appointments of Plain's organization can't be read back (B-183).
func (p *probe) needReadback() {
	if !p.readsBack() {
		p.skipf("the appointments of Fixtures.Plain's organization can't be read back: what booking.status says of them is not shown")
	}
}

// readsBack reports whether the fixtures leave it open that Plain's appointments can be
// read back.
func (p *probe) readsBack() bool {
	all := &p.h.Fixtures
	return !slices.ContainsFunc([]Fixture{all.Gated, all.NoReadback}, func(f Fixture) bool {
		return f != (Fixture{}) && f.OrganizationID == all.Plain.OrganizationID
	})
}

// read reads a booking of the attempt's adapter and requires an answer.
func (t *attempt) read(id string) *osbp.Booking {
	b, err := t.adapter.GetBooking(t.p.ctx, osbp.BookingStatusInput{BookingID: id})
	t.p.wantAnswer("booking.status", err)
	if b == nil {
		t.p.fatalf("booking.status answered with nothing")
	}
	return b
}

// local reports whether an answer says that it comes from a local record.
func local(b *osbp.Booking) bool {
	return b.Runtime != nil && b.Runtime.Idempotency == osbp.LocalCacheReplay
}

// current is how a booking that holds reads.
func current(s osbp.BookingStatus) bool { return s == osbp.BookingBooked || s == osbp.BookingPending }

func (p *probe) booked() (*attempt, string) {
	p.needReadback()
	t := p.attempt(p.h.Fixtures.Plain)
	return t, t.book().Receipt.BookingID
}

func (p *probe) statusBooked() {
	t, id := p.booked()
	if b := t.read(id); !current(b.Status) {
		p.fatalf("a booking just made reads as %q", b.Status)
	}
}

func (p *probe) statusIDs() {
	t, id := p.booked()
	b := t.read(id)
	for _, one := range []struct {
		field, got, want string
		optional         bool
	}{
		{"id", b.ID, id, false}, {"service_id", b.ServiceID, t.in.ServiceID, false}, {"schedule_id", b.ScheduleID, t.in.ScheduleID, false},
		{"provider_id", b.ProviderID, t.in.ProviderID, false}, {"organization_id", b.OrganizationID, t.fixture.OrganizationID, true},
	} {
		if one.got != one.want && !(one.optional && one.got == "") {
			p.fatalf("%s is %q, not %q", one.field, one.got, one.want)
		}
	}
}

func (p *probe) statusStart() {
	t, id := p.booked()
	b := t.read(id)
	got, err := wallclock.ParseDateTime(b.StartsAtLocal)
	if err != nil || got != t.start() {
		p.fatalf("starts_at_local is %q, not the booked slot's", b.StartsAtLocal)
	}
}

func (p *probe) statusZone() {
	t, id := p.booked()
	if b := t.read(id); t.slot.ScheduleTimezone != "" && b.ScheduleTimezone != t.slot.ScheduleTimezone {
		p.fatalf("schedule_timezone is %q, not the booked slot's", b.ScheduleTimezone)
	}
}

func (p *probe) statusEachItsOwn() {
	p.needReadback()
	slots := p.slots(p.h.Fixtures.Plain, 2)
	var ids []string
	for _, s := range []osbp.Slot{slots[0], slots[len(slots)-1]} {
		ids = append(ids, p.attemptOf(p.h.Fixtures.Plain, s).book().Receipt.BookingID)
	}
	t := p.attemptOf(p.h.Fixtures.Plain, slots[0])
	first, last := t.read(ids[0]), t.read(ids[1])
	if first.ID != ids[0] || last.ID != ids[1] || first.StartsAtLocal == last.StartsAtLocal {
		p.fatalf("two bookings at two times read as one")
	}
}

func (p *probe) statusReadAgain() {
	t, id := p.booked()
	before, first := p.h.Creates(), t.read(id)
	again := t.read(id)
	p.wantCreates(before, 0)
	if again.ID != first.ID || again.Status != first.Status || again.StartsAtLocal != first.StartsAtLocal {
		p.fatalf("a booking reads differently the second time")
	}
}

func (p *probe) statusCancelled() {
	p.need(p.h.Cancel != nil, "Cancel", "the status of a booking that was cancelled at the platform")
	t, id := p.booked()
	t.wantCancelled(id)
}

func (p *probe) statusCancelledAfterReading() {
	p.need(p.h.Cancel != nil, "Cancel", "the status of a booking that was cancelled at the platform")
	t, id := p.booked()
	t.read(id)
	t.wantCancelled(id)
}

// wantCancelled cancels at the platform, which may know nothing of the appointment from
// then on. An answer from a local record may be out of date, since it says that it may.
func (t *attempt) wantCancelled(id string) {
	t.p.must("Cancel", t.p.h.Cancel(t.p.ctx, id))
	b, err := t.adapter.GetBooking(t.p.ctx, osbp.BookingStatusInput{BookingID: id})
	if err != nil {
		t.p.wantProblem("booking.status of a booking that was cancelled", err, osbp.CodeBookingNotFound)
	} else if b == nil || current(b.Status) && !local(b) {
		t.p.fatalf("a booking that was cancelled reads as if it held")
	}
}

func (p *probe) statusUnfamiliar() {
	p.need(p.h.SetUnusualState != nil, "SetUnusualState", "a state that OSBP has no word for")
	t, id := p.booked()
	p.must("SetUnusualState", p.h.SetUnusualState(p.ctx, id))
	if b := t.read(id); b.Status != osbp.BookingUnknown && !local(b) {
		p.fatalf("a state that OSBP has no word for reads as %q", b.Status)
	}
}

func (p *probe) statusUnreadable() {
	p.need(p.h.GarbleReads != nil, "GarbleReads", "the status where the platform's answer can't be read")
	t, id := p.booked()
	off, err := p.h.GarbleReads(p.ctx)
	p.until("GarbleReads", off, err)
	b, err := t.adapter.GetBooking(p.ctx, osbp.BookingStatusInput{BookingID: id})
	switch {
	case err != nil:
		p.wantRefused("booking.status of what can't be read", err)
	case b == nil || !local(b):
		p.fatalf("a status was given as fresh though the platform's answer can't be read")
	}
}

// statusInTrouble: who hears that there is no appointment books another one.
func (p *probe) statusInTrouble() {
	tried := false
	t, id := p.booked()
	for _, one := range []struct {
		field string
		begin func(context.Context) (func(), error)
	}{{"RateLimitReads", p.h.RateLimitReads}, {"FailReads", p.h.FailReads}, {"GarbleReads", p.h.GarbleReads}} {
		if one.begin == nil {
			continue
		}
		off, err := one.begin(p.ctx)
		if !p.can(one.field, err) {
			continue
		}
		off = p.until(one.field, off, nil)
		_, err = t.adapter.GetBooking(p.ctx, osbp.BookingStatusInput{BookingID: id})
		if got := osbp.AsProblem(err); got != nil && got.Code == osbp.CodeBookingNotFound {
			p.fatalf("during Harness.%s an appointment was %s", one.field, got.Code)
		}
		off()
		tried = true
	}
	p.need(tried, "GarbleReads", "the status of an appointment that can't be read")
}

func (p *probe) statusOf(f Fixture, id string) (*osbp.Booking, error) {
	return p.adapter(f).GetBooking(p.ctx, osbp.BookingStatusInput{BookingID: id})
}

// statusNotFound also asks for an id that only begins like one.
func (p *probe) statusNotFound() {
	_, booked := p.booked()
	for _, id := range []string{p.key("booking"), booked + "x9"} {
		_, err := p.statusOf(p.h.Fixtures.Plain, id)
		p.wantProblem("booking.status of an id that no appointment has", err, osbp.CodeBookingNotFound)
	}
}

func (p *probe) statusNotFoundFinal() {
	p.needReadback()
	_, err := p.statusOf(p.h.Fixtures.Plain, p.key("booking"))
	p.wantRetryable(p.wantProblem("booking.status of an id that no appointment has", err, osbp.CodeBookingNotFound), false)
}

func (p *probe) statusWithoutID() {
	p.booked()
	_, err := p.statusOf(p.h.Fixtures.Plain, "")
	p.wantRefused("booking.status without booking_id", err)
}

func (p *probe) statusForeign() {
	p.needReadback()
	p.need(p.h.ForeignBooking != nil, "ForeignBooking", "that an appointment of another organization stays hidden")
	id, err := p.h.ForeignBooking(p.ctx)
	p.must("ForeignBooking", err)
	_, err = p.statusOf(p.h.Fixtures.Plain, id)
	p.wantProblem("booking.status of another organization's appointment", err, osbp.CodeBookingNotFound)
}

func (p *probe) statusOfOtherAdapter() {
	t, id := p.booked()
	all := p.h.Fixtures
	fixtures := []Fixture{all.Fees, all.Verified, all.NoProvider, all.Free}
	i := slices.IndexFunc(fixtures, func(f Fixture) bool {
		return f != (Fixture{}) && f.OrganizationID != t.fixture.OrganizationID
	})
	if i < 0 {
		p.skipf("the fixtures are all of one organization: that its bookings are hidden from others is not shown")
	}
	_, err := p.statusOf(fixtures[i], id)
	p.wantProblem("booking.status of another organization's booking", err, osbp.CodeBookingNotFound)
}

func (p *probe) statusWithCustomer() {
	t, id := p.booked()
	b, err := t.adapter.GetBooking(p.ctx, osbp.BookingStatusInput{
		BookingID: id, Customer: &osbp.Customer{Phone: t.in.Customer.Phone, Email: t.in.Customer.Email},
	})
	p.wantAnswer("booking.status with the customer who booked", err)
	if b == nil || b.ID != id {
		p.fatalf("booking.status with the customer who booked is not about the booking")
	}
}

func (p *probe) gated() *osbp.Problem {
	t := p.attempt(p.fixture(p.h.Fixtures.Gated, "Gated", "the status of appointments that can be read only after a proof"))
	id := t.bookVerified().Receipt.BookingID
	_, err := p.statusOf(t.fixture, id)
	return p.wantProblem("booking.status behind a proof", err, osbp.CodeBookingStatusRequiresVerification)
}

func (p *probe) statusGated() { p.gated() }

func (p *probe) statusGatedFinal() { p.wantRetryable(p.gated(), false) }

func (p *probe) statusNoReadback() {
	t := p.attempt(p.fixture(p.h.Fixtures.NoReadback, "NoReadback", "the status of appointments that can't be read back"))
	id := t.bookVerified().Receipt.BookingID
	b, err := p.statusOf(t.fixture, id)
	switch {
	case err != nil:
		p.wantRefused("booking.status without a readback", err)
	case b == nil || b.ID != id:
		p.fatalf("the status is not about the booking")
	case !local(b):
		p.fatalf("the status does not say that it comes from a local record")
	}
}

func (p *probe) statusNoReadbackNotFound() {
	t := p.attempt(p.fixture(p.h.Fixtures.NoReadback, "NoReadback", "the status of appointments that can't be read back"))
	t.bookVerified()
	_, err := p.statusOf(t.fixture, p.key("booking"))
	p.wantRefused("booking.status of an id that was not booked", err)
}

func (p *probe) statusNoCustomer() {
	for _, f := range []Fixture{p.h.Fixtures.Plain, p.h.Fixtures.NoReadback} {
		if f == (Fixture{}) {
			continue
		}
		t := p.attempt(f)
		b, err := p.statusOf(f, t.bookVerified().Receipt.BookingID)
		if err != nil || b == nil {
			continue // whether that is right is another question
		}
		text, err := json.Marshal(struct {
			Booking *osbp.Booking
			Runtime *osbp.Runtime
		}{b, b.Runtime})
		if err != nil {
			p.fatalf("the status can't be encoded: %v", err)
		}
		c := t.in.Customer
		for _, one := range [][2]string{{"phone", c.Phone[1:]}, {"email", c.Email}, {"given name", c.GivenName}, {"family name", c.FamilyName}, {"id", c.ID}} {
			if strings.Contains(string(text), one[1]) {
				p.fatalf("the status carries the customer's %s", one[0])
			}
		}
	}
}

func (p *probe) statusAfterRestart() {
	p.need(p.h.Restart != nil, "Restart", "that a booking can be read after a restart")
	t, id := p.booked()
	anew, err := p.h.Restart(t.fixture.OrganizationID)
	p.must("Restart", err)
	b, err := anew.GetBooking(p.ctx, osbp.BookingStatusInput{BookingID: id})
	p.wantAnswer("booking.status after a restart", err)
	if b == nil || b.ID != id {
		p.fatalf("the status after a restart is not about the booking")
	}
}
