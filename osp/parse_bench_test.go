package osp_test

import (
	"os"
	"testing"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/wallclock"
)

func BenchmarkParseManifest(b *testing.B) {
	data, err := os.ReadFile("testdata/manifests/hvac-two-locations.json")
	if err != nil {
		b.Fatal(err)
	}
	opts := &osp.ParseOptions{Zones: wallclock.SystemZones()}
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := osp.Parse(data, opts); err != nil {
			b.Fatal(err)
		}
	}
}
