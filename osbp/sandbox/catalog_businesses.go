package sandbox

import "github.com/openservicekit/openservice/money"

// catalog returns a fresh copy of the five businesses.
func catalog() []Business {
	return []Business{harborHair(), kanalDental(), yoruCycle(), salmiyaPhoto(), meridianTutors()}
}

func fixed(currency string, minor int64) *money.Money {
	m := money.Fixed(currency, minor)
	return &m
}

func notFixed(currency string, t money.Type) *money.Money {
	return &money.Money{Currency: currency, Type: t}
}

// week opens the days from first to last, counted from 0 for Sunday.
func week(first, last int, from, until string) []Hours {
	var hours []Hours
	for day := first; day <= last; day++ {
		hours = append(hours, Hours{day, from, until})
	}
	return hours
}

func harborHair() Business {
	terms := Terms{
		Cancellable: true, CancelHours: 6, CancelText: "Please cancel at least 6 hours ahead.", GraceMinutes: 15,
		CancelCharge: fixed("USD", 2500), MissedCharge: fixed("USD", 5000), Prepay: PrepayNothing,
	}
	deposit := terms
	deposit.Prepay, deposit.PrepayAmount = PrepayPart, fixed("USD", 4000)
	free := Terms{Cancellable: true, MissedCharge: fixed("USD", 1000), Prepay: PrepayNothing}
	on, by := []string{HarborMain}, []string{StaffMaya, StaffSam}
	return Business{
		ID: HarborHair, Name: "Harbor Hair", Trade: "hair salon",
		Country: "US", Currency: "USD", Zone: "America/Los_Angeles", CodeBy: ByText, Readback: ReadbackOpen,
		Calendars: []Calendar{{
			ID: HarborMain, Name: "Harbor Hair, Pier Street", Zone: "America/Los_Angeles",
			Week: append(week(2, 6, "09:00", "18:00"), Hours{0, "10:00", "14:00"}),
		}},
		Staff: []Staff{
			{StaffMaya, "Maya Torres", "https://images.harborhair.example/maya.jpg"},
			{StaffSam, "Sam Okafor", "https://images.harborhair.example/sam.jpg"},
		},
		Offerings: []Offering{
			{
				ID: Haircut, Name: "Haircut", Minutes: 45, Price: fixed("USD", 8500), NeedsCode: true,
				Extras: []Extra{
					{"ext_beard", "Beard trim", 20, fixed("USD", 1500)},
					{"ext_long", "Long hair", 15, fixed("USD", 2000)},
				},
				Calendars: on, Staff: by, Terms: terms,
			},
			{ID: HairColor, Name: "Color", Minutes: 150, Price: fixed("USD", 18000), NeedsCode: true, Calendars: on, Staff: by, Terms: deposit},
			{ID: FringeTrim, Name: "Fringe trim between cuts", Minutes: 15, Price: fixed("USD", 0), Calendars: on, Staff: by, Terms: free},
			{ID: BridalHair, Name: "Bridal styling", Minutes: 120, ByRequest: true, NeedsCode: true, Calendars: on, Staff: by, Terms: terms},
		},
	}
}

func kanalDental() Business {
	terms := Terms{Cancellable: true, CancelHours: 24, CancelText: "Absagen bitte bis 24 Stunden vorher.", GraceMinutes: 10, Prepay: PrepayNothing}
	advance := terms
	advance.Prepay = PrepayAll
	on, by := []string{KanalRooms}, []string{StaffBrandt}
	return Business{
		ID: KanalDental, Name: "Zahnarztpraxis am Kanal", Trade: "dental practice",
		Country: "DE", Currency: "EUR", Zone: "Europe/Berlin", CodeBy: ByMail, NeedsFullName: true, Readback: ReadbackGated,
		Calendars: []Calendar{{
			ID: KanalRooms, Name: "Praxis", Zone: "Europe/Berlin",
			Week: append(week(1, 5, "08:00", "12:00"), append(week(1, 2, "14:00", "18:00"), Hours{4, "14:00", "18:00"})...),
		}},
		Staff: []Staff{{StaffBrandt, "Dr. Elif Brandt", ""}},
		Offerings: []Offering{
			{ID: DentalClean, Name: "Professionelle Zahnreinigung", Minutes: 60, Price: fixed("EUR", 9500), NeedsCode: true, Calendars: on, Staff: by, Terms: terms},
			{ID: DentalCheck, Name: "Kontrolluntersuchung", Minutes: 30, Price: notFixed("EUR", money.TypeInsuranceDependent), NeedsCode: true, Calendars: on, Staff: by, Terms: terms},
			{ID: Whitening, Name: "Bleaching", Minutes: 90, Price: fixed("EUR", 32000), NeedsCode: true, Calendars: on, Staff: by, Terms: advance},
			{ID: DentalCrowns, Name: "Kronen", Minutes: 60, Price: notFixed("EUR", money.TypeQuoteRequired), NeedsCode: true, Calendars: on, Staff: by, Terms: terms},
		},
	}
}

func yoruCycle() Business {
	terms := Terms{Cancellable: true, CancelHours: 2, Prepay: PrepayNothing}
	ask := terms
	ask.Prepay = PrepayAsk
	on := []string{YoruStand}
	return Business{
		ID: YoruCycle, Name: "夜サイクル", Trade: "bicycle workshop",
		Country: "JP", Currency: "JPY", Zone: "Asia/Tokyo", CodeBy: ByNothing, Readback: ReadbackOpen,
		Calendars: []Calendar{{ID: YoruStand, Name: "作業台", Zone: "Asia/Tokyo", Week: week(1, 6, "18:00", "02:00")}},
		Offerings: []Offering{
			{ID: BikeTune, Name: "点検", Minutes: 60, Price: fixed("JPY", 6600), Late: fixed("JPY", 8800), LateFrom: "22:00", Calendars: on, Terms: terms},
			{ID: BikeOverhaul, Name: "オーバーホール", Minutes: 180, Price: fixed("JPY", 22000), Calendars: on, Terms: ask},
			{ID: BikeWheel, Name: "ホイール組み", Minutes: 120, Price: notFixed("JPY", money.TypeUnknown), Calendars: on, Terms: terms},
		},
	}
}

func salmiyaPhoto() Business {
	terms := Terms{Cancellable: true, CancelHours: 12, Prepay: PrepayNothing}
	deposit := Terms{Prepay: PrepayPart, PrepayAmount: fixed("KWD", 5000)}
	on, by := []string{SalmiyaStudio}, []string{StaffNoor}
	return Business{
		ID: SalmiyaPhoto, Name: "Salmiya Photo", Trade: "photo studio",
		Country: "KW", Currency: "KWD", Zone: "Asia/Kuwait", CodeBy: ByNothing, Readback: ReadbackAbsent,
		Calendars: []Calendar{{
			ID: SalmiyaStudio, Name: "Studio 2", Zone: "Asia/Kuwait",
			Week: append(week(0, 4, "10:00", "20:00"), Hours{6, "16:00", "20:00"}),
		}},
		Staff: []Staff{{StaffNoor, "Noor Al-Sabti", ""}},
		Offerings: []Offering{
			{ID: PassportPhoto, Name: "Passport photo", Minutes: 15, Price: fixed("KWD", 3250), Calendars: on, Staff: by, Terms: terms},
			{ID: PortraitPhoto, Name: "Portrait session", Minutes: 90, Price: fixed("KWD", 12500), Calendars: on, Staff: by, Terms: deposit},
			{ID: StudioTour, Name: "Studio tour", Minutes: 30, Calendars: on, Staff: by, Terms: terms},
		},
	}
}

func meridianTutors() Business {
	terms := Terms{Cancellable: true, CancelHours: 24, Prepay: PrepayNothing}
	by := []string{StaffImogen}
	b := Business{
		ID: MeridianTutors, Name: "Meridian Tutors", Trade: "language school",
		Country: "GB", Currency: "GBP", Zone: "Europe/London", CodeBy: ByCall, Readback: ReadbackOpen,
		Calendars: []Calendar{
			{ID: MeridianOnline, Name: "Online room", Zone: "America/New_York", Remote: true, Week: week(0, 6, "20:00", "04:00")},
			{ID: MeridianRoom, Name: "Room above the bakery", Zone: "Europe/London", Week: week(1, 5, "10:00", "17:00")},
		},
		Staff: []Staff{{StaffImogen, "Imogen Hart", ""}},
	}
	for _, lesson := range []struct {
		id    string
		price *money.Money
	}{
		{LessonUSD, fixed("USD", 4000)}, {LessonEUR, fixed("EUR", 3800)}, {LessonGBP, fixed("GBP", 3200)},
		{LessonJPY, fixed("JPY", 6000)}, {LessonKWD, fixed("KWD", 12500)},
	} {
		b.Offerings = append(b.Offerings, Offering{
			ID: lesson.id, Name: "Conversation lesson", Minutes: 30, Price: lesson.price,
			Calendars: []string{MeridianOnline}, Staff: by, Terms: terms,
		})
	}
	b.Offerings = append(b.Offerings, Offering{
		ID: TrialLesson, Name: "Trial lesson", Minutes: 30, Price: fixed("GBP", 1000), NeedsCode: true,
		Calendars: []string{MeridianRoom}, Staff: by, Terms: terms,
	})
	return b
}
