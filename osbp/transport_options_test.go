package osbp_test

import (
	"log/slog"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/osbp"
)

// TestRule50_TransportOptions: what is missing or malformed is refused by name.
func TestRule50_TransportOptions(t *testing.T) {
	good := func() osbp.TransportOptions {
		return osbp.TransportOptions{Vendor: "acme", Logger: slog.New(slog.DiscardHandler)}
	}
	pin := func(name, value string) func(*osbp.TransportOptions) {
		return func(o *osbp.TransportOptions) { o.VersionHeader = osbp.VersionHeader{Name: name, Value: value} }
	}
	for name, c := range map[string]struct {
		change func(*osbp.TransportOptions)
		want   string // the option that the error names, "" for none
	}{
		"least":                 {func(*osbp.TransportOptions) {}, ""},
		"zero":                  {func(o *osbp.TransportOptions) { *o = osbp.TransportOptions{} }, "Vendor"},
		"no vendor":             {func(o *osbp.TransportOptions) { o.Vendor = "" }, "Vendor"},
		"vendor with space":     {func(o *osbp.TransportOptions) { o.Vendor = "acme booking" }, "Vendor"},
		"vendor with slash":     {func(o *osbp.TransportOptions) { o.Vendor = "acme/booking" }, "Vendor"},
		"vendor splits headers": {func(o *osbp.TransportOptions) { o.Vendor = "acme\r\nX-Admin:1" }, "Vendor"},
		"version with space":    {func(o *osbp.TransportOptions) { o.Version = "1 2" }, "Version"},
		"source splits headers": {func(o *osbp.TransportOptions) { o.Source = "a\r\nb" }, "Source"},
		"source of spaces":      {func(o *osbp.TransportOptions) { o.Source = " " }, "Source"},
		"no logger":             {func(o *osbp.TransportOptions) { o.Logger = nil }, "Logger"},
		"negative endpoints":    {func(o *osbp.TransportOptions) { o.MaxEndpoints = -1 }, "MaxEndpoints"},
		"echo is no name":       {func(o *osbp.TransportOptions) { o.VersionEcho = "a b" }, "VersionEcho"},
		"pin":                   {pin("Acme-Version", "2026-05-21"), ""},
		"pin without value":     {pin("Acme-Version", ""), "VersionHeader.Value"},
		"pin splits headers":    {pin("Acme-Version", "1\n2"), "VersionHeader.Value"},
		"pin without name":      {pin("", "2026-05-21"), "VersionHeader.Name"},
		"pin in user agent":     {pin("user-agent", "x"), "VersionHeader.Name"},
		"pin in source":         {pin("x-osbp-source", "x"), "VersionHeader.Name"},
		"pin in credentials":    {pin("authorization", "x"), "VersionHeader.Name"},
		"pin in idempotency":    {pin("IDEMPOTENCY-KEY", "x"), "VersionHeader.Name"},
	} {
		t.Run(name, func(t *testing.T) {
			o := good()
			c.change(&o)
			got, err := osbp.NewTransport(o)
			if (err == nil) != (c.want == "") || (got == nil) != (err != nil) {
				t.Fatalf("NewTransport = %v, %v", got, err)
			}
			if err != nil && !strings.Contains(err.Error(), "TransportOptions."+c.want) {
				t.Errorf("%v does not name TransportOptions.%s", err, c.want)
			}
		})
	}
}
