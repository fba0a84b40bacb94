package sandbox_test

import (
	"testing"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

// TestFlow_Verified is OSBP "Canonical Flow": challenge, approval, verification,
// appointment, status.
func TestFlow_Verified(t *testing.T) {
	onBothFaces(t, func(t *testing.T, overHTTP bool) {
		k := newStack(t, setup{overHTTP: overHTTP})
		ctx := t.Context()
		in := k.request(t, tuesday, "idem_1")
		in = approve(t, k.adapter, in)
		k.wantCounts(t, sandbox.HarborHair, "idem_1", 0, 0)

		_, err := k.adapter.CreateBooking(ctx, in)
		wantCode(t, err, osbp.CodeRequiresVerification, true)
		sent, err := k.adapter.SendVerification(ctx, osbp.VerificationSendInput{
			Customer: in.Customer, Purpose: osbp.BookingPurpose(sandbox.HarborHair),
		})
		if err != nil || sent.Sent == nil || !*sent.Sent || sent.Method != osbp.VerificationSMS {
			t.Fatalf("%+v, %v", sent, err)
		}
		in.VerificationCode = k.sandbox.LastCode(jane.Phone)
		got, err := k.adapter.CreateBooking(ctx, in)
		if err != nil {
			t.Fatal(err)
		}
		k.wantCounts(t, sandbox.HarborHair, "idem_1", 2, 1)

		b, err := k.adapter.GetBooking(ctx, osbp.BookingStatusInput{BookingID: got.Receipt.BookingID})
		if err != nil || b.Status != osbp.BookingBooked || b.StartsAtLocal != "2026-05-05T13:00:00" || b.StartsAt != "2026-05-05T20:00:00.000Z" {
			t.Fatalf("%+v, %v", b, err)
		}
		again, err := k.adapter.CreateBooking(ctx, in)
		if err != nil || again.Receipt != got.Receipt || again.Runtime.Idempotency != osbp.LocalCacheReplay {
			t.Fatalf("%+v, %v", again, err)
		}
		k.wantCounts(t, sandbox.HarborHair, "idem_1", 2, 1)
	})
}
