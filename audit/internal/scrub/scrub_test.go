package scrub_test

import (
	"strings"
	"testing"

	"github.com/openservicekit/openservice/audit/internal/scrub"
)

// lookalikes survive in text, alone and in company (rule 26).
var lookalikes = []string{
	"2026-05-05", "2026/05/05", "05/05/2026", "05.05.2026", "5/5/26", "20260505", "2026-05", "2026-05-05T20:00:00.000Z",
	"2026-05-05T13:00:00-07:00", "2026-05-05T13:00:00+0700", "2026-05-05 13:00", "20260505T130000Z", "20260505130000",
	"2026-05-05/2026-05-14", "13:00", "9:30", "13:00:00", "09:00-17:00", "UTC+05:30",
	"12 500 000", "+1 250 000 USD", "1 234 567 890 UZS", "1 2 3 4 5", "fe80:386:555:0199:1", "order_386_555_0199",
	"$95.00", "1,250.00", "12.500,00", "1 250,00", "9500 USD", "USD 9500", "12.500 KWD", "1250000000 VND", "€ 1.250.000.000",
	"95.00-120.00", "12,500,000", "0.5", "37.774929", "-122.419416",
	"PT60M", "P1DT2H30M", "PT15M", "P2W",
	"10-12", "100-200", "18-65", "2020-2026", "1000-2000", "200-1500",
	"3f2a9c41e5b7d08123456789abcdef013f2a9c41e5b7d08123456789abcdef01",
	"e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
	"550e8400-e29b-41d4-a716-446655440000", "12345678-1234-4234-8234-123456789012",
	"mnd_2026_05_01_001", "idem_2026_05_01_001", "ORD-2026-001234", "AB-1234567", "AB1234567890", "inv-1234567890", "#1234567890",
	"order 1234567890", "order no. 1234567890", "appointment 1054354381", "appointment_123",
	"schedule_123:provider_123:service_123:2026-05-05T13:00:00", "org_01jw3z8x9k2m4n6p8r0s1t3v5w",
	"192.168.100.200", "1.2.3", "v1.26.8", "2026-W19", "room 12", "60 minutes", "200 people", "100%",
	"requires_payment_handoff", "booking.create", "approve_booking", "3 @ 9.50", "at 10 @ noon", "meet at noon", "look at dot two", "a haircut (at 9.30)", "Monday @ 10.30am", "5 @ 10.00 each",
}

func TestRule26_LookalikesSurvive(t *testing.T) {
	s := scrub.New(nil)
	for _, l := range lookalikes {
		for _, text := range []string{l, "See " + l + ".", "(" + l + ")", "from " + l + ", then", l + " 2026-05-05", "13:00 " + l} {
			if got := s.Text(text); got != text {
				t.Errorf("%q became %q", text, got)
			}
		}
	}
}

// shapes are contacts that nobody announced; none of them may be readable.
var shapes = []string{
	"(386) 555-0199", "386.555.0199", "+1 386 555 0199", "386‑555‑0199", "386 555 0199", "+44 20 7946 0958",
	"tel:+13865550199", "３８６-５５５-０１９９", "٣٨٦٥٥٥٠١٩٩", "३८६५५५०१९९", "386-555-0199", "+13865550199", "13865550199", "3865550199",
	"1-386-555-0199", "001 386 555 0199", "0044 20 7946 0958", "020 7946 0958", "07700 900123", "07700 900120", "+44 (0)20 7946 0958",
	"01 23 45 67 89", "01.23.45.67.89", "0123456789", "030 123456", "0176/12345678", "+49-176-12345678", "12 34 56 78",
	"612 345 678", "612345678", "03-1234-5678", "090-1234-5678", "98765 43210", "+91 98765-43210", "555-0199", "call 555 0199",
	"tel. 5550199", "386/555/0199", "[386] 555 0199", "(386)555-0199", "386 - 555 - 0199", "386  555  0199", "386•555•0199",
	"386.555.0199x12", "wa.me/13865550199", "%2B13865550199", "%2b1%20386%20555%200199", "+1\u00a0386\u00a0555\u00a00199", "+1-386-555-0199",
	"+61 412 345 678", "+34 612 345 678", "+420 777 123 456", "+351.912.345.678", "34 612 345 678", "612 345 678 Bob", "386_555_0199",
	"386|555|0199", "386,555,0199", "386⁃555⁃0199", "386⁄555⁄0199", "03ー1234ー5678", "3 8 6 5 5 5 0 1 9 9", "3-8-6-5-5-5-0-1-9-9", "3865550199 bob",
	"电话3865550199", "386\u200b555\u200b0199", "３８６５５５０１９９", "+１ ３８６ ５５５ ０１９９", `\u002b13865550199`, "&#43;13865550199",

	"jane@example.com", "Jane.Doe+bk@mail.example.co.uk", "o'brien+bk@example.co.uk", `"john doe"@example.com`, `"john \"x\" doe"@example.com`,
	"用户@例え.jp", "a_b%c@sub.example.museum", "jane%40example.com", "jane%2540example.com", "mailto:jane%40example.com", "JANE@EXAMPLE.COM",
	"jane＠example．com", "jane@[192.0.2.1]", "jane@localhost", "müller@müller.de", "j@x.io", `\"john doe\"@example.com`, "jane&#64;example.com",
	"jane (at) example.com", "jane [at] example [dot] com", "jane dot doe at example dot com", "jane @ example.com", "jane@\nexample.com", "jane(at)example.com",
	"jane%u0040example.com", "//jane:doe@example.com",
	`jane\u0040example.com`, "jane/doe@example.com", "{jane}@example.com", `"john".doe@example.com`, "12345@example.com", "josé@exámple.es",

	`approval.token="approve_Zm9vYmFyYmF6"`, "approval.token=abcdef123456", `approval.token: 'abc def'`, `"approval":{"token":"abcdef"}`,
	"approve_opaque_adapter_token", "APPROVAL_TOKEN=abcdef", `approval.token=\"abcdef\"`, "approval token: abcdef", `approval.token="-abc"`,
	`approval%2Etoken%3D%22abcdef%22`,
}

func TestRule26_ShapesGo(t *testing.T) {
	s := scrub.New(nil)
	for _, c := range shapes {
		for _, text := range []string{c, "Use " + c + " or " + c + ".", "<" + c + ">", "2026-05-05 " + c + " 13:00", c + ", 1,250.00"} {
			got := s.Text(text)
			if !strings.Contains(got, scrub.Marker) {
				t.Errorf("%q stayed %q", text, got)
				continue
			}
			left := strings.ToLower(strings.NewReplacer(scrub.Marker, "", "2026-05-05", "", "13:00", "", "1,250.00", "").Replace(got))
			for _, residue := range []string{"386", "555", "199", "7946", "958", "jane", "doe", "john", "brien", "example", "例え", "用户", "abc", "zm9v",
				"opaque", "müller", "123", "345", "678", "432", "900", "٣", "８", "३", "12 34", "a_b", "x.io", "josé", "def", "176"} {
				if strings.Contains(left, residue) {
					t.Errorf("%q became %q, which has %q", text, got, residue)
				}
			}
		}
	}
}
