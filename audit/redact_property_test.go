package audit_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"

	"github.com/openservicekit/openservice/audit"
)

var givenNames = []string{"Jane", "José", "Zoë", "Bo", "Li", "May", "Will", "Grace", "O'Neil", "Jean-Luc", "Łukasz", "Øyvind", "Γιώργος", "Андрей",
	"محمد", "太郎", "李", "지훈", "สมชาย", "Nguyễn", "İpek", "Strauß", "Æthel", "Al", "Mark", "Rose"}

var familyNames = []string{"Customer", "Núñez", "Day", "Xi", "Ng", "Smith", "Ellis-Jordan", "d'Arcy", "Müller", "Groß", "Παπαδόπουλος", "Иванов", "علي",
	"山田", "王", "김", "ใจดี", "Thị Hồng", "Yılmaz", "Sørensen", "Price", "Street", "van der Berg", "Smith Jr."}

var emailForms = []string{"%s@example.com", "%s+bk@example.com", "%s.x@mail.eu.example.co.uk", `"%s y"@example.com`, "%s@例え.jp", "%s@bücher.example", "o'%s@example.net"}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

func randomPerson(r *rand.Rand) *person {
	given, family := pick(r, givenNames), pick(r, familyNames)
	p := &person{names: []string{given + " " + family, given, family}, code: fmt.Sprintf("%06d", r.IntN(1e6))}
	if r.IntN(3) == 0 {
		p.names[0] = family + given
	}
	p.phone = fmt.Sprintf("%s%d%06d", pick(r, []string{"+1555", "+44770", "+4917", "+8190", "+9198"}), 1000+r.IntN(9000), r.IntN(1e6))
	p.email = fmt.Sprintf(pick(r, emailForms), pick(r, []string{"jq", "用户", "jörg", "a_b%c", strings.ToLower(norm.NFKD.String(given)), "x-1"}))
	return p
}

// notations are ways to write the national part of a number.
var notations = []func(cc, n string) string{
	func(cc, n string) string { return "+" + cc + n },
	func(cc, n string) string { return n },
	func(cc, n string) string { return "00" + cc + " " + n[:3] + " " + n[3:] },
	func(cc, n string) string { return "(" + n[:3] + ") " + n[3:6] + "-" + n[6:] },
	func(cc, n string) string { return n[:3] + "." + n[3:6] + "." + n[6:] },
	func(cc, n string) string { return "+" + cc + "\u00a0" + n[:2] + "\u00a0" + n[2:] },
	func(cc, n string) string { return n[:3] + "\u2011" + n[3:6] + "\u2011" + n[6:] },
	func(cc, n string) string { return "0" + n[:4] + "/" + n[4:] },
	func(cc, n string) string { return "+" + cc + " (0)" + n[:5] + "  " + n[5:] },
	func(cc, n string) string { return strings.Join(strings.Split(n, ""), " ") },
	func(cc, n string) string { return "tel:+" + cc + "-" + n[:3] + "-" + n[3:] },
	func(cc, n string) string { return script('０', n[:3]+"-"+n[3:]) },
	func(cc, n string) string { return script('٠', n) },
	func(cc, n string) string { return script('०', n[:4]+" "+n[4:]) },
}

func script(zero rune, digits string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return zero + r - '0'
		}
		return r
	}, digits)
}

var disguises = []func(string) string{
	func(s string) string { return s }, strings.ToUpper, strings.ToLower, strings.ToTitle,
	norm.NFC.String, norm.NFD.String, norm.NFKC.String, norm.NFKD.String, url.QueryEscape, url.PathEscape,
	func(s string) string { return url.PathEscape(url.QueryEscape(norm.NFD.String(s))) },
	func(s string) string { return strings.ToLower(url.QueryEscape(s)) },
	func(s string) string {
		var b strings.Builder
		for i, c := range []byte(s) {
			if c >= 0x80 || i%2 == 0 {
				fmt.Fprintf(&b, "%%%02x", c)
			} else {
				b.WriteByte(c)
			}
		}
		return b.String()
	},
}

// mention writes something of p as it may come back from anywhere.
func (p *person) mention(r *rand.Rand) string {
	what := pick(r, p.names)
	switch r.IntN(4) {
	case 0:
		what = pick(r, notations)(p.phone[1:len(p.phone)-9], p.phone[len(p.phone)-9:])
	case 1:
		what = p.email
	case 2:
		what = p.code
	}
	return fmt.Sprintf(pick(r, []string{"no match for %s.", "(%s)", "x %s", "%s y", "a=%s&b=1 c", `{"q":"%s"} z`, "«%s» ", "- %s\n", "/x/%s/ y", "_%s_ "}), pick(r, disguises)(what))
}

// survivors look a little like phone numbers and must stay readable.
var survivors = []string{"2026-05-05", "05/05/2026", "20260505", "13:00", "2026-05-05T13:00:00-07:00", "$95.00", "1,250.00", "12.500,00", "9500 USD", "PT60M", "P1DT2H",
	"10-12", "2020-2026", "ORD-2026-001234", "AB1234567890", "mnd_2026_05_01_001", "550e8400-e29b-41d4-a716-446655440000",
	"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "192.168.100.200"}

// documents are inputs and results of the tools.
var documents = []struct{ tool, input, result string }{
	{"service.describe", `{"service_id":"service_123"}`, `{"ok":true,"value":{"id":"service_123","name":"Haircut","duration":"PT60M",
		"price":{"amount_minor":9500,"currency":"USD","type":"fixed","display":"$95.00"},"requires_consultation":false,"options":[{"id":"o_1","name":"Beard"}]},"audit_event_id":"aud_1"}`},
	{"availability.find", `{"schedule_id":"schedule_123","date":"2026-05-05"}`, `{"ok":true,"value":[{"id":"schedule_123:provider_123","organization_id":"org_1","schedule_name":"Main Studio",
		"schedule_timezone":"America/Los_Angeles","provider_name":"Jordan Lee","provider_image_url":"https://cdn.example.com/1.jpg","starts_at":"2026-05-05T20:00:00.000Z",
		"starts_at_local":"2026-05-05T13:00:00","schedule_hours":[{"day":1,"open":"09:00","close":"17:00"}]}],"audit_event_id":"aud_1"}`},
	{"booking.create", strings.ReplaceAll(bookingInput, "CUSTOMER", `{"id":"customer_123"}`), `{"ok":true,"value":{"id":"receipt_1","booking_id":"appointment_123","text":"Booked Haircut."},"osbp_runtime":{"message":"No call."}}`},
	{"booking.create", `{"mandate":{"id":"mnd_1","unknown":{"member":["x",{"y":"z"}]},"max_price":{"amount_minor":"95","currency":7}}}`, problem("invalid_mandate", "mandate.unknown")},
	{"handoff.request", `{"reason":"slot_taken","message":"Please call.","mandate_id":"mnd_1"}`, `{"ok":true,"value":{"status":"requires_human","reason":"slot_taken","message":"Please call."}}`},
	{"booking.status", `{"booking_id":"appointment_123"}`, `{"ok":true,"value":{"id":"appointment_123","status":"booked","schedule_timezone":"America/Los_Angeles"}}`},
	{"policy.explain", `{"service_id":"service_123"}`, `{"ok":true,"value":{"cancellation_note":"Cancel early.","late_grace":"PT15M","organization":{"id":"org_1","name":"Bayview"}}}`},
}

// TestRule26_NobodyLeaks plants a random customer in every string of random
// calls, and finds nothing of it in the event; B-212 to B-215.
func TestRule26_NobodyLeaks(t *testing.T) {
	n := 1500
	if testing.Short() {
		n = 60
	}
	for seed := range n {
		r := rand.New(rand.NewPCG(uint64(seed), 26))
		p, doc := randomPerson(r), pick(r, documents)
		kept := map[string]bool{}
		plant := func(where, s string) string {
			switch {
			case strings.HasSuffix(where, "customer.id"):
				return s
			case strings.HasSuffix(where, "provider_image_url"), strings.HasSuffix(where, "token"), strings.HasSuffix(where, "verification_code"):
				return p.mention(r)
			case r.IntN(3) == 0: // with something that has to stay beside it
				survivor := pick(r, survivors)
				kept[survivor] = true
				return survivor + ", " + p.mention(r) + ", " + s
			case r.IntN(2) == 0:
				return s + " " + p.mention(r)
			}
			return p.mention(r) + s
		}
		input := eachString(parsed(t, []byte(doc.input)), "", plant).(map[string]any)
		result := eachString(parsed(t, []byte(doc.result)), "", plant)
		input["customer"] = map[string]any{"id": "customer_123", "display_name": p.names[0], "given_name": p.names[1], "family_name": p.names[2], "phone": p.phone, "email": p.email}
		input["verification_code"] = p.code
		in, out := mustJSON(t, input), mustJSON(t, result)
		e, err := audit.NewEvent(nil, audit.Call{ID: "aud_1", MandateID: "mnd_1 " + p.mention(r), ToolName: doc.tool, At: noon, Input: in, Result: out,
			Upstream: &audit.UpstreamMeta{Call: audit.UpstreamCall("GET", "/v1/x/"+url.PathEscape(p.mention(r))), Status: 200}})
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if err := e.Verify(); err != nil {
			t.Errorf("seed %d: %v", seed, err)
		}
		sameShape(t, fmt.Sprintf("seed %d: input", seed), parsed(t, in), parsed(t, e.Input))
		sameShape(t, fmt.Sprintf("seed %d: result", seed), parsed(t, out), parsed(t, e.Result))

		everything := []string{e.MandateID, e.Upstream.Call}
		collect := func(_, s string) string { everything = append(everything, s); return s }
		eachString(parsed(t, e.Input), "", collect)
		eachString(parsed(t, e.Result), "", collect)
		for _, s := range everything {
			if leak := p.leak(s); leak != "" && s != "customer_123" {
				t.Errorf("seed %d: %s can be read in %q\ninput %s\nresult %s", seed, leak, s, in, out)
			}
		}
		line := strings.Join(everything, "\n")
		for s := range kept {
			if !strings.Contains(line, s) {
				t.Errorf("seed %d: %s is gone\ninput %s\nresult %s\nevent %s", seed, s, in, out, mustJSON(t, e))
			}
		}
	}
}
