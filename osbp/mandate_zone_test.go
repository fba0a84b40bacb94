package osbp_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osbp"
)

// The verdict is the same whatever zone the host is in: the test runs itself under
// several. Among the bookings are the two that a host in New York once decided
// otherwise: 02:30 against an earliest_start of 03:15 on the day that has no 02:30
// there, and the mirror of it.
func TestValidateMandateInEveryHostZone(t *testing.T) {
	const child = "OPENSERVICE_TEST_PRINT_VERDICTS"
	if os.Getenv(child) != "" {
		fmt.Printf("verdicts %s in %s\n", strings.Join(mandateVerdicts(t), ","), time.Local)
		return
	}
	want := strings.Join(mandateVerdicts(t), ",")
	if !strings.HasSuffix(want, "slot_too_early,yes") {
		t.Fatalf("around a foreign clock change: %q", want[len(want)-50:])
	}
	for _, name := range []string{
		"", "UTC", "America/New_York", "America/Los_Angeles", "Asia/Tokyo", "Australia/Lord_Howe", "Pacific/Apia",
		"Europe/Dublin",
	} {
		t.Run("TZ="+name, func(t *testing.T) {
			cmd := exec.Command(os.Args[0], "-test.run=^TestValidateMandateInEveryHostZone$", "-test.count=1")
			cmd.Env = append(os.Environ(), child+"=1", "TZ="+name)
			out, err := cmd.Output()
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			if !strings.Contains(string(out), "verdicts "+want+" in ") {
				t.Errorf("other verdicts than in this process")
			}
		})
	}
}

// mandateVerdicts decides many random bookings.
func mandateVerdicts(t *testing.T) []string {
	var verdicts []string
	for seed := range uint64(1000) {
		rng := rand.New(rand.NewPCG(seed, 3))
		c := exampleCheck(t)
		for range rng.IntN(4) {
			mandateEdit(t, rng, c, "2026-05-05T12:59:59.5")
		}
		verdicts = append(verdicts, verdict(c))
	}
	for _, window := range [][2]string{{"2027-03-14T03:15:00", ""}, {"", "2027-03-14T03:15:00"}} {
		c := exampleCheck(t)
		slotAt(c, "2027-03-14T02:30:00", "2027-03-14T03:00:00")
		c.Mandate.EarliestStart, c.Mandate.LatestEnd = window[0], window[1]
		verdicts = append(verdicts, verdict(c))
	}
	return verdicts
}

// verdict is the code of a refusal, "incomplete", or "yes".
func verdict(c *osbp.MandateCheck) string {
	err := osbp.ValidateMandate(c)
	if p := osbp.AsProblem(err); p != nil {
		return string(p.Code)
	}
	if err != nil {
		return "incomplete"
	}
	return "yes"
}

// A yes allocates nothing, by whichever way it is reached.
func TestValidateMandateAllocatesNothing(t *testing.T) {
	ways := map[string]func(*osbp.MandateCheck){
		"example":   func(*osbp.MandateCheck) {},
		"deposit":   func(c *osbp.MandateCheck) { requireDeposit(c, 2000, 2000) },
		"prepay":    func(c *osbp.MandateCheck) { requireDeposit(c, 2000, 9500); c.Policy.PaymentRequirement = "full_prepay" },
		"no end":    func(c *osbp.MandateCheck) { c.Slot.EndsAt, c.Slot.EndsAtLocal = "", "" },
		"no caps":   func(c *osbp.MandateCheck) { c.Mandate.MaxPrice, c.Mandate.MaxExtraFee = nil, nil },
		"long time": func(c *osbp.MandateCheck) { c.Request.Time = "13:00:00.000" },
	}
	for name, edit := range ways {
		c := exampleCheck(t)
		edit(c)
		wantVerdict(t, c, "")
		if n := testing.AllocsPerRun(100, func() { _ = osbp.ValidateMandate(c) }); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// One check may be asked from several goroutines at once.
func TestValidateMandateConcurrently(t *testing.T) {
	c := exampleCheck(t)
	refused := exampleCheck(t)
	refused.Mandate.MaxPrice = usd(1)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 200 {
				if osbp.ValidateMandate(c) != nil || len(osbp.ExplainMandate(refused)) != 1 {
					t.Error("a verdict changed under concurrency")
				}
			}
		})
	}
	wg.Wait()
}
