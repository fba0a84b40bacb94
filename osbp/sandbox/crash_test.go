package sandbox_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/openservicekit/openservice/examples/adapter"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

// childEnv makes the test binary a process that books and is killed.
const childEnv = "OSBP_SANDBOX_TEST_CHILD"

// errand is what that process is to do.
type errand struct {
	URL, Journal string
	Now          time.Time
	Input        osbp.BookingCreateInput
}

func TestMain(m *testing.M) {
	if text := os.Getenv(childEnv); text != "" {
		fmt.Fprintln(os.Stderr, bookAndDie(text))
		os.Exit(3) // it should have been killed
	}
	os.Exit(m.Run())
}

func bookAndDie(text string) error {
	var e errand
	if err := json.Unmarshal([]byte(text), &e); err != nil {
		return err
	}
	a, err := e.adapter()
	if err != nil {
		return err
	}
	_, err = a.CreateBooking(context.Background(), e.Input)
	return fmt.Errorf("not killed: %w", err)
}

// adapter is one that keeps its records in the journal, whichever process asks.
func (e *errand) adapter() (*osbp.Adapter, error) {
	now := func() time.Time { return e.Now }
	records, err := openFileStore(e.Journal, now)
	if err != nil {
		return nil, err
	}
	client, err := adapter.New(adapter.Options{BaseURL: e.URL, Shop: sandbox.HarborHair, Logger: quiet})
	if err != nil {
		return nil, err
	}
	return osbp.NewAdapter(client, osbp.AdapterOptions{
		Vendor: sandbox.Vendor, APIVersion: sandbox.APIVersion, OrganizationID: sandbox.HarborHair, Store: records, Clock: now,
	})
}

// TestRule23_KilledWhileSending kills a process whose create is with the platform,
// before or after the appointment is written, and has another process on the same
// records retry: it asks, and never creates again.
func TestRule23_KilledWhileSending(t *testing.T) {
	for _, tc := range []struct {
		name string
		kind sandbox.FaultKind
		made int
	}{
		{"before the write", sandbox.FaultHang, 0},
		{"after the write", sandbox.FaultHangAfter, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			k := newStack(t, setup{})
			server := httptest.NewServer(k.sandbox.Handler())
			t.Cleanup(server.Close)
			e := errand{URL: server.URL, Journal: filepath.Join(t.TempDir(), "journal"), Now: k.clock.Now()}
			first, err := e.adapter()
			if err != nil {
				t.Fatal(err)
			}
			e.Input = approve(t, first, k.request(t, fringe, "idem"))

			sending := make(chan struct{})
			fault := sandbox.Fault{Op: sandbox.OpReserve, Kind: tc.kind}
			if tc.made == 0 {
				fault.Struck = func() { close(sending) }
			} else {
				fault.Worked = func() { close(sending) }
			}
			off := k.switchOn(t, fault)
			text, err := json.Marshal(e)
			if err != nil {
				t.Fatal(err)
			}
			child := exec.Command(os.Args[0], "-test.run=^$")
			child.Env, child.Stderr = append(os.Environ(), childEnv+"="+string(text)), os.Stderr
			if err := child.Start(); err != nil {
				t.Fatal(err)
			}
			<-sending
			if err := child.Process.Kill(); err != nil {
				t.Fatal(err)
			}
			var exit *exec.ExitError
			if err := child.Wait(); !errors.As(err, &exit) || exit.ExitCode() != -1 {
				t.Fatalf("the child was not killed: %v", err)
			}
			// Released now, the held call might still be carried out.
			defer off()

			second, err := e.adapter()
			if err != nil {
				t.Fatal(err)
			}
			_, err = second.CreateBooking(t.Context(), e.Input)
			wantCode(t, err, osbp.CodeBookingInProgress, true)
			e.Now = e.Now.Add(time.Minute) // past the time the killed call had
			for range 3 {
				got, err := second.CreateBooking(t.Context(), e.Input)
				if tc.made == 0 {
					wantCode(t, err, osbp.CodeBookingOutcomeUnknown, true)
					continue
				}
				if err != nil || got.Receipt.BookingID == "" {
					t.Fatalf("%v, %v", got, err)
				}
			}
			k.wantCounts(t, sandbox.HarborHair, "idem", 1, tc.made)
			unsettled := 0
			for u, err := range second.Unsettled(t.Context()) {
				if err != nil || u.IdempotencyKey != "idem" {
					t.Error(u, err)
				}
				unsettled++
			}
			if unsettled != 1-tc.made {
				t.Errorf("%d unsettled", unsettled)
			}
		})
	}
}

// TestRule23_AbandonedInMemory is the same without processes: an adapter that never
// comes back leaves its record as sending, and another one asks the platform.
func TestRule23_AbandonedInMemory(t *testing.T) {
	onBothFaces(t, func(t *testing.T, overHTTP bool) {
		k := newStack(t, setup{overHTTP: overHTTP})
		in := k.approved(t, fringe, "idem")
		sending := make(chan struct{})
		off := k.switchOn(t, sandbox.Fault{Op: sandbox.OpReserve, Kind: sandbox.FaultHangAfter, Worked: func() { close(sending) }})
		gone := make(chan struct{})
		go func() {
			defer close(gone)
			k.adapter.CreateBooking(context.Background(), in)
		}()
		<-sending
		next := k.newAdapter(t, sandbox.HarborHair, nil)
		_, err := next.CreateBooking(t.Context(), in)
		wantCode(t, err, osbp.CodeBookingInProgress, true)
		k.clock.Advance(time.Minute)
		got, err := next.CreateBooking(t.Context(), in)
		if err != nil || got.Receipt.BookingID == "" {
			t.Fatal(got, err)
		}
		off()
		<-gone
		k.wantCounts(t, sandbox.HarborHair, "idem", 1, 1)
	})
}
