package adapter_test

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"net/http"
	"testing"
	"time"

	"github.com/openservicekit/openservice/examples/adapter"
	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/osbptest"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/store"
)

var quiet = slog.New(slog.DiscardHandler)

// newPlatform is Harbor Hair behind base, which may be nil, at an address of the test's.
func newPlatform(t testing.TB, url string, base http.RoundTripper) *adapter.Platform {
	t.Helper()
	p, err := adapter.New(adapter.Options{BaseURL: url, Shop: sandbox.HarborHair, Logger: quiet, Base: base})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.CloseIdleConnections)
	return p
}

// nowhere is an address for a base that sends nothing.
const nowhere = "http://127.0.0.1:1"

// answering is a base that gives every request one answer, and counts them.
type answering struct {
	status   int
	body     string
	requests int
}

func (a *answering) RoundTrip(r *http.Request) (*http.Response, error) {
	a.requests++
	if r.Body != nil {
		io.Copy(io.Discard, r.Body)
		r.Body.Close()
	}
	return &http.Response{
		StatusCode: a.status, Header: http.Header{"Location": {"/elsewhere"}}, Request: r, Body: io.NopCloser(bytes.NewBufferString(a.body)),
	}, nil
}

// divided reads in memory and creates through the Platform under test.
type divided struct {
	osbp.Platform
	create osbp.Platform
}

func (d divided) CreateAppointment(ctx context.Context, b *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
	return d.create.CreateAppointment(ctx, b)
}

// book has an approved booking of a fringe trim made through p, and reads answered by a
// sandbox in memory. What comes back is what an agent is told.
func book(t testing.TB, p osbp.Platform) (*osbp.CreateResult, error) {
	t.Helper()
	now := func() time.Time { return time.Date(2026, 5, 1, 19, 0, 0, 0, time.UTC) }
	s, err := sandbox.New(sandbox.Options{Clock: now, Zones: zones})
	if err != nil {
		t.Fatal(err)
	}
	memory, err := s.Platform(sandbox.HarborHair)
	if err != nil {
		t.Fatal(err)
	}
	options, err := s.AdapterOptions(sandbox.HarborHair)
	if err != nil {
		t.Fatal(err)
	}
	if options.Store, err = store.NewMemory(store.MemoryOptions{Clock: now}); err != nil {
		t.Fatal(err)
	}
	a, err := osbp.NewAdapter(divided{memory, p}, options)
	if err != nil {
		t.Fatal(err)
	}
	free := money.Fixed("USD", 0)
	in := osbptest.Approve(t.Context(), t, a, osbp.BookingCreateInput{
		Mandate: &osbp.Mandate{
			ID: "mnd", ExpiresAt: "2026-05-02T00:00:00Z", AllowedActions: []osbp.Tool{osbp.ToolBookingCreate},
			OrganizationID: sandbox.HarborHair, MaxPrice: &free,
		},
		IdempotencyKey: "idem", ServiceID: sandbox.FringeTrim, ScheduleID: sandbox.HarborMain, ProviderID: sandbox.StaffMaya,
		Date: "2026-05-05", Time: "13:00", Customer: osbp.Customer{DisplayName: "Jane Customer", Phone: "+15555550100"},
	})
	return a.CreateBooking(t.Context(), in)
}
