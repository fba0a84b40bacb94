package osbpstack

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/openservicekit/openservice/osbp/sandbox"
)

// Scenario is how the platform behaves.
type Scenario string

// The scenarios. In all but Verification the service that reads show by default is
// one that needs no code, if the business has one.
const (
	// Normal is a platform that works.
	Normal Scenario = "normal"
	// SlotTaken refuses every create as if somebody had been quicker.
	SlotTaken Scenario = "slot_taken"
	// RateLimited answers every create with a plea to come back later.
	RateLimited Scenario = "rate_limited"
	// OutcomeUnknown makes the appointment, loses the answer and can't be asked.
	OutcomeUnknown Scenario = "outcome_unknown"
	// Verification shows a service by default whose bookings need a code.
	Verification Scenario = "verification"
	// Slow takes two seconds to make an appointment.
	Slow Scenario = "slow"
)

// Scenarios lists them.
func Scenarios() []Scenario {
	return []Scenario{Normal, SlotTaken, RateLimited, OutcomeUnknown, Verification, Slow}
}

// slowness is what Slow takes.
const slowness = 2 * time.Second

// faults are what goes wrong in a scenario.
func (s Scenario) faults() ([]sandbox.Fault, error) {
	switch s {
	case Normal, Verification, Slow:
		return nil, nil
	case SlotTaken:
		return []sandbox.Fault{{Op: sandbox.OpReserve, Kind: sandbox.FaultTaken}}, nil
	case RateLimited:
		return []sandbox.Fault{{Op: sandbox.OpReserve, Kind: sandbox.FaultSlowDown}}, nil
	case OutcomeUnknown:
		return []sandbox.Fault{
			{Op: sandbox.OpReserve, Kind: sandbox.FaultCutAfter},
			{Op: sandbox.OpLookUp, Kind: sandbox.FaultErrorBefore},
		}, nil
	}
	var names []string
	for _, known := range Scenarios() {
		names = append(names, string(known))
	}
	return nil, fmt.Errorf("no scenario %q; there are %s", s, strings.Join(names, ", "))
}

// shownService is the service that reads are about when they name none.
func (s Scenario) shownService(b *sandbox.Business) (*sandbox.Offering, error) {
	wantsCode := s == Verification
	n := slices.IndexFunc(b.Offerings, func(o sandbox.Offering) bool { return o.NeedsCode == wantsCode && !o.ByRequest })
	switch {
	case n >= 0:
		return &b.Offerings[n], nil
	case wantsCode:
		return nil, fmt.Errorf("no service of %s needs a verification code", b.ID)
	}
	return &b.Offerings[0], nil
}
