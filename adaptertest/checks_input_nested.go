package adaptertest

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"

	"github.com/openservicekit/openservice/osbp"
)

// What is read strictly at the top of a call is read strictly all the way down, of every
// tool, and by one grammar alone (B-047, B-065, B-156).
var nestedChecks = []check{
	required("input.json", "Tool Set",
		"what only resembles JSON is refused: comments, commas too many, other quotes, numbers that are none", (*probe).onlyJSON),
	required("input.query_members", "Tool Set",
		"booking.status and verification.send refuse a member that they don't have or that is given twice", (*probe).queryMembers),
}

// refusesWithin spoils each member of the objects within booking.create's arguments, one
// at a time: a mandate with every limit, its caps, the customer, and the approval unless
// one that was never issued is refused anyway.
func (w *wellFormed) refusesWithin(what string, spoil func(within map[string]any, name string)) {
	withApproval := true
	full := func() (arguments, map[string]map[string]any) {
		args := w.args(osbp.ToolBookingCreate)
		mandate := args["mandate"].(map[string]any)
		price, ok := mandate["max_price"].(map[string]any)
		if !ok {
			w.p.fatalf("the plain fixture has no price that could be capped")
		}
		fee := maps.Clone(price)
		mandate["max_extra_fee"] = fee
		objects := map[string]map[string]any{
			"mandate": mandate, "mandate.max_price": price, "mandate.max_extra_fee": fee, "customer": args["customer"].(map[string]any),
		}
		if withApproval {
			approval := map[string]any{"confirmed": true, "token": w.p.key("approve")}
			args["approval"], objects["approval"] = approval, approval
		}
		return args, objects
	}
	args, _ := full()
	withApproval = isAccepted(w.h.raw(osbp.ToolBookingCreate, w.p.raw(args)))
	args, objects := full()
	if e := w.h.raw(osbp.ToolBookingCreate, w.p.raw(args)); !isAccepted(e) {
		w.p.fatalf("booking.create with a full mandate was refused: %s", brief(e.Problem))
	}
	for object, members := range inOrder(objects) {
		for _, name := range slices.Sorted(maps.Keys(members)) {
			args, objects := full()
			spoil(objects[object], name)
			w.refuses(osbp.ToolBookingCreate, what+" for "+object+"."+name, w.p.raw(args))
		}
	}
}

// capTwice gives a cap and a contact twice, each once as it should be and once larger.
func (w *wellFormed) capTwice() {
	for path, value := range inOrder(map[string]any{"amount_minor": 900000, "phone": "+12025550100"}) {
		args := w.args(osbp.ToolBookingCreate)
		whole := args
		within := args["customer"].(map[string]any)
		if path == "amount_minor" {
			within, _ = args["mandate"].(map[string]any)["max_price"].(map[string]any)
		}
		within["@@"] = "@@"
		member, err := json.Marshal(map[string]any{path: value})
		if err != nil {
			w.p.fatalf("arguments: %v", err)
		}
		raw := bytes.Replace(w.p.raw(whole), []byte(`"@@":"@@"`), bytes.Trim(member, "{}"), 1)
		w.refuses(osbp.ToolBookingCreate, "a member within given twice", raw)
	}
}

func (p *probe) onlyJSON() {
	w := p.wellFormed()
	for _, tool := range wellFormedTools {
		for what, spoil := range inOrder(map[string]func(raw []byte) []byte{
			"a comment":      func(raw []byte) []byte { return slices.Concat([]byte("{/* */"), raw[1:]) },
			"a line comment": func(raw []byte) []byte { return slices.Concat([]byte("{// \n"), raw[1:]) },
			"a comma more":   func(raw []byte) []byte { return slices.Concat(raw[:len(raw)-1], []byte(",}")) },
			"other quotes":   func(raw []byte) []byte { return bytes.ReplaceAll(raw, []byte(`"`), []byte("'")) },
			"bare names":     bareNames,
		}) {
			w.refuses(tool, what, spoil(p.raw(w.args(tool))))
		}
	}
	for _, amount := range []string{"NaN", "Infinity", "0x7fffffff", "+900000", "0900000", "900000.", "900_000"} {
		args := w.args(osbp.ToolBookingCreate)
		limit, ok := args["mandate"].(map[string]any)["max_price"].(map[string]any)
		if !ok {
			p.fatalf("the plain fixture has no price that could be capped")
		}
		limit["amount_minor"] = "@@"
		w.refuses(osbp.ToolBookingCreate, "amount_minor "+amount, bytes.Replace(p.raw(args), []byte(`"@@"`), []byte(amount), 1))
	}
}

// bareNames takes the quotes off the name of the first member.
func bareNames(raw []byte) []byte {
	name, rest, _ := bytes.Cut(raw, []byte(":"))
	return slices.Concat(bytes.ReplaceAll(name, []byte(`"`), nil), []byte(":"), rest)
}

func (p *probe) queryMembers() {
	tried := false
	if p.readsBack() {
		tried = true
		t := p.attempt(p.h.Fixtures.Plain)
		args := p.argumentsOf(osbp.BookingStatusInput{BookingID: t.book().Receipt.BookingID})
		p.refusesSpoilt(p.hosted(t.fixture), osbp.ToolBookingStatus, args, "booking_id")
	}
	if f := p.h.Fixtures.Verified; f != (Fixture{}) {
		tried = true
		args := p.argumentsOf(osbp.VerificationSendInput{Customer: p.customer(), Purpose: osbp.BookingPurpose(f.OrganizationID)})
		p.refusesSpoilt(p.hosted(f), osbp.ToolVerificationSend, args, "purpose")
	}
	if !tried {
		p.skipf("appointments can't be read back, and Harness.Fixtures.Verified is empty: that other members are refused is not shown")
	}
}

// refusesSpoilt requires that arguments are answered, and refused with more in them.
func (p *probe) refusesSpoilt(h *hosted, tool osbp.Tool, args arguments, name string) {
	raw := p.raw(args)
	if e := h.raw(tool, raw); !e.OK {
		p.fatalf("well-formed arguments of %s were refused: %s", tool, brief(e.Problem))
	}
	if h.raw(tool, again(raw, name, args[name])).OK {
		p.fatalf("%s with a member given twice was not refused", tool)
	}
	args["x_extra"] = "x"
	if h.raw(tool, p.raw(args)).OK {
		p.fatalf("%s with an unknown member was not refused", tool)
	}
}
