package storetest

import (
	"fmt"
	"strings"
	"time"

	"github.com/openservicekit/openservice/store"
)

// oddKeys are keys that careless stores take for one another or cannot hold.
var oddKeys = []string{
	"plain", "Plain", "PLAIN", "plain ", " plain", "plain\t", "plain\n", "plain\x00", "plain\x00x", "\x00", "\x00\x00",
	"a/b", "a//b", "a/./b", "a/../b", "/", "..", ".", "a\\b", "a:b", "a;b", "a,b",
	"%", "_", "*", "?", "[a]", "^", "$", "'", "\"", "''", "`", "--", "a%", "a_", "a*", "a", "ax",
	"0", "00", "1", "1.0", "01", "-0", "1e0", "true", "null", "NULL",
	"\u00e9", "e\u0301", "\u00c9", "\ufb01", "fi", "\u0131", "i", "I", "\u0130", "\u00df", "ss", "\u212a", "k", "K",
	"\U0001f4c5", "\u200b", "\ufeff", "\u202e", "\ufffd",
	"\xff", "\xfe", "\xc3\x28", "\xed\xa0\x80", "\xf0\x28", "\x80", "a\xff", "a\xffb",
}

var keyChecks = []check{{
	id:          "key.bytes",
	requirement: "A key is any string of bytes, and keys are the same only if all their bytes are.",
	try: func(p *probe) {
		keys := make([]string, 0, len(oddKeys)+256)
		keys = append(keys, oddKeys...)
		for b := range 256 {
			keys = append(keys, "byte "+string([]byte{byte(b)})+" here")
		}
		for i, key := range keys {
			p.create(key, fmt.Sprint("value ", i))
		}
		for i, key := range keys {
			p.wantValue(key, fmt.Sprint("value ", i))
		}
		p.wantKeys("", keys...)
	},
}, {
	id:          "key.long",
	requirement: "A key may have 1024 bytes, and all of them count.",
	try: func(p *probe) {
		for _, n := range []int{64, 128, 255, 256, 257, 512, 767, 1000, store.MaxKeyBytes} {
			for _, last := range []string{"a", "b"} {
				p.create(strings.Repeat("x", n-1)+last, fmt.Sprint(n, last))
			}
		}
		for _, n := range []int{64, 128, 255, 256, 257, 512, 767, 1000, store.MaxKeyBytes} {
			for _, last := range []string{"a", "b"} {
				p.wantValue(strings.Repeat("x", n-1)+last, fmt.Sprint(n, last))
			}
		}
	},
}, {
	id:          "key.refused",
	requirement: "Every method answers an empty key, and one of more than 1024 bytes, with ErrInvalidKey.",
	try: func(p *probe) {
		for name, key := range map[string]string{"an empty key": "", "a long key": strings.Repeat("x", store.MaxKeyBytes+1)} {
			_, err := p.Create(p.ctx, key, []byte("value"), p.in(time.Hour))
			p.wantError("Create of "+name, err, store.ErrInvalidKey)
			_, err = p.Get(p.ctx, key)
			p.wantError("Get of "+name, err, store.ErrInvalidKey)
			_, err = p.Swap(p.ctx, key, 1, []byte("value"), p.in(time.Hour))
			p.wantError("Swap of "+name, err, store.ErrInvalidKey)
			p.wantError("Delete of "+name, p.Delete(p.ctx, key, 1), store.ErrInvalidKey)
		}
	},
}}
