package adapter_test

import (
	"context"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/adaptertest"
	"github.com/openservicekit/openservice/examples/adapter"
	"github.com/openservicekit/openservice/examples/adapterstarter"
	"github.com/openservicekit/openservice/osbp"
)

var update = flag.Bool("update", false, "rewrite the checklist in README.md")

// methods are in the order in which they are mapped.
var methods = []string{
	"DescribeService", "FindAvailability", "ExplainPolicy", "CreateAppointment", "GetBooking",
	"SendVerification", "VerifyCode", "FindAppointment",
}

// whole is a platform with both optional parts.
type whole interface {
	osbp.Platform
	osbp.Verifier
	osbp.AppointmentFinder
}

// partly has the first methods mapped, and the rest as the starter has them.
type partly struct {
	mapped         int
	done, unmapped whole
}

func (p partly) at(method int) whole {
	if method <= p.mapped {
		return p.done
	}
	return p.unmapped
}

func (p partly) DescribeService(ctx context.Context, in osbp.ServiceDescribeInput) (*osbp.Service, error) {
	return p.at(1).DescribeService(ctx, in)
}

func (p partly) FindAvailability(ctx context.Context, in osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
	return p.at(2).FindAvailability(ctx, in)
}

func (p partly) ExplainPolicy(ctx context.Context, in osbp.PolicyExplainInput) (*osbp.Policy, error) {
	return p.at(3).ExplainPolicy(ctx, in)
}

func (p partly) CreateAppointment(ctx context.Context, b *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
	return p.at(4).CreateAppointment(ctx, b)
}

func (p partly) GetBooking(ctx context.Context, in osbp.BookingStatusInput) (*osbp.Booking, error) {
	return p.at(5).GetBooking(ctx, in)
}

func (p partly) SendVerification(ctx context.Context, in osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
	return p.at(6).SendVerification(ctx, in)
}

func (p partly) VerifyCode(ctx context.Context, in osbp.VerificationVerifyInput) (*osbp.VerificationChallenge, error) {
	return p.at(7).VerifyCode(ctx, in)
}

func (p partly) FindAppointment(ctx context.Context, q osbp.AppointmentQuery) (osbp.Finding, error) {
	return p.at(8).FindAppointment(ctx, q)
}

// green runs the suite on an adapter with the first methods mapped, and returns what
// passes.
func green(t *testing.T, mapped int) map[string]bool {
	t.Helper()
	starter, err := adapterstarter.New(adapterstarter.Options{Organization: "org_123", Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	report, err := adaptertest.Check(t.Context(), func() (*adaptertest.Harness, error) {
		h, err := newHarness(func(p *adapter.Platform) osbp.Platform { return partly{mapped, p, starter} })
		if err == nil {
			h.Reconciles = mapped == len(methods)
		}
		return h, err
	})
	if err != nil {
		t.Fatal(err)
	}
	passed := make(map[string]bool)
	for _, r := range report.Results {
		if r.Outcome == adaptertest.Passed {
			passed[r.ID] = true
		}
	}
	return passed
}

// TestChecklist holds the README to what the suite says after each method. A check is
// listed where it turns green to stay so.
func TestChecklist(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the suite nine times")
	}
	all := adaptertest.Checks()
	since := make(map[string]int) // the number of methods from which on a check is green
	for mapped := len(methods); mapped >= 0; mapped-- {
		passed := green(t, mapped)
		for _, c := range all {
			if last, ok := since[c.ID]; passed[c.ID] && (ok && last == mapped+1 || mapped == len(methods)) {
				since[c.ID] = mapped
			}
		}
	}
	if len(since) != len(all) {
		t.Errorf("with every method mapped %d of %d checks pass", len(since), len(all))
	}
	got := checklist(all, since)

	const readme, begin, end = "README.md", "<!-- checklist: written by the test -->\n", "<!-- /checklist -->"
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok1 := strings.Cut(string(text), begin)
	want, after, ok2 := strings.Cut(rest, end)
	if !ok1 || !ok2 {
		t.Fatalf("%s has no checklist", readme)
	}
	if *update {
		want = got
		if err := os.WriteFile(readme, []byte(before+begin+got+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("run the tests with -update if this is meant: %s", diff)
	}
}

// checklist writes one line for each method, and one for each family of checks that it
// turns green.
func checklist(all []adaptertest.Requirement, since map[string]int) string {
	var out strings.Builder
	total := 0
	for mapped := 0; mapped <= len(methods); mapped++ {
		var families []string
		names := make(map[string][]string)
		count := 0
		for _, c := range all {
			if at, ok := since[c.ID]; !ok || at != mapped {
				continue
			}
			family, name, _ := strings.Cut(c.ID, ".")
			if names[family] == nil {
				families = append(families, family)
			}
			names[family] = append(names[family], "`"+name+"`")
			count++
		}
		total += count
		switch {
		case mapped == 0:
			fmt.Fprintf(&out, "Before anything is mapped %d of %d are green, since nothing is done wrong:\n\n", count, len(all))
		default:
			fmt.Fprintf(&out, "- [ ] **%d. `%s`** turns %d green, which makes %d of %d\n", mapped, methods[mapped-1], count, total, len(all))
		}
		indent := "  "
		if mapped == 0 {
			indent = ""
		}
		for _, f := range families {
			fmt.Fprintf(&out, "%s- %s: %s\n", indent, f, strings.Join(names[f], " "))
		}
		if mapped == 0 {
			out.WriteString("\n")
		}
	}
	return out.String()
}
