package audit_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/internal/strictjson"
)

// FuzzRedactPlanted plants a customer into text and looks for it in the event.
func FuzzRedactPlanted(f *testing.F) {
	f.Add("José Núñez", uint64(15555550100), "-", "jane", "example.com", "482913", "no match for ", uint8(0))
	f.Add("May Day", uint64(447700900123), " ", `"john doe"`, "example.co.uk", "12-34", "%20", uint8(1))
	f.Add("山田太郎", uint64(819012345678), "\u2011", "用户", "例え.jp", "A1B2", "\\u0041", uint8(2))
	f.Add("Bo Xi", uint64(3865550199), ".", "a_b%c+d", "sub.example.museum", "000000", "&amp;", uint8(3))
	f.Add("O'Neil d'Arcy", uint64(4930123456), "/", "x", "y", "9", "2026-05-05, ", uint8(11))
	f.Fuzz(func(t *testing.T, name string, phone uint64, sep, local, domain, code, around string, how uint8) {
		for _, s := range []string{name, sep, local, domain, code, around} {
			if !utf8.ValidString(s) || len(s) > 200 {
				t.Skip()
			}
		}
		p := &person{names: []string{name}, phone: fmt.Sprintf("+%d", phone%1e15)}
		if len(p.phone) < 11 || len(sep) > 3 || strings.ContainsFunc(sep, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }) || strings.ContainsAny(sep, ",;:%&\\") {
			t.Skip()
		}
		if isDomain := func(r rune) bool { return r == '.' || r == '-' || unicode.IsLetter(r) }; local != "" && strings.ContainsFunc(domain, unicode.IsLetter) &&
			!strings.ContainsFunc(domain, func(r rune) bool { return !isDomain(r) }) && !strings.ContainsFunc(local, func(r rune) bool { return r <= ' ' || unicode.IsSpace(r) || !unicode.IsGraphic(r) }) {
			p.email = local + "@" + domain
		}
		if isCode := func(r rune) bool { return '0' <= r && r <= '9' || 'A' <= r && r <= 'Z' }; len(code) >= 3 && !strings.ContainsFunc(code, func(r rune) bool { return !isCode(r) }) {
			p.code = strings.ToLower(code)
		}
		digits := p.phone[1:]
		phoneText := digits[:3] + sep + digits[3:6] + sep + digits[6:]
		disguise := disguises[int(how)%len(disguises)]
		message := around + disguise(name) + around + " " + disguise(phoneText) + " " + disguise(p.email) + " " + around + " " + disguise(p.code) + " " + around
		if !utf8.ValidString(message) {
			t.Skip()
		}
		in := mustJSON(t, map[string]any{"customer": map[string]any{"display_name": name, "phone": p.phone, "email": p.email}, "verification_code": p.code})
		e, err := audit.NewEvent(nil, audit.Call{ID: "aud_1", ToolName: "booking.create", At: noon, Input: in, Result: []byte(problem("slot_taken", message))})
		if err != nil {
			t.Fatal(err)
		}
		var result struct{ Problem struct{ Message string } }
		if err := json.Unmarshal(e.Result, &result); err != nil {
			t.Fatal(err)
		}
		if leak := p.leak(result.Problem.Message); leak != "" {
			t.Errorf("%s can be read in %q, which was %q", leak, result.Problem.Message, message)
		}
	})
}

// FuzzRedact: whatever JSON comes in, an event that holds together comes out, and
// redacting it again changes nothing that counts.
func FuzzRedact(f *testing.F) {
	for _, d := range documents {
		f.Add([]byte(d.input), []byte(d.result))
	}
	f.Add([]byte(booking(jane)), []byte(problem("x", "Jane Customer, +1 555 555 0100, approval.token=\"abc\"")))
	f.Add([]byte(`{"a":1,"a":1e999,"customer":"x","token":[1,{"b":null}]}`), []byte(`"\u0000\ud83d\ude00"`))
	f.Fuzz(func(t *testing.T, input, result []byte) {
		e, err := audit.NewEvent(nil, audit.Call{ID: "aud_1", ToolName: "booking.create", At: noon, Input: input, Result: result})
		if err != nil {
			for _, doc := range [][]byte{input, result} {
				if strictjson.Check(doc, strictjson.Options{}) != nil {
					return
				}
			}
			t.Fatalf("sound documents are refused: %v", err)
		}
		if err := e.Verify(); err != nil {
			t.Fatal(err)
		}
		// A number beyond a double becomes a string.
		var fits any
		if strictjson.Check(input, strictjson.Options{}) == nil && json.Unmarshal(input, &fits) == nil && !strings.Contains(string(input), "@") {
			sameShape(t, "input", parsed(t, input), parsed(t, e.Input))
		}
		if err := strictjson.Check(e.Input, strictjson.Options{MaxBytes: 1 << 30, MaxDepth: 200}); err != nil {
			t.Fatal(err)
		}
		var log audit.MemoryLog
		if err := log.Append(t.Context(), e); err != nil {
			t.Fatal(err)
		}
		if _, err := audit.Alias(log.Events()); err != nil {
			t.Fatal(err)
		}
	})
}
