package store

import "errors"

// The answers of a [Store]. Each promises that the call changed nothing.
var (
	// ErrNotFound says that no live record has the key: it was never created,
	// it was deleted, or it has expired.
	ErrNotFound = errors.New("store: no live record has this key")

	// ErrExists says that a live record already has the key that was to be
	// created.
	ErrExists = errors.New("store: a live record already has this key")

	// ErrConflict says that the live record has another version than the
	// caller's: somebody else wrote it since. Read it again and decide again.
	ErrConflict = errors.New("store: the record has changed since it was read")

	// ErrFull says that the record would not fit in the store's bounds. Live
	// records are never evicted to make room, so it lasts until some expire or
	// are deleted; the operator should raise the bounds.
	ErrFull = errors.New("store: full")

	// ErrTooLarge says that the value is longer than [MaxValueBytes].
	ErrTooLarge = errors.New("store: value is longer than 4 MiB")

	// ErrInvalidKey says that the key is empty or longer than [MaxKeyBytes].
	ErrInvalidKey = errors.New("store: key must have 1 to 1024 bytes")

	// ErrInvalidExpiry says that the expiry is zero, not after now, or past the
	// year 9999.
	ErrInvalidExpiry = errors.New("store: expires must be after now and no later than the year 9999")
)
