// Package osp implements the Open Service Profile v0.1: a local service business publishes one JSON manifest, and agents
// read it and send booking requests, never bookings.
//
// # Manifest
//
// [Parse] reads a manifest and reports everything that is wrong with it at once, as a [*ValidationError] whose issues
// each name the place, the rule, its source and what to do in plain words. [Validate] judges a [Manifest] made in Go,
// and [NewBuilder] makes one and refuses what Validate would refuse. [Encode] writes it. [Lint] points out what is legal
// and probably a mistake. [HolidayExceptions] lists the public holidays that a producer says the business keeps.
//
// Unknown members and extensions survive decoding and encoding. A manifest of another version of the specification is a
// [*VersionError] and is not half read.
//
// # Errors
//
// [Code] is the error code of a tool's answer and is itself an error: errors.Is(err, osp.CodeClosedDay) works through any
// wrapping.
package osp
