// Package osp implements the Open Service Profile v0.1: a local service business publishes one JSON manifest, and agents
// read it and send booking requests, never bookings.
//
// # Manifest
//
// [Parse] reads a manifest and reports everything that is wrong with it at once, as a [*ValidationError] whose issues
// each name the place, the rule, its source and what to do in plain words. [Validate] judges a [Manifest] made in Go,
// and [NewBuilder] makes one and refuses what Validate would refuse. [Encode] writes it, always in the same bytes. [Lint]
// points out what is legal and probably a mistake. [HolidayExceptions] lists the days of the public holidays that a
// producer says the business keeps. [TradeTypes] are schema.org's names for trades.
//
// Unknown members and extensions survive decoding and encoding. A manifest of another version of the specification is a
// [*VersionError] and is not half read.
//
// # Profile
//
// [NewProfile] compiles a manifest once. A [Profile] answers pure questions: [Profile.Coverage], [Profile.Availability],
// [Profile.CheckRequest]. [DecodeBookingRequest] is the only way to a [BookingRequest], and looks for the customer's
// consent before anything else. [MatchWindow] chooses a window for a stated time. The functions whose names begin with
// Phrase say things as the specification demands of agents; [Claims] finds what nobody may say after a request.
// [PlainText] and [Fence] are for text that third parties wrote.
//
// # Server
//
// [NewServer] serves the six tools over a profile, with the business's own backends plugged in: a [RequestSink] for booking
// requests, a [ReviewSource], a [CalendarSource]. It offers the tools that it has backends for. [Server.Call] answers for any
// transport; the [Caller] is what the transport observed. A request reaches the sink once, whatever is sent twice.
//
// # Publishing
//
// [NewSite] prepares what one origin publishes and [Sites] serves it: the manifest at its well-known address, the server
// card, the REST mirror with its OpenAPI document, the Link header. [LLMsTxt] and [JSONLDScript] are for the pages.
// [JudgeJSONLD] says what a page lacks, and a [Fetcher] gets somebody else's manifest.
//
// # Errors
//
// [Code] is the error code of a tool's answer and is itself an error: errors.Is(err, osp.CodeClosedDay) works through any
// wrapping. A [*Refusal] carries one, with what the agent needs to go on.
//
// # Time
//
// Zones come from a [github.com/openservicekit/openservice/wallclock.ZoneLoader] in the options. A nil one is the system's
// database, looked up anew each time; a program that answers many questions makes one loader and passes it everywhere.
package osp
