package adaptertest_test

import (
	"context"
	"regexp"
	"strings"

	"github.com/openservicekit/openservice/osbp"
)

var summaryToldMutants = []mutant{
	{
		name: "one line for two fees that are alike", check: "summary.fees_alike",
		adapter: resummarized(func(s string) string {
			m := regexp.MustCompile(`(?i)[^.]*cancellation fee[^.]*?([0-9]+\.[0-9]+ USD)[^.]*\.`).FindStringSubmatch(s)
			if m == nil {
				return s
			}
			return regexp.MustCompile(`(?i)[^.\n]*no-show fee[^.\n]*`+regexp.QuoteMeta(m[1])+`[^.\n]*[.\n]`).ReplaceAllString(s, "")
		}),
	},
	{
		name: "the fees under each other's names", check: "summary.fees_told_apart",
		adapter: resummarized(func(s string) string {
			return strings.NewReplacer("No-show fee", "Cancellation fee", "Cancellation fee", "No-show fee").Replace(s)
		}),
	},
	{
		name: "a summary of 900 characters", check: "summary.long_note",
		adapter: resummarized(func(s string) string { return s[:min(len(s), 900)] }),
	},
	{
		name: "the first line of a note", check: "summary.note_of_lines",
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
				got, err := in.CreateBooking(ctx, c)
				p, perr := in.ExplainPolicy(ctx, osbp.PolicyExplainInput{ServiceID: c.ServiceID})
				if pr := osbp.AsProblem(err); pr != nil && perr == nil && strings.Contains(p.CancellationNote, "\n") {
					_, rest, _ := strings.Cut(p.CancellationNote, "\n")
					own := *pr
					own.Message = strings.Replace(pr.Message, " "+strings.Join(strings.Fields(rest), " "), "", 1)
					return got, &own
				}
				return got, err
			}}
		},
	},
	{
		name: "the service's first provider", check: "summary.provider_of_slot",
		adapter: resummarized(func(s string) string { return strings.ReplaceAll(s, "Sam Okafor", "Maya Torres") }),
	},
	{
		name: "the server's zone", check: "summary.zone_of_time",
		adapter: resummarized(func(s string) string {
			return strings.NewReplacer("America/New_York", "GMT", "America/Los_Angeles", "GMT", "Asia/Tokyo", "GMT").Replace(s)
		}),
	},
	{
		name: "the zone's winter name in summer", check: "summary.zone_of_time",
		adapter: resummarized(func(s string) string {
			return strings.NewReplacer("America/New_York", "EST", "America/Los_Angeles", "PST").Replace(s)
		}),
	},
}
