package scrub_test

import (
	"strings"
	"testing"

	"github.com/openservicekit/openservice/audit/internal/scrub"
)

func BenchmarkText(b *testing.B) {
	s := scrubber(func(k *scrub.Known) {
		k.AddName("Jane Customer")
		k.AddContact("+15555550100")
		k.AddContact("jane@example.com")
		k.AddCode("482913")
	})
	for name, unit := range map[string]string{
		"prose":       "Please ask about the cut on 2026-05-05 at 13:00; it is $95.00. ",
		"contacts":    "Jane Customer, jane@example.com, (555) 555-0100, 482913. ",
		"adversarial": `("1 a@\%41"+1-%25&amp;token=.`,
	} {
		b.Run(name, func(b *testing.B) {
			text := strings.Repeat(unit, (1<<20)/len(unit))
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				s.Text(text)
			}
		})
	}
}
