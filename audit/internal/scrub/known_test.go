package scrub_test

import (
	"fmt"
	"net/url"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"github.com/openservicekit/openservice/audit/internal/scrub"
)

func scrubber(add func(k *scrub.Known)) *scrub.Scrubber {
	var k scrub.Known
	add(&k)
	return scrub.New(&k)
}

// disguises are the ways in which a value may come back (rule 26).
var disguises = map[string]func(string) string{
	"as it is":     func(s string) string { return s },
	"upper case":   strings.ToUpper,
	"lower case":   strings.ToLower,
	"title case":   strings.ToTitle,
	"NFC":          norm.NFC.String,
	"NFD":          norm.NFD.String,
	"NFKC":         norm.NFKC.String,
	"NFKD":         norm.NFKD.String,
	"upper NFD":    func(s string) string { return norm.NFD.String(strings.ToUpper(s)) },
	"full width":   fullWidth,
	"query":        url.QueryEscape,
	"path":         url.PathEscape,
	"every byte":   percentAll,
	"lower hex":    func(s string) string { return strings.ToLower(percentAll(s)) },
	"twice":        func(s string) string { return url.QueryEscape(url.QueryEscape(s)) },
	"in part":      percentSome,
	"NFD, percent": func(s string) string { return url.PathEscape(norm.NFD.String(s)) },
	"JSON escapes": jsonEscapes,
	"references":   references,
	"invisible":    func(s string) string { return strings.Join(strings.Split(s, ""), "\u200b") },
}

func fullWidth(s string) string {
	return strings.Map(func(r rune) rune {
		if '!' <= r && r <= '~' {
			return r + 0xfee0
		}
		return r
	}, s)
}

func percentAll(s string) string {
	var b strings.Builder
	for _, c := range []byte(s) {
		fmt.Fprintf(&b, "%%%02X", c)
	}
	return b.String()
}

func percentSome(s string) string {
	var b strings.Builder
	for i, r := range []rune(s) {
		if i%2 == 0 {
			b.WriteString(percentAll(string(r)))
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func jsonEscapes(s string) string {
	return strings.Trim(fmt.Sprintf("%+q", s), `"`)
}

func references(s string) string {
	var b strings.Builder
	for _, r := range s {
		fmt.Fprintf(&b, "&#%d;", r)
	}
	return b.String()
}

// TestRule26_KnownValuesGo: a known value goes in whatever form it comes back.
func TestRule26_KnownValuesGo(t *testing.T) {
	for _, c := range []struct {
		name, value string
		add         func(*scrub.Known, string)
	}{
		{"plain name", "Jane Customer", (*scrub.Known).AddName},
		{"accents", "José Núñez", (*scrub.Known).AddName},
		{"two letters", "Bo Xi", (*scrub.Known).AddName},
		{"common words", "May Day", (*scrub.Known).AddName},
		{"sharp s", "Strauß Groß", (*scrub.Known).AddName},
		{"letters without decomposition", "Øyvind Łukasz", (*scrub.Known).AddName},
		{"final sigma", "Γιώργος", (*scrub.Known).AddName},
		{"Turkish", "İpek Ilgaz", (*scrub.Known).AddName},
		{"Cyrillic", "Андрей", (*scrub.Known).AddName},
		{"Arabic", "محمد علي", (*scrub.Known).AddName},
		{"Devanagari", "कमला", (*scrub.Known).AddName},
		{"Vietnamese", "Nguyễn Thị Hồng", (*scrub.Known).AddName},
		{"apostrophe and hyphen", "O'Brien Ellis-Jordan", (*scrub.Known).AddName},
		{"Han", "山田太郎", (*scrub.Known).AddName},
		{"one Han character", "李", (*scrub.Known).AddName},
		{"Katakana", "ジョン・スミス", (*scrub.Known).AddName},
		{"Hangul", "김철수", (*scrub.Known).AddName},
		{"Thai", "สมชาย", (*scrub.Known).AddName},
		{"email", "jane.doe+bk@mail.example.com", (*scrub.Known).AddContact},
		{"quoted email", `"john doe"@example.com`, (*scrub.Known).AddContact},
		{"IDN email", "用户@例え.jp", (*scrub.Known).AddContact},
		{"phone", "+15555550100", (*scrub.Known).AddContact},
		{"token", "zQ8-_xYt.rrT0", (*scrub.Known).AddSecret},
		{"code", "482913", (*scrub.Known).AddCode},
		{"code with letters", "G-482913", (*scrub.Known).AddCode},
		{"short code with letters", "7XK9", (*scrub.Known).AddCode},
		{"address", "12 Main Street", (*scrub.Known).AddAddress},
		{"image", "https://cdn.example.com/p/jane.jpg?w=80", (*scrub.Known).AddURL},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := scrubber(func(k *scrub.Known) { c.add(k, c.value) })
			for name, disguise := range disguises {
				for _, frame := range []string{"%s", "no match for (%s).", "a %s, b", "“%s”", "/x/%s/y", "x=%s&y=1", "\n%s\t", "_%s_"} {
					text := fmt.Sprintf(strings.ReplaceAll(frame, "%s", "%[1]s"), disguise(c.value))
					got := s.Text(text)
					if leak := leaks(got, c.value); leak != "" {
						t.Errorf("%s: %q became %q, which has %q", name, text, got, leak)
					}
				}
			}
		})
	}
}

// Part of a double name is also written without its apostrophe.
func TestRule26_JoinedPartOfAName(t *testing.T) {
	s := scrubber(func(k *scrub.Known) { k.AddName("May O'Brien-Núñez") })
	for _, text := range []string{"OBRIEN", "obrien-nunez", "ObrienNunez", "O’Brien"} {
		if got := strings.ReplaceAll(s.Text(text), scrub.Marker, ""); strings.Trim(got, "-’") != "" {
			t.Errorf("of %q %q is left", text, got)
		}
	}
}

// leaks looks for a word of value, or in scripts without spaces the whole of it,
// in any reading of text.
func leaks(text, value string) string {
	readings := []string{text}
	for range 3 {
		if d, err := url.QueryUnescape(readings[len(readings)-1]); err == nil {
			readings = append(readings, d)
		}
	}
	harmless := map[string]bool{"https": true, "w": true, "p": true, "g": true}
	for _, r := range readings {
		r = plain(strings.ReplaceAll(r, scrub.Marker, " "))
		whole := map[string]bool{}
		for word := range strings.FieldsFuncSeq(r, isSeparator) {
			whole[word] = true
		}
		for word := range strings.FieldsFuncSeq(plain(value), isSeparator) {
			unspaced := strings.ContainsFunc(word, func(r rune) bool {
				return unicode.In(r, unicode.Han, unicode.Katakana, unicode.Hangul, unicode.Thai)
			})
			if !harmless[word] && (whole[word] || unspaced && strings.Contains(r, word)) {
				return word
			}
		}
	}
	return ""
}

func isSeparator(r rune) bool { return !unicode.In(r, unicode.L, unicode.M, unicode.Nd) }

func plain(s string) string { return strings.ToLower(strings.ToUpper(norm.NFKC.String(s))) }

// TestRule26_PhoneNotations: a known number goes however it is written.
func TestRule26_PhoneNotations(t *testing.T) {
	s := scrubber(func(k *scrub.Known) {
		k.AddContact("+15555550100")
		k.AddContact("+447700900123")
	})
	for _, text := range []string{
		"+15555550100", "15555550100", "5555550100", "555-555-0100", "(555) 555-0100", "555.555.0100", "555 555 0100", "+1 (555) 555-0100",
		"1-555-555-0100", "001 555 555 0100", "555/555/0100", "555‑555‑0100", "555–555–0100", "555\u00a0555\u00a00100", "5 5 5 5 5 5 0 1 0 0",
		"５５５５５５０１００", "٥٥٥٥٥٥٠١٠٠", "५५५-५५५-०१००", "[555][555][0100]", "555_555_0100", "555,555,0100", "555 - 555 - 0100", "5555550100x7",
		"tel:+1-555-555-0100;ext=7", "5550100", "555-0100", "%2B1%20555%20555%200100", "no5555550100", "99-5555550100",
		"+44 7700 900123", "07700 900123", "07700900123", "+44 (0)7700 900 123", "0044 7700 900123", "(07700) 900123", "+44(0)7700900123",
	} {
		got := s.Text("see " + text + " on 2026-05-05 at 13:00 for $95.00")
		if !strings.HasSuffix(got, " on 2026-05-05 at 13:00 for $95.00") {
			t.Errorf("%q: what surrounds it became %q", text, got)
		}
		if strings.ContainsAny(strings.TrimSuffix(got, "on 2026-05-05 at 13:00 for $95.00"), "0123456789５٥५") && !strings.Contains(text, "9-5") && !strings.Contains(text, "=7") && !strings.Contains(text, "x7") {
			t.Errorf("%q became %q", text, got)
		}
		if strings.Contains(got, "0100") || strings.Contains(got, "900") || strings.Contains(got, "555") {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// TestRule26_WholeWords: a name goes as a word, not as a part of one.
func TestRule26_WholeWords(t *testing.T) {
	s := scrubber(func(k *scrub.Known) {
		k.AddName("May Day")
		k.AddName("T")
		k.AddName("PT")
		k.AddName("Jane 2nd")
	})
	for _, text := range []string{
		"Maybe Monday", "payday", "today", "2026-05-05T13:00:00", "PT60M", "mayday1", "2 of 12", "Janet",
	} {
		if got := s.Text(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
	for text, want := range map[string]string{
		"may day":                           "[redacted] [redacted]",
		"MAY-DAY":                           "[redacted]-[redacted]",
		"mayday":                            "[redacted]",
		"mnd_may_1":                         "mnd_[redacted]_1",
		"5 May 2026":                        "5 [redacted] 2026",
		"Mayさん":                             "[redacted]さん",
		"Jane's":                            "[redacted]'s",
		"jane_t":                            "[redacted]_[redacted]",
		"May\u200bbe":                       "[redacted]be",
		"to\u00adday":                       "to\u00ad[redacted]",
		"JANE\u0301 \u200bM\u00ada\u0300y!": "[redacted] \u200b[redacted]!",
	} {
		if got := s.Text(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// TestRule26_UnspacedNames: where a script has no spaces there are no words.
func TestRule26_UnspacedNames(t *testing.T) {
	s := scrubber(func(k *scrub.Known) {
		k.AddName("山田太郎")
		k.AddName("김철수")
		k.AddName("ﾔﾏﾀﾞ")
	})
	for text, want := range map[string]string{
		"予約者は山田太郎様です": "予約者は[redacted]様です",
		"山田 太郎":       "[redacted]",
		"山田・太郎 様":     "[redacted] 様",
		"山田さん":        "山田さん",
		"김철수님 예약":     "[redacted]님 예약",
		"ヤマダ様":        "[redacted]様",
	} {
		if got := s.Text(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// TestNameOfTheMarker: the marker stays one, whatever people are called.
func TestNameOfTheMarker(t *testing.T) {
	s := scrubber(func(k *scrub.Known) { k.AddName("Jane Redacted") })
	if got, want := s.Text("jane redacted"), "[redacted] [redacted]"; got != want {
		t.Errorf("became %q, want %q", got, want)
	}
}

// TestNamesOfSymbols: some write emoji for their names.
func TestNamesOfSymbols(t *testing.T) {
	s := scrubber(func(k *scrub.Known) { k.AddName("🌸✿"); k.AddName("--"); k.AddName("\u0301"); k.AddName(" ") })
	for text, want := range map[string]string{"for 🌸✿ -- ok": "for [redacted] -- ok", "🌸": "🌸"} {
		if got := s.Text(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// TestRule26_Codes: a code goes where it stands alone, not inside another number.
func TestRule26_Codes(t *testing.T) {
	s := scrubber(func(k *scrub.Known) { k.AddCode("482913"); k.AddCode("7XK9"); k.AddCode("12-34") })
	for text, want := range map[string]string{
		"Code 482913 is invalid for appointment 77482913": "Code [redacted] is invalid for appointment 77482913",
		"482 913":       "[redacted]",
		"4-8-2-9-1-3":   "[redacted]",
		"code:482913.":  "code:[redacted].",
		"code=482913&x": "code=[redacted]&x",
		"CODE482913":    "CODE[redacted]",
		"４８２９１３":        "[redacted]",
		"4829130":       "4829130",
		"7xk9":          "[redacted]",
		"7xk90":         "7xk90",
		"1234":          "[redacted]",
		"12:34":         "12:34",
		"12 34 rooms":   "12 34 rooms",
	} {
		if got := s.Text(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// TestRule26_IDsStay: in an id only contacts that can't be part of one go.
func TestRule26_IDsStay(t *testing.T) {
	s := scrubber(func(k *scrub.Known) {
		k.AddName("May Customer")
		k.AddContact("+15555550100")
		k.AddCode("482913")
		k.AddSecret("mnd_2026_05_01_001") // an agent would like to see its mandate vanish
		k.AddContact("+20260501001")
	})
	for id, want := range map[string]string{
		"mnd_2026_05_01_001":     "mnd_2026_05_01_001",
		"may":                    "may",
		"customer_123":           "customer_123",
		"org_01jw3z8x9k2m4n6p8":  "org_01jw3z8x9k2m4n6p8",
		"9876543210":             "9876543210",
		"booking:org_1":          "booking:org_1",
		"s_482913":               "s_482913",
		"482913":                 "[redacted]",
		"idem_jane@example.com":  "[redacted]",
		"cust-15555550100":       "cust-[redacted]",
		"5555550100":             "[redacted]",
		"555-555-0100":           "[redacted]",
		"95555550100":            "95555550100",
		"approve_Zm9vYmFyYmF6XX": "[redacted]",
	} {
		if got := s.ID(id); got != want {
			t.Errorf("%q became %q, want %q", id, got, want)
		}
	}
}

// TestRule26_KnownIDsSurviveInText: the name Customer does not break customer_123.
func TestRule26_KnownIDsSurviveInText(t *testing.T) {
	s := scrubber(func(k *scrub.Known) {
		k.AddName("Jane Customer")
		k.AddContact("+15555550100")
		for _, id := range []string{"customer_123", "1054354381", "5555550100", "jane", "jane_x", "386-555-0199"} {
			k.AddID(id)
		}
	})
	for text, want := range map[string]string{
		"Appointment id: 1054354381.": "Appointment id: 1054354381.",
		"customer_123 not found":      "customer_123 not found",
		"customer customer_1234":      "[redacted] [redacted]_1234",
		"call 1054354381 1054354382":  "call [redacted]",
		"(5555550100)":                "([redacted])",
		"jane jane_x":                 "[redacted] [redacted]_x",
		"386-555-0199":                "[redacted]",
		"see customer_123: jane":      "see customer_123: [redacted]",
	} {
		if got := s.Text(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

func TestContactsLeaveNames(t *testing.T) {
	s := scrubber(func(k *scrub.Known) { k.AddName("May"); k.AddContact("+15555550100") })
	for text, want := range map[string]string{
		"may": "may", "555 5550100": "[redacted]", "x jane@example.com": "x [redacted]", "allow_policy_fee": "allow_policy_fee",
	} {
		if got := s.Contacts(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

func TestAddress(t *testing.T) {
	s := scrubber(func(k *scrub.Known) { k.AddAddress("12 Main Street, Springfield, CA 94110\nUSA") })
	for text, want := range map[string]string{
		"12 MAIN  STREET":                           "[redacted]",
		"12 main street, springfield":               "[redacted], [redacted]",
		"12 Main Street, Springfield, CA 94110 USA": "[redacted]",
		"the main street of USA":                    "the main street of USA",
		"ca 94110":                                  "[redacted]",
	} {
		if got := s.Text(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// TestOverlappingSecrets: values that share parts don't hide one another.
func TestOverlappingSecrets(t *testing.T) {
	s := scrubber(func(k *scrub.Known) {
		for _, secret := range []string{"abcdefgh", "cdefgzz", "xklmnopy", "klmnop", "aaaaaaaa"} {
			k.AddSecret(secret)
		}
	})
	for text, want := range map[string]string{
		"abcdefgzz":        "ab[redacted]",
		"abcdefghcdefgzz":  "[redacted]",
		"xklmnop.":         "x[redacted].",
		"xklmnopy":         "[redacted]",
		"abcdefabcdefgh":   "abcdef[redacted]",
		"baaaaaaaaaaaaaab": "b[redacted]b",
	} {
		if got := s.Text(text); got != want {
			t.Errorf("%q became %q, want %q", text, got, want)
		}
	}
}

// TestOverfull: more secrets than can be looked for blank the text.
func TestOverfull(t *testing.T) {
	s := scrubber(func(k *scrub.Known) {
		for i := range 20_000 {
			k.AddSecret(fmt.Sprintf("%d secret of no common beginning", i))
		}
	})
	if got := s.Text("harmless"); got != scrub.Marker {
		t.Errorf("became %q", got)
	}
}

// TestThousandsOfValues: none is forgotten.
func TestThousandsOfValues(t *testing.T) {
	var k scrub.Known
	var text strings.Builder
	for i := range 3000 {
		k.AddName(fmt.Sprintf("Given%c Family%d", 'a'+i%26, i))
		k.AddContact(fmt.Sprintf("+1555%07d", i))
		k.AddContact(fmt.Sprintf("user%d@mail%d.example", i, i))
		fmt.Fprintf(&text, "family%d, 555%07d user%d@mail%d.example; ", i, i, i, i)
	}
	got := scrub.New(&k).Text(text.String())
	if left := strings.Trim(strings.ReplaceAll(got, scrub.Marker, ""), " ,;"); left != "" && strings.ContainsAny(left, "0123456789") {
		t.Errorf("left %.200q", left)
	}
}
