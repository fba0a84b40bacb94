package sandbox

import (
	"net/http"
	"time"

	"github.com/openservicekit/openservice/money"
)

func (s *Sandbox) postReservation(w http.ResponseWriter, r *http.Request) {
	shop, key := r.PathValue("shop"), r.Header.Get("Idempotency-Key")
	c := s.createCall(shop, key)
	var body wireOrder
	bad := readBody(r, &body)
	respond(w, r, s, c, func() (Reservation, error) {
		if bad != nil {
			return Reservation{}, bad
		}
		in, err := body.order(shop, key)
		if err != nil {
			return Reservation{}, err
		}
		return s.reserve(in)
	}, func(made Reservation) any {
		c.hit.misreport(&made)
		return toWireReservation(&made)
	})
}

func (body *wireOrder) order(shop, key string) (order, error) {
	in := order{
		businessID: shop, offeringID: body.Offering, calendarID: body.Calendar, staffID: body.Staff,
		contact: body.Guest.contact(), code: body.Code, key: key,
	}
	var err error
	if in.begins, err = fromWireTime(body.Begins); err != nil {
		return order{}, refuse(reasonBadRequest)
	}
	if body.BeginsUnix != 0 {
		in.beginsAt = time.Unix(body.BeginsUnix, 0)
	}
	if body.Expect != nil {
		price, err := money.FromMajor(body.Expect.Amount, body.Expect.Currency)
		if err != nil {
			return order{}, refuse(reasonBadRequest)
		}
		in.price = &price
	}
	return in, nil
}

func (s *Sandbox) getReservations(w http.ResponseWriter, r *http.Request) {
	c := s.call(OpLookUp)
	respond(w, r, s, c, func() (keyState, error) {
		return s.lookUp(r.PathValue("shop"), r.URL.Query().Get("key"))
	}, func(state keyState) any {
		out := wireKey{Reservations: []wireReservation{}, Final: s.opts.NativeIdempotency && state.settled}
		for i := range state.made {
			c.hit.misreport(&state.made[i])
			out.Reservations = append(out.Reservations, toWireReservation(&state.made[i]))
		}
		return out
	})
}

func (s *Sandbox) postCode(w http.ResponseWriter, r *http.Request) {
	s.code(w, r, OpSendCode, func(in wireCodeRequest) (Channel, error) {
		return s.sendCode(r.PathValue("shop"), in.Guest.contact())
	})
}

func (s *Sandbox) postCodeCheck(w http.ResponseWriter, r *http.Request) {
	s.code(w, r, OpCheckCode, func(in wireCodeRequest) (Channel, error) {
		return s.checkCode(r.PathValue("shop"), in.Guest.contact(), in.Code)
	})
}

func (s *Sandbox) code(w http.ResponseWriter, r *http.Request, op Op, work func(wireCodeRequest) (Channel, error)) {
	c := s.call(op)
	var body wireCodeRequest
	bad := readBody(r, &body)
	respond(w, r, s, c, func() (Channel, error) {
		if bad != nil {
			return "", bad
		}
		return work(body)
	}, func(by Channel) any { return wireCode{Done: true, By: by} })
}

func (g wireGuest) contact() contact { return contact{g.Name, g.First, g.Last, g.Phone, g.Mail} }
