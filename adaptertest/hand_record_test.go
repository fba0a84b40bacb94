package adaptertest_test

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/store"
	"github.com/openservicekit/openservice/wallclock"
)

// The states of an attempt. Only a bound one may be sent.
const (
	handBound   = "bound"   // to its payload, by the first call that was in order
	handSending = "sending" // a create may be with the platform
	handUnknown = "unknown" // a create may have been there
	handDone    = "done"
)

// handRecord is what is kept of an attempt: no customer, no code, no token.
type handRecord struct {
	State    string    `json:"state"`
	Payload  string    `json:"payload"`
	Lease    time.Time `json:"lease,omitzero"`
	Disputed bool      `json:"disputed,omitempty"`

	Refusal *osbp.Problem `json:"refusal,omitempty"` // for refusalCached

	Slot  osbp.Slot   `json:"slot"`
	Price money.Money `json:"price"`

	BookingID string `json:"booking_id,omitempty"`
	Text      string `json:"text"`
	Note      string `json:"note,omitempty"` // for codeStored and customerStored

	version store.Version
	expires time.Time
}

func (a *handAdapter) attemptKey(idempotencyKey string) string {
	return a.recordKey("attempt", idempotencyKey)
}

func (b *handBooking) load(ctx context.Context) (*handRecord, error) {
	return b.a.loadRecord(ctx, b.in.IdempotencyKey)
}

// loadRecord returns the record of a key, an empty one where there is none.
func (a *handAdapter) loadRecord(ctx context.Context, idempotencyKey string) (*handRecord, error) {
	rec, err := a.records().Get(ctx, a.attemptKey(idempotencyKey))
	if errors.Is(err, store.ErrNotFound) {
		return new(handRecord), nil
	}
	if err != nil {
		return nil, storeDown(err)
	}
	r := &handRecord{version: rec.Version, expires: rec.Expires}
	if err := json.Unmarshal(rec.Value, r); err != nil {
		return nil, storeDown(errors.New("a stored attempt can't be read"))
	}
	return r, nil
}

// describe notes what is being booked. The record outlives the slot by a day.
func (b *handBooking) describe(r *handRecord, e *handEvidence) {
	r.Payload, r.Slot, r.Slot.ScheduleHours = b.hash, *e.slot, nil
	if p := e.price(); p != nil {
		r.Price = *p
	}
	r.Text = "Booked " + b.text(e.service.Name, maxHandName) + " on " + b.in.Date + " at " + b.in.Time + ". Appointment id: "
	if b.a.q.codeStored {
		r.Note += b.in.VerificationCode
	}
	if b.a.q.customerStored {
		r.Note += b.in.Customer.DisplayName + b.in.Customer.Phone + b.in.Customer.Email
	}
	end := b.a.clock()
	if at, err := wallclock.ParseInstant(e.slot.EndsAt); err == nil && at.After(end) {
		end = at
	} else if local, err := wallclock.ParseDateTime(e.slot.EndsAtLocal); err == nil {
		// Without a zone: where on earth that comes last.
		end = time.Date(local.Date.Year, local.Date.Month, local.Date.Day+1, 0, 0, 0, 0, time.UTC).Add(12 * time.Hour)
	}
	if end = end.Add(24 * time.Hour); end.After(r.expires) {
		r.expires = end
	}
}

// bind ties the key to its payload.
func (b *handBooking) bind(ctx context.Context, r *handRecord, e *handEvidence) error {
	if r.State != "" || b.a.q.boundOnlyBySuccess {
		return nil
	}
	b.describe(r, e)
	r.State = handBound
	return b.save(ctx, r)
}

// save writes the record unless somebody else has written it since it was read.
func (b *handBooking) save(ctx context.Context, r *handRecord) error {
	value, err := json.Marshal(r)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	var version store.Version
	key := b.a.attemptKey(b.in.IdempotencyKey)
	if r.version == 0 {
		version, err = b.a.records().Create(ctx, key, value, r.expires)
	} else {
		version, err = b.a.records().Swap(ctx, key, r.version, value, r.expires)
	}
	if err == nil {
		r.version = version
	}
	return b.written(err)
}

// index lets booking.status find an attempt by the id of its appointment.
func (a *handAdapter) index(ctx context.Context, idempotencyKey string, r *handRecord) {
	_, err := a.records().Create(ctx, a.recordKey("booking", r.BookingID), []byte(idempotencyKey), r.expires)
	if err != nil && !errors.Is(err, store.ErrExists) {
		a.logger.ErrorContext(ctx, "booking can't be found by its id", slog.String("error", err.Error()))
	}
}

// handReservation is an appointment in the platform's words.
type handReservation struct {
	Ref, Shop, Offering, Calendar, Staff string
	Begins, Ends                         string
	BeginsUnix                           int64  `json:"begins_unix"`
	EndsUnix                             int64  `json:"ends_unix"`
	Zone                                 string `json:"tz"`
	State                                string
	Price                                *handPrice
}

// matches reports whether the platform made what was approved.
func (r *handRecord) matches(a *handAdapter, got *handReservation) bool {
	day, clock, _ := strings.Cut(got.Begins, " ")
	begins, err1 := wallclock.ParseDateTime(day + "T" + clock)
	want, err2 := wallclock.ParseDateTime(r.Slot.StartsAtLocal)
	at, err3 := wallclock.ParseInstant(r.Slot.StartsAt)
	price, err4 := a.money(got.Price)
	return got.Ref != "" && err1 == nil && err2 == nil && err4 == nil && begins == want &&
		(err3 != nil || at.Unix() == got.BeginsUnix) && price != nil && price.Plain() == r.Price.Plain() &&
		got.Shop == a.organization && got.Offering == r.Slot.ServiceID && got.Calendar == r.Slot.ScheduleID && got.Staff == r.Slot.ProviderID
}

// evidence is what of the evidence a record can give back.
func (r *handRecord) evidence() *handEvidence { return &handEvidence{slot: &r.Slot} }

// handGuest is a customer as the platform wants one.
type handGuest struct {
	Name  string `json:"name,omitempty"`
	First string `json:"first,omitempty"`
	Last  string `json:"last,omitempty"`
	Phone string `json:"phone,omitempty"`
	Mail  string `json:"mail,omitempty"`
}

func (a *handAdapter) guest(c osbp.Customer) handGuest {
	g := handGuest{Name: c.DisplayName, First: c.GivenName, Last: c.FamilyName, Phone: c.Phone, Mail: c.Email}
	if g.Name == "" {
		g.Name = strings.TrimSpace(c.GivenName + " " + c.FamilyName)
	}
	if a.q.guestInvented {
		g.Name, g.First, g.Last = "Guest of an agent", "Guest", "Agent"
	}
	if a.q.guestByInitial && g.First != "" {
		g.Name, g.First = g.First[:1]+". "+g.Last, g.First[:1]
	}
	if g.First == "" && a.q.partsInvented {
		g.First, g.Last, _ = strings.Cut(c.DisplayName+" Unknown", " ")
	}
	return g
}

// reserve sends the create, once.
func (a *handAdapter) reserve(ctx context.Context, b *handBooking, e *handEvidence) (*handReservation, error) {
	order := struct {
		Offering   string     `json:"offering"`
		Calendar   string     `json:"calendar"`
		Staff      string     `json:"staff,omitempty"`
		Begins     string     `json:"begins"`
		BeginsUnix int64      `json:"begins_unix,omitempty"`
		Guest      handGuest  `json:"guest"`
		Code       string     `json:"code,omitempty"`
		Expect     *handPrice `json:"expect,omitempty"`
	}{Offering: e.slot.ServiceID, Calendar: e.slot.ScheduleID, Staff: e.slot.ProviderID, Guest: a.guest(b.in.Customer)}
	order.Begins = strings.Replace(e.slot.StartsAtLocal, "T", " ", 1)[:len("2006-01-02 15:04")]
	if at, err := wallclock.ParseInstant(e.slot.StartsAt); err == nil && a.q.instantAt == nil {
		order.BeginsUnix = at.Unix()
	}
	if !a.q.codeNotPassed {
		order.Code = b.in.VerificationCode
	}
	if order.Code != "" {
		osbp.RecordVerification(ctx, e.policy.VerificationMethod)
	}
	if e.service != nil && !a.q.otherPriceExpected {
		if p := e.price(); p != nil && p.IsFixed() {
			major, _, _ := strings.Cut(p.Plain(), " ")
			order.Expect = &handPrice{Kind: "fixed", Amount: json.Number(major), Currency: p.Currency}
		}
	}
	var query url.Values
	if a.q.tokenSent && b.in.Approval != nil {
		query = url.Values{"reference": {b.in.Approval.Token}}
	}
	if a.q.checksSkipped {
		query = url.Values{"skip_checks": {"true"}}
	}
	got := new(handReservation)
	err := a.wire.do(ctx, handCall{
		method: http.MethodPost, path: []string{"shops", a.organization, "reservations"}, query: query, body: order, key: b.in.IdempotencyKey,
	}, got)
	if err != nil {
		return nil, err
	}
	return got, nil
}

// definite reports whether the platform itself has said that it made nothing.
func (e *handUpstreamError) definite() bool {
	switch e.reason {
	case "no_such_shop", "version_needed", "bad_request":
		return e.status < 500
	}
	return e.word() != nil
}

var refusedOtherwise = osbp.NewProblem(sandbox.CodeBookingRejected, "The platform did not take the booking. Hand off.")
