package osp_test

import (
	"errors"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/wallclock"
)

// rebuilt puts a manifest together again with the builder.
func rebuilt(t *testing.T, m *osp.Manifest) *osp.Builder {
	t.Helper()
	updated, err := m.UpdatedAt.Time()
	if err != nil {
		t.Fatal(err)
	}
	b := osp.NewBuilder(m.Business, updated)
	if m.Conformance != nil {
		b.Level(m.Conformance.Level)
	}
	for _, l := range m.Locations {
		b.Location(l)
	}
	for _, s := range m.Services {
		b.Service(s)
	}
	if m.Coverage != nil {
		b.Coverage(*m.Coverage)
	}
	for _, c := range m.Certifications {
		b.Certification(c)
	}
	return b.BookingPolicy(m.BookingPolicy).Interfaces(m.Interfaces)
}

// Whatever Validate accepts can be built, and comes out equal.
func TestBuilderRebuilds(t *testing.T) {
	for _, name := range exampleNames {
		m := parseChanged(t, name)
		got, err := rebuilt(t, m).Build(nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(m, got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

// The builder refuses what Validate refuses, with all of its issues.
func TestBuilderRefuses(t *testing.T) {
	m := parseChanged(t, hvac)
	m.Business.Phone = ""
	m.Locations[1].IsPrimary = true
	m.Locations[0].Hours.Weekly.Monday = osp.DayHours{}
	m.Locations[0].Address.PostalCode = osp.ZIP{}
	m.Services[0].Slug = "AC repair"
	m.BookingPolicy.Windows = nil
	m.Coverage.Radius[0].Miles = 0
	_, err := rebuilt(t, m).Build(nil)
	var invalid *osp.ValidationError
	if !errors.As(err, &invalid) {
		t.Fatal(err)
	}
	want := []finding{
		{"business.phone", osp.RuleMinLength},
		{"locations[0].address.postalCode", osp.RulePattern},
		{"locations[0].hours.weekly.monday", osp.RuleWeeklyOrder},
		{"services[0].slug", osp.RulePattern},
		{"coverage.radius[0].miles", osp.RuleExclusiveMinimum},
		{"bookingPolicy.windows", osp.RuleRequired},
		{"locations[1].isPrimary", osp.RuleOnePrimary},
	}
	if diff := cmp.Diff(want, findings(invalid.Issues)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
	var same *osp.ValidationError
	if !errors.As(osp.Validate(m, nil), &same) {
		t.Fatal("Validate has no issues")
	}
	if diff := cmp.Diff(invalid.Issues, same.Issues); diff != "" {
		t.Errorf("Validate judges otherwise: %s", diff)
	}
}

// Rule 28: a builder refuses an exception whose open is not before its close, which the schema lets pass.
func TestRule28_BuilderRefusesExceptionOrder(t *testing.T) {
	m := parseChanged(t, hvac)
	m.Locations[1].Hours.Exceptions = []osp.Exception{
		{Date: wallclock.Date{Year: 2026, Month: 12, Day: 24}, Open: wallclock.Time{Hour: 12}, Close: wallclock.Time{Hour: 8}},
	}
	if err := osp.Validate(m, nil); err != nil {
		t.Fatalf("it is legal: %v", err)
	}
	built, err := rebuilt(t, m).Build(nil)
	var invalid *osp.ValidationError
	if built != nil || !errors.As(err, &invalid) {
		t.Fatal(err)
	}
	want := []finding{{"locations[1].hours.exceptions[0]", osp.LintExceptionOrder}}
	if diff := cmp.Diff(want, findings(invalid.Issues)); diff != "" {
		t.Error(diff)
	}
	m.Locations[1].Hours.Exceptions[0].Open.Hour = 8
	if _, err := rebuilt(t, m).Build(nil); !errors.As(err, &invalid) || len(invalid.Issues) != 1 {
		t.Errorf("hours of no length: %v", err)
	}
	m.Business.Phone = ""
	if _, err := rebuilt(t, m).Build(nil); !errors.As(err, &invalid) || len(invalid.Issues) != 2 {
		t.Errorf("both problems at once: %v", err)
	}
}

// What Build returns is independent of what the builder was given.
func TestBuilderCopies(t *testing.T) {
	m := parseChanged(t, hvac)
	built, err := rebuilt(t, m).Build(nil)
	if err != nil {
		t.Fatal(err)
	}
	m.Locations[0].Hours.Exceptions[0].Closed = false
	*m.Services[3].Bookable = true
	m.Coverage.PostalCodes[0] = osp.ZIP{}
	if diff := cmp.Diff(parseChanged(t, hvac), built); diff != "" {
		t.Error(diff)
	}
}

func TestBuilderExtension(t *testing.T) {
	b := rebuilt(t, parseChanged(t, auto))
	built, err := b.Extension("com.example.vendor", map[string]any{"bays": 4}).Build(nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := string(built.Extensions["com.example.vendor"]); got != `{"bays":4}` {
		t.Error(got)
	}
	if _, err := rebuilt(t, built).Extension("vendor", 1).Build(nil); err == nil {
		t.Error("a name that is no reverse domain name passed")
	}
	if _, err := rebuilt(t, built).Extension("com.example.vendor", func() {}).Build(nil); err == nil {
		t.Error("a value that is no JSON passed")
	}
}

func TestWeekHelpers(t *testing.T) {
	h := osp.OpenBetween(wallclock.Time{Hour: 8}, wallclock.Time{Hour: 17})
	w := osp.Weekdays(h)
	for d := wallclock.Monday; d <= wallclock.Sunday; d++ {
		want := h
		if d >= wallclock.Saturday {
			want = osp.Closed()
		}
		if diff := cmp.Diff(want, w.Day(d)); diff != "" {
			t.Errorf("%v: %s", d, diff)
		}
	}
	for _, d := range []wallclock.ISOWeekday{0, 8, -1} {
		if diff := cmp.Diff(osp.Closed(), w.Day(d)); diff != "" {
			t.Errorf("no such day: %s", diff)
		}
	}
	if osp.AllDay().Status != osp.DayAllDay {
		t.Error("AllDay is something else")
	}
}

func TestTimestamp(t *testing.T) {
	at := time.Date(2026, 9, 7, 10, 0, 0, 999, time.FixedZone("", -4*3600))
	if got := osp.TimestampOf(at); got != "2026-09-07T14:00:00Z" {
		t.Error(got)
	}
	back, err := osp.Timestamp("2026-09-07T10:00:00-04:00").Time()
	if err != nil || !back.Equal(at.Truncate(time.Second)) {
		t.Errorf("%v, %v", back, err)
	}
	if _, err := osp.Timestamp("yesterday").Time(); err == nil {
		t.Error("yesterday is an instant")
	}
}
