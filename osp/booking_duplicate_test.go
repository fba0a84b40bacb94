package osp_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp"
)

// Rule 35, P-178, P-195, P-207: a known id is answered with what is stored, whatever the retry says.
func TestRule35_KnownID(t *testing.T) {
	r := newRig(t, "hvac-two-locations", nil)
	first := r.booked()
	want := first
	want.IsDuplicate = true
	want.Message = "The business already has this request: AC repair on 2026-09-09. No second request was made. The business still has to confirm."
	for name, ops := range map[string][]patchOp{
		"the same body":    nil,
		"another service":  {replace("/serviceSlug", "heat-pump-repair"), replace("/preferredDate", "2026-09-10")},
		"another customer": {replace("/customer/name", "Sam Rowe"), replace("/customer/phone", "8285550101")},
	} {
		if diff := cmp.Diff(want, r.booked(ops...)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	upper := strings.ToUpper(first.RequestID)
	want.RequestID = upper
	if diff := cmp.Diff(want, r.booked(replace("/requestId", upper))); diff != "" {
		t.Errorf("in capitals (RFC 9562): %s", diff)
	}
	if code := members(t, r.book())["code"]; code != "duplicate_request" {
		t.Errorf("code is %v", code)
	}
	r.wantOffice(1)
	r.wantRecords(map[osp.RequestState]int{osp.RequestReceived: 1})
}

// Rule 35: the stored result holds also if the manifest has changed since, for a new server on the same store.
func TestRule35_ManifestHasChanged(t *testing.T) {
	r := newRig(t, "hvac-two-locations", nil)
	first := r.booked()
	changed := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) { o.Store = r.store },
		replace("/services/0/slug", "cooling-repair"), replace("/locations/0/name", "Beach"), replace("/bookingPolicy/minimumDaysAhead", 30))
	again := changed.booked()
	if !again.IsDuplicate {
		t.Error("not a duplicate")
	}
	again.IsDuplicate, again.Message = false, first.Message
	if diff := cmp.Diff(first, again); diff != "" {
		t.Error(diff)
	}
	changed.wantOffice(0)
}

// Rule 35: records are scoped to the business, whose origin tells it apart unless a namespace does.
func TestRule35_BusinessesShareAStore(t *testing.T) {
	r := newRig(t, "hvac-two-locations", nil)
	r.booked()
	other := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) { o.Store = r.store }, replace("/business/websiteUrl", "https://other.example"))
	if other.booked().IsDuplicate {
		t.Error("another business's request")
	}
	moved := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) { o.Store, o.Namespace = r.store, "osp/palmettoairheat.example" },
		replace("/business/websiteUrl", "https://moved.example"))
	if !moved.booked().IsDuplicate {
		t.Error("the namespace doesn't hold")
	}
}

// Rule 35, P-268: the same person, service, location and date within the span, under another id.
func TestRule35_SamePerson(t *testing.T) {
	other := replace("/requestId", otherID)
	for _, c := range []struct {
		name        string
		ops         []patchOp
		isDuplicate bool
	}{
		{"the same again", nil, true},
		{"another window", []patchOp{replace("/preferredTime", "Afternoon")}, true},
		{"another spelling of the name", []patchOp{replace("/customer/name", "J. Ellis")}, true},
		{"another spelling of the phone", []patchOp{replace("/customer/phone", "(386) 555-0199")}, true},
		{"other notes", []patchOp{replace("/customer/notes", "please hurry")}, true},
		{"another email beside the phone", []patchOp{replace("/customer/email", "je@example.net")}, true},
		{"another phone", []patchOp{replace("/customer/phone", "(386) 555-0198")}, false},
		{"another date", []patchOp{replace("/preferredDate", "2026-09-10")}, false},
		{"another service", []patchOp{replace("/serviceSlug", "heat-pump-repair")}, false},
		{"another location", []patchOp{replace("/location", "palm-coast")}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t, "hvac-two-locations", nil)
			first := r.booked()
			second := r.booked(append(c.ops, other)...)
			if second.IsDuplicate != c.isDuplicate || second.RequestID != otherID {
				t.Fatalf("%+v", second)
			}
			if !c.isDuplicate {
				r.wantOffice(2)
				return
			}
			r.wantOffice(1)
			if !strings.Contains(second.Message, "No second request was made") || second.PreferredTime != first.PreferredTime {
				t.Errorf("%+v", second)
			}
			// Its own id is now known too, under any circumstances, and says the same.
			r.clock.Advance(time.Hour)
			if diff := cmp.Diff(second, r.booked(other, remove("/location"))); diff != "" {
				t.Error(diff)
			}
			r.wantRecords(map[osp.RequestState]int{osp.RequestReceived: 1, osp.RequestDuplicate: 1})
		})
	}
}

// Rule 35: by email where there is no phone.
func TestRule35_SameEmail(t *testing.T) {
	r := newRig(t, "hvac-two-locations", nil, replace("/bookingPolicy/contactMethods", []string{"email"}))
	byEmail := []patchOp{remove("/customer/phone"), replace("/customer/contactMethod", "email")}
	r.booked(byEmail...)
	if b := r.booked(append(byEmail, replace("/requestId", otherID), replace("/customer/email", "JORDAN@Example.net"))...); !b.IsDuplicate {
		t.Error("the same address in capitals")
	}
	if b := r.booked(append(byEmail, replace("/requestId", "1"+otherID[1:]), replace("/customer/email", "sam@example.net"))...); b.IsDuplicate {
		t.Error("another address")
	}
}

// Rule 35: after the span the person may ask again.
func TestRule35_Span(t *testing.T) {
	for _, c := range []struct {
		span, after time.Duration
		isDuplicate bool
	}{
		{0, 10*time.Minute - time.Second, true},
		{0, 10 * time.Minute, false},
		{time.Hour, 59 * time.Minute, true},
		{time.Hour, time.Hour, false},
	} {
		r := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) { o.DuplicateSpan = c.span })
		r.booked()
		r.clock.Advance(c.after)
		if b := r.booked(replace("/requestId", otherID)); b.IsDuplicate != c.isDuplicate {
			t.Errorf("span %v, after %v: duplicate %v", c.span, c.after, b.IsDuplicate)
		}
	}
}

// Rule 35: persons are known across instances, with the key from the options or the one that the store keeps; never by a hash
// that anybody could make.
func TestRule35_PersonKey(t *testing.T) {
	persons := func(r *rig) (keys []string) {
		for record, err := range r.store.List(context.Background(), "osp/palmettoairheat.example/person/") {
			if err != nil {
				t.Fatal(err)
			}
			keys = append(keys, record.Key)
		}
		return keys
	}
	withKey := func(key string) rigOptions {
		return func(o *osp.ServerOptions) { o.PersonKey = []byte(key) }
	}
	one, two := strings.Repeat("1", 32), strings.Repeat("2", 32)
	var seen [][]string
	for _, key := range []string{one, one, two} {
		r := newRig(t, "hvac-two-locations", withKey(key))
		r.booked()
		seen = append(seen, persons(r))
	}
	if diff := cmp.Diff(seen[0], seen[1]); diff != "" || len(seen[0]) != 1 || seen[0][0] == seen[2][0] {
		t.Errorf("hashes %v", seen)
	}
	r := newRig(t, "hvac-two-locations", nil)
	r.booked()
	restarted := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) { o.Store, o.Rand = r.store, endless('x') })
	if !restarted.booked(replace("/requestId", otherID)).IsDuplicate {
		t.Error("not known after a restart")
	}
}

// Rule 35: a location and a service are not one name: "a" and "ab" are not "aa" and "b".
func TestRule35_NamesDoNotRunTogether(t *testing.T) {
	r := newRig(t, "hvac-two-locations", nil,
		replace("/locations/0/id", "a"), replace("/locations/1/id", "aa"), remove("/coverage/radius"),
		replace("/services/0/slug", "ab"), replace("/services/1/slug", "b"), remove("/services/4/locationIds"))
	r.booked(replace("/location", "a"), replace("/serviceSlug", "ab"))
	if r.booked(replace("/requestId", otherID), replace("/location", "aa"), replace("/serviceSlug", "b")).IsDuplicate {
		t.Error("another service at another location is a duplicate")
	}
}

// Rules 34 and 35: a host is the same in any case, so a manifest that comes to spell it otherwise still knows its requests.
func TestRule35_HostsHaveNoCase(t *testing.T) {
	r := newRig(t, "hvac-two-locations", nil)
	r.booked()
	respelt := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) { o.Store = r.store },
		replace("/business/websiteUrl", "https://PalmettoAirHeat.example"))
	if !respelt.booked().IsDuplicate {
		t.Error("not known under the other spelling")
	}
}
