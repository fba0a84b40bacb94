package adaptertest

import (
	"slices"

	"github.com/openservicekit/openservice/osbp"
)

// A status is of the booking that was asked for, and of nobody else's (B-181 to B-184).
var statusOtherChecks = []check{
	required("status.of_customer", "booking.status",
		"a customer in the query picks no other booking than booking_id does, and none where that is unknown", (*probe).statusOfCustomer),
	required("status.local_of_other", "booking.status",
		"a booking that only a local record knows is refused to the adapter of another organization", (*probe).statusLocalOfOther),
	required("status.cancelled_not_over", "booking.status",
		"a booking that was cancelled before its time reads neither as completed nor as no_show", (*probe).statusCancelledNotOver),
}

// statusOfCustomer has one customer book twice.
func (p *probe) statusOfCustomer() {
	p.needReadback()
	slots := p.slots(p.h.Fixtures.Plain, 2)
	one, two := p.attemptOf(p.h.Fixtures.Plain, slots[0]), p.attemptOf(p.h.Fixtures.Plain, slots[len(slots)-1])
	two.in.Customer = one.in.Customer
	first, second := one.book().Receipt.BookingID, two.book().Receipt.BookingID
	customer := &osbp.Customer{Phone: one.in.Customer.Phone, Email: one.in.Customer.Email}
	for id, t := range map[string]*attempt{first: one, second: two} {
		b, err := t.adapter.GetBooking(p.ctx, osbp.BookingStatusInput{BookingID: id, Customer: customer})
		p.wantAnswer("booking.status with the customer who booked", err)
		if b == nil || b.ID != id || b.StartsAtLocal != t.slot.StartsAtLocal {
			p.fatalf("of a customer's two bookings another one than that asked for was read")
		}
	}
	_, err := one.adapter.GetBooking(p.ctx, osbp.BookingStatusInput{BookingID: p.key("booking"), Customer: customer})
	p.wantProblem("booking.status of an id that no appointment has, for a customer who has some", err, osbp.CodeBookingNotFound)
}

func (p *probe) statusLocalOfOther() {
	t := p.attempt(p.fixture(p.h.Fixtures.NoReadback, "NoReadback", "that a local record is of one organization"))
	all := p.h.Fixtures
	fixtures := []Fixture{all.Plain, all.Fees, all.Verified, all.NoProvider, all.Free}
	i := slices.IndexFunc(fixtures, func(f Fixture) bool { return f != (Fixture{}) && f.OrganizationID != t.fixture.OrganizationID })
	if i < 0 {
		p.skipf("the fixtures are all of one organization: that a local record is of one organization is not shown")
	}
	id := t.bookVerified().Receipt.BookingID
	_, err := p.statusOf(fixtures[i], id)
	p.wantRefused("booking.status of another organization's local record", err)
}

func (p *probe) statusCancelledNotOver() {
	p.need(p.h.Cancel != nil, "Cancel", "the status of a booking that was cancelled at the platform")
	t, id := p.booked()
	p.must("Cancel", p.h.Cancel(p.ctx, id))
	b, err := t.adapter.GetBooking(p.ctx, osbp.BookingStatusInput{BookingID: id})
	if err == nil && b != nil && (b.Status == osbp.BookingCompleted || b.Status == osbp.BookingNoShow) {
		p.fatalf("a booking that was cancelled before its time reads as %q", b.Status)
	}
}
