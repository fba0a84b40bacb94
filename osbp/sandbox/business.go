package sandbox

import (
	"fmt"
	"slices"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/wallclock"
)

// business is a Business made ready: zones loaded, hours parsed.
type business struct {
	Business
	zone      wallclock.Zone
	calendars []calendar
	offerings []offering
}

type calendar struct {
	*Calendar
	zone    wallclock.Zone
	periods []wallclock.Period
}

type offering struct {
	*Offering
	lateFrom wallclock.Time
}

func compile(from Business, zones wallclock.ZoneLoader) (*business, error) {
	b := &business{Business: from}
	var err error
	if b.zone, err = zones.LoadZone(b.Zone); err != nil {
		return nil, err
	}
	for i := range b.Calendars {
		c := calendar{Calendar: &b.Calendars[i]}
		if c.zone, err = zones.LoadZone(c.Zone); err != nil {
			return nil, err
		}
		for _, h := range c.Week {
			from, err1 := wallclock.ParseTime(h.From)
			until, err2 := wallclock.ParseTime(h.Until)
			if err1 != nil || err2 != nil || h.Weekday < 0 || h.Weekday > 6 {
				return nil, fmt.Errorf("calendar %s: bad hours", c.ID)
			}
			c.periods = append(c.periods, wallclock.Period{Day: isoWeekday(h.Weekday), Open: from, Close: until})
		}
		b.calendars = append(b.calendars, c)
	}
	for i := range b.Offerings {
		o := offering{Offering: &b.Offerings[i]}
		if o.Late != nil {
			if o.lateFrom, err = wallclock.ParseTime(o.LateFrom); err != nil {
				return nil, fmt.Errorf("offering %s: %w", o.ID, err)
			}
		}
		b.offerings = append(b.offerings, o)
	}
	return b, nil
}

func (b *business) calendar(id string) *calendar {
	for i := range b.calendars {
		if b.calendars[i].ID == id {
			return &b.calendars[i]
		}
	}
	return nil
}

func (b *business) offering(id string) *offering {
	for i := range b.offerings {
		if b.offerings[i].ID == id {
			return &b.offerings[i]
		}
	}
	return nil
}

func (b *business) staff(id string) Staff {
	for _, staff := range b.Staff {
		if staff.ID == id {
			return staff
		}
	}
	return Staff{}
}

// Businesses returns the catalogue as it stands now.
func (s *Sandbox) Businesses() []Business {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]Business, len(s.businesses))
	for i, b := range s.businesses {
		out[i] = b.clone()
	}
	return out
}

// clone copies the business with all that it points to.
func (b *Business) clone() Business {
	out := *b
	out.Staff = slices.Clone(b.Staff)
	out.Calendars = slices.Clone(b.Calendars)
	for i := range out.Calendars {
		out.Calendars[i].Week = slices.Clone(out.Calendars[i].Week)
	}
	out.Offerings = slices.Clone(b.Offerings)
	for i := range out.Offerings {
		out.Offerings[i] = out.Offerings[i].clone()
	}
	return out
}

func (o Offering) clone() Offering {
	o.Price, o.Late = cloned(o.Price), cloned(o.Late)
	o.Extras = slices.Clone(o.Extras)
	for i := range o.Extras {
		o.Extras[i].Price = cloned(o.Extras[i].Price)
	}
	o.Calendars, o.Staff = slices.Clone(o.Calendars), slices.Clone(o.Staff)
	o.Terms.CancelCharge, o.Terms.MissedCharge = cloned(o.Terms.CancelCharge), cloned(o.Terms.MissedCharge)
	o.Terms.PrepayAmount = cloned(o.Terms.PrepayAmount)
	return o
}

func cloned(m *money.Money) *money.Money {
	if m == nil {
		return nil
	}
	own := *m
	return &own
}
