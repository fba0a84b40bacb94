package osp_test

import (
	"testing"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/wallclock"
)

// BenchmarkParseManifest reads the HVAC example with every check.
func BenchmarkParseManifest(b *testing.B) {
	data := exampleManifest(b, hvac)
	opts := &osp.ParseOptions{Zones: wallclock.SystemZones()}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := osp.Parse(data, opts); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkParseInvalidManifest reports a dozen issues.
func BenchmarkParseInvalidManifest(b *testing.B) {
	data := changed(b, hvac, change{"/business", `{"phone":1}`}, change{"/services/0", `{}`}, change{"/coverage/radius/0/miles", `0`}, change{"/updatedAt", `""`})
	opts := &osp.ParseOptions{Zones: wallclock.SystemZones()}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := osp.Parse(data, opts); err == nil {
			b.Fatal("no issue")
		}
	}
}

func BenchmarkEncodeManifest(b *testing.B) {
	opts := &osp.ParseOptions{Zones: wallclock.SystemZones()}
	m, err := osp.Parse(exampleManifest(b, hvac), opts)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := osp.Encode(m, opts); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLintManifest(b *testing.B) {
	zones := wallclock.SystemZones()
	m, err := osp.Parse(exampleManifest(b, hvac), &osp.ParseOptions{Zones: zones})
	if err != nil {
		b.Fatal(err)
	}
	opts := &osp.LintOptions{Date: wallclock.Date{Year: 2026, Month: 9, Day: 8}, Zones: zones}
	b.ReportAllocs()
	for b.Loop() {
		osp.Lint(m, opts)
	}
}
