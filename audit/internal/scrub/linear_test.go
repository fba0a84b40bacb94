//go:build unix

package scrub_test

import (
	"fmt"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/openservicekit/openservice/audit/internal/scrub"
)

// hostile are pieces that, repeated, keep one or another rule busy.
var hostile = []string{
	"a", "1", "1 ", "555-", "+1", "(", "@", "a@", `"@`, `\"`, `"a`, "%41", "%25", "%", "&amp;", "&", `\u0041`, `\`, "token=", `token="`,
	"approval.token=", "approve_", "a b ", "b a", "-", ".", "1.", "1,", "1:", "12:34 ", "2026-05-05-", "1 250 ", "555", "山", "山 ", "é", "e\u0301",
	"\u0301", "\u200b", "가", "id_1.", "id_1", "x.", "may ", "0", "00 ", "a\u200b", "deadbeef-", "12345678-1234-", scrub.Marker, "5 5 5 5 5 5 0 1 0 0 ",
	"1@", " at x dot", "a at ", " dot a", "a:", "//a:", "1_", "386_555_", "[", "a@[", "%E5", "ß", "b", "482 913 ", "482913", "\u0661", "+(", "1234567890 USD ",
}

// cpuTime is what the process has used so far: what else the machine does makes
// little difference to it.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano())
}

// TestRule26_LinearTime: sixteen times the text takes nowhere near 256 times the
// work, whatever the text, with many values known.
func TestRule26_LinearTime(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	s := scrubber(func(k *scrub.Known) {
		k.AddName("May Day 山田")
		k.AddContact("+15555550100")
		k.AddContact("jane@example.com")
		k.AddCode("482913")
		for i := range 400 {
			k.AddSecret("a" + strings.Repeat("b", i))
			k.AddAddress("b a" + strings.Repeat("b", i))
			k.AddContact(strings.Repeat("1", 7+i%9))
			k.AddID(fmt.Sprint("id_", i))
		}
	})
	const short, factor, quadratic = 8 << 10, 16, 16 * 16
	work := func(unit string, n int) time.Duration {
		text := strings.Repeat(unit, n/len(unit))
		before := cpuTime()
		s.Text(text)
		return cpuTime() - before
	}
	for _, unit := range hostile {
		once, more := work(unit, short), work(unit, short*factor)
		if more > time.Second && more > once*quadratic/4 {
			t.Errorf("%q: %v for %d bytes, %v for %d", unit, once, short, more, short*factor)
		}
	}
}
