package store_test

import (
	"errors"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/openservicekit/openservice/store"
)

func TestCheckKey(t *testing.T) {
	for _, tc := range []struct {
		name string
		key  string
		want error
	}{
		{"empty", "", store.ErrInvalidKey},
		{"one byte", "x", nil},
		{"NUL", "\x00", nil},
		{"invalid UTF-8", "\xff\xfe", nil},
		{"1024 bytes", strings.Repeat("x", 1024), nil},
		{"1025 bytes", strings.Repeat("x", 1025), store.ErrInvalidKey},
		{"1024 bytes, fewer characters", strings.Repeat("é", 512), nil},
		{"1026 bytes, fewer characters", strings.Repeat("é", 513), store.ErrInvalidKey},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if err := store.CheckKey(tc.key); !errors.Is(err, tc.want) {
				t.Errorf("CheckKey: %v, want %v", err, tc.want)
			}
		})
	}
}

func TestCheckValue(t *testing.T) {
	for _, tc := range []struct {
		name  string
		value []byte
		want  error
	}{
		{"nil", nil, nil},
		{"empty", []byte{}, nil},
		{"4 MiB", make([]byte, 4<<20), nil},
		{"a byte more", make([]byte, 4<<20+1), store.ErrTooLarge},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if err := store.CheckValue(tc.value); !errors.Is(err, tc.want) {
				t.Errorf("CheckValue: %v, want %v", err, tc.want)
			}
		})
	}
}

func TestCheckExpiry(t *testing.T) {
	east := time.FixedZone("east", 5*3600)
	for _, tc := range []struct {
		name    string
		expires time.Time
		now     time.Time
		want    time.Time // zero: refused
	}{
		{"a microsecond from now", noon.Add(time.Microsecond), noon, noon.Add(time.Microsecond)},
		{"now", noon, noon, time.Time{}},
		{"a nanosecond from now", noon.Add(1), noon, time.Time{}},
		{"finer than a microsecond", noon.Add(1999), noon, noon.Add(time.Microsecond)},
		{"within the microsecond that runs", noon.Add(999), noon.Add(1), time.Time{}},
		{"a nanosecond from now, in the next microsecond", noon.Add(1000), noon.Add(999), noon.Add(time.Microsecond)},
		{"another zone", noon.Add(time.Hour).In(east), noon, noon.Add(time.Hour)},
		{"now in another zone", noon.In(east), noon, time.Time{}},
		{"zero", time.Time{}, noon, time.Time{}},
		{"zero, with a clock before it", time.Time{}, time.Unix(-1<<40, 0), time.Time{}},
		{"before 1970, with a clock before it", time.Unix(-1, -1), time.Unix(-2, 0), time.Unix(-2, 999_999_000)},
		{"the end of 9999", time.Date(9999, 12, 31, 23, 59, 59, 999_999_999, time.UTC), noon, time.Date(9999, 12, 31, 23, 59, 59, 999_999_000, time.UTC)},
		{"10000", time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC), noon, time.Time{}},
		{"the last instant of all", time.Unix(math.MaxInt64-62135596800, 0), noon, time.Time{}},
		// These overflow the microseconds of an int64, in either direction.
		{"far ahead", time.Unix(1<<62, 0), noon, time.Time{}},
		{"far behind", time.Unix(-1<<62, 0), noon, time.Time{}},
		{"behind, and ahead in microseconds", time.Unix(math.MinInt64/1_000_000-1, 0), noon, time.Time{}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got, err := store.CheckExpiry(tc.expires, tc.now)
			if tc.want.IsZero() {
				if !errors.Is(err, store.ErrInvalidExpiry) || !got.IsZero() {
					t.Errorf("CheckExpiry = %v, %v; want %v", got, err, store.ErrInvalidExpiry)
				}
				return
			}
			if err != nil || !got.Equal(tc.want) || got.Location() != time.UTC {
				t.Errorf("CheckExpiry = %v, %v; want %v", got, err, tc.want)
			}
		})
	}
}

// Errors go to logs, and keys and values can hold what must not.
func TestErrorsContainNoKeyOrValue(t *testing.T) {
	m, _ := newMemory(t, store.MemoryOptions{MaxRecords: 1, MaxBytes: 4 << 10})
	const canary = "canary@example.com"
	v := create(t, m, canary, canary, noon.Add(time.Hour))
	expires := noon.Add(time.Hour)
	ctx := t.Context()
	_, exists := m.Create(ctx, canary, []byte(canary), expires)
	_, full := m.Create(ctx, canary+"2", []byte(canary), expires)
	_, missing := m.Get(ctx, canary+"2")
	_, conflict := m.Swap(ctx, canary, v+1, []byte(canary), expires)
	_, grown := m.Swap(ctx, canary, v, []byte(strings.Repeat(canary, 1<<10)), expires)
	_, large := m.Swap(ctx, canary, v, []byte(strings.Repeat(canary, 1<<20)), expires)
	_, invalid := m.Get(ctx, strings.Repeat(canary, 1<<10))
	_, past := m.Swap(ctx, canary, v, []byte(canary), noon)
	for want, err := range map[error]error{
		store.ErrExists: exists, store.ErrFull: full, store.ErrNotFound: missing, store.ErrConflict: conflict,
		store.ErrTooLarge: large, store.ErrInvalidKey: invalid, store.ErrInvalidExpiry: past,
	} {
		if !errors.Is(err, want) {
			t.Errorf("got %v, want %v", err, want)
		}
		if err != nil && strings.Contains(err.Error(), canary) {
			t.Errorf("%q contains the key or the value", err)
		}
	}
	if !errors.Is(grown, store.ErrFull) {
		t.Errorf("got %v, want %v", grown, store.ErrFull)
	}
}
