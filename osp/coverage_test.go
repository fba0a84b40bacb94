package osp_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/osp/zcta"
)

func coverageOf(t *testing.T, p *osp.Profile, zip string) osp.CoverageResult {
	t.Helper()
	r := p.Coverage(osp.MustParseZIP(zip))
	checkOutput(t, "check_coverage", r)
	return r
}

// P-139 to P-149, rule 33: the six steps, each with all of its answer.
func TestRule33_CoverageSteps(t *testing.T) {
	centroids := stubCentroids{
		"32763": {29.028, -81.327}, // 22.3 miles from daytona
		"32738": {28.8, -81.0228},  // 28.4 miles from daytona
		"32110": {29.4, -81.2},     // in both circles, nearer to palm-coast
		"32174": {0, 0},
	}
	hvac := &osp.ProfileOptions{Centroids: centroids, Areas: map[osp.ZIP]osp.Area{
		osp.MustParseZIP("32117"): {Name: "Holly Hill", URL: "https://palmettoairheat.example/holly-hill"},
		osp.MustParseZIP("32110"): {Name: "Bunnell"},
		osp.MustParseZIP("90210"): {Name: "Beverly Hills"},
	}}
	const origin = "https://palmettoairheat.example"
	for _, c := range []struct {
		name, manifest string
		opts           *osp.ProfileOptions
		ops            []patchOp
		zip            string
		want           osp.CoverageResult
	}{
		{"1: the list, named by the business", "hvac-two-locations", hvac, nil, "32117",
			osp.CoverageResult{Covered: true, MatchedBy: osp.MatchedPostalCodes, AreaName: "Holly Hill", AreaURL: "https://palmettoairheat.example/holly-hill"}},
		{"1: the list, also a location's own", "hvac-two-locations", hvac, nil, "32164",
			osp.CoverageResult{Covered: true, MatchedBy: osp.MatchedPostalCodes, AreaName: "Palm Coast", AreaURL: origin + "/locations/palm-coast-fl"}},
		{"1: the list, without a name", "hvac-two-locations", hvac, nil, "32118",
			osp.CoverageResult{Covered: true, MatchedBy: osp.MatchedPostalCodes, AreaName: "32118"}},
		{"1: the list comes before the radius, wherever the ZIP lies", "hvac-two-locations", hvac, nil, "32174",
			osp.CoverageResult{Covered: true, MatchedBy: osp.MatchedPostalCodes, AreaName: "32174"}},
		{"2: a location's own", "hvac-two-locations", hvac, []patchOp{remove("/coverage/postalCodes")}, "32114",
			osp.CoverageResult{Covered: true, MatchedBy: osp.MatchedLocation, AreaName: "Daytona Beach", AreaURL: origin + "/locations/daytona-beach-fl"}},
		{"2: a location's own without a page", "marine-repair-yard", nil, nil, "02889",
			osp.CoverageResult{Covered: true, MatchedBy: osp.MatchedLocation, AreaName: "Warwick"}},
		{"3: a radius", "hvac-two-locations", hvac, nil, "32763",
			osp.CoverageResult{Covered: true, MatchedBy: osp.MatchedRadius, AreaName: "Daytona Beach", AreaURL: origin + "/locations/daytona-beach-fl", Message: "present"}},
		{"3: two radii: the business's own name", "hvac-two-locations", hvac, nil, "32110",
			osp.CoverageResult{Covered: true, MatchedBy: osp.MatchedRadius, AreaName: "Bunnell", Message: "present"}},
		{"3: two radii: the nearest location", "hvac-two-locations", &osp.ProfileOptions{Centroids: centroids}, nil, "32110",
			osp.CoverageResult{Covered: true, MatchedBy: osp.MatchedRadius, AreaName: "Palm Coast", AreaURL: origin + "/locations/palm-coast-fl", Message: "present"}},
		{"4: in_shop without coverage", "auto-repair-single-location", nil, []patchOp{remove("/coverage")}, "90210",
			osp.CoverageResult{Covered: true, MatchedBy: osp.MatchedInShop, Message: "present"}},
		{"5: no centroids", "hvac-two-locations", nil, nil, "90210",
			osp.CoverageResult{MatchedBy: osp.MatchedUnknown, Phone: "+1 386 555 0142", Message: "present"}},
		{"5: a centre that isn't known", "hvac-two-locations", hvac, nil, "32115",
			osp.CoverageResult{MatchedBy: osp.MatchedUnknown, Phone: "+1 386 555 0142", Message: "present"}},
		{"5: a name alone covers nothing", "hvac-two-locations", hvac, nil, "90210",
			osp.CoverageResult{MatchedBy: osp.MatchedUnknown, Phone: "+1 386 555 0142", Message: "present"}},
		{"6: outside the radii", "hvac-two-locations", hvac, nil, "32738",
			osp.CoverageResult{MatchedBy: osp.MatchedNone, Phone: "+1 386 555 0142", Message: "present"}},
		{"6: not in the list, no radius, centroids or not", "auto-repair-single-location", nil, nil, "90210",
			osp.CoverageResult{MatchedBy: osp.MatchedNone, Phone: "+1 828 555 0170", Message: "present"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := exampleProfile(t, c.manifest, c.opts, c.ops...)
			got := coverageOf(t, p, c.zip)
			if got.Message != "" {
				got.Message = "present"
			}
			c.want.CanonicalSiteURL = p.CanonicalSiteURL()
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Rule 33: the labels in coverage.areaNames never match anything and never name anything (P-087).
func TestRule33_AreaNamesAreNotUsed(t *testing.T) {
	p := exampleProfile(t, "hvac-two-locations", nil, replace("/coverage/areaNames", []string{"32118", "Nowhere"}),
		replace("/coverage/postalCodes", []string{"32117"}), remove("/coverage/radius"))
	if r := coverageOf(t, p, "32118"); r.MatchedBy != osp.MatchedNone {
		t.Errorf("got %+v", r)
	}
	if r := coverageOf(t, p, "32117"); r.AreaName != "32117" {
		t.Errorf("got %+v", r)
	}
}

// Rule 33: where two locations share a ZIP, the first one of the manifest names it, with its page.
func TestRule33_TheFirstLocationNamesItsZIP(t *testing.T) {
	for name, ops := range map[string][]patchOp{
		"listed":     {replace("/locations/1/address/postalCode", "32114")},
		"not listed": {replace("/locations/0/address/postalCode", "90210"), replace("/locations/1/address/postalCode", "90210")},
	} {
		p := exampleProfile(t, "hvac-two-locations", nil, ops...)
		first := &p.Manifest().Locations[0]
		r := coverageOf(t, p, first.Address.PostalCode.String())
		if r.AreaName != "Daytona Beach" || r.AreaURL != first.PageURL {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

// oddCentroids answers with no point on Earth.
type oddCentroids [2]float64

func (o oddCentroids) Centroid(osp.ZIP) (latitude, longitude float64, ok bool) {
	return o[0], o[1], true
}

func TestOddCentroidsAreUnknown(t *testing.T) {
	for _, odd := range []oddCentroids{{math.NaN(), 0}, {0, math.NaN()}, {91, 0}, {0, -181}, {math.Inf(1), 0}} {
		p := exampleProfile(t, "hvac-two-locations", &osp.ProfileOptions{Centroids: odd})
		if r := coverageOf(t, p, "90210"); r.MatchedBy != osp.MatchedUnknown {
			t.Errorf("%v: %+v", odd, r)
		}
	}
	p := exampleProfile(t, "auto-repair-single-location", nil)
	if r := p.Coverage(osp.ZIP{}); r.Covered || r.MatchedBy != osp.MatchedUnknown {
		t.Errorf("the zero ZIP: %+v", r)
	}
}

// The distance is right everywhere, poles, date line and antipodes included: an independent formula agrees.
func TestRadiusDistance(t *testing.T) {
	vector := func(latitude, longitude float64) [3]float64 {
		latitude, longitude = latitude*math.Pi/180, longitude*math.Pi/180
		return [3]float64{math.Cos(latitude) * math.Cos(longitude), math.Cos(latitude) * math.Sin(longitude), math.Sin(latitude)}
	}
	miles := func(a, b [2]float64) float64 {
		u, v := vector(a[0], a[1]), vector(b[0], b[1])
		cross := [3]float64{u[1]*v[2] - u[2]*v[1], u[2]*v[0] - u[0]*v[2], u[0]*v[1] - u[1]*v[0]}
		dot := u[0]*v[0] + u[1]*v[1] + u[2]*v[2]
		return 6371.0088 / 1.609344 * math.Atan2(math.Hypot(math.Hypot(cross[0], cross[1]), cross[2]), dot)
	}
	for _, c := range []struct{ from, to [2]float64 }{
		{[2]float64{29.2108, -81.0228}, [2]float64{29.028, -81.327}},
		{[2]float64{51.88, 179.9}, [2]float64{51.88, -179.9}}, // the Aleutians, over the date line
		{[2]float64{64.8378, -147.7164}, [2]float64{61.2181, -149.9003}},
		{[2]float64{13.4443, 144.7937}, [2]float64{15.19, 145.74}},
		{[2]float64{89.9, 0}, [2]float64{89.9, 180}},
		{[2]float64{41.7001, -71.383}, [2]float64{41.7001, -71.383}},
	} {
		want := miles(c.from, c.to)
		for _, r := range []struct {
			miles float64
			want  osp.MatchedBy
		}{{want + 0.0005, osp.MatchedRadius}, {want - 0.0005, osp.MatchedNone}} {
			if r.miles <= 0 {
				continue
			}
			p := exampleProfile(t, "marine-repair-yard", &osp.ProfileOptions{Centroids: oddCentroids(c.to)},
				replace("/locations/0/geo/latitude", c.from[0]), replace("/locations/0/geo/longitude", c.from[1]),
				replace("/coverage/radius/0/miles", r.miles))
			if got := coverageOf(t, p, "90210"); got.MatchedBy != r.want {
				t.Errorf("%v to %v is %f miles, radius %f: %s", c.from, c.to, want, r.miles, got.MatchedBy)
			}
		}
	}
}

// The Census Bureau's centroids are a source of centroids.
func TestCoverageWithCensusCentroids(t *testing.T) {
	p := exampleProfile(t, "marine-repair-yard", &osp.ProfileOptions{Centroids: zcta.Table[osp.ZIP]{}})
	for zip, want := range map[string]osp.MatchedBy{
		"02818": osp.MatchedRadius,  // East Greenwich
		"02840": osp.MatchedRadius,  // Newport
		"10001": osp.MatchedNone,    // New York
		"02887": osp.MatchedUnknown, // Warwick, post office boxes
	} {
		if got := coverageOf(t, p, zip); got.MatchedBy != want {
			t.Errorf("%s: %s, want %s", zip, got.MatchedBy, want)
		}
	}
}

// Rule 33, P-197: what a booking answer says about coverage.
func TestRule33_CoverageVerified(t *testing.T) {
	hvac := exampleProfile(t, "hvac-two-locations", nil)
	shop := exampleProfile(t, "auto-repair-single-location", nil, remove("/coverage"))
	for _, c := range []struct {
		name         string
		p            *osp.Profile
		zip          osp.ZIP
		verified, ok bool
	}{
		{"list", hvac, osp.MustParseZIP("32117"), true, true},
		{"unknown", hvac, osp.MustParseZIP("90210"), false, true},
		{"no ZIP", hvac, osp.ZIP{}, false, false},
		{"no coverage", shop, osp.MustParseZIP("28711"), false, false},
	} {
		if verified, ok := c.p.CoverageVerified(c.zip); verified != c.verified || ok != c.ok {
			t.Errorf("%s: %v, %v", c.name, verified, ok)
		}
	}
}

func TestCoverageDoesNotAllocate(t *testing.T) {
	p := exampleProfile(t, "hvac-two-locations", &osp.ProfileOptions{Centroids: zcta.Table[osp.ZIP]{}})
	for _, zip := range []string{"32117", "32763", "90210", "32115"} {
		z := osp.MustParseZIP(zip)
		if n := testing.AllocsPerRun(100, func() { p.Coverage(z) }); n != 0 {
			t.Errorf("%s: %v allocations", zip, n)
		}
	}
}
