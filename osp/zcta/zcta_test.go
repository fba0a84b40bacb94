package zcta_test

import (
	"compress/gzip"
	"encoding/csv"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp/zcta"
)

type point struct{ Latitude, Longitude float64 }

// input reads the file that the table was generated from.
func input(t *testing.T) map[int]point {
	t.Helper()
	f, err := os.Open("centroids.csv.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	plain, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := csv.NewReader(plain).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	points := make(map[int]point, len(rows))
	for _, row := range rows[1:] {
		code, err := strconv.Atoi(row[0])
		if err != nil {
			t.Fatal(err)
		}
		var p point
		if p.Latitude, err = strconv.ParseFloat(row[1], 64); err != nil {
			t.Fatal(err)
		}
		if p.Longitude, err = strconv.ParseFloat(row[2], 64); err != nil {
			t.Fatal(err)
		}
		points[code] = p
	}
	return points
}

// The embedded table says exactly what its input says, for every code that there could be.
func TestTableEqualsInput(t *testing.T) {
	want := input(t)
	if len(want) != zcta.Count {
		t.Errorf("input has %d rows, Count is %d", len(want), zcta.Count)
	}
	got := make(map[int]point)
	for code := -2; code <= 100_001; code++ {
		if latitude, longitude, ok := zcta.Lookup(code); ok {
			got[code] = point{latitude, longitude}
		} else if latitude != 0 || longitude != 0 {
			t.Errorf("%05d: a point without ok", code)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("table differs from centroids.csv.gz (-want +got); run go generate:\n%s", diff)
	}
}

// Running the generator again gives the bytes that are embedded.
func TestGeneratedFileIsCurrent(t *testing.T) {
	out := filepath.Join(t.TempDir(), "centroids.bin")
	if msg, err := exec.Command("go", "run", "./internal/generate", "centroids.csv.gz", out).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, msg)
	}
	want, err := os.ReadFile("centroids.bin")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(want) {
		t.Error("centroids.bin is not what the generator makes; run go generate")
	}
	if len(want) > 500_000 {
		t.Errorf("the table takes %d bytes of the binary, more than 500,000", len(want))
	}
}

type code int

func (c code) Number() int { return int(c) }

func TestCentroid(t *testing.T) {
	var table zcta.Table[code]
	for _, c := range []struct {
		name      string
		zip       code
		want      point
		isUnknown bool
	}{
		{name: "leading zeros", zip: 601, want: point{18.180555, -66.749961}},
		{name: "last row", zip: 99929, want: point{56.221499, -131.923588}},
		{name: "post office boxes only", zip: 32115, isUnknown: true},
		{name: "no code", zip: -1, isUnknown: true},
		{name: "past the codes", zip: 100_000, isUnknown: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			latitude, longitude, ok := table.Centroid(c.zip)
			if ok == c.isUnknown || (point{latitude, longitude}) != c.want {
				t.Errorf("got %v, %v, %v", latitude, longitude, ok)
			}
		})
	}
}

func TestNoAllocations(t *testing.T) {
	if n := testing.AllocsPerRun(100, func() { zcta.Lookup(90210) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func BenchmarkLookup(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, _, ok := zcta.Lookup(90210); !ok {
			b.Fatal("not found")
		}
	}
}
