package storetest

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/openservicekit/openservice/store"
)

var errorChecks = []check{{
	id:          "error.order",
	requirement: "Arguments are judged before the record: what is wrong with them is the answer whether or not a record has the key.",
	try: func(p *probe) {
		v := p.create("key", "value")
		_, err := p.Create(p.ctx, "key", []byte("other"), p.in(-time.Hour))
		p.wantOther("Create of a key that exists, with an expiry that has been", err, store.ErrExists)
		_, err = p.Swap(p.ctx, "unknown", v, []byte("other"), p.in(-time.Hour))
		p.wantOther("Swap of an unknown key, with an expiry that has been", err, store.ErrNotFound)
		_, err = p.Swap(p.ctx, "key", v+1, []byte("other"), p.in(-time.Hour))
		p.wantOther("Swap with another version, with an expiry that has been", err, store.ErrConflict)
	},
}, {
	id:          "error.quiet",
	requirement: "No error contains a key or a value.",
	try: func(p *probe) {
		const key, value = "secret-key@example.com", "secret-value@example.com"
		v := p.create(key, value)
		ended, cancel := context.WithCancel(p.ctx)
		cancel()
		past, long := p.in(-time.Hour), []byte(strings.Repeat(value, store.MaxValueBytes/len(value)+1))
		for _, ctx := range []context.Context{p.ctx, ended} {
			_, exists := p.Create(ctx, key, []byte(value), p.in(time.Hour))
			_, createdPast := p.Create(ctx, key+"2", []byte(value), past)
			_, createdLong := p.Create(ctx, key+"2", long, p.in(time.Hour))
			_, missing := p.Get(ctx, key+"2")
			_, invalid := p.Get(ctx, strings.Repeat(key, store.MaxKeyBytes))
			_, conflict := p.Swap(ctx, key, v+1, []byte(value), p.in(time.Hour))
			_, swappedMissing := p.Swap(ctx, key+"2", v, []byte(value), p.in(time.Hour))
			_, swappedPast := p.Swap(ctx, key, v, []byte(value), past)
			_, swappedLong := p.Swap(ctx, key, v, long, p.in(time.Hour))
			deleted := p.Delete(ctx, key, v+1)
			deletedMissing := p.Delete(ctx, key+"2", v)
			var listed error
			for _, listed = range p.List(ctx, key) {
			}
			p.wantQuiet(
				exists, createdPast, createdLong, missing, invalid, conflict, swappedMissing, swappedPast, swappedLong,
				deleted, deletedMissing, listed,
			)
		}
	},
}}

// wantOther requires that a call was not answered with what comes later in the order.
func (p *probe) wantOther(call string, err, later error) {
	if errors.Is(err, later) {
		p.fatalf("%s gave %q, which comes later in the order", call, later)
	}
}

// wantQuiet requires that no error repeats what error.quiet stores, in text or as a list
// of bytes. It doesn't repeat the error either.
func (p *probe) wantQuiet(errs ...error) {
	bytesOf := func(s string) string { return strings.Trim(fmt.Sprint([]byte(s)), "[]") }
	for _, err := range errs {
		if err == nil {
			continue
		}
		for _, secret := range []string{"secret-key", "secret-value"} {
			if text := err.Error(); strings.Contains(text, secret) || strings.Contains(text, bytesOf(secret)) {
				p.fatalf("an error contains a key or a value")
			}
		}
	}
}
