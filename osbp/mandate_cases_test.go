package osbp_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/openservicekit/openservice/internal/strictjson"
	"github.com/openservicekit/openservice/osbp"
)

// mandateCase changes the specification's documents: a member replaces its
// namesake, null removes it, and the members of mandate are merged the same way.
// Want is empty for a yes.
type mandateCase struct {
	ID      string         `json:"id"`
	Now     time.Time      `json:"now"`
	Want    osbp.Code      `json:"want"`
	Create  map[string]any `json:"create"`
	Service map[string]any `json:"service"`
	Slot    map[string]any `json:"slot"`
	Policy  map[string]any `json:"policy"`
}

func readMandateData(t *testing.T, name string, v any) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "mandate", name))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, v); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
}

func merge(target, patch map[string]any) {
	for name, value := range patch {
		inner, ok := value.(map[string]any)
		old, both := target[name].(map[string]any)
		switch {
		case value == nil:
			delete(target, name)
		case ok && both && name == "mandate":
			merge(old, inner)
		default:
			target[name] = value
		}
	}
}

// patched reads a document of the specification as changed by a patch.
func patched[T any](t *testing.T, name string, patch map[string]any) *T {
	t.Helper()
	var doc map[string]any
	readMandateData(t, name, &doc)
	merge(doc, patch)
	data, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	v := new(T)
	if err := strictjson.Decode(data, v, strictjson.Options{}); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return v
}

// Documents as they cross the wire, and what must become of them.
func TestMandateCases(t *testing.T) {
	var cases []mandateCase
	readMandateData(t, "cases.json", &cases)
	if len(cases) == 0 {
		t.Fatal("no cases")
	}
	for _, tc := range cases {
		t.Run(tc.ID, func(t *testing.T) {
			in := patched[osbp.BookingCreateInput](t, "create.json", tc.Create)
			c := &osbp.MandateCheck{
				Mandate:        in.Mandate,
				OrganizationID: "org_01jw3z8x9k2m4n6p8r0s1t3v5w",
				Request:        in,
				Service:        patched[osbp.Service](t, "service.json", tc.Service),
				Slot:           patched[osbp.Slot](t, "slot.json", tc.Slot),
				Policy:         patched[osbp.Policy](t, "policy.json", tc.Policy),
				Now:            tc.Now,
			}
			c.Zone = loadZone(t, c.Slot.ScheduleTimezone)
			wantVerdict(t, c, tc.Want)

			// The types keep a mandate as it is: an empty list stays one.
			data, err := json.Marshal(in)
			if err != nil {
				t.Fatal(err)
			}
			again := new(osbp.BookingCreateInput)
			if err := strictjson.Decode(data, again, strictjson.Options{}); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(in.Mandate, again.Mandate); diff != "" {
				t.Errorf("mandate after a round trip (-want +got):\n%s", diff)
			}
		})
	}
}
