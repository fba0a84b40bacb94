package osp_test

import (
	"encoding/json"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/wallclock"
)

// zoneStates are the zones of the states and territories, by the IANA database's own names for their places.
var zoneStates = map[string]string{
	"America/New_York":               "CT DE DC FL GA IN KY MD ME MA MI NH NJ NY NC OH PA RI SC TN VT VA WV",
	"America/Detroit":                "MI",
	"America/Indiana/Indianapolis":   "IN",
	"America/Kentucky/Louisville":    "KY",
	"America/Chicago":                "AL AR FL IL IN IA KS KY LA MI MN MS MO NE ND OK SD TN TX WI",
	"America/Menominee":              "MI",
	"America/North_Dakota/New_Salem": "ND",
	"America/Denver":                 "AZ CO ID KS MT NE NV NM ND OR SD TX UT WY",
	"America/Boise":                  "ID",
	"America/Phoenix":                "AZ",
	"America/Los_Angeles":            "CA ID NV OR WA",
	"America/Anchorage":              "AK",
	"America/Juneau":                 "AK",
	"America/Adak":                   "AK",
	"Pacific/Honolulu":               "HI",
	"America/Puerto_Rico":            "PR VI",
	"Pacific/Pago_Pago":              "AS",
	"Pacific/Guam":                   "GU MP",
}

func zoneLint(t *testing.T, zones wallclock.ZoneLoader, m *osp.Manifest) bool {
	t.Helper()
	return slices.ContainsFunc(osp.Lint(m, &osp.LintOptions{Zones: zones}), func(i osp.Issue) bool { return i.Rule == osp.LintZone })
}

// Every state has its zones, and no others; military post may be anywhere.
func TestLintZoneOfEveryState(t *testing.T) {
	data, err := fs.ReadFile(osp.Schemas(), "manifest.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema struct {
		Defs struct {
			UsRegion struct{ Enum []string }
		} `json:"$defs"`
	}
	if err := json.Unmarshal(data, &schema); err != nil || len(schema.Defs.UsRegion.Enum) != 59 {
		t.Fatal(err, schema)
	}
	zones := wallclock.SystemZones()
	m := parseChanged(t, auto, change{"/coverage", ""})
	for _, state := range schema.Defs.UsRegion.Enum {
		m.Locations[0].Address.Region = state
		military := state == "AA" || state == "AE" || state == "AP"
		any := false
		for zone, states := range zoneStates {
			if !slices.Contains(strings.Fields(states), state) {
				continue // perhaps it keeps the same time under another name, which is no mistake
			}
			any = true
			m.Business.TimeZone = zone
			if zoneLint(t, zones, m) {
				t.Errorf("%s in %s is pointed out", zone, state)
			}
		}
		if !any && !military {
			t.Errorf("%s has no zone", state)
		}
		for _, zone := range []string{"Asia/Tokyo", "Europe/London"} {
			m.Business.TimeZone = zone
			if found := zoneLint(t, zones, m); found == military {
				t.Errorf("%s in %s: pointed out is %v", zone, state, found)
			}
		}
	}
}

// Covered ZIP codes count as well, by the state of their first digits.
func TestLintZoneOfZIPs(t *testing.T) {
	zones := wallclock.SystemZones()
	for code, zone := range map[string]string{
		"97201": "America/Los_Angeles", "02889": "America/New_York", "60601": "America/Chicago", "80202": "America/Denver", "85004": "America/Phoenix",
		"99501": "America/Anchorage", "96813": "Pacific/Honolulu", "00901": "America/Puerto_Rico", "00802": "America/Puerto_Rico", "96910": "Pacific/Guam",
		"79901": "America/Denver", "88595": "America/Denver", "73301": "America/Chicago", "09001": "Asia/Tokyo",
	} {
		m := parseChanged(t, auto, change{"/business/timeZone", `"` + zone + `"`}, change{"/locations/0/address/region", `"VT"`})
		m.Coverage.PostalCodes = []osp.ZIP{osp.MustParseZIP(code)}
		if zoneLint(t, zones, m) {
			t.Errorf("%s is in %s", code, zone)
		}
		m.Business.TimeZone = "Europe/London"
		if found := zoneLint(t, zones, m); found == (code == "09001") {
			t.Errorf("%s: London pointed out is %v", code, found)
		}
	}
	for _, code := range []string{"00001", "71501", "99999"} { // 000 and 715 are not in use
		m := parseChanged(t, auto, change{"/business/timeZone", `"Europe/London"`}, change{"/coverage/postalCodes", `["` + code + `"]`})
		if !zoneLint(t, zones, m) {
			t.Errorf("%s saves London", code)
		}
	}
}
