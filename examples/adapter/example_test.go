package adapter_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"time"

	"github.com/openservicekit/openservice/examples/adapter"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/store"
)

// A Platform goes into an osbp.Adapter, which has all that the protocol asks for. The
// platform writes 3.250; OSBP's unit of the Kuwaiti dinar is a thousandth.
func Example() {
	now := func() time.Time { return time.Date(2026, 5, 1, 19, 0, 0, 0, time.UTC) }
	s, err := sandbox.New(sandbox.Options{Clock: now})
	if err != nil {
		panic(err)
	}
	server := httptest.NewServer(s.Handler())
	defer server.Close()

	platform, err := adapter.New(adapter.Options{BaseURL: server.URL, Shop: sandbox.SalmiyaPhoto, Logger: slog.Default()})
	if err != nil {
		panic(err)
	}
	defer platform.CloseIdleConnections()
	records, err := store.NewMemory(store.MemoryOptions{Clock: now}) // a durable one in production
	if err != nil {
		panic(err)
	}
	booking, err := osbp.NewAdapter(platform, osbp.AdapterOptions{
		Vendor: adapter.Vendor, APIVersion: adapter.APIVersion, OrganizationID: sandbox.SalmiyaPhoto,
		Store: records, Clock: now,
	})
	if err != nil {
		panic(err)
	}

	service, err := booking.DescribeService(context.Background(), osbp.ServiceDescribeInput{ServiceID: sandbox.PassportPhoto})
	if err != nil {
		panic(err)
	}
	minor, _ := service.Price.FixedAmount()
	fmt.Println(service.Name, minor, service.Price)
	_, err = booking.DescribeService(context.Background(), osbp.ServiceDescribeInput{ServiceID: "wedding"})
	fmt.Println(err)
	// Output:
	// Passport photo 3250 3.250 KWD
	// osbp: service_not_found
}
