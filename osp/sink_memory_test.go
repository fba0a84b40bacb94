package osp_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/osp"
)

func TestMemorySink(t *testing.T) {
	office := &osp.MemorySink{Max: 2}
	deliver := func(id string) error {
		_, err := office.Deliver(context.Background(), &osp.ServiceRequest{RequestID: id, Service: osp.ServiceRef{Slug: id},
			PreferredDate: date(t, "2026-09-09"), Customer: osp.Customer{Name: "Jordan", Vehicle: &osp.Vehicle{Make: "Subaru"}}})
		return err
	}
	for _, id := range []string{otherID, strings.ToUpper(otherID), "1" + otherID[1:]} {
		if err := deliver(id); err != nil {
			t.Fatal(err)
		}
	}
	if err := deliver("2" + otherID[1:]); !errors.Is(err, osp.ErrNotTaken) {
		t.Errorf("a full sink: %v", err)
	}
	if err := deliver(otherID); err != nil {
		t.Errorf("a full sink that has it: %v", err)
	}
	got := office.Requests()
	if len(got) != 2 || got[0].RequestID != otherID || got[0].Customer.Vehicle.Make != "Subaru" {
		t.Fatalf("%d requests", len(got))
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := office.Deliver(ended, &got[0]); !errors.Is(err, context.Canceled) {
		t.Errorf("after its time: %v", err)
	}
	if _, err := office.Deliver(context.Background(), nil); err == nil {
		t.Error("no request")
	}
}

// A sink's copy is its own: what is done to a request afterwards changes nothing there.
func TestMemorySinkCopies(t *testing.T) {
	var office osp.MemorySink
	r := &osp.ServiceRequest{RequestID: otherID, PreferredDate: date(t, "2026-09-09"), Customer: osp.Customer{Vehicle: &osp.Vehicle{Make: "Subaru"}}}
	if _, err := office.Deliver(context.Background(), r); err != nil {
		t.Fatal(err)
	}
	r.Customer.Vehicle.Make = "Saab"
	if got := office.Requests()[0].Customer.Vehicle.Make; got != "Subaru" {
		t.Errorf("it is a %s now", got)
	}
}
