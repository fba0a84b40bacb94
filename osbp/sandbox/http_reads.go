package sandbox

import (
	"net/http"

	"github.com/openservicekit/openservice/wallclock"
)

func (s *Sandbox) getOffering(w http.ResponseWriter, r *http.Request) {
	respond(w, r, s, s.call(OpDescribe), func() (Offering, error) {
		return s.offering(r.PathValue("shop"), r.PathValue("offering"))
	}, func(o Offering) any {
		out := wireOffering{Ref: o.ID, Title: o.Name, Minutes: o.Minutes, Price: toWirePrice(o.Price), ByRequestOnly: o.ByRequest}
		for _, x := range o.Extras {
			out.Extras = append(out.Extras, wireExtra{x.ID, x.Name, x.Minutes, toWirePrice(x.Price)})
		}
		return out
	})
}

func (s *Sandbox) getTerms(w http.ResponseWriter, r *http.Request) {
	shop := r.PathValue("shop")
	respond(w, r, s, s.call(OpTerms), func() (Offering, error) {
		return s.offering(shop, r.PathValue("offering"))
	}, func(o Offering) any {
		b, t := s.byID[shop], o.Terms
		return wireTerms{
			Offering: o.ID, Cancellable: t.Cancellable, CancelHours: t.CancelHours, CancelText: t.CancelText,
			GraceMinutes: t.GraceMinutes, CancelCharge: toWirePrice(t.CancelCharge), MissedCharge: toWirePrice(t.MissedCharge),
			Prepay: t.Prepay, PrepayAmount: toWirePrice(t.PrepayAmount), CodeBy: b.codeBy(o),
			Shop: wireShop{b.ID, b.Name, b.Zone, b.Currency, b.Country},
		}
	})
}

func (s *Sandbox) getOpenings(w http.ResponseWriter, r *http.Request) {
	shop, q := r.PathValue("shop"), r.URL.Query()
	respond(w, r, s, s.call(OpOpenings), func() ([]Opening, error) {
		day, err := wallclock.ParseDate(q.Get("day"))
		if err != nil {
			return nil, refuse(reasonBadRequest)
		}
		return s.Openings(OpeningQuery{shop, q.Get("offering"), q.Get("calendar"), q.Get("staff"), day})
	}, func(open []Opening) any {
		b := s.byID[shop]
		c := b.calendar(q.Get("calendar"))
		out := wireOpenings{Calendar: wireCalendar{Ref: c.ID, Title: c.Name, Zone: c.Zone}, Openings: make([]wireOpening, len(open))}
		for _, h := range c.Week {
			out.Calendar.Week = append(out.Calendar.Week, wireHours(h))
		}
		for i, o := range open {
			out.Openings[i] = wireOpening{
				Shop: o.BusinessID, Offering: o.OfferingID, Begins: wireTime(o.BeginsLocal), Ends: wireTime(o.EndsLocal),
				BeginsUnix: o.Begins.Unix(), EndsUnix: o.Ends.Unix(), Price: toWirePrice(o.Price),
			}
			if staff := b.staff(o.StaffID); staff.ID != "" {
				out.Openings[i].Staff = &wireStaff{staff.ID, staff.Name, staff.Photo}
			}
		}
		return out
	})
}

func (s *Sandbox) getReservation(w http.ResponseWriter, r *http.Request) {
	respond(w, r, s, s.call(OpRead), func() (Reservation, error) {
		return s.reservation(r.PathValue("reservation"))
	}, func(found Reservation) any { return toWireReservation(&found) })
}

func toWireReservation(r *Reservation) wireReservation {
	return wireReservation{
		Ref: r.Ref, Shop: r.BusinessID, Offering: r.OfferingID, Calendar: r.CalendarID, Staff: r.StaffID,
		Begins: wireTime(r.BeginsLocal), Ends: wireTime(r.EndsLocal), BeginsUnix: r.Begins.Unix(), EndsUnix: r.Ends.Unix(),
		Zone: r.Zone, State: r.State, Price: toWirePrice(r.Price),
	}
}
