package sandbox_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

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
