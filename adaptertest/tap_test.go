package adaptertest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"

	"github.com/openservicekit/openservice/osbp"
)

// credential is what the rig's adapters would sign in with, if the sandbox asked.
const credential = "key_live_5RtWq0ZxKc81"

// tap stands before the platform: it keeps what creates bring, and while it echoes,
// it fails them with a text that quotes them.
type tap struct {
	mu      sync.Mutex
	got     bytes.Buffer
	echoing bool
	failing bool // reads
	retired bool // what has no headers to say so
}

// failReads makes reads fail with a text that quotes the credential.
func (t *tap) failReads(context.Context) (func(), error) {
	t.mu.Lock()
	t.failing = true
	t.mu.Unlock()
	return func() {
		t.mu.Lock()
		t.failing = false
		t.mu.Unlock()
	}, nil
}

const failedRead = "worker lost, last request by " + credential

func (t *tap) fails() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.failing
}

// retire is on until off, which it calls.
func (t *tap) retire(off func()) func() {
	set := func(retired bool) {
		t.mu.Lock()
		t.retired = retired
		t.mu.Unlock()
	}
	set(true)
	return func() {
		set(false)
		off()
	}
}

func (t *tap) isRetired() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.retired
}

func (t *tap) echo(context.Context) (func(), error) {
	t.set(true)
	return func() { t.set(false) }, nil
}

func (t *tap) set(echoing bool) {
	t.mu.Lock()
	t.echoing = echoing
	t.mu.Unlock()
}

func (t *tap) received() ([]byte, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	return bytes.Clone(t.got.Bytes()), nil
}

// take keeps what a create brings, and tells whether it is to be echoed.
func (t *tap) take(format string, args ...any) (echo bool) {
	t.mu.Lock()
	defer t.mu.Unlock()
	fmt.Fprintf(&t.got, format+"\n", args...)
	return t.echoing
}

// over is the tap before the sandbox's HTTP API.
func (t *tap) over(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet && t.fails() {
			http.Error(w, failedRead, http.StatusInternalServerError)
			return
		}
		if r.Method != http.MethodPost || r.Header.Get("Idempotency-Key") == "" {
			next.ServeHTTP(w, r)
			return
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, "no body", http.StatusBadRequest)
			return
		}
		if t.take("%s %s %q %s", r.Method, r.URL, r.Header, body) {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusUnprocessableEntity)
			json.NewEncoder(w).Encode(map[string]string{"reason": fmt.Sprintf("guest rejected: %s by %s", body, credential)})
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}

// wholePlatform is a platform that can do everything.
type wholePlatform interface {
	osbp.Platform
	osbp.Verifier
	osbp.AppointmentFinder
}

// tappedPlatform is the tap before the sandbox in memory.
type tappedPlatform struct {
	wholePlatform
	tap *tap
}

func (p tappedPlatform) DescribeService(ctx context.Context, in osbp.ServiceDescribeInput) (*osbp.Service, error) {
	if p.tap.fails() {
		return nil, errors.New(failedRead)
	}
	return p.wholePlatform.DescribeService(ctx, in)
}

func (p tappedPlatform) FindAvailability(ctx context.Context, in osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
	if p.tap.fails() {
		return nil, errors.New(failedRead)
	}
	return p.wholePlatform.FindAvailability(ctx, in)
}

func (p tappedPlatform) ExplainPolicy(ctx context.Context, in osbp.PolicyExplainInput) (*osbp.Policy, error) {
	if p.tap.fails() {
		return nil, errors.New(failedRead)
	}
	return p.wholePlatform.ExplainPolicy(ctx, in)
}

func (p tappedPlatform) GetBooking(ctx context.Context, in osbp.BookingStatusInput) (*osbp.Booking, error) {
	if p.tap.fails() {
		return nil, errors.New(failedRead)
	}
	return p.wholePlatform.GetBooking(ctx, in)
}

func (p tappedPlatform) CreateAppointment(ctx context.Context, booking *osbp.AuthorizedBooking) (*osbp.Appointment, error) {
	d, err := booking.Details()
	if err != nil {
		return nil, osbp.NotSent(err)
	}
	c := d.Customer
	if p.tap.take("%s %s %s %s %s %q %q", d.IdempotencyKey, d.ServiceID, d.ScheduleID, d.ProviderID, d.StartsAtLocal, []string{c.DisplayName, c.Phone, c.Email}, d.VerificationCode) {
		return nil, errors.New("guest rejected: " + c.DisplayName + ", " + c.Phone + ", " + c.Email + " by " + credential)
	}
	return p.wholePlatform.CreateAppointment(ctx, booking)
}
