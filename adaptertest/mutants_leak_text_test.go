package adaptertest_test

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strings"

	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/osbp"
)

var leakTextMutants = []mutant{
	{
		name: "the first number of a text is taken out", check: "leak.free_text_audited",
		harness: tattling(func(e *audit.Event, args json.RawMessage, _ osbp.Envelope) {
			var given struct{ Message string }
			if json.Unmarshal(args, &given) != nil {
				return
			}
			n := regexp.MustCompile(`\+1\d{10}`).FindAllString(given.Message, -1)
			if len(n) > 1 {
				resnapped(e, func(input, _ map[string]any) { input["message"] = "Please call [redacted] or " + n[1] })
			}
		}),
	},
	{
		name: "the numbers of one country are taken out", check: "leak.free_text_audited",
		harness: tattling(func(e *audit.Event, args json.RawMessage, a osbp.Envelope) {
			if bytes.Contains(args, []byte("+44")) || bytes.Contains(args, []byte("+49")) {
				unredacted("message")(e, args, a)
			}
		}),
	},
	{
		name: "addresses with a plus sign are recorded", check: "leak.free_text_audited",
		harness: tattling(func(e *audit.Event, args json.RawMessage, a osbp.Envelope) {
			if regexp.MustCompile(`\+[a-z]+[a-z.]*@`).Match(args) {
				unredacted("message")(e, args, a)
			}
		}),
	},
	{
		name: "reasons are recorded as they are", check: "leak.free_text_audited",
		harness: tattling(unredacted("reason")),
	},
	{
		name: "display names of their own are recorded", check: "leak.display_name_audited",
		harness: tattling(func(e *audit.Event, args json.RawMessage, a osbp.Envelope) {
			var given struct {
				Customer osbp.Customer
			}
			if json.Unmarshal(args, &given) == nil && given.Customer.DisplayName != strings.TrimSpace(given.Customer.GivenName+" "+given.Customer.FamilyName) {
				unredacted("customer", "display_name")(e, args, a)
			}
		}),
	},
}
