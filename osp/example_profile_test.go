package osp_test

import (
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/osp/zcta"
	"github.com/openservicekit/openservice/wallclock"
)

// palmetto is the profile of the example business with two locations.
func palmetto() *osp.Profile {
	data, err := os.ReadFile("testdata/manifests/hvac-two-locations.json")
	if err != nil {
		panic(err)
	}
	manifest, err := osp.Parse(data, nil)
	if err != nil {
		panic(err)
	}
	profile, err := osp.NewProfile(manifest, &osp.ProfileOptions{Centroids: zcta.Table[osp.ZIP]{}})
	if err != nil {
		panic(err)
	}
	return profile
}

func ExampleProfile_Coverage() {
	profile := palmetto()
	for _, zip := range []string{"32174", "32168", "32115", "90210"} {
		code, err := osp.ParseZIP(zip)
		if err != nil {
			fmt.Println(err)
			continue
		}
		answer := profile.Coverage(code)
		fmt.Printf("%s %v %s %q\n", zip, answer.Covered, answer.MatchedBy, answer.AreaName)
	}
	// Output:
	// 32174 true postalCodes "32174"
	// 32168 true radius "Daytona Beach"
	// 32115 false unknown ""
	// 90210 false none ""
}

func ExampleProfile_Availability() {
	profile := palmetto()
	monday := time.Date(2026, 11, 23, 15, 0, 0, 0, time.UTC)
	answer, err := profile.Availability(osp.AvailabilityQuery{
		ServiceSlug: "ac-repair",
		Location:    "daytona",
		From:        wallclock.Date{Year: 2026, Month: 11, Day: 25},
		To:          wallclock.Date{Year: 2026, Month: 11, Day: 27},
	}, monday)
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, day := range answer.Days {
		if day.Status == osp.StatusClosed {
			fmt.Println(day.Date, day.Reason)
			continue
		}
		for _, w := range answer.Candidates(day.Date) {
			fmt.Println(osp.PhraseWindow(w, osp.WindowRequestable, day.Date))
		}
	}
	// Output:
	// The business accepts requests for the Morning window (which falls between 08:00 and 12:00; that is no arrival time) on 2026-11-25.
	// The business accepts requests for the Afternoon window (which falls between 12:00 and 17:00; that is no arrival time) on 2026-11-25.
	// 2026-11-26 exception_closed
	// The business accepts requests for the Morning window (which falls between 08:00 and 12:00; that is no arrival time) on 2026-11-27.
	// The business accepts requests for the Afternoon window (which falls between 12:00 and 17:00; that is no arrival time) on 2026-11-27.
}

func ExampleProfile_CheckRequest() {
	profile := palmetto()
	monday := time.Date(2026, 11, 23, 15, 0, 0, 0, time.UTC)
	input := `{"requestId":"6f1d2c1e-6b9a-4e3e-9c0b-2a6f0e7f1a11","confirmed":true,"serviceSlug":"ac-repair",
		"preferredDate":%q,"preferredTime":"Morning","location":"daytona","customer":{"name":"Jordan Ellis",
		"phone":"+1 386 555 0199","address":"44 Palm Ct","city":"Ormond Beach","state":"FL","zip":"32174",
		"contactMethod":"text","contactAuthorized":true}}`
	for _, date := range []string{"2026-11-25", "2026-11-26", "2026-11-23"} {
		request, err := profile.DecodeBookingRequest(fmt.Appendf(nil, input, date))
		if err == nil {
			err = profile.CheckRequest(request, monday)
		}
		var refusal *osp.Refusal
		switch {
		case err == nil:
			fmt.Println(date, "may go to the business")
		case errors.Is(err, osp.CodeClosedDay):
			fmt.Println(date, "is a closed day")
		case errors.As(err, &refusal):
			fmt.Println(date, refusal.Code, refusal.Message)
		}
	}
	// Output:
	// 2026-11-25 may go to the business
	// 2026-11-26 is a closed day
	// 2026-11-23 date_too_soon The first date that the business accepts requests for is 2026-11-24.
}

func ExampleMatchWindow() {
	windows := palmetto().Manifest().BookingPolicy.Windows
	for _, stated := range []osp.Stated{
		osp.StatedTime(wallclock.Time{Hour: 9, Minute: 30}),
		osp.StatedPart(osp.PartAfternoon),
		osp.StatedTime(wallclock.Time{Hour: 18}),
	} {
		window, match := osp.MatchWindow(windows, stated)
		fmt.Printf("%q %v\n", window.ID, match)
	}
	// Output:
	// "Morning" fits
	// "Afternoon" fits
	// "" none fits
}

func ExampleClaims() {
	for _, text := range []string{
		"We call within an hour to confirm the time.",
		"Thank you! Your appointment is confirmed.",
	} {
		for _, claim := range osp.Claims(text) {
			fmt.Println(claim.Kind, claim.Phrase)
		}
	}
	// Output: appointment Your appointment is confirmed
}

func ExamplePlainText() {
	fmt.Println(osp.PlainText("<p>Fast &amp; fair</p><script>alert(1)</script>5 &lt; 6", 600))
	// Output:
	// Fast & fair
	// 5 < 6
}
