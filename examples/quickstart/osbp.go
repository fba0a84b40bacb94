package main

import (
	"context"
	"errors"

	"github.com/openservicekit/openservice/osbp"
)

// customer is made up, like everybody here.
var customer = osbp.Customer{DisplayName: "Jane Customer", Phone: "+15555550100", Email: "jane@example.com"}

// tellOSBP plays the OSBP half on a stage of its own. The story is told as far as it
// came, also when there is an error.
func tellOSBP(ctx context.Context, auditPath string) (s *story, err error) {
	stage, err := newStage(ctx, auditPath)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, stage.close(context.WithoutCancel(ctx))) }()
	s = &story{
		title: "OSBP: an appointment inside a mandate",
		intro: "An AI agent books a haircut with a booking platform, through an OSBP host. The platform runs inside this " +
			"program, on loopback; the clock stands at noon in California on Friday, 1 May 2026.",
		events: stage.events, customer: customer,
	}
	a := &agent{host: stage.host}
	booked, receipt, err := bookOnce(ctx, stage, a, s.part("One booking, in twelve steps",
		"The steps are those of the specification's demo trace."))
	if err != nil {
		return s, err
	}
	if err := refuse(ctx, stage, a, s.part("Five ways to overstep, or to stumble",
		"Each would book something that nobody allowed, or book it twice, if anybody let it."), booked, receipt); err != nil {
		return s, err
	}
	s.outro = "The audit log has " + count(len(stage.events.all()), "event") + " of this run, redacted: " + auditPath
	return s, nil
}
