package sandbox_test

import (
	"errors"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/wallclock"
)

// noZones is a machine without a zone database.
type noZones struct{}

func (noZones) LoadZone(string) (wallclock.Zone, error) { return wallclock.Zone{}, errors.New("none") }
func (noZones) Version() string                         { return "none" }

// TestRule50_Options refuses what is missing or out of range, and takes the zero
// options of a Sandbox.
func TestRule50_Options(t *testing.T) {
	s, err := sandbox.New(sandbox.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if got := s.Reservations(sandbox.HarborHair); len(got) != 1 || !got[0].Begins.After(time.Now()) {
		t.Errorf("a nil clock is not the system's: %v", got)
	}
	for name, o := range map[string]sandbox.Options{
		"lifetime": {CodeLifetime: -1},
		"zones":    {Zones: noZones{}},
	} {
		if s, err := sandbox.New(o); err == nil || s != nil {
			t.Errorf("%s: accepted", name)
		}
	}
	if p, err := s.Platform("biz_nothing"); err == nil || p != nil {
		t.Error("a platform of no business")
	}
	if _, err := s.AdapterOptions("biz_nothing"); err == nil {
		t.Error("options of no business")
	}
}

// TestZeroValues: a booking that no Creator made is not booked, and counts as nothing.
func TestZeroValues(t *testing.T) {
	onBothFaces(t, func(t *testing.T, overHTTP bool) {
		k := newStack(t, setup{overHTTP: overHTTP})
		for _, booking := range []*osbp.AuthorizedBooking{nil, new(osbp.AuthorizedBooking)} {
			if got, err := k.platform.CreateAppointment(t.Context(), booking); !errors.Is(err, osbp.ErrNotAuthorized) || got != nil {
				t.Errorf("%v, %v", got, err)
			}
		}
		if got := k.sandbox.Counts(); got != (sandbox.Counts{}) {
			t.Errorf("%+v", got)
		}
		if got := k.sandbox.LastCode(""); got != "" {
			t.Error("a code for nobody")
		}
	})
}
