// Package sandboxtest shows osbp/sandbox to the suite of adaptertest: what it offers, and
// how it is put into each state that the checks need. Whoever tests an adapter in front
// of the sandbox fills in the rest of [adaptertest.Harness], which is about the adapter:
//
//	h, err := sandboxtest.Harness(s)
//	h.Adapter = func(organizationID string) (osbp.BookingAdapter, error) { ... }
//
// For another platform it is the pattern: fixtures.go is a price list, and harness.go is
// what the platform's own test tools are asked to do. What a sandbox can't do stays nil,
// and the suite says by name what then stays unproved.
package sandboxtest
