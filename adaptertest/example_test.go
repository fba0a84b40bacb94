package adaptertest_test

import (
	"context"
	"fmt"
	"log"

	"github.com/openservicekit/openservice/adaptertest"
	"github.com/openservicekit/openservice/adaptertest/sandboxtest"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/store"
)

// newSandboxHarness is what an author writes for the platform's own sandbox.
func newSandboxHarness() (*adaptertest.Harness, error) {
	platform, err := sandbox.New(sandbox.Options{})
	if err != nil {
		return nil, err
	}
	records, err := store.NewMemory(store.MemoryOptions{})
	if err != nil {
		return nil, err
	}
	h, err := sandboxtest.Harness(platform)
	if err != nil {
		return nil, err
	}
	adapters := make(map[string]osbp.BookingAdapter)
	h.Reconciles = true // the sandbox finds appointments by their key
	h.Adapter = func(organizationID string) (osbp.BookingAdapter, error) {
		if a := adapters[organizationID]; a != nil {
			return a, nil
		}
		p, err := platform.Platform(organizationID)
		if err != nil {
			return nil, err
		}
		options, err := platform.AdapterOptions(organizationID)
		if err != nil {
			return nil, err
		}
		options.Store = records
		adapters[organizationID], err = osbp.NewAdapter(p, options)
		return adapters[organizationID], err
	}
	return h, nil
}

// Check runs without the testing package, as in a program that an operator starts.
func ExampleCheck() {
	report, err := adaptertest.Check(context.Background(), newSandboxHarness)
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range report.Results {
		if r.Outcome == adaptertest.Failed {
			fmt.Println(r)
		}
	}
	fmt.Println("failed:", report.Failed)
	// Output:
	// failed: 0
}

// Checks tells what is required, without running anything.
func ExampleChecks() {
	for _, c := range adaptertest.Checks() {
		if c.ID == "approval.no_create_before" {
			fmt.Println(c.Section)
			fmt.Println(c.Requirement)
		}
	}
	// Output:
	// OSBP "Canonical Flow"
	// no appointment create reaches the platform before the approval
}
