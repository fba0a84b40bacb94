// Package osbptest helps integrators to test their own code against package osbp.
//
// Authorize makes the [osbp.AuthorizedBooking] that a Platform's CreateAppointment
// takes, for unit tests of that method alone. Approve plays the user who confirms a
// booking, for tests that run a whole BookingAdapter. Neither has a back door: both
// go the way that an agent goes.
package osbptest
