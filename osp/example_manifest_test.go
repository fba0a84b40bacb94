package osp_test

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/wallclock"
)

func ExampleParse() {
	data, err := os.ReadFile("testdata/manifests/hvac-two-locations.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := osp.Parse(data, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(m.Business.DisplayName, "has", len(m.Locations), "locations and", len(m.Services), "services.")
	fmt.Println("A request needs the service address:", m.RequiresAddress())
	// Output:
	// Palmetto Air & Heat has 2 locations and 5 services.
	// A request needs the service address: true
}

// Everything that is wrong is reported at once.
func ExampleParse_invalid() {
	_, err := osp.Parse([]byte(`{
		"specVersion": "0.1",
		"updatedAt": "2026-09-07",
		"business": {"displayName": "Ridgeline Auto Care", "trades": ["AutoRepair"], "serviceModel": "in_shop",
			"websiteUrl": "https://ridgelineautocare.example", "phone": "+1 828 555 0170", "timeZone": "EST"},
		"locations": [],
		"services": [{"slug": "Brake repair", "name": "Brake repair"}],
		"bookingPolicy": {"windows": [{"id": "Morning", "start": "12:00", "end": "08:00"}], "minimumDaysAhead": 1,
			"weekendRequests": "never", "emergencyAvailable": false, "contactMethods": ["call"]},
		"bookingSemantics": "request"
	}`), nil)
	var invalid *osp.ValidationError
	if errors.As(err, &invalid) {
		for _, issue := range invalid.Issues {
			fmt.Printf("%s (%s, %s)\n\t%s\n", issue.Path, issue.Rule, issue.Source, issue.Message)
		}
	}
	// Output:
	// updatedAt (format, OSP 5.1)
	// 	"updatedAt" must be a date and time with a UTC offset, such as 2026-09-07T14:00:00Z.
	// business.timeZone (pattern, OSP 5.2)
	// 	"timeZone" must be an IANA time zone name of the form Area/City, such as America/New_York.
	// locations (minItems, OSP 5.1)
	// 	"locations" must have at least one entry.
	// services[0].slug (pattern, OSP 5.4)
	// 	"slug" must be lowercase letters, digits and hyphens, such as ac-repair, and must not begin with a hyphen.
	// bookingPolicy.windows[0] (constraint-10, OSP Appendix A, constraint 10)
	// 	The window ends at 08:00, which is not after it starts at 12:00.
	// bookingPolicy.weekendRequests (enum, OSP 5.7)
	// 	"weekendRequests" is "never"; it must be allowed, not_allowed or saturday_only.
	// interfaces (required, OSP 5.1)
	// 	"interfaces" is missing: the address of the schedule page and of any machine interfaces.
}

func ExampleLint() {
	data, err := os.ReadFile("testdata/manifests/auto-repair-single-location.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := osp.Parse(data, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	m.Business.Trades[0] = "auto repair"
	m.Services[0].LocationIDs = []string{}
	m.Locations[0].Hours.Note = new("Open weekdays, closed on Fridays.")
	for _, issue := range osp.Lint(m, nil) {
		fmt.Println(issue)
	}
	// Output:
	// business.trades[0]: "auto repair" is probably what schema.org calls AutoRepair; write it exactly so.
	// locations[0].hours.note: The note and the table disagree: the note says closed on Friday, the table has hours.
	// services[0]: "brake-repair" is bookable, but no location that offers it is open during any window. Set "bookable" to false, or correct "locationIds".
}

func ExampleBuilder() {
	zip, err := osp.ParseZIP("28711")
	if err != nil {
		fmt.Println(err)
		return
	}
	hours := osp.Weekdays(osp.OpenBetween(wallclock.Time{Hour: 8}, wallclock.Time{Hour: 17, Minute: 30}))
	holidays, err := osp.HolidayExceptions(
		[]osp.KeptHoliday{{Holiday: osp.ThanksgivingDay}, {Holiday: osp.ChristmasDay}},
		wallclock.Date{Year: 2026, Month: time.September, Day: 7}, wallclock.Date{Year: 2027, Month: time.September, Day: 6})
	if err != nil {
		fmt.Println(err)
		return
	}
	m, err := osp.NewBuilder(osp.Business{
		DisplayName: "Ridgeline Auto Care", Trades: []string{"AutoRepair"}, ServiceModel: osp.InShop,
		WebsiteURL: "https://ridgelineautocare.example", Phone: "+1 828 555 0170", TimeZone: "America/New_York",
	}, time.Date(2026, time.September, 7, 14, 0, 0, 0, time.UTC)).
		Location(osp.Location{
			ID: "main", Name: "Ridgeline Auto Care", IsPrimary: true,
			Address: osp.Address{Street: "415 Depot St", City: "Black Mountain", Region: "NC", PostalCode: zip, Country: "US"},
			Hours:   osp.Hours{Weekly: hours, Exceptions: holidays},
		}).
		Service(osp.Service{Slug: "brake-repair", Name: "Brake repair"}).
		BookingPolicy(osp.BookingPolicy{
			Windows:          []osp.Window{{ID: osp.WindowMorning}, {ID: osp.WindowAfternoon}},
			MinimumDaysAhead: 1, WeekendRequests: osp.WeekendsNotAllowed, ContactMethods: []osp.ContactMethod{osp.ContactCall},
		}).
		Interfaces(osp.Interfaces{SchedulePageURL: "https://ridgelineautocare.example/schedule"}).
		Build(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range m.Locations[0].Hours.Exceptions {
		fmt.Println(e.Date, *e.Label)
	}
	data, err := osp.Encode(m, nil)
	fmt.Printf("%.48s... %v\n", data, err)
	// Output:
	// 2026-11-26 Thanksgiving Day
	// 2026-12-25 Christmas Day
	// {"specVersion":"0.1","updatedAt":"2026-09-07T14:... <nil>
}

func ExampleHolidayExceptions() {
	exceptions, err := osp.HolidayExceptions(
		[]osp.KeptHoliday{{Holiday: osp.NewYearsDay}, {Holiday: osp.IndependenceDay, Days: osp.ActualOnly}},
		wallclock.Date{Year: 2027, Month: time.June, Day: 1}, wallclock.Date{Year: 2028, Month: time.January, Day: 31})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, e := range exceptions {
		fmt.Println(e.Date, *e.Label)
	}
	// Output:
	// 2027-07-04 Independence Day
	// 2027-12-31 New Year's Day (observed)
	// 2028-01-01 New Year's Day
}

func ExampleParseZIP() {
	zip, err := osp.ParseZIP("02889")
	fmt.Println(zip, zip.Number(), err)
	_, err = osp.ParseZIP("2889")
	fmt.Println(err)
	// Output:
	// 02889 2889 <nil>
	// osp: a ZIP code is five digits
}
