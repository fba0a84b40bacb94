// Package sandbox is a booking platform without credentials, for demos and tests
// of OSBP. It is a small platform of its own, with its own words, rules and API,
// so that what stands in front of it has something to translate.
//
// [New] opens it, in memory, with five businesses ([Sandbox.Businesses]) that
// reach every branch of the protocol between them: see the id constants. It has
// opening hours, openings, reservations that never overlap, codes that arrive in an
// outbox ([Sandbox.Messages]), and a front desk that changes things while an agent
// is thinking ([Sandbox.SetPrice], [Sandbox.TakeAtDesk], [Sandbox.Cancel],
// [Sandbox.Move]).
//
// There are two ways to it. [Sandbox.Platform] is an osbp.Platform in memory.
// [Sandbox.Handler] is its HTTP API, to be served on loopback and described in API.md;
// examples/adapter is the osbp.Platform that translates it, and the pattern for authors
// of adapters. Either goes behind an osbp.Adapter:
//
//	s, err := sandbox.New(sandbox.Options{})
//	platform, err := s.Platform(sandbox.HarborHair)
//	options, err := s.AdapterOptions(sandbox.HarborHair)
//	options.Store = records
//	adapter, err := osbp.NewAdapter(platform, options)
//
// [Sandbox.SwitchOn] makes it fail in the ways that platforms fail, such as a
// connection that is cut after the appointment was written, and [Sandbox.Counts]
// tells how many creates arrived and how many appointments were made.
//
// With one clock and one seed it does the same things every time.
package sandbox
