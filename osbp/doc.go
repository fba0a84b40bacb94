// Package osbp implements the Open Service Booking Protocol v0.1.0, in its revision
// of 8 July 2026: an agent may create an appointment only inside a user-approved
// BookingMandate.
//
// # The way through
//
// An integrator writes a [Platform]: raw calls to a booking system, four reads and
// one mutation. [NewAdapter] wraps it in every obligation of an adapter, and
// [NewHost] serves the eight tools over it, with strict decoding, one envelope and
// one audit event per call. A transport carries what [Host.Call] answers.
//
//	Platform -> Adapter -> Host -> any transport
//
// A Platform that speaks HTTP calls its booking system through [Transport], which carries
// identity, version pin and credentials, records what an audit event needs, and never lets
// a create be sent twice. Package osbptest helps to test a Platform, and package sandbox is
// a whole booking system to try things on.
//
// Who writes a [BookingAdapter] by hand stands on the pieces that Adapter is made of:
//
//   - [ValidateMandate] decides whether evidence lies inside a mandate. It is pure.
//     [ExplainMandate] gives every failure, for people.
//   - [Gate] asks for final confirmation: nothing is created before its token came back
//     for the same payload and the same [Summary].
//   - [Creator] runs the whole order of a booking.create and makes at most one
//     appointment per idempotency key, also across crashes and instances.
//
// An agent builder makes a mandate with [NewMandate], and takes a challenge apart with
// [ParseChallenge], so that the token is never shown.
//
// # Answers and errors
//
// A refusal is a *[Problem]; its [Code] is itself an error, so
// errors.Is(err, osbp.CodeSlotTaken) holds through any wrapping. An error that is or
// wraps neither is internal: its text goes to the operator's logger, never to an agent.
// Once a create may have been sent, anything but a definite answer is
// [CodeBookingOutcomeUnknown], and the same key never creates again on a guess.
//
// # What fails closed
//
// An absent or unfamiliar payment requirement, a price that is not fixed, a currency
// that ISO 4217 does not list, a time without its zone, an unknown member in a mandate,
// a platform's malformed answer, a full store, a log that can't be written: each is a
// refusal. Zero options are the strictest ones.
//
// Values that carry customer data, codes or tokens print as placeholders.
package osbp
