package zcta

import (
	_ "embed"
	"math/bits"
)

//go:generate go run ./internal/generate centroids.csv.gz centroids.bin

// Vintage is the year of the gazetteer that the table was made from.
const Vintage = 2021

// Count is how many ZIP codes have a point.
const Count = 33_791

// table is what internal/generate describes: one bit for each of the 100,000 codes, the number of bits set before each
// word of 64, and then a point for each set bit, in order.
//
//go:embed centroids.bin
var table string

const (
	codes      = 100_000
	words      = (codes + 63) / 64
	ranksAt    = words * 8
	pointsAt   = ranksAt + words*2
	pointBytes = 8
	microDegs  = 1e6
)

// Code is a type of ZIP code that can say its number, as osp.ZIP does.
type Code interface {
	// Number is 0 to 99999, where 2889 stands for the ZIP 02889. Any other number is no code.
	Number() int
}

// Table is the source of centre points for one type of ZIP code; Table[osp.ZIP]{} is an osp.Centroids. It takes the type
// as a parameter so that this package needs nothing but the standard library. The zero Table is ready to use and safe
// for concurrent use.
type Table[Z Code] struct{}

// Centroid returns the centre point of a ZIP code's area in decimal degrees, WGS 84, with six decimals. ok is false for a
// code that has none: the table doesn't know where it is (OSP 6.4).
func (Table[Z]) Centroid(zip Z) (latitude, longitude float64, ok bool) { return Lookup(zip.Number()) }

// Lookup is [Table.Centroid] for the number of a code, 0 to 99999.
func Lookup(number int) (latitude, longitude float64, ok bool) {
	if number < 0 || number >= codes {
		return 0, 0, false
	}
	word := number / 64
	present, bit := uint64At(word*8), uint64(1)<<(number%64)
	if present&bit == 0 {
		return 0, 0, false
	}
	at := ranksAt + word*2
	index := int(table[at]) | int(table[at+1])<<8
	index += bits.OnesCount64(present & (bit - 1))
	point := uint64At(pointsAt + index*pointBytes)
	return float64(int32(point)) / microDegs, float64(int32(point>>32)) / microDegs, true
}

func uint64At(at int) uint64 {
	s := table[at : at+8]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}
