// Package adapter is the page that authors of adapters copy: one shop of a booking
// platform as an osbp.Platform over HTTP. The platform is the sandbox of this module,
// which speaks a language of its own; all that is known of it here is what its page
// says, osbp/sandbox/API.md.
//
// A Platform only translates: requests into the platform's words, answers into OSBP's,
// failures into what they prove. Mandates, approvals, idempotency and the audit are the
// part of the osbp.Adapter that stands around it:
//
//	platform, err := adapter.New(adapter.Options{BaseURL: url, Shop: shop, Logger: logger})
//	booking, err := osbp.NewAdapter(platform, osbp.AdapterOptions{
//		Vendor: adapter.Vendor, APIVersion: adapter.APIVersion, OrganizationID: shop, Store: records,
//	})
//
// Read it in this order. platform.go says which platform is meant and how to sign in.
// call.go sends one request, once. refusal.go says what a failure proves. units.go and
// vocabulary.go convert prices, times, lengths and words. Then there is a file for each
// thing that the platform knows: offering.go, opening.go, reservation.go,
// verification.go. README.md tells in which order to map them, and what turns green.
//
// Its notes for those who embed it (OSBP "verification.verify"). Status comes from the platform's
// own read, never from a record of the adapter's, except for a shop that shows no
// appointments. Verification codes are bound to shop and contact, not to one booking: a
// leaked one books once, until it expires. Checking a code does not use it up, and a
// booking does not need the check.
package adapter
