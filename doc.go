// Package openservice is the map of a library suite for two open protocols by
// which AI agents deal with local service businesses. It has no code of its own.
//
// # OSBP v0.1.0, revision of 8 July 2026
//
// The Open Service Booking Protocol lets an agent create an appointment only
// inside a BookingMandate that the user approved.
//
//   - Package osbp has the protocol's types, the mandate check, the confirmation
//     gate, at-most-once creation, the adapter and the tool host.
//   - Package osbp/sandbox is a booking platform without credentials, for demos
//     and tests; osbp/osbptest helps integrators to test their own code.
//   - Package adaptertest checks that an adapter keeps the protocol's promises;
//     adaptertest/sandboxtest is its harness over the sandbox.
//
// # OSP v0.1
//
// The Open Service Profile lets a business publish one manifest that agents read,
// and take booking requests through six tools.
//
//   - Package osp has the manifest, its validation, the questions it answers, the
//     tool server and the HTTP handlers.
//   - Package osp/zcta has ZIP area centroids for radius coverage; it is linked
//     only where it is imported.
//
// # What both stand on
//
//   - Package money: exact amounts in ISO 4217 minor units.
//   - Package wallclock: civil dates and times, IANA zones, instants, durations.
//   - Package store: the compare-and-swap record store for durable state, with an
//     in-memory one, and store/storetest to prove any other.
//   - Package audit: redacted audit events, canonical hashes, append-only logs.
//
// The examples folder has programs to start from: examples/quickstart is the first,
// examples/adapter and examples/adapterstarter are what authors of adapters copy, and
// examples/ospsite is a small website that publishes a manifest. examples/servers, a
// module of its own, puts both protocols on the Model Context Protocol.
//
// No package here reads the environment, the network or a global except through
// what its caller passed in: clock, store, HTTP client, logger. The examples do.
package openservice
