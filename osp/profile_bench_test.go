package osp_test

import (
	"fmt"
	"testing"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/osp/zcta"
)

func BenchmarkCoverage(b *testing.B) {
	long := make([]string, 40_000)
	for i := range long {
		long[i] = fmt.Sprintf("%05d", i*2)
	}
	hvac := exampleProfile(b, "hvac-two-locations", &osp.ProfileOptions{Centroids: zcta.Table[osp.ZIP]{}})
	national := exampleProfile(b, "hvac-two-locations", nil, replace("/coverage/postalCodes", long))
	for _, c := range []struct {
		name string
		p    *osp.Profile
		zip  string
		want osp.MatchedBy
	}{
		{"list", hvac, "32174", osp.MatchedPostalCodes},
		{"list of 40000", national, "79998", osp.MatchedPostalCodes},
		{"radius", hvac, "32168", osp.MatchedRadius},
		{"miss", hvac, "90210", osp.MatchedNone},
	} {
		b.Run(c.name, func(b *testing.B) {
			zip := osp.MustParseZIP(c.zip)
			b.ReportAllocs()
			for b.Loop() {
				if r := c.p.Coverage(zip); r.MatchedBy != c.want {
					b.Fatal(r.MatchedBy)
				}
			}
		})
	}
}

func BenchmarkAvailability31Days(b *testing.B) {
	p := exampleProfile(b, "hvac-two-locations", nil)
	now := instant(b, "2026-11-10T15:00:00Z")
	from := date(b, "2026-11-10")
	q := osp.AvailabilityQuery{ServiceSlug: "ac-repair", Location: "daytona", From: from, To: from.AddDays(osp.MaxRangeDays)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Availability(q, now); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCheckRequest(b *testing.B) {
	p := exampleProfile(b, "hvac-two-locations", nil)
	now := instant(b, bookingNow)
	r := request(b)
	b.ReportAllocs()
	for b.Loop() {
		if err := p.CheckRequest(r, now); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecodeBookingRequest(b *testing.B) {
	input := bookingInput(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := osp.DecodeBookingRequest(input); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkNewProfile(b *testing.B) {
	m := parsed(b, "hvac-two-locations")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := osp.NewProfile(m, &osp.ProfileOptions{Zones: testZones}); err != nil {
			b.Fatal(err)
		}
	}
}
