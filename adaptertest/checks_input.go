package adaptertest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/openservicekit/openservice/osbp"
)

// What crosses the trust boundary is read strictly: a host that lets the second of two
// caps win, or passes over a limit that it doesn't know, says yes to what nobody allowed
// (B-047, B-065, B-156).
var inputChecks = slices.Concat(bytesChecks, nestedChecks, valueChecks)

var bytesChecks = []check{
	required("input.unknown_member", "Tool Set",
		"a member that the tool doesn't have is refused", (*probe).unknownMembers),
	required("input.unknown_mandate_member", "BookingMandate",
		"a member that a mandate or its cap doesn't have may be a limit, and is refused", (*probe).unknownMandateMembers),
	required("input.duplicate_member", "Tool Set",
		"a member that is given twice is refused, also inside the mandate", (*probe).duplicateMembers),
	required("input.member_case", "Tool Set",
		"a member whose name differs in case is not taken for the one it resembles", (*probe).memberCase),
	required("input.missing_member", "Tool Set",
		"a required member that is missing is refused", (*probe).missingMembers),
	required("input.null_member", "Tool Set",
		"null is refused and not taken for absence", (*probe).nullMembers),
	required("input.wrong_type", "Tool Set",
		"a member of another type than the tool's is refused", (*probe).wrongTypes),
	required("input.trailing_data", "Tool Set",
		"arguments with something after them are refused", (*probe).trailingData),
	required("input.nesting", "Tool Set",
		"arguments nested beyond reason are refused", (*probe).deepNesting),
	required("input.utf8", "Tool Set",
		"text that is not UTF-8 is refused and not mended", (*probe).badUTF8),
	required("input.size", "Tool Set",
		"arguments over 1 MiB are refused", (*probe).tooLarge),
	required("input.object", "Tool Set",
		"arguments that are no JSON object are refused", (*probe).notAnObject),
}

// arguments are those of one call, member by member.
type arguments map[string]any

// argumentsOf returns an input in the form in which it can be spoilt.
func (p *probe) argumentsOf(in any) arguments {
	data, err := json.Marshal(in)
	if err != nil {
		p.fatalf("arguments: %v", err)
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.UseNumber()
	args := make(arguments)
	if err := d.Decode(&args); err != nil {
		p.fatalf("arguments: %v", err)
	}
	return args
}

// raw is the arguments on the wire.
func (p *probe) raw(args arguments) []byte {
	data, err := json.Marshal(args)
	if err != nil {
		p.fatalf("arguments: %v", err)
	}
	return data
}

// wellFormed returns arguments that each tool takes, made anew for every call. It has no
// tools whose answer would depend on more than the arguments.
type wellFormed struct {
	p       *probe
	h       *hosted
	attempt *attempt
	before  int
}

func (p *probe) wellFormed() *wellFormed {
	f := p.h.Fixtures.Plain
	w := &wellFormed{p: p, h: p.hosted(f), attempt: p.attempt(f), before: p.h.Creates()}
	for _, tool := range wellFormedTools {
		if e := w.h.raw(tool, p.raw(w.args(tool))); !isAccepted(e) {
			p.fatalf("well-formed arguments of %s were refused: %s", tool, brief(e.Problem))
		}
	}
	return w
}

var wellFormedTools = []osbp.Tool{
	osbp.ToolServiceDescribe, osbp.ToolAvailabilityFind, osbp.ToolPolicyExplain, osbp.ToolBookingCreate, osbp.ToolHandoffRequest,
}

func (w *wellFormed) args(tool osbp.Tool) arguments {
	f := w.attempt.fixture
	switch tool {
	case osbp.ToolServiceDescribe:
		return w.p.argumentsOf(osbp.ServiceDescribeInput{ServiceID: f.ServiceID})
	case osbp.ToolAvailabilityFind:
		return w.p.argumentsOf(findInput(f, w.attempt.in.Date))
	case osbp.ToolPolicyExplain:
		return w.p.argumentsOf(osbp.PolicyExplainInput{ServiceID: f.ServiceID})
	case osbp.ToolHandoffRequest:
		return w.p.argumentsOf(osbp.HandoffRequestInput{Reason: "slot_taken", Message: "The slot is gone.", MandateID: w.p.key("mnd")})
	}
	in := w.attempt.in
	in.IdempotencyKey = w.p.key("idem") // each is another attempt, or it would be a conflict
	return w.p.argumentsOf(in)
}

// isAccepted reports whether a call was taken: answered, or put to the user.
func isAccepted(e osbp.Envelope) bool {
	if e.OK || e.Problem == nil {
		return e.OK
	}
	_, err := osbp.ParseChallenge(e.Problem)
	return err == nil
}

// refuses requires that spoilt arguments are refused, and lead to no create.
func (w *wellFormed) refuses(tool osbp.Tool, what string, raw []byte) {
	if isAccepted(w.h.raw(tool, raw)) {
		w.p.fatalf("%s with %s was not refused", tool, what)
	}
	w.p.wantCreates(w.before, 0)
}

// refusesAll spoils the arguments of every tool.
func (w *wellFormed) refusesAll(what string, spoil func(osbp.Tool, arguments) []byte) {
	for _, tool := range wellFormedTools {
		w.refuses(tool, what, spoil(tool, w.args(tool)))
	}
}

func (p *probe) unknownMembers() {
	w := p.wellFormed()
	w.refusesAll("an unknown member", func(_ osbp.Tool, args arguments) []byte {
		args["x_extra"] = "x"
		return p.raw(args)
	})
	args := w.args(osbp.ToolBookingCreate)
	args["customer"].(map[string]any)["x_extra"] = "x"
	w.refuses(osbp.ToolBookingCreate, "an unknown member of customer", p.raw(args))
}

func (p *probe) unknownMandateMembers() {
	w := p.wellFormed()
	for name, value := range map[string]any{"max_bookings": 1, "weekdays_only": true, "x_extra": "x"} {
		args := w.args(osbp.ToolBookingCreate)
		args["mandate"].(map[string]any)[name] = value
		w.refuses(osbp.ToolBookingCreate, "an unknown member of mandate", p.raw(args))
		args = w.args(osbp.ToolBookingCreate)
		limit, ok := args["mandate"].(map[string]any)["max_price"].(map[string]any)
		if !ok {
			p.fatalf("the plain fixture has no price that could be capped")
		}
		limit[name] = value
		w.refuses(osbp.ToolBookingCreate, "an unknown member of mandate.max_price", p.raw(args))
	}
}

// again puts a member of the outermost object a second time.
func again(raw []byte, name string, value any) []byte {
	member, _ := json.Marshal(map[string]any{name: value})
	return slices.Concat(raw[:len(raw)-1], []byte(","), member[1:])
}

func (p *probe) duplicateMembers() {
	w := p.wellFormed()
	w.refusesAll("a member given twice", func(_ osbp.Tool, args arguments) []byte {
		for _, name := range []string{"service_id", "reason"} {
			if value, ok := args[name]; ok {
				return again(p.raw(args), name, value)
			}
		}
		return nil
	})
	args := w.args(osbp.ToolBookingCreate)
	mandate, err := json.Marshal(args["mandate"])
	if err != nil {
		p.fatalf("arguments: %v", err)
	}
	args["mandate"] = json.RawMessage(again(mandate, "allow_policy_fee", true))
	w.refuses(osbp.ToolBookingCreate, "a member of mandate given twice", p.raw(args))
	w.capTwice()
}

func (p *probe) memberCase() {
	w := p.wellFormed()
	w.refusesAll("a member in another case", func(_ osbp.Tool, args arguments) []byte {
		for name, value := range args {
			delete(args, name)
			args[strings.ToUpper(name)] = value
		}
		return p.raw(args)
	})
	args := w.args(osbp.ToolBookingCreate)
	mandate := args["mandate"].(map[string]any)
	mandate["Allow_Policy_Fee"] = true
	w.refuses(osbp.ToolBookingCreate, "a member of mandate in another case", p.raw(args))
	w.refusesWithin("a member in another case", func(within map[string]any, name string) {
		within[strings.ToUpper(name)] = within[name]
		delete(within, name)
	})
}

func (p *probe) missingMembers() {
	w := p.wellFormed()
	for tool, names := range map[osbp.Tool][]string{
		osbp.ToolAvailabilityFind: {"date"},
		osbp.ToolBookingCreate:    {"mandate", "idempotency_key", "service_id", "schedule_id", "date", "time", "customer"},
		osbp.ToolHandoffRequest:   {"reason", "message"},
	} {
		for _, name := range names {
			args := w.args(tool)
			delete(args, name)
			w.refuses(tool, "no "+name, p.raw(args))
		}
	}
}

func (p *probe) nullMembers() {
	w := p.wellFormed()
	for _, tool := range wellFormedTools {
		for name := range w.args(tool) {
			args := w.args(tool)
			args[name] = nil
			w.refuses(tool, "null for "+name, p.raw(args))
		}
	}
	w.refusesWithin("null", func(within map[string]any, name string) { within[name] = nil })
}

func (p *probe) wrongTypes() {
	w := p.wellFormed()
	for _, tool := range wellFormedTools {
		for name, value := range w.args(tool) {
			args := w.args(tool)
			if args[name] = 7; value == nil {
				continue
			}
			w.refuses(tool, "a number for "+name, p.raw(args))
			args[name] = []any{value}
			w.refuses(tool, "a list for "+name, p.raw(args))
		}
	}
	w.refusesWithin("a value of another type", func(within map[string]any, name string) {
		switch v := within[name].(type) {
		case []any:
			within[name] = v[0]
		case bool:
			within[name] = fmt.Sprint(v)
		default:
			within[name] = []any{v}
		}
	})
	args := w.args(osbp.ToolBookingCreate)
	args["verification_code"] = 730194
	w.refuses(osbp.ToolBookingCreate, "a number for verification_code", p.raw(args))
}

func (p *probe) trailingData() {
	w := p.wellFormed()
	for _, more := range []string{"{}", `"x"`, "}", ", "} {
		w.refusesAll("something after it", func(_ osbp.Tool, args arguments) []byte { return append(p.raw(args), more...) })
	}
}

func (p *probe) deepNesting() {
	w := p.wellFormed()
	nest := func(depth int) func(osbp.Tool, arguments) []byte {
		nested := []byte(strings.Repeat("[", depth) + strings.Repeat("]", depth))
		return func(_ osbp.Tool, args arguments) []byte {
			raw := p.raw(args)
			return slices.Concat(raw[:len(raw)-1], []byte(`,"x_extra":`), nested, []byte("}"))
		}
	}
	w.refusesAll("nested lists", nest(70))
	const tool = osbp.ToolBookingCreate // one reader serves all tools, and would break at any
	w.refuses(tool, "lists nested very deep", nest(100_000)(tool, w.args(tool)))
}

func (p *probe) badUTF8() {
	w := p.wellFormed()
	for _, bad := range []string{"\xff", "\xc0\xaf", "\xed\xa0\x80", `\ud800`} {
		args := w.args(osbp.ToolBookingCreate)
		args["customer"].(map[string]any)["display_name"] = "Zephyrine@@"
		raw := bytes.Replace(p.raw(args), []byte("@@"), []byte(bad), 1)
		w.refuses(osbp.ToolBookingCreate, "text that is not UTF-8", raw)
	}
}

func (p *probe) tooLarge() {
	w := p.wellFormed()
	args := w.args(osbp.ToolHandoffRequest)
	args["message"] = "@@"
	raw := bytes.Replace(p.raw(args), []byte("@@"), bytes.Repeat([]byte("The slot is gone. "), 1<<16), 1)
	w.refuses(osbp.ToolHandoffRequest, "more than 1 MiB", raw)
}

func (p *probe) notAnObject() {
	w := p.wellFormed()
	id, err := json.Marshal(w.attempt.fixture.ServiceID)
	if err != nil {
		p.fatalf("arguments: %v", err)
	}
	for _, raw := range []string{"[]", "7", "true", "{", "nonsense", string(id), fmt.Sprintf("[%s]", id), fmt.Sprintf(`[{"service_id":%s}]`, id)} {
		for _, tool := range wellFormedTools {
			w.refuses(tool, "arguments that are no object", []byte(raw))
		}
	}
	for _, tool := range []osbp.Tool{osbp.ToolBookingCreate, osbp.ToolHandoffRequest} {
		w.refuses(tool, "no arguments", nil)
	}
}
