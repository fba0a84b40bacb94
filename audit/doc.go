// Package audit keeps the record of what an OSBP server was asked and what it
// answered, without what nobody but the customer should know (OSBP "Audit",
// "Security and Privacy Considerations").
//
// [NewEvent] makes an [Event] of a [Call]: a [Redactor] takes the customer, codes
// and tokens out of its snapshots, and [Hash] fingerprints what is left. A [Log]
// keeps events: [JSONLLog] in a file of one line each, [MemoryLog] in memory.
// [ReadJSONL] reads a log back and verifies it. [UpstreamCall] writes down a
// request to the platform. Nothing of this is to be published as it is; [Alias]
// makes traces that may be.
//
// A host asks [Log.Ready] before it does what must not go unrecorded, and appends
// the event after it is done.
package audit
