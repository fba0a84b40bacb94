package osbptest

import (
	"context"

	"github.com/openservicekit/openservice/osbp"
)

// Approve sends in to a without approval and returns it as an agent sends it again
// once the user has confirmed the summary. Anything but a challenge fails the test:
// an adapter that books without asking is broken.
func Approve(ctx context.Context, t TB, a osbp.BookingAdapter, in osbp.BookingCreateInput) osbp.BookingCreateInput {
	t.Helper()
	in.Approval = nil
	_, err := a.CreateBooking(ctx, in)
	if err == nil {
		t.Fatalf("osbptest: the booking was made without approval")
		return in
	}
	challenge, perr := osbp.ParseChallenge(osbp.AsProblem(err))
	if perr != nil {
		t.Fatalf("osbptest: no challenge, but %v", err)
		return in
	}
	in.Approval = challenge.Approval()
	return in
}
