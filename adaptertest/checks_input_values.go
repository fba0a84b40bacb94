package adaptertest

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/openservicekit/openservice/osbp"
)

// The values of well-formed input: an adapter is asked directly where its own care
// counts, since not every host in front of it reads as strictly (B-039 to B-044, B-056,
// B-072, B-098, B-127, B-156).
var valueChecks = []check{
	required("input.amount", "Money",
		"a cap whose amount_minor is no whole number from 0 to 2^53-1 is refused", (*probe).amountsAreWhole),
	required("input.amount_forms", "Money",
		"a whole amount_minor is the same number however JSON writes it", (*probe).amountsInAllForms),
	required("input.find_date", "availability.find",
		"availability.find refuses what is no date of the calendar", (*probe).findDates),
	required("input.create_date", "booking.create",
		"booking.create refuses what is no date and time of the merchant's clock", (*probe).createDates),
	required("input.create_ids", "booking.create",
		"booking.create names its service and schedule, and nothing stands in for them", (*probe).createIDs),
	required("input.no_key", "booking.create",
		"booking.create without an idempotency_key is refused", (*probe).noKey),
	required("input.contacts_pass", "Core Objects",
		"phone and email pass to the platform, whose formats they have to meet", (*probe).contactsPass),
	required("input.nicknames_pass", "Core Objects",
		"a nickname is no reason to refuse", (*probe).nicknamesPass),
	required("input.name_parts", "Core Objects",
		"name parts that a platform wants apart are asked for and never made up", (*probe).namePartsAreAskedFor),
}

// withAmount is an attempt whose cap has an amount as it stands.
func (w *wellFormed) withAmount(amount string) []byte {
	args := w.args(osbp.ToolBookingCreate)
	limit, ok := args["mandate"].(map[string]any)["max_price"].(map[string]any)
	if !ok {
		w.p.fatalf("the plain fixture has no price that could be capped")
	}
	limit["amount_minor"] = json.RawMessage(amount)
	return w.p.raw(args)
}

func (p *probe) amountsAreWhole() {
	w := p.wellFormed()
	for _, amount := range []string{"9007199254740992", "1e16", "900000.5", "-900000", `"900000"`, "true", "[900000]", "1e400"} {
		w.refuses(osbp.ToolBookingCreate, "amount_minor "+amount, w.withAmount(amount))
		args := w.args(osbp.ToolBookingCreate)
		mandate := args["mandate"].(map[string]any)
		mandate["max_extra_fee"] = map[string]any{"currency": w.attempt.currency(), "amount_minor": json.RawMessage(amount)}
		w.refuses(osbp.ToolBookingCreate, "max_extra_fee of amount_minor "+amount, w.p.raw(args))
	}
}

func (p *probe) amountsInAllForms() {
	w := p.wellFormed()
	n, _ := w.attempt.in.Mandate.MaxPrice.FixedAmount()
	for _, form := range []string{"%d", "%d.0", "%de0", "%d0e-1"} {
		amount := fmt.Sprintf(form, n)
		if e := w.h.raw(osbp.ToolBookingCreate, w.withAmount(amount)); !isAccepted(e) {
			p.fatalf("max_price with amount_minor %s was refused: %s", amount, brief(e.Problem))
		}
	}
}

func (p *probe) findDates() {
	f := p.h.Fixtures.Plain
	day := dateOf(p.slots(f, 1)[0].StartsAtLocal)
	year, month := day[:4], day[5:7]
	for _, date := range []string{
		"", year + "-02-30", year + "-13-01", year + "-" + month + "-00", year + "-" + month + "-1", month + "/05/" + year,
		"today", day + "T10:00:00", day + "Z", " " + day, inDevanagari(day),
	} {
		if slots, err := p.adapter(f).FindAvailability(p.ctx, findInput(f, date)); err == nil {
			p.fatalf("for the date %q it lists %d slots", date, len(slots))
		} else {
			if got := p.wantRefused("availability.find for no date", err); got.Code == osbp.CodeInternalAdapterError {
				p.fatalf("for the date %q it fails instead of refusing", date)
			}
		}
	}
}

// inDevanagari writes digits as Hindi does, which some parsers take for the same.
func inDevanagari(s string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r - '0' + '\u0966'
		}
		return r
	}, s)
}

// refusesChanged sends attempts that differ in one member, and requires refusals.
func (p *probe) refusesChanged(changes map[string]func(*osbp.BookingCreateInput)) {
	t, before := p.attempt(p.h.Fixtures.Plain), p.h.Creates()
	t.challenge() // as it stands it is fine
	for what, change := range inOrder(changes) {
		in := t.in
		in.IdempotencyKey = p.key("idem")
		change(&in)
		_, err := t.adapter.CreateBooking(p.ctx, in)
		p.wantRefused("booking.create with "+what, err)
	}
	p.wantCreates(before, 0)
}

func (p *probe) createDates() {
	p.refusesChanged(map[string]func(*osbp.BookingCreateInput){
		"no date":                  func(in *osbp.BookingCreateInput) { in.Date = "" },
		"no time":                  func(in *osbp.BookingCreateInput) { in.Time = "" },
		"30 February":              func(in *osbp.BookingCreateInput) { in.Date = in.Date[:4] + "-02-30" },
		"a day 0":                  func(in *osbp.BookingCreateInput) { in.Date = in.Date[:8] + "00" },
		"the hour 24":              func(in *osbp.BookingCreateInput) { in.Time = "24:00" },
		"the minute 60":            func(in *osbp.BookingCreateInput) { in.Time = "10:60" },
		"a word for a time":        func(in *osbp.BookingCreateInput) { in.Time = "noon" },
		"a 12-hour clock":          func(in *osbp.BookingCreateInput) { in.Time += " PM" },
		"another time in the date": func(in *osbp.BookingCreateInput) { in.Date += "T00:00:00" },
		"a date in the time":       func(in *osbp.BookingCreateInput) { in.Time = in.Date + "T" + in.Time },
		"a date in other digits":   func(in *osbp.BookingCreateInput) { in.Date = inDevanagari(in.Date) },
		"a time in other digits":   func(in *osbp.BookingCreateInput) { in.Time = inDevanagari(in.Time) },
	})
}

func (p *probe) createIDs() {
	p.refusesChanged(map[string]func(*osbp.BookingCreateInput){
		"no service_id":         func(in *osbp.BookingCreateInput) { in.ServiceID = "" },
		"no schedule_id":        func(in *osbp.BookingCreateInput) { in.ScheduleID = "" },
		"an unknown service_id": func(in *osbp.BookingCreateInput) { in.ServiceID = "no_such_service" },
	})
}

func (p *probe) noKey() {
	t, before := p.attempt(p.h.Fixtures.Plain), p.h.Creates()
	t.in.IdempotencyKey = ""
	_, err := t.create()
	p.wantRefused("booking.create without a key", err)
	p.wantCreates(before, 0)
}

func (p *probe) contactsPass() {
	slot := p.slots(p.h.Fixtures.Plain, 1)[0]
	for _, change := range []func(*osbp.Customer){
		func(c *osbp.Customer) { c.Phone = "555 0100 ext. 7" },
		func(c *osbp.Customer) { c.Email = `"zq at home"@canary.example` },
		func(c *osbp.Customer) { c.Email = "zq@büro.example" },
	} {
		t := p.attemptOf(p.h.Fixtures.Plain, slot)
		change(&t.in.Customer)
		t.challenge()
	}
}

func (p *probe) nicknamesPass() {
	t := p.attempt(p.h.Fixtures.Plain)
	t.in.Customer.DisplayName, t.in.Customer.GivenName = "Zeph", "Zeph"
	t.challenge()
}

func (p *probe) namePartsAreAskedFor() {
	f := p.fixture(p.h.Fixtures.FullName, "FullName", "that missing name parts are not made up")
	for _, change := range []func(*osbp.Customer){
		func(c *osbp.Customer) { c.DisplayName, c.GivenName, c.FamilyName = "Zephyrine", "", "" },
		func(c *osbp.Customer) { c.DisplayName, c.FamilyName = "", "" },
		func(c *osbp.Customer) { c.DisplayName, c.GivenName = "", "" },
	} {
		t := p.attempt(f)
		change(&t.in.Customer)
		_, err := t.create()
		if challenge, perr := osbp.ParseChallenge(osbp.AsProblem(err)); perr == nil {
			t.in.Approval = challenge.Approval()
			_, err = t.create()
		}
		if got := osbp.AsProblem(err); got != nil && got.Code == osbp.CodeRequiresVerification {
			p.fatalf("a customer with one name was taken to the point where a code is asked for")
		}
		p.wantRefused("a customer with one name, where two are wanted", err)
	}
}
