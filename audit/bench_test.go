package audit_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/openservicekit/openservice/audit"
)

func BenchmarkRedact(b *testing.B) {
	in := []byte(booking(jane))
	out := []byte(problem("requires_user_confirmation", "Book Haircut on 2026-05-05 at 13:00 for 95.00 USD, for Jane Customer? Retry with approval.token=\"approve_Zm9vYmFyYmF6\""))
	var r audit.Redactor
	b.Run("booking", func(b *testing.B) {
		b.SetBytes(int64(len(in) + len(out)))
		b.ReportAllocs()
		for b.Loop() {
			if _, _, err := r.Redact(in, out); err != nil {
				b.Fatal(err)
			}
		}
	})
	for name, unit := range map[string]string{"1MiB": "Please ask about the cut on 2026-05-05 at 13:00; it is $95.00. ", "1MiB adversarial": `("1 a@\%41"+1-%25&amp;token=.`} {
		b.Run(name, func(b *testing.B) {
			long := []byte(problem("slot_taken", strings.Repeat(unit, (1<<20)/len(unit))))
			b.SetBytes(int64(len(in) + len(long)))
			b.ReportAllocs()
			for b.Loop() {
				if _, _, err := r.Redact(in, long); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkNewEvent(b *testing.B) {
	c := audit.Call{ID: "aud_1", ToolName: "booking.create", At: noon, Input: json.RawMessage(booking(jane)), Result: json.RawMessage(problem("slot_taken", "Taken."))}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := audit.NewEvent(nil, c); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkHash(b *testing.B) {
	in := []byte(booking(jane))
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := audit.Hash(in); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkJSONLAppend(b *testing.B) {
	e := event(b, "booking.create", booking(jane), problem("slot_taken", "Taken."))
	for name, o := range map[string]audit.JSONLOptions{"sync": {}, "no sync": {NoSync: true}} {
		b.Run(name, func(b *testing.B) {
			log := openWith(b, filepath.Join(b.TempDir(), "events.jsonl"), o)
			b.ReportAllocs()
			for b.Loop() {
				if err := log.Append(b.Context(), e); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkJSONLAppendAtOnce appends a hundred events at once, and counts the
// hundred as one operation.
func BenchmarkJSONLAppendAtOnce(b *testing.B) {
	e := event(b, "booking.create", booking(jane), problem("slot_taken", "Taken."))
	for name, o := range map[string]audit.JSONLOptions{"sync": {}, "no sync": {NoSync: true}} {
		b.Run(name, func(b *testing.B) {
			log := openWith(b, filepath.Join(b.TempDir(), "events.jsonl"), o)
			b.ReportAllocs()
			for b.Loop() {
				var all sync.WaitGroup
				for range 100 {
					all.Go(func() {
						if err := log.Append(b.Context(), e); err != nil {
							b.Error(err)
						}
					})
				}
				all.Wait()
			}
		})
	}
}
