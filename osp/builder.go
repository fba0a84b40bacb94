package osp

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/openservicekit/openservice/wallclock"
)

// Builder makes a manifest from Go values, for those who publish one. [Builder.Build] refuses what [Validate] refuses, and a
// dated exception that closes before it opens as well; it invents nothing (OSP 5, OSP 8.1). Its methods return the builder,
// and copy nothing until Build does.
//
// A Builder is not safe for concurrent use. Its zero value lacks a business; use [NewBuilder].
type Builder struct {
	m   Manifest
	err error
}

// NewBuilder starts the manifest of a business, whose content last changed at updatedAt.
func NewBuilder(business Business, updatedAt time.Time) *Builder {
	return &Builder{m: Manifest{
		SpecVersion:      SpecVersion,
		UpdatedAt:        TimestampOf(updatedAt),
		Business:         business,
		BookingSemantics: BookingSemanticsRequest,
	}}
}

// Level claims a conformance level, 1 to 3 (OSP 8). Without it none is claimed.
func (b *Builder) Level(level int) *Builder {
	b.m.Conformance = &Conformance{Level: level}
	return b
}

// Location adds a location (OSP 5.3). Exactly one of those added must be primary.
func (b *Builder) Location(l Location) *Builder {
	b.m.Locations = append(b.m.Locations, l)
	return b
}

// Service adds a service (OSP 5.4).
func (b *Builder) Service(s Service) *Builder {
	b.m.Services = append(b.m.Services, s)
	return b
}

// Coverage sets where the business works (OSP 5.5).
func (b *Builder) Coverage(c Coverage) *Builder {
	b.m.Coverage = &c
	return b
}

// Certification adds a licence, certification or membership, exactly as the business states it (OSP 5.6).
func (b *Builder) Certification(text string) *Builder {
	b.m.Certifications = append(b.m.Certifications, text)
	return b
}

// BookingPolicy sets how requests are accepted (OSP 5.7).
func (b *Builder) BookingPolicy(p BookingPolicy) *Builder {
	b.m.BookingPolicy = p
	return b
}

// Interfaces sets the addresses of the schedule page and the machine interfaces (OSP 5.9).
func (b *Builder) Interfaces(i Interfaces) *Builder {
	b.m.Interfaces = i
	return b
}

// Extension adds vendor data, which must encode as JSON, under a reverse-DNS name such as com.example.vendor (OSP 5.1).
func (b *Builder) Extension(name string, value any) *Builder {
	raw, err := json.Marshal(value)
	if err != nil {
		b.err = errors.Join(b.err, fmt.Errorf("osp: extension %s: %w", quote(name), err))
		return b
	}
	if b.m.Extensions == nil {
		b.m.Extensions = Members{}
	}
	b.m.Extensions[name] = raw
	return b
}

// Build returns the manifest, which shares nothing with what the builder was given. The error is as from [Validate].
func (b *Builder) Build(opts *ParseOptions) (*Manifest, error) {
	if b.err != nil {
		return nil, b.err
	}
	m, err := Parse(b.m.appendJSON(nil), opts)
	issues := b.exceptionIssues()
	if len(issues) == 0 {
		return m, err
	}
	var invalid *ValidationError
	switch {
	case err == nil:
		invalid = new(ValidationError)
	case !errors.As(err, &invalid):
		return nil, err
	}
	invalid.Issues = slices.Concat(invalid.Issues, issues)
	return nil, invalid
}

// exceptionIssues finds the exceptions that close before they open. The schema lets them pass, and they would count as closed.
func (b *Builder) exceptionIssues() []Issue {
	var issues []Issue
	for i := range b.m.Locations {
		for j, e := range b.m.Locations[i].Hours.Exceptions {
			if !e.Closed && !e.Open.Before(e.Close) {
				issues = append(issues, exceptionOrderIssue(i, j, e))
			}
		}
	}
	return issues
}

func exceptionOrderIssue(location, exception int, e Exception) Issue {
	return Issue{
		Path:   "locations" + index(location) + ".hours.exceptions" + index(exception),
		Rule:   LintExceptionOrder,
		Source: "OSP 5.3.2",
		Message: "The exception on " + e.Date.String() + " closes at " + e.Close.Short() + ", which is not after it opens at " +
			e.Open.Short() + "; the day counts as closed.",
	}
}

// Closed returns the hours of a day on which the business is closed (OSP 5.3.2).
func Closed() DayHours { return DayHours{Status: DayClosed} }

// AllDay returns the hours of a day on which the business is open round the clock (OSP 5.3.2).
func AllDay() DayHours { return DayHours{Status: DayAllDay} }

// OpenBetween returns the hours of a day on which the business opens and closes at these times. They are whole minutes, and
// open precedes close: an opening can't run past midnight (OSP 5.3.2).
func OpenBetween(open, close wallclock.Time) DayHours { return DayHours{Open: open, Close: close} }

// Weekdays returns a week with the same hours from Monday to Friday, and closed on the weekend.
func Weekdays(h DayHours) Week {
	return Week{Monday: h, Tuesday: h, Wednesday: h, Thursday: h, Friday: h, Saturday: Closed(), Sunday: Closed()}
}
