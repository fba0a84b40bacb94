// Package adaptertest checks that an OSBP adapter keeps the protocol's promises
// (OSBP v0.1.0): an [osbp.BookingAdapter], however it was written, with a Host in
// front of it.
//
// The author of an adapter describes the platform's sandbox in a [Harness] and runs
// the checks as subtests, each on a fresh adapter:
//
//	func TestAdapter(t *testing.T) {
//		adaptertest.Run(t, func(t *testing.T) *adaptertest.Harness {
//			sandbox := startSandbox(t)
//			return &adaptertest.Harness{
//				Adapter:  func(organizationID string) (osbp.BookingAdapter, error) { ... },
//				Fixtures: adaptertest.Fixtures{Plain: adaptertest.Fixture{ ... }},
//				Creates:  sandbox.Creates,
//			}
//		})
//	}
//
// What the harness can't show, because a function is nil or a fixture is missing, is
// skipped by name, and the skip says what stays unproved; Harness.Strict makes those
// skips failures. [Check] runs the same table without the testing package and returns
// a [Report], which writes itself as JSON and as JUnit XML. [Checks] lists the
// requirements.
//
// One family, or one check, runs by its name: go test -run TestAdapter/mandate. A failure
// names the seed of its keys and customers, which [Harness].Seed repeats. Package
// sandboxtest is a whole harness, and examples/adapter an adapter with a checklist of what
// turns green with each of its methods.
//
// The suite makes appointments in the sandbox it is given: never run it against a
// platform that real customers use. It counts creates as the only writes; reads are
// free. Its dates are relative to the harness's clock, and its keys and customers
// fresh on every run.
//
// The suite is itself tested on adapters with one mistake each: it has
// 540 checks, and names the mistake in 736 of 736 broken adapters. The test that counts them
// keeps which check fails on which adapter in testdata/kill_matrix.golden.
//
// A green report is evidence, not a certification: OSBP v0.1.0 defines none.
package adaptertest
