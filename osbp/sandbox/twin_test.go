package sandbox_test

import (
	"context"
	"testing"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

// pausing lets a test act while a caller waits for the platform's openings.
type pausing struct {
	osbp.Platform
	pause func()
}

func (p *pausing) FindAvailability(ctx context.Context, in osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
	if pause := p.pause; pause != nil {
		p.pause = nil
		pause()
	}
	return p.Platform.FindAvailability(ctx, in)
}

// TestRule21_OvertakenByTwin: a call that was reading when its twin booked gets the
// twin's receipt, not slot_taken for what is its own booking.
func TestRule21_OvertakenByTwin(t *testing.T) {
	p := new(pausing)
	k := newStack(t, setup{hide: func(inner osbp.Platform) osbp.Platform { p.Platform = inner; return p }})
	in := k.approved(t, fringe, "idem")
	var twin *osbp.CreateResult
	p.pause = func() {
		var err error
		if twin, err = k.adapter.CreateBooking(t.Context(), in); err != nil {
			t.Error(err)
		}
	}
	got, err := k.adapter.CreateBooking(t.Context(), in)
	if err != nil || got.Receipt != twin.Receipt || got.Runtime == nil || got.Runtime.Idempotency != osbp.LocalCacheReplay {
		t.Fatalf("%v, %v", got, err)
	}
	k.wantCounts(t, sandbox.HarborHair, "idem", 1, 1)
}
