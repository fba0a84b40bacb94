package sandbox_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/store"
)

func firstOfMay() time.Time { return time.Date(2026, 5, 1, 19, 0, 0, 0, time.UTC) }

// An adapter in front of a platform in memory: what is there, and when.
func Example() {
	ctx := context.Background()
	s, err := sandbox.New(sandbox.Options{Clock: firstOfMay})
	if err != nil {
		panic(err)
	}
	platform, err := s.Platform(sandbox.HarborHair)
	if err != nil {
		panic(err)
	}
	options, err := s.AdapterOptions(sandbox.HarborHair)
	if err != nil {
		panic(err)
	}
	if options.Store, err = store.NewMemory(store.MemoryOptions{Clock: firstOfMay}); err != nil {
		panic(err)
	}
	adapter, err := osbp.NewAdapter(platform, options)
	if err != nil {
		panic(err)
	}
	service, err := adapter.DescribeService(ctx, osbp.ServiceDescribeInput{ServiceID: sandbox.Haircut})
	if err != nil {
		panic(err)
	}
	slots, err := adapter.FindAvailability(ctx, osbp.AvailabilityFindInput{Date: "2026-05-05", ProviderID: sandbox.StaffMaya})
	if err != nil {
		panic(err)
	}
	fmt.Println(service.Name, service.Duration, service.Price)
	fmt.Println(slots[0].StartsAtLocal, slots[0].ScheduleTimezone, "is", slots[0].StartsAt, "with", slots[0].ProviderName)
	// Output:
	// Haircut PT45M 85.00 USD
	// 2026-05-05T09:00:00 America/Los_Angeles is 2026-05-05T16:00:00.000Z with Maya Torres
}

// A fault strikes the next create: the connection is cut after the appointment was
// written, and the caller can't know.
func ExampleSandbox_SwitchOn() {
	s, err := sandbox.New(sandbox.Options{Clock: firstOfMay})
	if err != nil {
		panic(err)
	}
	off, err := s.SwitchOn(sandbox.Fault{Op: sandbox.OpDescribe, Kind: sandbox.FaultCutAfter, Count: 1})
	if err != nil {
		panic(err)
	}
	defer off()
	platform, err := s.Platform(sandbox.HarborHair)
	if err != nil {
		panic(err)
	}
	ask := osbp.ServiceDescribeInput{ServiceID: sandbox.Haircut}
	_, err = platform.DescribeService(context.Background(), ask)
	fmt.Println(errors.Is(err, sandbox.ErrCut))
	_, err = platform.DescribeService(context.Background(), ask)
	fmt.Println(err)
	// Output:
	// true
	// <nil>
}
