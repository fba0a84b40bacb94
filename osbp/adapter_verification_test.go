package osbp_test

import (
	"bytes"
	"context"
	"log/slog"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/osbp"
)

// TestAdapter_PendingContactRaces: a contact that another attempt notes, or whose note
// ends, at the moment it is noted again, is noted, and nobody is alarmed.
func TestAdapter_PendingContactRaces(t *testing.T) {
	for name, meanwhile := range map[string]func(*testing.T, *keyHookStore, string){
		"another notes it": func(t *testing.T, s *keyHookStore, key string) {
			rec, err := s.Get(t.Context(), key)
			if err == nil {
				_, err = s.Store.Swap(t.Context(), key, rec.Version, nil, rec.Expires)
			}
			if err != nil {
				t.Error(err)
			}
		},
		"the note ends": func(t *testing.T, s *keyHookStore, key string) {
			rec, err := s.Get(t.Context(), key)
			if err == nil {
				err = s.Delete(t.Context(), key, rec.Version)
			}
			if err != nil {
				t.Error(err)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			c := newClock("2026-05-01T19:00:00Z")
			p := &verifyingPlatform{fakePlatform: newFakePlatform(t)}
			p.send = func(context.Context, osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
				return &osbp.VerificationChallenge{Sent: flag(true), Method: osbp.VerificationSMS}, nil
			}
			p.create = func(context.Context, *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
				return nil, osbp.CodeRequiresVerification
			}
			hits := 0
			s := &keyHookStore{Store: newMemory(t, c, storeOptions{}), word: "contact/phone/"}
			s.before = func() {
				hits++
				for rec, err := range s.List(t.Context(), "") {
					if err == nil && strings.Contains(rec.Key, s.word) {
						meanwhile(t, s, rec.Key)
					}
				}
			}
			log := new(bytes.Buffer)
			a := newAdapter(t, p, c, func(o *osbp.AdapterOptions) {
				o.VerifyPendingOnly, o.Store, o.Logger = true, s, slog.New(slog.NewTextHandler(log, nil))
			})
			in := approveWith(t, a, exampleInput(t))
			for range 2 { // the second prolongs what the first has noted
				_, err := a.CreateBooking(t.Context(), in)
				wantCode(t, err, osbp.CodeRequiresVerification, true)
			}
			if _, err := a.SendVerification(t.Context(), verifyInput()); err != nil {
				t.Errorf("the pending contact was refused: %v", err)
			}
			if hits != 1 || strings.Contains(log.String(), "could not be noted") {
				t.Errorf("%d meetings, log: %s", hits, log)
			}
		})
	}
}
