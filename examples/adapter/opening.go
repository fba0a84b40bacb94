package adapter

import (
	"context"
	"net/url"
	"strconv"

	"github.com/openservicekit/openservice/osbp"
)

type openings struct {
	Calendar calendar  `json:"calendar"`
	Openings []opening `json:"openings"`
}

type calendar struct {
	Ref   string `json:"ref"`
	Title string `json:"title"`
	Zone  string `json:"tz"`
	Week  []struct {
		Weekday int    `json:"weekday"`
		From    string `json:"from"`
		Until   string `json:"until"`
	} `json:"week"`
}

type opening struct {
	span
	Shop     string `json:"shop"`
	Offering string `json:"offering"`
	Staff    struct {
		Ref   string `json:"ref"`
		Title string `json:"title"`
		Photo string `json:"photo"`
	} `json:"staff"`
	Price price `json:"price"`
}

// FindAvailability implements osbp.Platform. It hands on what the platform offers, also
// where that looks odd: one opening is never merged with another, moved or made up.
func (p *Platform) FindAvailability(ctx context.Context, in osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
	query := url.Values{"offering": {in.ServiceID}, "calendar": {in.ScheduleID}, "day": {in.Date}}
	if in.ProviderID != "" {
		query.Set("staff", in.ProviderID)
	}
	var got openings
	if err := p.get(ctx, &got, query, "shops", p.shop, "openings"); err != nil {
		return nil, readFailure(err)
	}
	hours := make([]osbp.ScheduleHours, len(got.Calendar.Week))
	for i, h := range got.Calendar.Week {
		hours[i] = osbp.ScheduleHours{Day: isoWeekday(h.Weekday), Open: h.From, Close: h.Until}
	}
	slots := make([]osbp.Slot, len(got.Openings))
	for i := range got.Openings {
		var err error
		if slots[i], err = got.Openings[i].slot(&got.Calendar); err != nil {
			return nil, err
		}
		slots[i].ScheduleHours = hours
	}
	return slots, nil
}

func (o *opening) slot(on *calendar) (osbp.Slot, error) {
	at, err := o.times()
	if err != nil {
		return osbp.Slot{}, err
	}
	return osbp.Slot{
		// The platform gives openings no id. The instant is part of this one, since a
		// time of day can come twice where the clocks go back.
		ID:             on.Ref + ":" + o.Staff.Ref + ":" + o.Offering + ":" + strconv.FormatInt(o.BeginsUnix, 10),
		OrganizationID: o.Shop,
		ScheduleID:     on.Ref, ScheduleName: on.Title, ScheduleTimezone: on.Zone,
		ProviderID: o.Staff.Ref, ProviderName: o.Staff.Title, ProviderImageURL: o.Staff.Photo,
		ServiceID: o.Offering,
		StartsAt:  at.startsAt, EndsAt: at.endsAt, StartsAtLocal: at.startsAtLocal, EndsAtLocal: at.endsAtLocal,
		Price: o.Price.Money,
	}, nil
}
