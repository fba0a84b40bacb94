package adaptertest_test

import (
	"context"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

var platformRetiringMutants = []mutant{
	{
		name: "no booking goes to an endpoint that is going to end", check: "platform.retiring_books",
		also: []string{"platform.retiring_harmless"},
		platform: func(in osbp.Platform, r *rig) osbp.Platform {
			whole := in.(wholePlatform)
			return brokenPlatform{wholePlatform: whole, create: func(ctx context.Context, b *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
				if r.tap.isRetired() {
					return nil, osbp.Refused(osbp.NewProblem(sandbox.CodeBookingRejected, "The platform's bookings are going to end."))
				}
				return whole.CreateAppointment(ctx, b)
			}}
		},
	},
	{
		name: "nobody hears that an endpoint is going to end", check: "platform.retiring_told",
		hand: func(q *quirks) { q.retiringSilent = true },
	},
	{
		name: "an endpoint that is going to end counts as gone", check: "platform.retiring_harmless",
		also: []string{"platform.retiring_*"},
		hand: func(q *quirks) { q.retiringFails = true },
	},
}
