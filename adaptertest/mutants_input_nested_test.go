package adaptertest_test

import (
	"context"
	"encoding/json"
	"regexp"
	"strings"
	"unicode"

	"github.com/openservicekit/openservice/osbp"
)

var nestedMutants = []mutant{
	{
		name: "of two amounts of one cap the last counts", check: "input.duplicate_member",
		host: reading(func(_ osbp.Tool, raw json.RawMessage) json.RawMessage {
			return regexp.MustCompile(`"amount_minor":\d+,("amount_minor":\d+)`).ReplaceAll(raw, []byte("$1"))
		}),
	},
	{
		name: "a limit that is null is none", check: "input.null_member",
		host: reading(careful(func(_ osbp.Tool, args map[string]any) {
			m := memberOf(args, "mandate")
			for name, v := range m {
				if v == nil && name != "provider_ids" {
					delete(m, name)
				}
			}
		})),
	},
	{
		name: "a contact that is null is none", check: "input.null_member",
		host: reading(careful(func(_ osbp.Tool, args map[string]any) {
			m := memberOf(args, "customer")
			for name, v := range m {
				if v == nil {
					delete(m, name)
				}
			}
		})),
	},
	{
		name: "one action is a list of it", check: "input.wrong_type",
		host: reading(careful(func(_ osbp.Tool, args map[string]any) {
			m := memberOf(args, "mandate")
			if s, ok := m["allowed_actions"].(string); ok {
				m["allowed_actions"] = []any{s}
			}
			for _, n := range []string{"service_ids", "schedule_ids", "provider_ids"} {
				if s, ok := m[n].(string); ok {
					m[n] = []any{s}
				}
			}
		})),
	},
	{
		name: "names match in any case within a cap", check: "input.member_case",
		host: reading(careful(func(_ osbp.Tool, args map[string]any) {
			m := memberOf(memberOf(args, "mandate"), "max_price")
			for name, v := range m {
				delete(m, name)
				m[strings.ToLower(name)] = v
			}
		})),
	},
	{
		name: "a code may be a number", check: "input.wrong_type",
		host: reading(careful(func(tool osbp.Tool, args map[string]any) {
			if n, ok := args["verification_code"].(json.Number); ok {
				args["verification_code"] = n.String()
			}
			if n, ok := args["code"].(json.Number); ok {
				args["code"] = n.String()
			}
		})),
	},
	{
		name: "what is not false is confirmed", check: "input.wrong_type",
		host: reading(careful(func(tool osbp.Tool, args map[string]any) {
			a := memberOf(args, "approval")
			if s, ok := a["confirmed"].(string); ok {
				a["confirmed"] = s != ""
			}
			if n, ok := a["confirmed"].(json.Number); ok {
				a["confirmed"] = n.String() != "0"
			}
		})),
	},
	{
		name: "comments and commas too many are passed over", check: "input.json",
		host: reading(func(_ osbp.Tool, raw json.RawMessage) json.RawMessage {
			if json.Valid(raw) {
				return raw
			}
			lax := regexp.MustCompile(`/\*.*?\*/`).ReplaceAll(raw, nil)
			lax = regexp.MustCompile(`,(\s*[}\]])`).ReplaceAll(lax, []byte("$1"))
			return lax
		}),
	},
	{
		name: "a query may have more members", check: "input.query_members",
		host: reading(careful(func(tool osbp.Tool, args map[string]any) {
			if tool == osbp.ToolBookingStatus || tool == osbp.ToolVerificationSend || tool == osbp.ToolVerificationVerify {
				delete(args, "x_extra")
			}
		})),
	},
	{
		name: "a fee cap below nothing is none", check: "input.amount",
		host: reading(careful(func(_ osbp.Tool, args map[string]any) {
			m := memberOf(args, "mandate")
			f := memberOf(m, "max_extra_fee")
			if n, ok := f["amount_minor"].(json.Number); ok && strings.HasPrefix(n.String(), "-") {
				delete(m, "max_extra_fee")
			}
		})),
	},
	{
		name: "digits of any script are digits", check: "input.find_date",
		also: []string{"input.create_date"},
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in,
				find: func(ctx context.Context, i osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
					i.Date = asciiDigits(i.Date)
					return in.FindAvailability(ctx, i)
				},
				create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
					c.Date, c.Time = asciiDigits(c.Date), asciiDigits(c.Time)
					return in.CreateBooking(ctx, c)
				}}
		},
	},
	{
		name: "a time behind the date is cut off", check: "input.create_date",
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) {
			if len(c.Date) > 10 && strings.Contains(c.Date, "T") {
				c.Date = c.Date[:10]
			}
		}),
	},
	{
		name: "a date before the time is cut off", check: "input.create_date",
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) {
			_, c.Time, _ = strings.Cut("T"+c.Time[max(0, strings.LastIndex(c.Time, "T")):], "T")
			if i := strings.LastIndex(c.Time, "T"); i >= 0 {
				c.Time = c.Time[i+1:]
			}
		}),
	},
}

// asciiDigits writes the digits of every script as those of ASCII.
func asciiDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if r > 127 && unicode.IsDigit(r) {
			for z := r; ; z-- {
				if !unicode.IsDigit(z - 1) {
					return '0' + (r - z)
				}
			}
		}
		return r
	}, s)
}
