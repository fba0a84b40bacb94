package store_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/openservicekit/openservice/store"
)

// A worker reserves a key, and moves the record on by compare-and-swap right
// before it acts. Whoever else holds the key's old version is refused.
func Example() {
	now := time.Date(2026, 5, 1, 19, 0, 0, 0, time.UTC)
	s, err := store.NewMemory(store.MemoryOptions{Clock: func() time.Time { return now }})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	expires := now.Add(24 * time.Hour)

	reserved, err := s.Create(ctx, "booking/1", []byte("reserved"), expires)
	fmt.Println("reserve:", err)
	_, err = s.Create(ctx, "booking/1", []byte("reserved"), expires)
	fmt.Println("reserve again:", errors.Is(err, store.ErrExists))

	_, err = s.Swap(ctx, "booking/1", reserved, []byte("sending"), expires)
	fmt.Println("send:", err)
	_, err = s.Swap(ctx, "booking/1", reserved, []byte("sending"), expires)
	fmt.Println("send again:", errors.Is(err, store.ErrConflict))

	now = expires
	_, err = s.Get(ctx, "booking/1")
	fmt.Println("a day later:", errors.Is(err, store.ErrNotFound))
	// Output:
	// reserve: <nil>
	// reserve again: true
	// send: <nil>
	// send again: true
	// a day later: true
}

// A full store refuses, and keeps what it has.
func ExampleNewMemory() {
	now := time.Date(2026, 5, 1, 19, 0, 0, 0, time.UTC)
	s, err := store.NewMemory(store.MemoryOptions{MaxRecords: 1, Clock: func() time.Time { return now }})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	_, err = s.Create(ctx, "first", nil, now.Add(time.Hour))
	fmt.Println(err)
	_, err = s.Create(ctx, "second", nil, now.Add(time.Hour))
	fmt.Println(err)
	fmt.Println(s.Usage().Records)

	now = now.Add(time.Hour) // the first has expired
	_, err = s.Create(ctx, "second", nil, now.Add(time.Hour))
	fmt.Println(err)
	// Output:
	// <nil>
	// store: full
	// 1
	// <nil>
}

// An operator lists what is under a prefix.
func ExampleMemory_List() {
	now := time.Date(2026, 5, 1, 19, 0, 0, 0, time.UTC)
	s, err := store.NewMemory(store.MemoryOptions{Clock: func() time.Time { return now }})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	for _, key := range []string{"salon/b", "salon/a", "garage/c"} {
		if _, err := s.Create(ctx, key, []byte("sending"), now.Add(time.Hour)); err != nil {
			fmt.Println(err)
			return
		}
	}
	for record, err := range s.List(ctx, "salon/") {
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Printf("%s: %s until %s\n", record.Key, record.Value, record.Expires.Format(time.RFC3339))
	}
	// Output:
	// salon/a: sending until 2026-05-01T20:00:00Z
	// salon/b: sending until 2026-05-01T20:00:00Z
}
