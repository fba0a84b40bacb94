package sandbox_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

// FuzzHandler sends the platform anything for an order: it answers, and what it books
// was an opening.
func FuzzHandler(f *testing.F) {
	f.Add(`{"offering":"off_fringe","calendar":"cal_harbor_main","staff":"stf_maya","begins":"2026-05-05 13:00","begins_unix":1778011200,` +
		`"guest":{"name":"Jane","phone":"+15555550100"},"expect":{"kind":"fixed","amount":0.00,"currency":"USD"}}`)
	f.Add(`{"offering":"off_fringe","calendar":"cal_harbor_main","staff":"","begins":"2026-05-05T13:00","guest":null}`)
	f.Add(`{"offering":"off_fringe","begins":"","expect":{"amount":1e999}}`)
	f.Add(`[]`)
	s, _ := newSandbox(f, friday, sandbox.Options{})
	handler := s.Handler()
	f.Fuzz(func(t *testing.T, body string) {
		req := httptest.NewRequest(http.MethodPost, "/v1/shops/"+sandbox.HarborHair+"/reservations", bytes.NewReader([]byte(body)))
		req.Header.Set(sandbox.VersionHeader, sandbox.APIVersion)
		req.Header.Set("Idempotency-Key", "idem")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, req)
		book := s.Reservations(sandbox.HarborHair)
		switch {
		case w.Code == http.StatusCreated:
			made := book[len(book)-1]
			if made.OfferingID != sandbox.FringeTrim || made.StaffID == "" || made.BeginsLocal.Time.Minute%30 != 0 {
				t.Errorf("booked %+v", made)
			}
			if err := s.Cancel(made.Ref); err != nil {
				t.Error(err)
			}
		case w.Code < 400 || w.Code >= 500:
			t.Errorf("status %d", w.Code)
		}
		for i, a := range book {
			overlaps := func(b sandbox.Reservation) bool {
				return a.State != sandbox.StateCancelled && b.State != sandbox.StateCancelled && a.StaffID == b.StaffID &&
					a.Begins.Before(b.Ends) && b.Begins.Before(a.Ends)
			}
			if slices.ContainsFunc(book[i+1:], overlaps) {
				t.Fatal("two appointments overlap")
			}
		}
	})
}

// answering is a transport that gives every request one answer.
type answering struct {
	status int
	body   string
}

func (a *answering) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		io.Copy(io.Discard, r.Body)
		r.Body.Close()
	}
	return &http.Response{
		StatusCode: a.status, Header: http.Header{}, Request: r, Body: io.NopCloser(bytes.NewReader([]byte(a.body))),
	}, nil
}

// FuzzClient answers a create with anything: a receipt needs an appointment that is
// what was approved, in the platform's own words.
func FuzzClient(f *testing.F) {
	f.Add(201, `{"ref":"rsv_x","shop":"biz_harbor_hair","offering":"off_fringe","calendar":"cal_harbor_main","staff":"stf_maya",`+
		`"begins":"2026-05-05 13:00","begins_unix":1778011200,"state":"confirmed","price":{"kind":"fixed","amount":0.00,"currency":"USD"}}`)
	f.Add(201, `{"ref":"rsv_x","begins":"2026-05-05 14:00","price":{"kind":"quote","currency":"USD"}}`)
	f.Add(409, `{"reason":"opening_taken"}`)
	f.Add(200, `{"reservations":[{"ref":"rsv_x"}],"final":true}`)
	k := newStack(f, setup{hide: func(osbp.Platform) osbp.Platform { return new(rebound) }})
	memory, err := k.sandbox.Platform(sandbox.HarborHair)
	if err != nil {
		f.Fatal(err)
	}
	answer := new(answering)
	client, err := sandbox.NewClient(sandbox.ClientOptions{
		BaseURL: "http://127.0.0.1:1", BusinessID: sandbox.HarborHair, Logger: quiet, Base: answer,
	})
	if err != nil {
		f.Fatal(err)
	}
	*k.platform.(*rebound) = rebound{Platform: memory, create: client}
	in := k.approved(f, fringe, "idem")
	f.Fuzz(func(t *testing.T, status int, body string) {
		k := newStack(t, setup{hide: func(osbp.Platform) osbp.Platform { return &rebound{Platform: memory, create: client} }})
		answer.status, answer.body = status, body
		in := approve(t, k.adapter, in)
		got, err := k.adapter.CreateBooking(t.Context(), in)
		if err == nil && (status != 200 && status != 201 || got.Receipt.BookingID == "") {
			t.Errorf("a receipt for status %d", status)
		}
		if err != nil && osbp.AsProblem(err) == nil {
			t.Error(err)
		}
		if p := osbp.AsProblem(err); p != nil && status >= 500 && p.Code != osbp.CodeBookingOutcomeUnknown {
			t.Errorf("status %d is %s", status, p.Code)
		}
	})
}
