package osbp

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

// hasLength reports whether an optional duration is there, readable and not zero.
func hasLength(s string) bool {
	if s == "" {
		return false
	}
	d, err := wallclock.ParseDuration(s)
	return err == nil && !d.IsZero() || errors.Is(err, wallclock.ErrCalendar) && strings.ContainsAny(s, "123456789")
}

// length writes a duration that hasLength in words, such as 1 hour 30 minutes. A
// civil day stays a day and a month a month.
func (b *summary) length(s string) *summary {
	d, err := wallclock.ParseDuration(s)
	if err != nil {
		return b.calendarLength(s)
	}
	seconds := int(d.Clock / time.Second)
	first := true
	for _, unit := range [...]struct {
		n    int
		name string
	}{{d.Days, "day"}, {seconds / 3600, "hour"}, {seconds / 60 % 60, "minute"}, {seconds % 60, "second"}} {
		if unit.n == 0 {
			continue
		}
		if !first {
			b.text(" ")
		}
		first = false
		b.out = strconv.AppendInt(b.out, int64(unit.n), 10)
		b.text(" ").text(unit.name)
		if unit.n != 1 {
			b.text("s")
		}
	}
	if first {
		b.text("no time")
	}
	return b
}

// calendarLength writes the components of a duration in years or months, each as it is.
func (b *summary) calendarLength(s string) *summary {
	month, first, from := "month", true, 1
	for i := 1; i < len(s); i++ {
		name := ""
		switch s[i] {
		case 'Y':
			name = "year"
		case 'M':
			name = month
		case 'D':
			name = "day"
		case 'H':
			name = "hour"
		case 'S':
			name = "second"
		case 'T':
			month, from = "minute", i+1
		}
		if name == "" {
			continue
		}
		n := strings.TrimLeft(s[from:i], "0")
		if from = i + 1; n == "" {
			continue
		}
		if !first {
			b.text(" ")
		}
		first = false
		if n[0] == '.' || n[0] == ',' {
			b.text("0")
		}
		b.text(n).text(" ").text(name)
		if n != "1" {
			b.text("s")
		}
	}
	return b
}
