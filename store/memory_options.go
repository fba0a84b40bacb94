package store

import (
	"errors"
	"time"
)

// Bounds of a [Memory] whose options leave them zero.
const (
	DefaultMaxRecords = 100_000
	DefaultMaxBytes   = 128 << 20
)

// RecordOverhead is what a record in a [Memory] counts for beside the bytes of
// its key and value: the cost of the index, of the expiry queue and of the
// record's own fields.
const RecordOverhead = 192

// MemoryOptions sets the bounds and the clock of a [Memory]. The zero options
// are ready to use.
type MemoryOptions struct {
	// MaxRecords bounds the number of live records; 0 means
	// [DefaultMaxRecords].
	MaxRecords int

	// MaxBytes bounds the bytes of all keys and values together with
	// [RecordOverhead] for each record; 0 means [DefaultMaxBytes].
	MaxBytes int64

	// Clock tells the time; nil means the system's. It is called by several
	// goroutines at a time.
	Clock func() time.Time
}

// withDefaults returns a copy of the options with every field set, or an error
// that names the field that cannot be meant.
func (o MemoryOptions) withDefaults() (MemoryOptions, error) {
	if o.MaxRecords < 0 {
		return o, errors.New("store: MemoryOptions.MaxRecords is negative")
	}
	if o.MaxBytes < 0 {
		return o, errors.New("store: MemoryOptions.MaxBytes is negative")
	}
	if o.MaxRecords == 0 {
		o.MaxRecords = DefaultMaxRecords
	}
	if o.MaxBytes == 0 {
		o.MaxBytes = DefaultMaxBytes
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	return o, nil
}
