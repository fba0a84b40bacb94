package storetest

import (
	"bytes"
	"time"

	"github.com/openservicekit/openservice/store"
)

// large returns n bytes of text. It repeats after a prime number of bytes, so
// that no block of it can pass for another.
func large(n int) []byte {
	pattern := make([]byte, 251)
	for i := range pattern {
		pattern[i] = 'a' + byte(i*i%26)
	}
	return bytes.Repeat(pattern, n/len(pattern)+1)[:n]
}

var valueChecks = []check{{
	id:          "value.bytes",
	requirement: "A value is any string of bytes and comes back unchanged.",
	try: func(p *probe) {
		var all []byte
		for b := range 256 {
			all = append(all, byte(b))
		}
		for i, value := range []string{
			string(all), "\x00", "value\x00", "\xff\xfe", "\xed\xa0\x80", " padded \n", "\r\n", "e\u0301", "\ufeff{}", "null", "{}", "\"",
		} {
			key := string(rune('a' + i))
			v := p.create(key, value)
			p.wantValue(key, value)
			p.swap(key, v, value+value)
			p.wantValue(key, value+value)
			if got := p.list(key); len(got) != 1 || string(got[0].Value) != value+value {
				p.fatalf("List did not yield the value %s", brief(value+value))
			}
		}
	},
}, {
	id:          "value.empty",
	requirement: "A value may be empty or nil, which is the same, and its record is there.",
	try: func(p *probe) {
		for key, value := range map[string][]byte{"nil": nil, "empty": {}} {
			v, err := p.Create(p.ctx, key, value, p.in(time.Hour))
			if err != nil {
				p.fatalf("Create of an empty value gave %v", err)
			}
			p.wantValue(key, "")
			_, err = p.Create(p.ctx, key, []byte("second"), p.in(time.Hour))
			p.wantError("Create where the value is empty", err, store.ErrExists)
			v = p.swap(key, v, "filled")
			p.wantValue(key, "filled")
			if v, err = p.Swap(p.ctx, key, v, value, p.in(time.Hour)); err != nil {
				p.fatalf("Swap for an empty value gave %v", err)
			}
			p.wantValue(key, "")
			p.wantKeys(key, key)
			p.remove(key, v)
		}
	},
}, {
	id:          "value.large",
	requirement: "A value may have 4 MiB, and comes back whole.",
	try: func(p *probe) {
		for _, n := range []int{256, 65536, 1 << 20, store.MaxValueBytes} {
			value := large(n)
			v, err := p.Create(p.ctx, "key", value[1:], p.in(time.Hour))
			if err != nil {
				p.fatalf("Create of %d bytes gave %v", n-1, err)
			}
			if got := p.list("key"); len(got) != 1 || !bytes.Equal(got[0].Value, value[1:]) {
				p.fatalf("List did not yield the %d bytes", n-1)
			}
			if v, err = p.Swap(p.ctx, "key", v, value, p.in(time.Hour)); err != nil {
				p.fatalf("Swap for %d bytes gave %v", n, err)
			}
			if got := p.get("key").Value; !bytes.Equal(got, value) {
				p.fatalf("of %d bytes came back %d, or others", n, len(got))
			}
			p.remove("key", v)
		}
	},
}, {
	id:          "value.refused",
	requirement: "A value of more than 4 MiB gives ErrTooLarge and changes nothing.",
	try: func(p *probe) {
		value := large(store.MaxValueBytes + 1)
		v := p.create("key", "value")
		was := p.get("key")
		_, err := p.Create(p.ctx, "new", value, p.in(time.Hour))
		p.wantError("Create", err, store.ErrTooLarge)
		p.wantGone("new")
		_, err = p.Swap(p.ctx, "key", v, value, p.in(time.Hour))
		p.wantError("Swap", err, store.ErrTooLarge)
		p.wantSame("key", was)
	},
}, {
	id:          "value.in",
	requirement: "A caller that writes to the slice it passed in does not change the record.",
	try: func(p *probe) {
		value := []byte("value")
		v, err := p.Create(p.ctx, "key", value, p.in(time.Hour))
		if err != nil {
			p.fatalf("Create gave %v", err)
		}
		copy(value, "XXXXX")
		p.wantValue("key", "value")
		copy(value, "again")
		if _, err := p.Swap(p.ctx, "key", v, value, p.in(time.Hour)); err != nil {
			p.fatalf("Swap gave %v", err)
		}
		copy(value, "XXXXX")
		p.wantValue("key", "again")
	},
}, {
	id:          "value.out",
	requirement: "A caller that writes to a slice it was given changes neither the record nor what others were given.",
	try: func(p *probe) {
		p.create("key", "value")
		first, second := p.get("key").Value, p.get("key").Value
		copy(first, "XXXXX")
		_ = append(first[:0], "YYYYYYYYYYYYYYYY"...)
		if string(second) != "value" {
			p.fatalf("a value that was read before became %s", brief(string(second)))
		}
		p.wantValue("key", "value")
		copy(p.list("key")[0].Value, "XXXXX")
		p.wantValue("key", "value")
		if got := p.list("key")[0].Value; string(got) != "value" {
			p.fatalf("List yielded %s after a listed value was written to", brief(string(got)))
		}
	},
}}
