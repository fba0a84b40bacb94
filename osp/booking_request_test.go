package osp_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/openservicekit/openservice/osp"
)

func asRefusal(err error, target **osp.Refusal) bool { return errors.As(err, target) }

func TestDecodeBookingRequest(t *testing.T) {
	r := request(t, replace("/customer/notes", "<p>Loud.</p>\u202e&amp; old"), replace("/customer/name", " Jordan\n\x1b[31mEllis "),
		patchOp{"add", "/customer/vehicle", []byte(`{"year":"2019","make":"Ford","model":"F-150","mileage":"82000","colour":"red"}`)},
		patchOp{"add", "/agent/build", []byte(`7`)})
	if r.RequestID() != "6f1d2c1e-6b9a-4e3e-9c0b-2a6f0e7f1a11" || r.ServiceSlug() != "ac-repair" || r.PreferredDate() != date(t, "2026-09-09") ||
		r.Location() != "daytona" {
		t.Error("ids or date differ from the input")
	}
	if id, ok := r.PreferredTime(); !ok || id != "Morning" {
		t.Errorf("window %q, %v", id, ok)
	}
	want := osp.Customer{Name: "Jordan Ellis", Phone: "+1 386 555 0199", Email: "jordan@example.net", Address: "44 Palm Ct", City: "Ormond Beach",
		State: "FL", ZIP: osp.MustParseZIP("32174"), Notes: "Loud.\n& old", ContactMethod: osp.ContactText,
		Vehicle: &osp.Vehicle{Year: "2019", Make: "Ford", Model: "F-150", Mileage: "82000"}}
	if diff := cmp.Diff(want, r.Customer()); diff != "" {
		t.Error(diff)
	}
	r.Customer().Vehicle.Make = "changed"
	if r.Customer().Vehicle.Make != "Ford" {
		t.Error("a caller changed the request")
	}
	if a, ok := r.Agent(); !ok || a != (osp.AgentInfo{Channel: osp.ChannelMCP, Name: "Example Assistant", Version: "2.3"}) {
		t.Errorf("agent %+v", a)
	}
	if _, ok := request(t, remove("/agent")).Agent(); ok {
		t.Error("an agent that wasn't sent")
	}
}

// Rule 29, P-179, P-190, P-203, P-214: consent is looked at before anything else, and only true is true.
func TestRule29_ConsentFirst(t *testing.T) {
	for _, c := range []struct{ name, input string }{
		{"empty", `{}`},
		{"no customer", `{"confirmed":true}`},
		{"customer is no object", `{"confirmed":true,"customer":[true]}`},
		{"not confirmed", `{"customer":{"contactAuthorized":true}}`},
		{"unknown members and no consent", `{"extra":1,"confirmed":true,"customer":{"extra":2}}`},
		{"confirmed in another case of letters", `{"Confirmed":true,"customer":{"contactAuthorized":true}}`},
		{"confirmed is a text", `{"confirmed":"true","customer":{"contactAuthorized":true}}`},
		{"authorized is a number", `{"confirmed":true,"customer":{"contactAuthorized":1}}`},
		{"authorized is null", `{"confirmed":true,"customer":{"contactAuthorized":null}}`},
		{"authorized is false", `{"confirmed":true,"customer":{"contactAuthorized":false}}`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := osp.DecodeBookingRequest([]byte(c.input))
			wantCode(t, err, osp.CodeMissingProvenance)
		})
	}
}

// Rules 1 and 30: bytes that can't be read are refused as a whole.
func TestRule30_UnreadableInput(t *testing.T) {
	valid := string(bookingInput(t))
	for _, c := range []struct{ name, input string }{
		{"nothing", ``},
		{"null", `null`},
		{"an array", `[` + valid + `]`},
		{"a text", `"confirmed"`},
		{"cut short", valid[:len(valid)-1]},
		{"trailing data", valid + `{}`},
		{"a repeated member", strings.Replace(valid, `"confirmed":true`, `"confirmed":false,"confirmed":true`, 1)},
		{"a repeated member further in", strings.Replace(valid, `"zip":"32174"`, `"zip":"32174","zip":"32175"`, 1)},
		{"bad UTF-8", strings.Replace(valid, "Jordan", "J\xff", 1)},
		{"a lone surrogate", strings.Replace(valid, "Jordan", `J\ud800`, 1)},
		{"a byte order mark", "\ufeff" + valid},
		{"too deep", strings.Replace(valid, `"channel":"mcp"`, `"channel":"mcp","x":`+strings.Repeat("[", 64)+strings.Repeat("]", 64), 1)},
		{"too large", valid + strings.Repeat(" ", 1<<20)},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := osp.DecodeBookingRequest([]byte(c.input))
			wantCode(t, err, osp.CodeInvalidInput)
			if diff := cmp.Diff([]string{"$"}, refusalOf(t, err).Fields); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// badInputs are single changes to the printed input that its schema refuses, with the field at fault.
var badInputs = []struct {
	name, field string
	op          patchOp
}{
	{"requestId absent", "requestId", remove("/requestId")},
	{"requestId too long", "requestId", replace("/requestId", "6f1d2c1e-6b9a-4e3e-9c0b-2a6f0e7f1a111")},
	{"requestId not hexadecimal", "requestId", replace("/requestId", "6f1d2c1e-6b9a-4e3e-9c0b-2a6f0e7f1a1g")},
	{"serviceSlug absent", "serviceSlug", remove("/serviceSlug")},
	{"serviceSlug in capitals", "serviceSlug", replace("/serviceSlug", "AC-repair")},
	{"serviceSlug too long", "serviceSlug", replace("/serviceSlug", strings.Repeat("a", 81))},
	{"preferredDate absent", "preferredDate", remove("/preferredDate")},
	{"preferredDate a number", "preferredDate", replace("/preferredDate", 20260909)},
	{"preferredDate without zeros", "preferredDate", replace("/preferredDate", "2026-9-9")},
	{"preferredTime null", "preferredTime", replace("/preferredTime", nil)},
	{"preferredTime too long", "preferredTime", replace("/preferredTime", strings.Repeat("é", 41))},
	{"location empty", "location", replace("/location", "")},
	{"location null", "location", replace("/location", nil)},
	{"unknown member", "date", patchOp{"add", "/date", []byte(`"2026-09-09"`)}},
	{"member in another case of letters", "Location", patchOp{"add", "/Location", []byte(`"daytona"`)}},
	{"name absent", "customer.name", remove("/customer/name")},
	{"name too short", "customer.name", replace("/customer/name", "J")},
	{"name too long", "customer.name", replace("/customer/name", strings.Repeat("é", 121))},
	{"phone absent", "customer.phone", remove("/customer/phone")},
	{"phone with nine digits", "customer.phone", replace("/customer/phone", "386 555 019")},
	{"phone with digits of another script", "customer.phone", replace("/customer/phone", "٣٨٦٥٥٥٠١٩٩٠")},
	{"phone in a tag", "customer.phone", replace("/customer/phone", "<a 3865550199>")},
	{"email that is markup", "customer.email", replace("/customer/email", `"<img src=x>"@example.net`)},
	{"phone too long", "customer.phone", replace("/customer/phone", "+1 386 555 0199 extension "+strings.Repeat("1", 20))},
	{"email no address", "customer.email", replace("/customer/email", "jordan")},
	{"email empty", "customer.email", replace("/customer/email", "")},
	{"address too long", "customer.address", replace("/customer/address", strings.Repeat("a", 201))},
	{"city a list", "customer.city", replace("/customer/city", []string{"Ormond Beach"})},
	{"state too long", "customer.state", replace("/customer/state", strings.Repeat("a", 41))},
	{"zip plus four", "customer.zip", replace("/customer/zip", "32174-1234")},
	{"zip a number", "customer.zip", replace("/customer/zip", 32174)},
	{"notes too long", "customer.notes", replace("/customer/notes", strings.Repeat("é", 2001))},
	{"contactMethod absent", "customer.contactMethod", remove("/customer/contactMethod")},
	{"contactMethod unknown", "customer.contactMethod", replace("/customer/contactMethod", "fax")},
	{"unknown member of customer", "customer.zipCode", patchOp{"add", "/customer/zipCode", []byte(`"32174"`)}},
	{"vehicle null", "customer.vehicle", patchOp{"add", "/customer/vehicle", []byte(`null`)}},
	{"vehicle year a number", "customer.vehicle.year", patchOp{"add", "/customer/vehicle", []byte(`{"year":2019}`)}},
	{"vehicle make too long", "customer.vehicle.make", patchOp{"add", "/customer/vehicle", []byte(`{"make":"` + strings.Repeat("a", 41) + `"}`)}},
	{"agent null", "agent", replace("/agent", nil)},
	{"agent without channel", "agent.channel", remove("/agent/channel")},
	{"agent channel unknown", "agent.channel", replace("/agent/channel", "email")},
	{"agent name too long", "agent.name", replace("/agent/name", strings.Repeat("a", 81))},
	{"agent version a number", "agent.version", replace("/agent/version", 2.3)},
}

// P-122, P-204, P-324 to P-327: one field at fault is named, and so are all of them at once.
func TestInvalidInputFields(t *testing.T) {
	for _, c := range badInputs {
		t.Run(c.name, func(t *testing.T) {
			_, err := osp.DecodeBookingRequest(bookingInput(t, c.op))
			wantCode(t, err, osp.CodeInvalidInput)
			if diff := cmp.Diff([]string{c.field}, refusalOf(t, err).Fields); diff != "" {
				t.Error(diff)
			}
		})
	}
	_, err := osp.DecodeBookingRequest([]byte(`{"confirmed":true,"x":1,"customer":{"contactAuthorized":true,"contactMethod":"email","zip":"1","y":1}}`))
	wantCode(t, err, osp.CodeInvalidInput)
	want := []string{"requestId", "serviceSlug", "preferredDate", "customer.name", "customer.zip", "customer.email", "customer.y", "x"}
	if diff := cmp.Diff(want, refusalOf(t, err).Fields); diff != "" {
		t.Error(diff)
	}
}

// An answer stays within its schema however much is wrong, and repeats no control characters (rule 40).
func TestRule40_FieldsAreBounded(t *testing.T) {
	var b strings.Builder
	b.WriteString(`{"confirmed":true,"customer":{"contactAuthorized":true},"` + strings.Repeat("é", 500) + `\n\u202e":1`)
	for i := range 20000 {
		fmt.Fprintf(&b, `,"x%d":1`, i)
	}
	b.WriteString("}")
	_, err := osp.DecodeBookingRequest([]byte(b.String()))
	wantCode(t, err, osp.CodeInvalidInput)
	r := refusalOf(t, err)
	if len(r.Fields) > 60 || len(r.Message) > 500 {
		t.Errorf("%d fields, message of %d", len(r.Fields), len(r.Message))
	}
	if strings.Contains(r.Error(), "x1") || strings.Contains(r.Error(), "é") {
		t.Errorf("the error repeats the names that a stranger made up: %v", r)
	}
}

// Rule 29, P-063 to P-065, P-191: a vehicle that the business ignores is dropped whatever it holds.
func TestRule29_IgnoredVehicle(t *testing.T) {
	odd := patchOp{"add", "/customer/vehicle", []byte(`[{"year":2019}]`)}
	good := patchOp{"add", "/customer/vehicle", []byte(`{"make":"Yamaha"}`)}
	for _, c := range []struct {
		name, manifest string
		ops            []patchOp
		accepts        bool
	}{
		{"on_site", "hvac-two-locations", nil, false},
		{"in_shop", "auto-repair-single-location", nil, true},
		{"both, accepted", "marine-repair-yard", nil, true},
		{"both, not accepted", "marine-repair-yard", []patchOp{replace("/bookingPolicy/vehicleDetailsAccepted", false)}, false},
		{"both, not said", "marine-repair-yard", []patchOp{remove("/bookingPolicy/vehicleDetailsAccepted")}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := exampleProfile(t, c.manifest, nil, c.ops...)
			r, err := p.DecodeBookingRequest(bookingInput(t, odd))
			if c.accepts {
				wantCode(t, err, osp.CodeInvalidInput)
			} else if err != nil || r.Customer().Vehicle != nil {
				t.Errorf("an odd vehicle: %v", err)
			} else if stored, err := json.Marshal(r); err != nil || bytes.Contains(stored, []byte("vehicle")) {
				t.Errorf("an ignored vehicle is kept: %v", err)
			}
			r, err = p.DecodeBookingRequest(bookingInput(t, good))
			if err != nil || (r.Customer().Vehicle != nil) != c.accepts {
				t.Errorf("a good vehicle: %v", err)
			}
		})
	}
}

// Rule 48: nothing that a customer sent is printed, however it is printed.
func TestRule48_RequestsDoNotPrint(t *testing.T) {
	r := request(t, patchOp{"add", "/customer/vehicle", []byte(`{"make":"Ford"}`)})
	c := r.Customer()
	var log bytes.Buffer
	logger := slog.New(slog.NewJSONHandler(&log, nil))
	logger.Info("m", "r", r, "value", *r, "c", c, "pointer", &c, "v", *c.Vehicle)
	holder := struct{ r osp.BookingRequest }{*r}
	printed := log.String()
	for _, v := range []any{r, *r, c, &c, c.Vehicle, *c.Vehicle, []osp.Customer{c}, holder, &holder} {
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%q", "%d", "%x"} {
			printed += fmt.Sprintf(verb+"\n", v)
		}
		printed += fmt.Sprintln(v)
	}
	for _, secret := range []string{"Jordan", "555 0199", "jordan@", "Palm", "Ormond", "32174", "Sunday", "Ford", "466f7264"} {
		if strings.Contains(printed, secret) {
			t.Errorf("%q is printed", secret)
		}
	}
}

// A stored request decodes to the same request, and the zero value is not stored.
func TestBookingRequestJSON(t *testing.T) {
	r := request(t, replace("/customer/notes", "5 &amp;lt; 6 <b>x</b>"), patchOp{"add", "/customer/vehicle", []byte(`{"make":"Ford"}`)})
	stored, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	again, err := osp.DecodeBookingRequest(stored)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r.Customer(), again.Customer()); diff != "" {
		t.Error(diff)
	}
	if r.RequestID() != again.RequestID() || r.PreferredDate() != again.PreferredDate() {
		t.Error("ids or date differ")
	}
	if _, err := json.Marshal(osp.BookingRequest{}); err == nil {
		t.Error("the zero value was stored")
	}
}

// agreesWithSchema compares decoding with the printed schema and the rule on digits. Names and emails are held to more than
// what the schema library looks at.
func agreesWithSchema(t *testing.T, input []byte) {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(input))
	if err != nil {
		return
	}
	problem := toolSchemas()["request_service_booking.input"].Validate(v)
	r, err := osp.DecodeBookingRequest(input)
	if err == nil {
		if problem != nil {
			t.Fatalf("accepted, but the schema says %v", problem)
		}
		if name := r.Customer().Name; len(name) < 2 {
			t.Fatalf("a name of %d bytes", len(name))
		}
		return
	}
	refusal := refusalOf(t, err)
	checkOutput(t, "request_service_booking", refusal)
	if problem != nil {
		return
	}
	for _, field := range refusal.Fields {
		if field != "customer.phone" && field != "customer.name" && field != "customer.email" && field != "$" {
			t.Fatalf("the schema is satisfied, but %v is refused", field)
		}
	}
	if refusal.Code == osp.CodeMissingProvenance {
		t.Fatal("the schema is satisfied, but consent is missing")
	}
}

func TestDecodedRequestIsACopy(t *testing.T) {
	input := bookingInput(t)
	r, err := osp.DecodeBookingRequest(input)
	if err != nil {
		t.Fatal(err)
	}
	clear(input)
	kept, err := json.Marshal(r)
	if err != nil || !bytes.Contains(kept, []byte("Jordan Ellis")) || r.Customer().Name != "Jordan Ellis" {
		t.Errorf("the request changed with the caller's bytes: %v", err)
	}
}

func TestDecodingAgreesWithSchema(t *testing.T) {
	agreesWithSchema(t, bookingInput(t))
	for _, c := range badInputs {
		agreesWithSchema(t, bookingInput(t, c.op))
	}
}

// Several random changes at once, most of them near misses, are judged as the schema judges them.
func TestDecodingAgreesWithSchemaOnMutants(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	texts := []any{"", "x", "call", "email", "text", "mcp", "Morning", "daytona", "AC", "2026-09-09", "2026-02-30", "32174", "3217", "true",
		"jordan@example.net", "a@b", "+1 386 555 0199", "555 0199", "6F1D2C1E-6b9a-4e3e-9c0b-2a6f0e7f1a11", strings.Repeat("é", 40),
		strings.Repeat("é", 41), strings.Repeat("a", 121), strings.Repeat("a", 2001), "<b></b>", "\u200b\u200b", true, false, nil, 1, 32174, 2019.5,
		[]any{}, []any{"x"}, map[string]any{}, map[string]any{"year": "2019"}, map[string]any{"year": 2019}, map[string]any{"channel": "rest"}}
	paths := []string{"/requestId", "/serviceSlug", "/preferredDate", "/preferredTime", "/location", "/customer/name", "/customer/phone",
		"/customer/email", "/customer/address", "/customer/city", "/customer/state", "/customer/zip", "/customer/notes",
		"/customer/contactMethod", "/customer/vehicle", "/customer/extra", "/agent", "/agent/channel", "/agent/name", "/agent/extra", "/extra",
		"/confirmed", "/customer/contactAuthorized"}
	for range 3000 {
		var ops []patchOp
		seen := make(map[string]bool)
		for range 1 + rng.IntN(3) {
			path := paths[rng.IntN(len(paths))]
			if top := strings.Split(path, "/")[1]; path != "/agent" && seen["/agent"] && top == "agent" || seen[path] {
				continue
			}
			seen[path] = true
			if rng.IntN(4) == 0 {
				ops = append(ops, remove(path))
			} else {
				ops = append(ops, replace(path, texts[rng.IntN(len(texts))]))
			}
		}
		agreesWithSchema(t, bookingInput(t, ops...))
	}
}

func FuzzDecodeBookingRequest(f *testing.F) {
	f.Add(bookingInput(f))
	f.Add(bookingInput(f, remove("/customer/phone"), replace("/customer/contactMethod", "email")))
	f.Add([]byte(`{"confirmed":true,"customer":{"contactAuthorized":true}}`))
	f.Fuzz(func(t *testing.T, input []byte) {
		r, err := osp.DecodeBookingRequest(input)
		if err != nil && r != nil {
			t.Fatal("a request with an error")
		}
		agreesWithSchema(t, input)
		if err == nil {
			stored, err := json.Marshal(r)
			if err != nil {
				t.Fatal(err)
			}
			again, err := osp.DecodeBookingRequest(stored)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(r.Customer(), again.Customer()); diff != "" {
				t.Fatal("the stored request differs")
			}
		}
	})
}
