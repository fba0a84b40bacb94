package sandboxtest

import (
	"github.com/openservicekit/openservice/adaptertest"
	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

// price is one off the price list: copied by a person, in minor units, and not read
// through the adapter that is to be checked against it.
func price(currency string, minor int64) *money.Money {
	m := money.Fixed(currency, minor)
	return &m
}

// lessons are sold in one currency each, of all exponents: two of them in currencies for
// which other tables than ISO 4217 have another.
func lessons() []adaptertest.Fixture {
	var all []adaptertest.Fixture
	for _, l := range []struct {
		service string
		price   *money.Money
	}{
		{sandbox.LessonUSD, price("USD", 4000)},
		{sandbox.LessonEUR, price("CLP", 38000)}, // after reprice
		{sandbox.LessonGBP, price("IQD", 52500)}, // after reprice
		{sandbox.LessonJPY, price("JPY", 6000)},
		{sandbox.LessonKWD, price("KWD", 12500)},
	} {
		all = append(all, adaptertest.Fixture{
			OrganizationID: sandbox.MeridianTutors, ServiceID: l.service,
			ScheduleID: sandbox.MeridianOnline, ProviderID: sandbox.StaffImogen, Price: l.price,
		})
	}
	return all
}

// reprice sells two lessons in Chilean pesos and Iraqi dinars.
func reprice(s *sandbox.Sandbox) error {
	for _, f := range lessons()[1:3] {
		if err := s.SetPrice(f.OrganizationID, f.ServiceID, f.Price); err != nil {
			return err
		}
	}
	return nil
}

func fixtures() adaptertest.Fixtures {
	at := func(organization, schedule, provider string) func(string, *money.Money, *money.Money) adaptertest.Fixture {
		return func(service string, price, due *money.Money) adaptertest.Fixture {
			return adaptertest.Fixture{
				OrganizationID: organization, ServiceID: service, ScheduleID: schedule, ProviderID: provider,
				Price: price, Due: due,
			}
		}
	}
	hair := at(sandbox.HarborHair, sandbox.HarborMain, sandbox.StaffMaya)
	dental := at(sandbox.KanalDental, sandbox.KanalRooms, sandbox.StaffBrandt)
	photo := at(sandbox.SalmiyaPhoto, sandbox.SalmiyaStudio, sandbox.StaffNoor)
	cycle := at(sandbox.YoruCycle, sandbox.YoruStand, "") // whose openings name nobody
	haircut := hair(sandbox.Haircut, price("USD", 8500), nil)
	cleaning := dental(sandbox.DentalClean, price("EUR", 9500), nil)
	haircut.CancellationFee, haircut.NoShowFee = price("USD", 2500), price("USD", 5000)
	haircut.OptionID, haircut.OptionPrice = "ext_beard", price("USD", 1500)
	haircut.Duration, haircut.CancellationWindow, haircut.LateGrace = "PT45M", "PT6H", "PT15M"
	tuning := cycle(sandbox.BikeTune, price("JPY", 6600), nil)
	tuning.Hours, haircut.Hours = "6 18:00-02:00", "7 10:00-14:00"
	trial := at(sandbox.MeridianTutors, sandbox.MeridianRoom, sandbox.StaffImogen)
	lessons := lessons()
	return adaptertest.Fixtures{
		// The tutors are there at any hour of any day.
		Plain: lessons[0], ClockChange: lessons[0], Overnight: lessons[0], Currencies: lessons,
		Free:              hair(sandbox.FringeTrim, price("USD", 0), nil),
		Fees:              haircut,
		Verified:          haircut,
		Options:           haircut,
		Default:           haircut,
		Consultation:      hair(sandbox.BridalHair, nil, nil),
		Deposit:           photo(sandbox.PortraitPhoto, price("KWD", 12500), price("KWD", 5000)),
		FullPrepay:        dental(sandbox.Whitening, price("EUR", 32000), price("EUR", 32000)),
		UnknownPayment:    cycle(sandbox.BikeOverhaul, price("JPY", 22000), nil),
		NotFixed:          dental(sandbox.DentalCheck, nil, nil),
		NoPrice:           photo(sandbox.StudioTour, nil, nil),
		OtherVerification: trial(sandbox.TrialLesson, price("GBP", 1000), nil), // by call
		NoProvider:        tuning,
		SlotPrice:         tuning,
		FullName:          cleaning,
		Gated:             cleaning,
		NoReadback:        photo(sandbox.PassportPhoto, price("KWD", 3250), nil),
	}
}
