package adaptertest_test

import (
	"testing"

	"github.com/openservicekit/openservice/adaptertest"
	"github.com/openservicekit/openservice/osbp"
)

// byHand is the adapter written by hand in front of the sandbox's HTTP API, with these
// slips.
func byHand(q quirks) opener {
	return func(r *rig, business string) (osbp.BookingAdapter, error) {
		a := newHandOver(r.t, r.sandbox, r.tap.over(r.sandbox.Handler()), business, r.store, r.clock.now, r.logger)
		a.q = q
		return a, nil
	}
}

// onPieces is the adapter that stands on Gate and Creator.
func onPieces(r *rig, business string) (osbp.BookingAdapter, error) {
	p, err := r.sandbox.Platform(business)
	if err != nil {
		return nil, err
	}
	return newStandingOver(r.t, r.sandbox, metered{tappedPlatform{p, r.tap}, r.tap, r.logger}, business, r.store, r.clock.now, r.logger), nil
}

// TestStandIns_Suite runs the suite on adapters that do not stand on osbp.Adapter: it
// passes, and nothing is skipped.
func TestStandIns_Suite(t *testing.T) {
	for name, open := range map[string]opener{"by hand": byHand(quirks{}), "on Gate and Creator": onPieces} {
		t.Run(name, func(t *testing.T) {
			adaptertest.Run(t, func(t *testing.T) *adaptertest.Harness { return newRig(t, open).harness() })
		})
	}
}
