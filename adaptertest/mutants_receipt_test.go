package adaptertest_test

import (
	"context"
	"regexp"
	"strings"
	"time"

	"github.com/openservicekit/openservice/osbp"
)

var receiptMutants = []mutant{
	{
		name: "a receipt has its mandate's id", check: "shape.receipt",
		adapter: booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, _ *rig) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			if err == nil {
				own := *got
				own.Receipt.ID = "receipt_" + c.Mandate.ID
				return &own, nil
			}
			return got, err
		}),
	},
	{
		name: "a receipt without a text", check: "shape.receipt",
		adapter: booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, _ *rig) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			if err == nil {
				own := *got
				own.Receipt.Text = ""
				return &own, nil
			}
			return got, err
		}),
	},
}

var receiptTimeMutants = []mutant{
	{
		name: "the receipt tells the time in UTC", check: "time.receipt",
		adapter: booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, _ *rig) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			if err == nil {
				own := *got
				own.Receipt.Text = utcText(own.Receipt.Text, c)
				return &own, nil
			}
			return got, err
		}),
	},
}

// utcText has the plain fixture's times of a text in UTC.
func utcText(text string, c osbp.BookingCreateInput) string {
	at, err := time.ParseInLocation("2006-01-02T15:04:05", c.Date+"T"+c.Time, zoneNamed("America/New_York"))
	if err != nil {
		return text
	}
	text = strings.Replace(text, c.Date, at.UTC().Format(time.DateOnly), 1)
	return regexp.MustCompile(`\b[0-2]\d:[0-5]\d\b`).ReplaceAllString(text, at.UTC().Format("15:04"))
}

func zoneNamed(name string) *time.Location {
	location, err := time.LoadLocation(name)
	if err != nil {
		return time.UTC
	}
	return location
}
