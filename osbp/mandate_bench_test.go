package osbp_test

import (
	"testing"

	"github.com/openservicekit/openservice/osbp"
)

// BenchmarkValidateMandate is the specification's own example: every id pinned, a
// request, both ends of the window, instants held to the zone, both caps.
func BenchmarkValidateMandate(b *testing.B) { benchmarkYes(b, exampleCheck(b)) }

// BenchmarkValidateMandateLongest is the longest way to a yes: the example with a
// required deposit.
func BenchmarkValidateMandateLongest(b *testing.B) {
	c := exampleCheck(b)
	requireDeposit(c, 2000, 2000)
	benchmarkYes(b, c)
}

func benchmarkYes(b *testing.B, c *osbp.MandateCheck) {
	b.ReportAllocs()
	for b.Loop() {
		if err := osbp.ValidateMandate(c); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkValidateMandateRefused is a refusal at the last step.
func BenchmarkValidateMandateRefused(b *testing.B) {
	c := exampleCheck(b)
	requireDeposit(c, 2001, 2000)
	b.ReportAllocs()
	for b.Loop() {
		if osbp.ValidateMandate(c) == nil {
			b.Fatal("a fee over its cap was let through")
		}
	}
}

// BenchmarkExplainMandate explains a mandate that has nothing right.
func BenchmarkExplainMandate(b *testing.B) {
	c := exampleCheck(b)
	c.Mandate = &osbp.Mandate{}
	b.ReportAllocs()
	for b.Loop() {
		if len(osbp.ExplainMandate(c)) == 0 {
			b.Fatal("an empty mandate was let through")
		}
	}
}
