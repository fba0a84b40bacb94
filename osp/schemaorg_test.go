package osp_test

import (
	"encoding/csv"
	"os"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/openservicekit/openservice/osp"
)

// The generated list is that of the input it was generated from.
func TestTradeTypesEqualInput(t *testing.T) {
	f, err := os.Open("testdata/schemaorg-localbusiness.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, row := range rows[1:] {
		want = append(want, row[0])
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, osp.TradeTypes()); diff != "" {
		t.Error(diff)
	}
	osp.TradeTypes()[0] = "changed"
	if osp.IsTradeType("changed") || osp.TradeTypes()[0] != want[0] {
		t.Error("the list can be changed from outside")
	}
}

// The types that OSP 5.2 names are known, exactly as spelled; all types are.
func TestIsTradeType(t *testing.T) {
	for _, name := range append(osp.TradeTypes(), "HVACBusiness", "Plumber", "Electrician", "AutoRepair", "RoofingContractor", "HousePainter", "Locksmith",
		"MovingCompany", "GeneralContractor") {
		if !osp.IsTradeType(name) {
			t.Errorf("%s is not known", name)
		}
	}
	for _, name := range []string{"", "plumber", "HvacBusiness", "Plumber ", "boat repair", "Thing"} {
		if osp.IsTradeType(name) {
			t.Errorf("%q is known", name)
		}
	}
}

// A label that means a type of schema.org is told which; others are left alone (P-049 to P-051).
func TestTradeSuggestions(t *testing.T) {
	tests := map[string]string{
		"plumber": "Plumber", "Plumbers": "Plumber", "plumbing": "Plumber", "Plumer": "Plumber", "Plummber": "Plumber", "HVAC": "HVACBusiness", "hvac business": "HVACBusiness",
		"HVACBuisness": "HVACBusiness", "electrician": "Electrician", "electrical": "Electrician", "Electrican": "Electrician", "auto repair": "AutoRepair",
		"AutoRepairs": "AutoRepair", "roofing": "RoofingContractor", "Roofing Contractors": "RoofingContractor", "house painting": "HousePainter",
		"locksmith": "Locksmith", "moving company": "MovingCompany", "general contractor": "GeneralContractor",
		"boat repair": "", "landscaping": "", "marine engine service": "", "pest control": "", "towing": "", "tree service": "", "appliance repair": "",
		"window cleaning": "", "pool cleaning": "", "chimney sweep": "", "garage door repair": "", "carpet cleaning": "", "handyman": "",
	}
	for label, want := range tests {
		m := parseChanged(t, marine, change{"/business/trades", `["` + label + `"]`})
		var got []string
		for _, i := range osp.Lint(m, nil) {
			if i.Rule == osp.LintTradeType {
				got = append(got, i.Message)
			}
		}
		var expected []string
		if want != "" {
			expected = []string{`"` + label + `" is probably what schema.org calls ` + want + `; write it exactly so.`}
		}
		if diff := cmp.Diff(expected, got); diff != "" {
			t.Errorf("%q: %s", label, diff)
		}
	}
}
