package wallclock_test

import (
	"encoding/binary"
	"io/fs"
	"slices"
	"testing"
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

// change is a moment at which a zone's offset, in seconds, becomes another one.
type change struct{ at, offset int64 }

// tzif compiles a zone file (RFC 9636) that starts with an offset, has some
// changes and goes on by a POSIX rule, if any.
func tzif(first int64, changes []change, rule string) []byte {
	header := func(times, types, chars int) []byte {
		b := append([]byte("TZif2"), make([]byte, 15)...)
		for _, n := range []int{0, 0, 0, times, types, chars} {
			b = binary.BigEndian.AppendUint32(b, uint32(n))
		}
		return b
	}
	types := []int64{first}
	var index []byte
	for _, c := range changes {
		i := slices.Index(types, c.offset)
		if i < 0 {
			i, types = len(types), append(types, c.offset)
		}
		index = append(index, byte(i))
	}
	data := header(0, 0, 0)
	data = append(data, header(len(changes), len(types), 4)...)
	for _, c := range changes {
		data = binary.BigEndian.AppendUint64(data, uint64(c.at))
	}
	data = append(data, index...)
	for _, offset := range types {
		data = binary.BigEndian.AppendUint32(data, uint32(offset))
		data = append(data, 0, 0)
	}
	return append(data, "LMT\x00\n"+rule+"\n"...)
}

// made returns a zone of that name compiled by tzif.
func made(tb testing.TB, name string, data []byte) wallclock.Zone {
	tb.Helper()
	zones, err := wallclock.NewZoneLoader(func(asked string) ([]byte, error) {
		if asked != name {
			return nil, fs.ErrNotExist
		}
		return data, nil
	}, "test")
	if err != nil {
		tb.Fatal(err)
	}
	zone, err := zones.LoadZone(name)
	if err != nil {
		tb.Fatal(err)
	}
	return zone
}

func unix(tb testing.TB, s string) int64 { return mustInstant(tb, s).Unix() }

func at(sec int64) time.Time { return time.Unix(sec, 0).UTC() }
