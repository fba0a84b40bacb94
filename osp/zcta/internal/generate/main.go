// Command generate packs a gzipped CSV file of ZIP code centroids into the table that package zcta embeds:
//
//	go run ./internal/generate centroids.csv.gz centroids.bin
//
// The CSV has a header, then rows of a five-digit ZIP code, latitude and longitude in degrees with at most six decimals.
// The table is, all little-endian: a bit for each code 00000 to 99999, in words of 64 bits; for each word the number of
// bits set before it, in 16 bits; and for each set bit, in order, latitude and longitude in millionths of a degree, in
// 32 bits each.
package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"os"
	"strconv"
	"strings"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) != 2 {
		return errors.New("usage: generate INPUT.csv.gz OUTPUT.bin")
	}
	compressed, err := os.ReadFile(args[0])
	if err != nil {
		return err
	}
	plain, err := gzip.NewReader(bytes.NewReader(compressed))
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	table, err := pack(plain)
	if err != nil {
		return fmt.Errorf("%s: %w", args[0], err)
	}
	return os.WriteFile(args[1], table, 0o644)
}

type point struct{ latitude, longitude int32 }

func pack(r io.Reader) ([]byte, error) {
	const codes = 100_000
	var present [(codes + 63) / 64]uint64
	points := make(map[int]point)
	rows := csv.NewReader(r)
	rows.FieldsPerRecord = 3
	if _, err := rows.Read(); err != nil {
		return nil, err
	}
	for {
		row, err := rows.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		code, err := strconv.ParseUint(row[0], 10, 32)
		if err != nil || len(row[0]) != 5 {
			return nil, fmt.Errorf("not a ZIP code: %q", row[0])
		}
		if _, again := points[int(code)]; again {
			return nil, fmt.Errorf("two rows for %s", row[0])
		}
		var p point
		if p.latitude, err = microDegrees(row[1], 90); err != nil {
			return nil, err
		}
		if p.longitude, err = microDegrees(row[2], 180); err != nil {
			return nil, err
		}
		points[int(code)] = p
		present[code/64] |= 1 << (code % 64)
	}

	var table []byte
	for _, word := range present {
		table = binary.LittleEndian.AppendUint64(table, word)
	}
	before := 0
	for _, word := range present {
		table = binary.LittleEndian.AppendUint16(table, uint16(before))
		before += bits.OnesCount64(word)
	}
	for code := range codes {
		if p, ok := points[code]; ok {
			table = binary.LittleEndian.AppendUint32(table, uint32(p.latitude))
			table = binary.LittleEndian.AppendUint32(table, uint32(p.longitude))
		}
	}
	return table, nil
}

// microDegrees reads a decimal exactly, without a detour through a float.
func microDegrees(s string, limit int32) (int32, error) {
	digits, negative := strings.CutPrefix(s, "-")
	whole, fraction, _ := strings.Cut(digits, ".")
	if len(fraction) > 6 {
		return 0, fmt.Errorf("more than six decimals: %q", s)
	}
	n, err := strconv.ParseUint(whole+fraction+strings.Repeat("0", 6-len(fraction)), 10, 31)
	if err != nil || int32(n) > limit*1_000_000 {
		return 0, fmt.Errorf("not a coordinate: %q", s)
	}
	if negative {
		return -int32(n), nil
	}
	return int32(n), nil
}
