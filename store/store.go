package store

import (
	"context"
	"iter"
	"time"
)

// Store is a compare-and-swap record store with expiry.
//
// Each method takes effect at once and whole, or not at all, whoever else uses
// the store at the time: other goroutines, and for a shared store other
// processes. Of several writers that hold the same version exactly one wins.
//
// Time. A store tells the time by the clock it was built with. A record is
// live before its expiry and gone from that instant on (now == Expires is
// gone). Once a method has reported a record gone, by answering ErrNotFound, by
// leaving it out of a list or by letting its key be created anew, no later
// method returns it, even if the clock steps back.
//
// Arguments are judged first, and the same everywhere: see [CheckKey],
// [CheckValue] and [CheckExpiry]. Then comes the record, and last whether there
// is room. No slice is shared with the caller in either direction.
//
// Errors. A context that is done when a method is called gives ctx.Err(). That
// error and the sentinels of this package, matched with [errors.Is], promise
// that nothing was changed. Any other error, and a context that ends during a
// call to a store that does I/O, leaves the outcome of a write unknown: read
// the record to learn it. No error contains a key or a value.
type Store interface {
	// Create stores a record unless a live one has the key, and returns its
	// version.
	//
	// Errors: [ErrInvalidKey], [ErrTooLarge], [ErrInvalidExpiry], [ErrExists],
	// [ErrFull].
	Create(ctx context.Context, key string, value []byte, expires time.Time) (Version, error)

	// Get returns the live record that has the key.
	//
	// Errors: [ErrInvalidKey], [ErrNotFound].
	Get(ctx context.Context, key string) (Record, error)

	// Swap replaces value and expiry of the live record that has the key, if
	// its version is still old, and returns the new version. When it fails, the
	// old record stays as it was.
	//
	// Errors: [ErrInvalidKey], [ErrTooLarge], [ErrInvalidExpiry],
	// [ErrNotFound], [ErrConflict], [ErrFull].
	Swap(ctx context.Context, key string, old Version, value []byte, expires time.Time) (Version, error)

	// Delete removes the live record that has the key, if its version is still
	// old.
	//
	// Errors: [ErrInvalidKey], [ErrNotFound], [ErrConflict].
	Delete(ctx context.Context, key string, old Version) error

	// List yields the live records whose keys begin with prefix, in ascending
	// byte order of their keys, each key once. The empty prefix lists all.
	// Every byte of the prefix stands for itself; there are no wildcards. It is
	// meant for operators and for start-up, not for the path of a booking.
	//
	// A list is no snapshot. A record that is live throughout is yielded; one
	// created, replaced or deleted meanwhile may be yielded as it was at some
	// moment since List began, and none is yielded at or after its expiry. The
	// loop body may call the store. After a yielded error nothing follows. The
	// sequence may be ranged over again, and then lists anew.
	//
	// Errors: those of the context and of the medium.
	List(ctx context.Context, prefix string) iter.Seq2[Record, error]
}

// Record is what a [Store] keeps under a key.
type Record struct {
	Key     string
	Value   []byte    // a copy that belongs to the caller
	Version Version   // names this state of the record
	Expires time.Time // the first instant at which the record is gone; UTC, whole microseconds
}

// Version names one state of the record under a key. A store gives it to one
// successful Create or Swap and never again for that key, also when the record
// was deleted or has expired and the key was created anew: whoever still holds
// the old version gets [ErrConflict]. Of two writes of a key, one after the
// other, the later gets the greater version. Versions are positive and fit in
// an int64; the zero Version matches no record.
type Version uint64
