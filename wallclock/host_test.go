package wallclock_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

// What a process that is this test binary again is to do: see runAgain.
const roleVariable = "WALLCLOCK_TEST_ROLE"

// runAgain runs one test of this binary in a process with a role and settings of
// its own and returns the lines that it marked as its answer.
func runAgain(t *testing.T, cmd *exec.Cmd, role string, env ...string) []string {
	t.Helper()
	cmd.Args = append(cmd.Args, "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env = append(cmd.Env, roleVariable+"="+role)
	cmd.Env = append(cmd.Env, env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", env, err, out)
	}
	var answer []string
	for line := range strings.Lines(string(out)) {
		if text, ok := strings.CutPrefix(line, "answer: "); ok {
			answer = append(answer, strings.TrimSpace(text))
		}
	}
	return answer
}

// verdicts is a digest of what the package says about a good many texts, readings
// and instants.
func verdicts(t *testing.T) string {
	h := sha256.New()
	zones := wallclock.SystemZones()
	from := unix(t, "2026-01-01T00:00:00Z")
	for i, name := range append(listedZones(), "", "Local", "America/Nowhere") {
		zone, err := zones.LoadZone(name)
		fmt.Fprintln(h, name, zone.IsValid(), err != nil)
		for n := range int64(90) {
			sec := from + n*97*3600 + int64(i)
			local := zone.ToLocal(time.Unix(sec, 0)) // a time.Time in the host's zone
			r := zone.Resolve(local)
			fmt.Fprintln(h, local, r.Kind, r.Earlier, r.Later, wallclock.FormatInstant(time.Unix(sec, 0)))
		}
	}
	la := mustZone(t, "America/Los_Angeles")
	for _, s := range []string{
		"2026-03-08T02:30", "2026-11-01T01:30", "2026-05-05T13:00:00", "2026-05-05T13:00:00Z", "2026-02-30T13:00",
	} {
		dt, err := wallclock.ParseDateTime(s)
		instant, err2 := la.ToInstant(dt)
		fmt.Fprintln(h, dt, err, instant, err2, dt.Before(mustDateTime(t, "2026-03-08T03:15")))
	}
	for _, s := range []string{"2026-05-01T23:59:59", "2026-05-01T23:59:59Z", "2026-05-01T23:59:59-07:00"} {
		instant, err := wallclock.ParseInstant(s)
		fmt.Fprintln(h, instant, err)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// Verdicts are the same whatever zone the host is in.
func TestVerdictsDoNotDependOnTheHostsZone(t *testing.T) {
	if os.Getenv(roleVariable) == "verdicts" {
		fmt.Println("answer:", verdicts(t))
		fmt.Println("answer:", time.Date(2026, 3, 8, 2, 30, 0, 0, time.Local).Unix())
		return
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	digests, hosts := map[string]bool{}, map[string]bool{}
	for _, tz := range []string{
		"", "UTC", "Asia/Tokyo", "America/New_York", "America/Los_Angeles", "Australia/Lord_Howe", "Pacific/Apia",
		"Europe/Dublin", "Asia/Kathmandu",
	} {
		answer := runAgain(t, exec.Command(self), "verdicts", append(os.Environ(), "TZ="+tz)...)
		if len(answer) != 2 {
			t.Fatalf("TZ=%s: answered %v", tz, answer)
		}
		digests[answer[0]] = true
		hosts[answer[1]] = true
	}
	if len(digests) != 1 {
		t.Errorf("%d different verdicts", len(digests))
	}
	if len(hosts) < 6 {
		t.Errorf("the hosts were in %d zones only", len(hosts))
	}
}

// Without any zone database there is a typed error, and no instant.
func TestHostWithoutZoneDatabase(t *testing.T) {
	if os.Getenv(roleVariable) == "no database" {
		zone, err := wallclock.SystemZones().LoadZone("America/Los_Angeles")
		_, err2 := zone.ToInstant(mustDateTime(t, "2026-05-05T13:00"))
		fmt.Println("answer:", errors.Is(err, wallclock.ErrZoneDatabase), errors.Is(err2, wallclock.ErrUnresolved))
		_, err = wallclock.SystemZones().LoadZone("America/Nowhere")
		fmt.Println("answer:", errors.Is(err, wallclock.ErrUnknownZone))
		utc, err := wallclock.SystemZones().LoadZone("UTC")
		fmt.Println("answer:", utc, err)
		return
	}
	answer := runAgain(t, emptyHost(t), "no database")
	if want := "[true true true UTC <nil>]"; fmt.Sprint(answer) != want {
		t.Errorf("answered %v, want %s", answer, want)
	}
}
