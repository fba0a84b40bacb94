package store

import "time"

const (
	// MaxKeyBytes is the length of the longest key. It fits an index entry of
	// the common databases.
	MaxKeyBytes = 1024

	// MaxValueBytes is the length of the longest value. It leaves room for a
	// tool input of 1 MiB wrapped in a record and encoded as base64.
	MaxValueBytes = 4 << 20
)

// CheckKey returns [ErrInvalidKey] unless key has 1 to [MaxKeyBytes] bytes. Any
// bytes will do, NUL and invalid UTF-8 included; keys are equal only if all
// their bytes are.
func CheckKey(key string) error {
	if key == "" || len(key) > MaxKeyBytes {
		return ErrInvalidKey
	}
	return nil
}

// CheckValue returns [ErrTooLarge] if value has more than [MaxValueBytes]
// bytes. An empty value is fine, and nil is the same as empty.
func CheckValue(value []byte) error {
	if len(value) > MaxValueBytes {
		return ErrTooLarge
	}
	return nil
}

// CheckExpiry returns the instant at which a record asked to live until expires
// will be gone: expires cut to whole microseconds, never later than asked, in
// UTC.
//
// It returns [ErrInvalidExpiry] unless that instant is after now and within the
// year 9999. The zero time is refused too, so that nothing lives for ever
// because somebody forgot to say how long; and a record that could never be
// read is refused rather than dropped, so that nobody relies on it.
func CheckExpiry(expires, now time.Time) (time.Time, error) {
	micros, ok := expiryMicros(expires, now.UnixMicro())
	if !ok {
		return time.Time{}, ErrInvalidExpiry
	}
	return time.UnixMicro(micros).UTC(), nil
}

// The seconds since 1970 of 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z. The
// microseconds between them fit in an int64.
const (
	firstSecond = -62135596800
	lastSecond  = 253402300799
)

// expiryMicros returns expires in microseconds since 1970, rounded down, and
// whether a record may be stored with it at now, given in the same unit.
func expiryMicros(expires time.Time, now int64) (int64, bool) {
	s := expires.Unix()
	if s < firstSecond || s > lastSecond || expires.IsZero() {
		return 0, false
	}
	micros := expires.UnixMicro()
	return micros, micros > now
}
