package sandbox

import (
	"slices"
	"strings"
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/wallclock"
)

// order is a create as the platform understands it. It must not be logged.
type order struct {
	businessID, offeringID, calendarID string
	// staffID is empty for an opening that names nobody.
	staffID string
	begins  wallclock.DateTime
	// beginsAt tells the two hours of a clock change apart; zero where nobody said.
	beginsAt time.Time
	contact  contact
	code     string
	// key is the caller's own id of the attempt.
	key string
	// price is what the caller expects to pay; nil expects nothing.
	price *money.Money
}

// contact is a customer as the platform wants one.
type contact struct{ name, first, last, phone, mail string }

// reserve books, or refuses with a *refusal: then it has written nothing. All of it
// happens at once, so that one opening is never given away twice.
func (s *Sandbox) reserve(in order) (Reservation, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if in.key == "" {
		return Reservation{}, refuse(reasonBadRequest)
	}
	r, err := s.reserveLocked(&in, s.keyLog(in.businessID, in.key))
	if err != nil {
		return Reservation{}, err
	}
	return r.clone(), nil
}

func (s *Sandbox) reserveLocked(in *order, log *keyLog) (*Reservation, error) {
	b := s.byID[in.businessID]
	if b == nil {
		return nil, refuse(reasonNoBusiness)
	}
	if s.opts.NativeIdempotency && len(log.made) > 0 {
		if log.order != in.payload() {
			return nil, refuse(reasonKeyReused)
		}
		return log.made[0], nil
	}
	o := b.offering(in.offeringID)
	switch {
	case o == nil:
		return nil, refuse(reasonNoOffering)
	case o.ByRequest:
		return nil, refuse(reasonByRequest)
	}
	if err := b.accepts(in.contact, o); err != nil {
		return nil, err
	}
	opening, err := s.find(in)
	if err != nil {
		return nil, err
	}
	if in.price != nil && (opening.Price == nil || in.price.Plain() != opening.Price.Plain()) {
		return nil, refuse(reasonPriceChanged)
	}
	if o.NeedsCode {
		if in.code == "" {
			return nil, refuse(reasonCodeNeeded)
		}
		if err := s.spendCode(b, in.contact, in.code); err != nil {
			return nil, err
		}
	}
	log.order = in.payload()
	return s.write(opening, in.key), nil
}

// find returns the one opening that is free for the order.
func (s *Sandbox) find(in *order) (Opening, error) {
	open, err := s.openings(OpeningQuery{
		BusinessID: in.businessID, OfferingID: in.offeringID, CalendarID: in.calendarID,
		StaffID: in.staffID, Day: in.begins.Date,
	})
	if err != nil {
		return Opening{}, err
	}
	open = slices.DeleteFunc(open, func(o Opening) bool {
		return o.StaffID != in.staffID || o.BeginsLocal != in.begins || !in.beginsAt.IsZero() && !o.Begins.Equal(in.beginsAt)
	})
	switch len(open) {
	case 0:
		return Opening{}, refuse(reasonTaken)
	case 1:
		return open[0], nil
	}
	return Opening{}, refuse(reasonUnclear)
}

// accepts judges a customer by the platform's own rules (OSBP "Core Objects":
// contacts pass through to the platform, which is the enforcer of its formats).
func (b *business) accepts(c contact, o *offering) error {
	if b.NeedsFullName && (c.first == "" || c.last == "") {
		return refuse(reasonName)
	}
	if c.name == "" && c.first == "" && c.last == "" {
		return refuse(reasonContact)
	}
	if c.phone != "" && !isPhone(c.phone) || c.mail != "" && !isMail(c.mail) || c.phone == "" && c.mail == "" {
		return refuse(reasonContact)
	}
	if o.NeedsCode && c.at(b.CodeBy) == "" {
		return refuse(reasonContact)
	}
	return nil
}

// isPhone reports whether s is in E.164 form.
func isPhone(s string) bool {
	digits, ok := strings.CutPrefix(s, "+")
	return ok && len(digits) >= 7 && len(digits) <= 15 && digits[0] != '0' && strings.Trim(digits, "0123456789") == ""
}

func isMail(s string) bool {
	at := strings.LastIndexByte(s, '@')
	return at > 0 && at < len(s)-1 && !strings.ContainsAny(s, " \r\n\t")
}

// payload is what two orders with one key must have in common.
func (in *order) payload() orderPayload {
	return orderPayload{in.businessID, in.offeringID, in.calendarID, in.staffID, in.begins, in.contact}
}

type orderPayload struct {
	businessID, offeringID, calendarID, staffID string
	begins                                      wallclock.DateTime
	contact                                     contact
}
