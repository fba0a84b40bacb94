package adaptertest_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/openservicekit/openservice/internal/strictjson"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

var inputMutants = slices.Concat(bytesMutants, nestedMutants, valueMutants)

// rereading is a host in front of which somebody has decoded the arguments and encoded
// them again.
func rereading(change func(osbp.Tool, map[string]any)) func(osbp.Tool, json.RawMessage) json.RawMessage {
	return func(tool osbp.Tool, raw json.RawMessage) json.RawMessage {
		args, err := decoded(raw)
		if err != nil {
			return raw
		}
		change(tool, args)
		again, err := json.Marshal(args)
		if err != nil {
			return raw
		}
		return again
	}
}

// decoded reads one object that nothing follows.
func decoded(raw []byte) (map[string]any, error) {
	if !json.Valid(raw) {
		return nil, errors.New("no JSON")
	}
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var args map[string]any
	err := d.Decode(&args)
	return args, err
}

// careful is rereading that leaves alone what is not clean JSON.
func careful(change func(osbp.Tool, map[string]any)) func(osbp.Tool, json.RawMessage) json.RawMessage {
	return carefulTo(strictjson.MaxDepth, change)
}

func carefulTo(depth int, change func(osbp.Tool, map[string]any)) func(osbp.Tool, json.RawMessage) json.RawMessage {
	reread := rereading(change)
	return func(tool osbp.Tool, raw json.RawMessage) json.RawMessage {
		if strictjson.Check(raw, strictjson.Options{MaxDepth: depth}) != nil {
			return raw
		}
		return reread(tool, raw)
	}
}

func memberOf(args map[string]any, name string) map[string]any {
	m, _ := args[name].(map[string]any)
	return m
}

var bytesMutants = []mutant{
	{
		name: "limits within a cap are passed over", check: "input.unknown_mandate_member",
		host: reading(careful(func(_ osbp.Tool, args map[string]any) {
			delete(memberOf(memberOf(args, "mandate"), "max_price"), "weekdays_only")
		})),
	},
	{
		name: "members that nobody knows are passed over", check: "input.unknown_member", also: []string{"input.query_members"},
		host: reading(careful(func(tool osbp.Tool, args map[string]any) { delete(args, "x_extra") })),
	},
	{
		name: "limits that nobody knows are passed over", check: "input.unknown_mandate_member",
		host: reading(careful(func(_ osbp.Tool, args map[string]any) { delete(memberOf(args, "mandate"), "max_bookings") })),
	},
	{
		name: "encoding/json reads first: the last of two members counts", check: "input.duplicate_member", also: []string{"input.query_members", "input.utf8"},
		host: reading(rereading(func(osbp.Tool, map[string]any) {})),
	},
	{
		name: "names match in any case", check: "input.member_case",
		host: reading(careful(func(_ osbp.Tool, args map[string]any) {
			for name, value := range args {
				delete(args, name)
				args[strings.ToLower(name)] = value
			}
		})),
	},
	{
		name: "a missing key is made up", check: "input.missing_member",
		host: reading(careful(func(tool osbp.Tool, args map[string]any) {
			if _, ok := args["idempotency_key"]; tool == osbp.ToolBookingCreate && !ok {
				args["idempotency_key"] = strconv.FormatInt(time.Now().UnixNano(), 36)
			}
		})),
	},
	{
		name: "a missing date is today's", check: "input.missing_member",
		host: reading(careful(func(tool osbp.Tool, args map[string]any) {
			if _, ok := args["date"]; tool == osbp.ToolAvailabilityFind && !ok {
				args["date"] = "2026-05-01"
			}
		})),
	},
	{
		name: "null is absence", check: "input.null_member",
		host: reading(careful(func(_ osbp.Tool, args map[string]any) {
			for name, value := range args {
				if value == nil {
					delete(args, name)
				}
			}
		})),
	},
	{
		name: "numbers are texts", check: "input.wrong_type",
		host: reading(careful(func(tool osbp.Tool, args map[string]any) {
			if n, ok := args["reason"].(json.Number); ok {
				args["reason"] = n.String()
			}
		})),
	},
	{
		name: "a list of one is the one", check: "input.wrong_type",
		host: reading(careful(func(_ osbp.Tool, args map[string]any) {
			for name, value := range args {
				if list, ok := value.([]any); ok && len(list) == 1 {
					args[name] = list[0]
				}
			}
		})),
	},
	{
		name: "reading stops after the first value", check: "input.trailing_data",
		host: reading(func(_ osbp.Tool, raw json.RawMessage) json.RawMessage {
			var first json.RawMessage
			if err := json.NewDecoder(bytes.NewReader(raw)).Decode(&first); err != nil && err != io.EOF || first == nil {
				return raw
			}
			return first
		}),
	},
	{
		name: "lists that nobody knows are passed over", check: "input.nesting",
		host: reading(carefulTo(1<<20, func(_ osbp.Tool, args map[string]any) {
			if _, ok := args["x_extra"].([]any); ok {
				delete(args, "x_extra")
			}
		})),
	},
	{
		name: "text that is not UTF-8 is mended", check: "input.utf8",
		host: reading(func(_ osbp.Tool, raw json.RawMessage) json.RawMessage { return bytes.ToValidUTF8(raw, []byte("?")) }),
	},
	{
		name: "a long message is cut", check: "input.size",
		host: reading(func(tool osbp.Tool, raw json.RawMessage) json.RawMessage {
			if len(raw) <= 1<<20 {
				return raw
			}
			return rereading(func(_ osbp.Tool, args map[string]any) {
				if text, ok := args["message"].(string); ok {
					args["message"] = text[:min(len(text), 1000)]
				}
			})(tool, raw)
		}),
	},
	{
		name: "arguments by position", check: "input.object",
		host: reading(func(tool osbp.Tool, raw json.RawMessage) json.RawMessage {
			var list []json.RawMessage
			if tool == osbp.ToolServiceDescribe && json.Unmarshal(raw, &list) == nil && len(list) == 1 && list[0][0] == '{' {
				return list[0]
			}
			return raw
		}),
	},
}

var e164 = regexp.MustCompile(`^\+[1-9]\d{6,14}$`)

var valueMutants = []mutant{
	{
		name: "a date that is none fails somewhere below", check: "input.find_date",
		hand: func(q *quirks) { q.badDateAccepted = true },
	},
	{
		name: "amounts are cut to whole ones", check: "input.amount",
		host: reading(careful(func(_ osbp.Tool, args map[string]any) {
			price := memberOf(memberOf(args, "mandate"), "max_price")
			if n, ok := price["amount_minor"].(json.Number); ok {
				if f, err := n.Float64(); err == nil && f == math.Abs(f) {
					price["amount_minor"] = int64(f)
				}
			}
		})),
	},
	{
		name: "amounts may be texts", check: "input.amount",
		host: reading(careful(func(_ osbp.Tool, args map[string]any) {
			price := memberOf(memberOf(args, "mandate"), "max_price")
			if text, ok := price["amount_minor"].(string); ok {
				price["amount_minor"] = json.Number(text)
			}
		})),
	},
	{
		name: "an amount with a point is no whole one", check: "input.amount_forms",
		host: reading(func(tool osbp.Tool, raw json.RawMessage) json.RawMessage {
			return regexp.MustCompile(`"amount_minor":(\d+\.\d*)`).ReplaceAll(raw, []byte(`"amount_minor":"$1"`))
		}),
	},
	{
		name: "a date beyond the month runs into the next", check: "input.find_date",
		adapter: asking(func(in *osbp.AvailabilityFindInput) { in.Date = rolledOver(in.Date) }),
	},
	{
		name: "dates have many forms", check: "input.find_date",
		adapter: asking(func(in *osbp.AvailabilityFindInput) {
			if day, err := time.Parse("01/02/2006", in.Date); err == nil {
				in.Date = day.Format(time.DateOnly)
			}
		}),
	},
	{
		name: "a time on a 12-hour clock is taken", check: "input.create_date",
		adapter: creating(func(in *osbp.BookingCreateInput) { in.Time = strings.TrimSuffix(in.Time, " PM") }),
	},
	{
		name: "no time is the next one", check: "input.create_date",
		adapter: creating(func(in *osbp.BookingCreateInput) {
			if in.Time == "" && in.Mandate != nil && len(in.Mandate.EarliestStart) > 11 {
				in.Time = in.Mandate.EarliestStart[11:]
			}
		}),
	},
	{
		name: "booking.create has a default schedule", check: "input.create_ids",
		adapter: creating(func(in *osbp.BookingCreateInput) {
			if in.ScheduleID == "" {
				in.ScheduleID = sandbox.MeridianOnline
			}
		}),
	},
	{
		name: "no mandate is one for everything", check: "mandate.required",
		also: []string{"mandate.required"},
		adapter: creating(func(in *osbp.BookingCreateInput) {
			if in.Mandate == nil {
				in.Mandate = &osbp.Mandate{ID: "mnd_default", ExpiresAt: "2030-01-01T00:00:00Z", AllowedActions: osbp.AllTools(), OrganizationID: sandbox.MeridianTutors}
			}
		}),
	},
	{
		name: "no key is a key of its own", check: "input.no_key",
		adapter: creating(func(in *osbp.BookingCreateInput) {
			if in.IdempotencyKey == "" {
				in.IdempotencyKey = "none"
			}
		}),
	},
	{
		name: "phone numbers must be E.164", check: "input.contacts_pass",
		adapter: refusing(func(in *osbp.BookingCreateInput) bool {
			return in.Customer.Phone != "" && !e164.MatchString(in.Customer.Phone)
		}),
	},
	{
		name: "names must agree with each other", check: "input.nicknames_pass",
		also: []string{"leak.display_name_audited", "idempotency.conflict_name_parts", "summary.name_parts", "summary.name_labels"},
		adapter: refusing(func(in *osbp.BookingCreateInput) bool {
			c := in.Customer
			return c.DisplayName != "" && c.FamilyName != "" && !strings.HasSuffix(c.DisplayName, c.FamilyName)
		}),
	},
	{
		name: "a missing family name is made up", check: "input.name_parts",
		also: []string{"summary.display_name_alone"},
		adapter: creating(func(in *osbp.BookingCreateInput) {
			if c := &in.Customer; c.FamilyName == "" && c.DisplayName != "" {
				c.GivenName, c.FamilyName = c.DisplayName, c.DisplayName
			}
		}),
	},
}

// rolledOver is a date as lenient parsers read it.
func rolledOver(date string) string {
	var y, m, d int
	parts := strings.Split(date, "-")
	if len(date) != len(time.DateOnly) || len(parts) != 3 {
		return date
	}
	y, _ = strconv.Atoi(parts[0])
	m, _ = strconv.Atoi(parts[1])
	d, _ = strconv.Atoi(parts[2])
	return time.Date(y, time.Month(m), d, 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}
