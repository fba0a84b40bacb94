package osp_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp"
)

// P-193 to P-197, P-221, P-328, rules 4 and 40: the answer to a request, whole.
func TestBookingAnswer(t *testing.T) {
	r := newRig(t, "hvac-two-locations", nil)
	want := map[string]any{
		"success":                 true,
		"requestId":               "6f1d2c1e-6b9a-4e3e-9c0b-2a6f0e7f1a11",
		"duplicate":               false,
		"status":                  "pending_business_confirmation",
		"appointmentConfirmed":    false,
		"service":                 map[string]any{"slug": "ac-repair", "name": "AC repair", "url": "https://palmettoairheat.example/services/cooling/ac-repair"},
		"preferredDate":           "2026-09-09",
		"preferredTime":           "Morning",
		"location":                map[string]any{"id": "daytona", "name": "Daytona Beach"},
		"coverageVerified":        true,
		"schedulingRecordCreated": false,
		"confirmationNote":        "Our office calls or texts within one business hour to confirm the arrival window.",
		"message":                 "The service request was received. The business still has to confirm the appointment and the exact arrival time.",
		"canonicalSiteUrl":        "https://palmettoairheat.example",
	}
	if diff := cmp.Diff(want, members(t, r.book())); diff != "" {
		t.Error(diff)
	}
	var decoded osp.BookingResult
	result := r.book()
	if err := json.Unmarshal(result.JSON, &decoded); err != nil {
		t.Fatal(err)
	}
	again, err := json.Marshal(decoded)
	if err != nil || string(again) != string(result.JSON) {
		t.Errorf("a decoded answer encodes as %s, not %s (%v)", again, result.JSON, err)
	}
}

// P-151, P-197, rule 33: coverage blocks nothing, and what isn't known isn't said.
func TestBookingCoverage(t *testing.T) {
	r := newRig(t, "hvac-two-locations", nil)
	if b := r.booked(replace("/customer/zip", "90210")); b.CoverageVerified == nil || *b.CoverageVerified {
		t.Error("outside the area")
	}
	shop := newRig(t, "auto-repair-single-location", nil, remove("/coverage"))
	result := shop.call(osp.ToolRequestServiceBooking, string(shopInput(t)))
	wantResult(t, result, "")
	for _, name := range []string{"coverageVerified", "preferredTime"} {
		if _, ok := members(t, result)[name]; ok {
			t.Errorf("%s is present: %s", name, result.JSON)
		}
	}
}

// shopInput is a request to the example business with a single location, with a patch applied.
func shopInput(t testing.TB, ops ...patchOp) []byte {
	return patched(t, []byte(`{"requestId":"0b9a4e2e-5f0f-4a53-8c4e-7a0e3f6a1b21","confirmed":true,"serviceSlug":"brake-repair","preferredDate":"2026-09-10",
		"customer":{"name":"Sam Rowe","phone":"+1 828 555 0101","contactMethod":"call","contactAuthorized":true}}`), ops...)
}

// P-221, P-224, rule 48: no answer has anything of the customer, whatever the answer is.
func TestBookingAnswersHoldNothingOfTheCustomer(t *testing.T) {
	private := []string{"Jordan", "Ellis", "386 555 0199", "jordan@", "Palm Ct", "Ormond", "cold air", "32174", "3865550199"}
	for name, op := range map[string]patchOp{
		"success":          replace("/customer/notes", "cold air"),
		"no such date":     replace("/preferredDate", "2026-02-30"),
		"bad email":        replace("/customer/email", "Jordan <jordan@example.net>"),
		"unknown window":   replace("/preferredTime", "Jordan"),
		"unknown service":  replace("/serviceSlug", "jordan-ellis"),
		"unknown location": replace("/location", "ormond"),
		"method":           replace("/customer/contactMethod", "email"),
		"no address":       remove("/customer/state"),
	} {
		t.Run(name, func(t *testing.T) {
			r := newRig(t, "hvac-two-locations", nil, replace("/bookingPolicy/contactMethods", []string{"text"}))
			for range 2 {
				result := r.book(op)
				for _, p := range private {
					if strings.Contains(string(result.JSON), p) {
						t.Errorf("the answer has %q: %s", p, result.JSON)
					}
				}
			}
			if strings.Contains(r.log.String(), "Jordan") {
				t.Error("the log has the name")
			}
		})
	}
}

// Rule 36: a note that was stored by a version with a blinder eye isn't said again.
func TestRule36_StoredNotesAreJudgedAgain(t *testing.T) {
	r := newRig(t, "hvac-two-locations", nil)
	note := r.booked().ConfirmationNote
	for record, err := range r.store.List(context.Background(), "") {
		if err != nil {
			t.Fatal(err)
		}
		if changed := strings.ReplaceAll(string(record.Value), note, "Your appointment is confirmed."); changed != string(record.Value) {
			if _, err := r.store.Swap(context.Background(), record.Key, record.Version, []byte(changed), record.Expires); err != nil {
				t.Fatal(err)
			}
		}
	}
	if b := r.booked(); !b.IsDuplicate || note == "" || b.ConfirmationNote != "" {
		t.Errorf("%+v", b)
	}
}

// Rule 36: a service whose name would make the message a claim is named by its slug.
func TestRule36_ServiceNamesMakeNoClaim(t *testing.T) {
	r := newRig(t, "hvac-two-locations", nil, replace("/services/0/name", "AC repair is booked"))
	r.booked()
	if b := r.booked(); !b.IsDuplicate || len(osp.Claims(b.Message)) > 0 || !strings.Contains(b.Message, "ac-repair") {
		t.Errorf("%+v", b)
	}
}
