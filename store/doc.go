// Package store is the one seam for durable state: records under keys, each
// replaced by compare-and-swap and each with an expiry.
//
// Everything that must outlive a call goes through a [Store]: approvals that
// wait for the user, idempotency records, accepted booking requests. A program
// chooses where they live by the Store it passes in. [Memory] keeps them in
// the process; it is bounded, and refuses when it is full. Package
// [github.com/openservicekit/openservice/store/storetest] checks any other
// implementation against the contract written at [Store].
//
// A reader gets a record, decides, and writes back with the version it read:
//
//	rec, err := s.Get(ctx, key)
//	...
//	version, err := s.Swap(ctx, key, rec.Version, next, expires)
//	if errors.Is(err, store.ErrConflict) {
//		// Somebody else was quicker: read again and decide again.
//	}
//
// # Writing an implementation
//
// The contract asks for nothing beyond what one row and one statement give.
// With records in a table of (key BLOB PRIMARY KEY, value BLOB, version BIGINT,
// expires BIGINT in microseconds), now read from the injected clock, and
// versions drawn from a sequence that never goes back:
//
//	Create  INSERT ... ON CONFLICT (key) DO UPDATE ... WHERE expires <= now
//	Get     SELECT ... WHERE key = ?
//	Swap    UPDATE ... WHERE key = ? AND version = ? AND expires > now
//	Delete  DELETE ... WHERE key = ? AND version = ? AND expires > now
//	List    DELETE the expired, then SELECT in pages, ORDER BY key
//
// Where Get, Swap or Delete would answer ErrNotFound because a row has expired,
// that row is deleted first.
//
// [CheckKey], [CheckValue] and [CheckExpiry] judge the arguments the same way
// for every store.
package store
