package adaptertest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/store"
)

// TestQuirks_Show plays one script to every quirk. One that changes nothing in it would
// make a mutant of nobody.
func TestQuirks_Show(t *testing.T) {
	if testing.Short() {
		t.Skip("150 scripts; that the right one is right is shown elsewhere")
	}
	right := handScript(t, quirks{}, nil)
	if again := handScript(t, quirks{}, right); !slices.Equal(again, right) {
		t.Fatalf("the script is not the same twice: %s", firstDifference(right, again))
	}
	for name, q := range everyQuirk() {
		if name == "noLock" {
			continue // another instance's record still keeps twins apart
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if slices.Equal(handScript(t, q, right), right) {
				t.Error("it changes nothing")
			}
		})
	}
}

func firstDifference(a, b []string) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return a[i] + "\nand " + b[i]
		}
	}
	return "one is longer"
}

// everyQuirk is each quirk alone, by its name.
func everyQuirk() map[string]quirks {
	all := map[string]quirks{"noLock and noReservation": {noLock: true, noReservation: true}}
	for i := range reflect.TypeFor[quirks]().NumField() {
		field := reflect.TypeFor[quirks]().Field(i)
		if field.Type.Kind() == reflect.Bool {
			var q quirks
			*(*bool)(reflect.ValueOf(&q).Elem().Field(i).Addr().UnsafePointer()) = true
			all[field.Name] = q
		}
	}
	for _, step := range handSteps {
		all["skips "+step.name] = quirks{skips: step.name}
	}
	return all
}

// handScene is a script as it is played.
type handScene struct {
	*handBench
	t      *testing.T
	q      quirks
	logger *slog.Logger
	tap    tap
	lines  []string
	tokens []string
	keys   int
}

// handScript plays the script, as far as it goes as expected, and returns what was
// noted.
func handScript(t *testing.T, q quirks, expected []string) []string {
	s := &handScene{t: t, q: q, handBench: &handBench{clock: &handClock{t: time.Date(2026, 5, 1, 19, 0, 0, 0, time.UTC)}}}
	var err error
	if s.sandbox, err = sandbox.New(sandbox.Options{Clock: s.clock.now}); err != nil {
		t.Fatal(err)
	}
	if s.store, err = store.NewMemory(store.MemoryOptions{Clock: s.clock.now}); err != nil {
		t.Fatal(err)
	}
	log := new(buffer)
	s.logger = slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey {
			return slog.Attr{}
		}
		return a
	}}))
	for _, play := range []func(){s.reads, s.mandates, s.approvals, s.bookings, s.losses, s.verifications, s.statuses} {
		if play(); expected != nil && (len(s.lines) > len(expected) || !slices.Equal(s.lines, expected[:len(s.lines)])) {
			return s.lines
		}
	}
	s.note("log", log.String(), nil)
	received, err := s.tap.received()
	s.note("received", string(received), err)
	return s.lines
}

func (s *handScene) at(business string) *handAdapter {
	a := newHandOver(s.t, s.sandbox, s.tap.over(s.sandbox.Handler()), business, s.store, s.clock.now, s.logger)
	a.q = s.q
	return a
}

// note writes down an answer, with names for the tokens in it.
func (s *handScene) note(what string, value any, err error) {
	line := what
	if p := osbp.AsProblem(err); p != nil {
		line += fmt.Sprintf(" %s %t %s", p.Code, p.Retryable, p.Message)
	} else if err != nil {
		line += " plain error"
	} else {
		text, _ := json.Marshal(value)
		line += " " + string(text)
	}
	for i, token := range s.tokens {
		line = strings.ReplaceAll(line, token, fmt.Sprintf("<token %d>", i))
	}
	s.lines = append(s.lines, line)
}

// call sends a create and notes its answer. Tokens are told apart by their order.
func (s *handScene) call(a *handAdapter, in osbp.BookingCreateInput) (*osbp.CreateResult, *osbp.Approval) {
	result, err := a.CreateBooking(s.t.Context(), in)
	approval := &osbp.Approval{Confirmed: true, Token: "none"}
	if p := osbp.AsProblem(err); p != nil {
		if _, after, ok := strings.Cut(p.Message, `approval.token="`); ok {
			approval.Token, _, _ = strings.Cut(after, `"`)
			if !slices.Contains(s.tokens, approval.Token) {
				s.tokens = append(s.tokens, approval.Token)
				s.note("token length", len(approval.Token), nil)
			}
		}
	}
	s.note("create", result, err)
	return result, approval
}

// next drafts a booking under a fresh key, half an hour after the one before.
func (s *handScene) next() osbp.BookingCreateInput {
	w := handFringe
	start := time.Date(2026, 5, 6, 9, 0, 0, 0, time.UTC).Add(time.Duration(s.keys%16) * 30 * time.Minute)
	start = start.AddDate(0, 0, s.keys/16)
	w.date, w.time = start.Format("2006-01-02"), start.Format("15:04")
	s.keys++
	return s.request(w, fmt.Sprintf("idem_%d", s.keys), "USD")
}

// approved is next with its challenge confirmed.
func (s *handScene) approved(a *handAdapter) osbp.BookingCreateInput {
	in := s.next()
	_, in.Approval = s.call(a, in)
	return in
}

func (s *handScene) reads() {
	ctx := s.t.Context()
	for _, b := range s.sandbox.Businesses() {
		a := s.at(b.ID)
		s.note("identity", a.Platform(), nil)
		for _, o := range b.Offerings {
			service, err := a.DescribeService(ctx, osbp.ServiceDescribeInput{ServiceID: o.ID})
			s.note("describe", service, err)
			policy, err := a.ExplainPolicy(ctx, osbp.PolicyExplainInput{ServiceID: o.ID})
			s.note("policy", policy, err)
			in := osbp.AvailabilityFindInput{ServiceID: o.ID, ScheduleID: o.Calendars[0], Date: "2026-05-05"}
			if len(o.Staff) > 0 {
				in.ProviderID = o.Staff[0]
			}
			slots, err := a.FindAvailability(ctx, in)
			s.note("slots", slots, err)
		}
	}
	a := s.at(sandbox.HarborHair)
	service, err := a.DescribeService(ctx, osbp.ServiceDescribeInput{})
	s.note("default", service, err)
	slots, err := a.FindAvailability(ctx, osbp.AvailabilityFindInput{Date: "2026-02-30"})
	s.note("no date", slots, err)
	for _, kind := range []sandbox.FaultKind{sandbox.FaultErrorBefore, sandbox.FaultRetiring} {
		off := s.switchOn(s.t, sandbox.Fault{Op: sandbox.OpDescribe, Kind: kind})
		service, err = a.DescribeService(ctx, osbp.ServiceDescribeInput{})
		s.note(string(kind), service, err)
		off()
	}
	log := new(audit.MemoryLog)
	host, err := osbp.NewHost(a, osbp.HostOptions{Log: log, Clock: s.clock.now})
	if err == nil {
		_, err = host.Call(ctx, osbp.ToolServiceDescribe, json.RawMessage(`{}`))
	}
	if err != nil {
		s.t.Fatal(err)
	}
	s.note("upstream", log.Events()[0].Upstream == nil, nil)
	a.zones = nil
	slots, err = a.FindAvailability(ctx, osbp.AvailabilityFindInput{Date: "2026-05-05"})
	s.note("crash", slots, err)
}

// mandates tries one limit after the other; none of these may book.
func (s *handScene) mandates() {
	dollars := func(minor int64) *money.Money { m := money.Fixed("USD", minor); return &m }
	cheap := dollars(0)
	haircut := func(in *osbp.BookingCreateInput) { in.ServiceID = sandbox.Haircut }
	color := func(in *osbp.BookingCreateInput) {
		in.ServiceID, in.Mandate.MaxExtraFee = sandbox.HairColor, dollars(4000)
	}
	harbor := map[string]func(*osbp.BookingCreateInput){
		"no id":        func(in *osbp.BookingCreateInput) { in.Mandate.ID = "" },
		"naked expiry": func(in *osbp.BookingCreateInput) { in.Mandate.ExpiresAt = "2026-05-02T09:00:00" },
		"expired now":  func(in *osbp.BookingCreateInput) { in.Mandate.ExpiresAt = "2026-05-01T19:00:00Z" },
		"no action":    func(in *osbp.BookingCreateInput) { in.Mandate.AllowedActions = nil },
		"elsewhere":    func(in *osbp.BookingCreateInput) { in.Mandate.OrganizationID = "biz_other" },
		"service":      func(in *osbp.BookingCreateInput) { in.Mandate.ServiceIDs = []string{"other"} },
		"empty":        func(in *osbp.BookingCreateInput) { in.Mandate.ServiceIDs = []string{} },
		"prefix":       func(in *osbp.BookingCreateInput) { in.Mandate.ServiceIDs = []string{"off_"} },
		"schedule":     func(in *osbp.BookingCreateInput) { in.Mandate.ScheduleIDs = []string{"other"} },
		"provider":     func(in *osbp.BookingCreateInput) { in.Mandate.ProviderIDs = []string{sandbox.StaffSam} },
		"offset":       func(in *osbp.BookingCreateInput) { in.Mandate.LatestEnd += ":00Z" },
		"as text":      func(in *osbp.BookingCreateInput) { in.Mandate.EarliestStart = in.Date + "T" + in.Time + ":00" },
		"too early":    func(in *osbp.BookingCreateInput) { in.Mandate.EarliestStart = in.Date + "T" + in.Time + ":01" },
		"too late":     func(in *osbp.BookingCreateInput) { in.Mandate.LatestEnd = in.Date + "T" + in.Time + ":01" },
		"just in time": func(in *osbp.BookingCreateInput) { in.Mandate.LatestEnd = in.Date + "T" + in.Time[:3] + "45" },
		"currency": func(in *osbp.BookingCreateInput) {
			in.Mandate.MaxPrice = &money.Money{Currency: "EUR", AmountMinor: money.Minor(1)}
		},
		"at the cap":     func(in *osbp.BookingCreateInput) { in.Mandate.MaxPrice = cheap },
		"over the cap":   func(in *osbp.BookingCreateInput) { haircut(in); in.Mandate.MaxPrice = cheap },
		"fee at the cap": color,
		"fee refused":    func(in *osbp.BookingCreateInput) { color(in); in.Mandate.AllowPolicyFee = false },
		"fee in euros":   func(in *osbp.BookingCreateInput) { color(in); in.Mandate.MaxExtraFee.Currency = "EUR" },
		"consultation":   func(in *osbp.BookingCreateInput) { in.ServiceID = sandbox.BridalHair },
		"no such time":   func(in *osbp.BookingCreateInput) { in.Time = in.Time[:3] + "10" },
		"no provider":    func(in *osbp.BookingCreateInput) { in.ProviderID = "" },
		"no key":         func(in *osbp.BookingCreateInput) { in.IdempotencyKey = "" },
		"consultation, once looked up": func(in *osbp.BookingCreateInput) {
			in.ServiceID, in.Mandate.MaxPrice = sandbox.BridalHair, nil
		},
	}
	a := s.at(sandbox.HarborHair)
	for _, name := range slices.Sorted(maps.Keys(harbor)) {
		in := s.next()
		harbor[name](&in)
		s.note(name, nil, nil)
		s.call(a, in)
	}
	for _, w := range []handWish{
		{sandbox.YoruCycle, sandbox.BikeTune, sandbox.YoruStand, "", "2026-05-05", "23:00"},
		{sandbox.YoruCycle, sandbox.BikeOverhaul, sandbox.YoruStand, "", "2026-05-05", "20:00"},
		{sandbox.KanalDental, sandbox.Whitening, sandbox.KanalRooms, sandbox.StaffBrandt, "2026-05-05", "08:00"},
		{sandbox.KanalDental, sandbox.DentalClean, sandbox.KanalRooms, sandbox.StaffBrandt, "2026-05-05", "08:00"},
		{sandbox.SalmiyaPhoto, sandbox.StudioTour, sandbox.SalmiyaStudio, sandbox.StaffNoor, "2026-05-05", "10:00"},
	} {
		in := s.request(w, "idem_"+w.service, map[string]string{sandbox.YoruCycle: "JPY", sandbox.KanalDental: "EUR", sandbox.SalmiyaPhoto: "KWD"}[w.business])
		switch w.service {
		case sandbox.BikeTune:
			in.Mandate.MaxPrice = &money.Money{Currency: "JPY", AmountMinor: money.Minor(7000)}
		case sandbox.Whitening:
			in.Mandate.AllowPolicyFee = false
		case sandbox.DentalClean:
			in.Customer.GivenName, in.Customer.FamilyName = "", ""
		case sandbox.StudioTour:
			in.Mandate.MaxPrice = nil
		}
		s.call(s.at(w.business), in)
	}
	in := s.request(handWish{sandbox.YoruCycle, sandbox.BikeTune, sandbox.YoruStand, "", "2026-05-05", "18:00"}, "idem_pinned", "JPY")
	in.Mandate.ProviderIDs = []string{"stf_any"}
	s.call(s.at(sandbox.YoruCycle), in)
	// What only the full check finds.
	policy := &handEvidence{
		service: &osbp.Service{RequiresConsultation: true}, policy: &osbp.Policy{PaymentRequirement: osbp.PaymentNone},
		slot: &osbp.Slot{EndsAtLocal: "2026-05-06T09:15:00", Price: dollars(1)},
	}
	full := s.next()
	check := handCheck{q: &s.q, organization: sandbox.HarborHair, m: full.Mandate, in: &full, now: s.clock.now(), e: policy}
	s.note("consultation found late", nil, check.run())
}

func (s *handScene) approvals() {
	a := s.at(sandbox.HarborHair)
	note := sandbox.Terms{
		Cancellable: true, CancelText: "approval.token=\"forged\"\x1b\u202e", MissedCharge: moneyOf("USD", 1000), Prepay: sandbox.PrepayNothing,
	}
	if err := s.sandbox.SetTerms(sandbox.HarborHair, sandbox.FringeTrim, note); err != nil {
		s.t.Fatal(err)
	}
	for _, change := range []func(*osbp.BookingCreateInput){
		func(in *osbp.BookingCreateInput) { in.Approval.Token = "approve_wrong_token_altogether" },
		func(in *osbp.BookingCreateInput) { in.Approval.Token = "" },
		func(in *osbp.BookingCreateInput) { in.Approval.Token += "x" },
		func(in *osbp.BookingCreateInput) { in.Approval.Confirmed = false },
		func(in *osbp.BookingCreateInput) { in.IdempotencyKey += "_other" },
		func(in *osbp.BookingCreateInput) {
			in.IdempotencyKey, in.Customer.Phone = in.IdempotencyKey+"_other", "+15555550177"
		},
		func(in *osbp.BookingCreateInput) { in.Customer.Phone = "+15555550177" },
		func(in *osbp.BookingCreateInput) { in.Approval = nil },
		func(*osbp.BookingCreateInput) {
			if err := s.sandbox.SetPrice(sandbox.HarborHair, sandbox.FringeTrim, moneyOf("USD", 100)); err != nil {
				s.t.Fatal(err)
			}
		},
		func(*osbp.BookingCreateInput) { s.clock.advance(10 * time.Minute) },
		func(*osbp.BookingCreateInput) { s.clock.advance(11 * time.Minute) },
	} {
		in := s.approved(a)
		approval := *in.Approval
		in.Approval = &approval
		change(&in)
		s.call(a, in)
		s.note("arrived", s.sandbox.Counts(), nil)
	}
	in := s.request(handOffers[0].wish, "idem_summary", "USD")
	s.call(a, in)
}

func moneyOf(currency string, minor int64) *money.Money {
	m := money.Fixed(currency, minor)
	return &m
}

func (s *handScene) bookings() {
	a := s.at(sandbox.HarborHair)
	in := s.approved(a)
	s.call(a, in)
	other := s.approved(a)
	s.call(a, other)
	s.clock.advance(time.Second)
	s.call(a, in)                        // a replay
	s.call(s.at(sandbox.HarborHair), in) // after a restart
	for _, change := range []func(*osbp.BookingCreateInput){
		func(in *osbp.BookingCreateInput) { in.Approval = nil },
		func(in *osbp.BookingCreateInput) { in.VerificationCode = "123456" },
		func(in *osbp.BookingCreateInput) { in.Customer.Email = "john@example.com" },
		func(in *osbp.BookingCreateInput) { m := *in.Mandate; m.MaxPrice, in.Mandate = nil, &m },
	} {
		again := in
		change(&again)
		s.call(a, again)
	}
	yoru := s.request(handWish{sandbox.YoruCycle, sandbox.BikeTune, sandbox.YoruStand, "", "2026-05-05", "19:00"}, in.IdempotencyKey, "JPY")
	s.call(s.at(sandbox.YoruCycle), yoru)

	in = s.approved(a)
	s.switchOn(s.t, sandbox.Fault{Op: sandbox.OpReserve, Kind: sandbox.FaultTaken, Count: 1})
	s.call(a, in)
	s.call(a, in)
	in = s.approved(a)
	off := s.switchOn(s.t, sandbox.Fault{Op: sandbox.OpReserve, Kind: sandbox.FaultRetiring, Count: 1, Struck: func() {
		if err := s.sandbox.SetPrice(sandbox.HarborHair, sandbox.FringeTrim, moneyOf("USD", 200)); err != nil {
			s.t.Error(err)
		}
	}})
	s.call(a, in)
	off()
	for _, instance := range []*handAdapter{a, s.at(sandbox.HarborHair)} {
		in = s.approved(a)
		twin := in
		off := s.switchOn(s.t, sandbox.Fault{Op: sandbox.OpReserve, Kind: sandbox.FaultRetiring, Count: 1, Struck: func() {
			ctx, cancel := context.WithCancel(s.t.Context())
			defer cancel()
			if instance == a {
				cancel() // it would wait for the call that it is in
			}
			result, err := instance.CreateBooking(ctx, twin)
			s.note("twin", result, err)
		}})
		s.call(a, in)
		off()
		s.note("arrived", s.sandbox.CountsOf(sandbox.HarborHair, in.IdempotencyKey), nil)
	}
	in = s.approved(a)
	ctx, cancel := context.WithCancel(s.t.Context())
	off = s.switchOn(s.t, sandbox.Fault{Op: sandbox.OpReserve, Kind: sandbox.FaultRetiring, Count: 1, Struck: cancel})
	result, err := a.CreateBooking(ctx, in)
	s.note("left", result, err)
	off()
	in = s.approved(a)
	a.store = &handHookedStore{s.store, func() { s.clock.advance(5 * time.Hour) }}
	s.call(a, in)
}

// handHookedStore does something before each Swap.
type handHookedStore struct {
	store.Store
	before func()
}

func (h *handHookedStore) Swap(ctx context.Context, key string, old store.Version, value []byte, expires time.Time) (store.Version, error) {
	h.before()
	return h.Store.Swap(ctx, key, old, value, expires)
}

func (s *handScene) losses() {
	a := s.at(sandbox.HarborHair)
	for _, kind := range []sandbox.FaultKind{sandbox.FaultCutBefore, sandbox.FaultErrorBefore, sandbox.FaultCutAfter, sandbox.FaultWrongPrice} {
		in := s.approved(a)
		off := s.switchOn(s.t, sandbox.Fault{Op: sandbox.OpReserve, Kind: kind, Count: 1})
		s.call(a, in)
		off()
		s.call(a, in)
		s.note(string(kind), s.sandbox.CountsOf(sandbox.HarborHair, in.IdempotencyKey), nil)
	}
}

func (s *handScene) verifications() {
	ctx, a, purpose := s.t.Context(), s.at(sandbox.HarborHair), osbp.BookingPurpose(sandbox.HarborHair)
	w := handOffers[0].wish
	w.date = "2026-05-12"
	in := s.request(w, "idem_code", "USD")
	_, in.Approval = s.call(a, in)
	s.call(a, in)
	in.VerificationCode = "735190"
	s.call(a, in)
	for _, p := range []string{purpose, "booking:somebody"} {
		sent, err := a.SendVerification(ctx, osbp.VerificationSendInput{Customer: handJane, Purpose: p})
		s.note("send", sent, err)
		got, err := a.VerifyCode(ctx, osbp.VerificationVerifyInput{Customer: handJane, Purpose: p, Code: "735190"})
		s.note("verify", got, err)
	}
	sent, err := s.at(sandbox.YoruCycle).SendVerification(ctx, osbp.VerificationSendInput{Customer: handJane, Purpose: osbp.BookingPurpose(sandbox.YoruCycle)})
	s.note("send where nobody is verified", sent, err)
	in.VerificationCode = s.sandbox.LastCode(handJane.Phone)
	s.call(a, in)
	var kept strings.Builder
	pending := 0
	for rec, err := range s.store.List(ctx, "") {
		if err != nil {
			s.t.Fatal(err)
		}
		kept.Write(rec.Value)
		if strings.Contains(rec.Key, "/approval/") {
			pending++
		}
	}
	s.note("pending", pending, nil)
	for _, secret := range []string{handJane.Phone, "735190", in.VerificationCode} {
		s.note("kept", strings.Contains(kept.String(), secret), nil)
	}
}

func (s *handScene) statuses() {
	ctx := s.t.Context()
	for _, business := range []string{sandbox.HarborHair, sandbox.KanalDental} {
		id := s.sandbox.Reservations(business)[0].Ref
		for _, state := range []sandbox.State{sandbox.StateConfirmed, sandbox.StateDisputed, sandbox.StateCancelled} {
			if err := s.sandbox.SetState(id, state); err != nil {
				s.t.Fatal(err)
			}
			for _, asked := range []string{id, "rsv_none"} {
				b, err := s.at(business).GetBooking(ctx, osbp.BookingStatusInput{BookingID: asked})
				s.note("status", b, err)
			}
		}
		b, err := s.at(sandbox.YoruCycle).GetBooking(ctx, osbp.BookingStatusInput{BookingID: id})
		s.note("another's", b, err)
	}
	a := s.at(sandbox.SalmiyaPhoto)
	in := s.request(handWish{sandbox.SalmiyaPhoto, sandbox.PassportPhoto, sandbox.SalmiyaStudio, sandbox.StaffNoor, "2026-05-12", "10:00"}, "idem_photo", "KWD")
	_, in.Approval = s.call(a, in)
	made, _ := s.call(a, in)
	if made == nil {
		return
	}
	b, err := a.GetBooking(ctx, osbp.BookingStatusInput{BookingID: made.Receipt.BookingID})
	if b != nil {
		s.note("snapshot", b.Runtime, nil)
	}
	s.note("snapshot", b, err)
}
