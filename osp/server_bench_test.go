package osp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osp"
)

// reviewedListings are those of a business with a few reviews.
var reviewedListings = listings{
	"daytona": {Source: "Google Business Profile", Rating: 4.8, Count: 312, Reviews: []osp.Review{
		{Author: "Maria Lopez", Rating: 5, Text: "Fast, fair, and cleaned up after."}, {Author: "Sam R.", Rating: 4, Text: "On time &amp; friendly."}}},
	"palm-coast": {Source: "Google Business Profile", Rating: 4.6, Count: 90, Reviews: []osp.Review{
		{Author: "Ann", Rating: 5, Text: "<p>Would call again.</p>"}}},
}

func benchRig(b *testing.B) *rig {
	return newRig(b, "hvac-two-locations", func(o *osp.ServerOptions) {
		o.Reviews = reviewedListings
		// Limits that count, and never bind.
		rate := osp.Rate{PerSecond: 1e12, Burst: 1 << 30}
		o.Limits = osp.Limits{Caller: rate, Business: rate, BookingCaller: rate, BookingBusiness: rate}
		o.Logger = nil
	})
}

// BenchmarkServerCall measures a call of each tool with everything: limits, decoding, the answer as bytes. A booking goes
// through the store to a sink in memory.
func BenchmarkServerCall(b *testing.B) {
	for _, c := range []struct {
		name      string
		tool      osp.Tool
		arguments string
		want      osp.Code
	}{
		{"get_business_info", osp.ToolGetBusinessInfo, `{}`, ""},
		{"list_services", osp.ToolListServices, `{"location":"palm-coast"}`, ""},
		{"check_coverage", osp.ToolCheckCoverage, `{"zip":"32174"}`, ""},
		{"check_availability 7 days", osp.ToolCheckAvailability, `{"serviceSlug":"ac-repair","from":"2026-09-08","to":"2026-09-14","location":"daytona"}`, ""},
		{"check_availability 32 days", osp.ToolCheckAvailability, `{"serviceSlug":"ac-repair","from":"2026-09-08","to":"2026-10-09","location":"daytona"}`, ""},
		{"get_reviews", osp.ToolGetReviews, `{}`, ""},
		{"request_service_booking refused", osp.ToolRequestServiceBooking, string(bookingInput(b, replace("/preferredTime", "Evening"))), osp.CodeUnknownWindow},
		{"request_service_booking retry", osp.ToolRequestServiceBooking, string(bookingInput(b)), ""},
	} {
		b.Run(c.name, func(b *testing.B) {
			r := benchRig(b)
			b.ReportAllocs()
			for b.Loop() {
				result, err := r.server.Call(context.Background(), r.caller, c.tool, json.RawMessage(c.arguments))
				if err != nil || result.Code() != c.want {
					b.Fatal(err, result.Err())
				}
			}
		})
	}
	b.Run("request_service_booking new", func(b *testing.B) {
		r := benchRig(b)
		b.ReportAllocs()
		n := 0
		for b.Loop() {
			if n++; n%5000 == 0 { // before store and office are full
				b.StopTimer()
				r = benchRig(b)
				b.StartTimer()
			}
			input := fmt.Appendf(nil, `{"requestId":"6f1d2c1e-6b9a-4e3e-9c0b-%012d","confirmed":true,"serviceSlug":"ac-repair",
				"preferredDate":"2026-09-09","location":"daytona","customer":{"name":"Jordan Ellis","phone":"386%07d","address":"44 Palm Ct",
				"city":"Ormond Beach","state":"FL","zip":"32174","notes":"No cold air since Sunday.","contactMethod":"text","contactAuthorized":true}}`, n, n)
			result, err := r.server.Call(context.Background(), r.caller, osp.ToolRequestServiceBooking, input)
			if err != nil || result.Err() != nil {
				b.Fatal(err, result.Err())
			}
		}
	})
}

// BenchmarkServerCallLimited measures how cheap a caller is who doesn't stop.
func BenchmarkServerCallLimited(b *testing.B) {
	r := newRig(b, "hvac-two-locations", func(o *osp.ServerOptions) {
		o.Limits = osp.Limits{Caller: osp.Rate{PerSecond: 1e-6, Burst: 1}}
	})
	b.ReportAllocs()
	limited := time.Duration(0)
	for b.Loop() {
		result, err := r.server.Call(context.Background(), r.caller, osp.ToolGetBusinessInfo, nil)
		if err != nil {
			b.Fatal(err)
		}
		limited = result.RetryAfter
	}
	if limited == 0 && b.N > 1 {
		b.Fatal("not limited")
	}
}
