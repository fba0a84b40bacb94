package osbp_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"

	"github.com/openservicekit/openservice/osbp"
)

// One Transport carries every call to the platform. What a platform announces about
// its endpoints reaches the operator; the caller sees the answer alone.
func ExampleTransport() {
	platform := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		agent, _, _ := strings.Cut(req.UserAgent(), " go/")
		fmt.Println(req.Method, req.URL.Path, "|", agent, "|", req.Header.Get("Acme-Version"))
		w.Header().Set("Sunset", "Fri, 01 Jan 2027 00:00:00 GMT")
	}))
	defer platform.Close()

	transport, err := osbp.NewTransport(osbp.TransportOptions{
		Vendor:        "acme-booking",
		Version:       "1.4.0",
		VersionHeader: osbp.VersionHeader{Name: "Acme-Version", Value: "2026-05-21"},
		Credentials: func(req *http.Request) error {
			req.Header.Set("Authorization", "Bearer from-your-configuration")
			return nil
		},
		Logger: slog.New(slog.NewTextHandler(os.Stdout, &slog.HandlerOptions{
			ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
				if a.Key == slog.TimeKey || a.Key == slog.MessageKey {
					return slog.Attr{}
				}
				return a
			},
		})),
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	client := transport.Client()
	for _, id := range []string{"service_1", "service_2"} {
		req, err := http.NewRequestWithContext(context.Background(), "GET", platform.URL+"/v1/services/"+id, nil)
		if err != nil {
			fmt.Println(err)
			return
		}
		resp, err := client.Do(req)
		if err != nil {
			fmt.Println(err)
			return
		}
		resp.Body.Close()
		fmt.Println(resp.Status)
	}
	// Output:
	// GET /v1/services/service_1 | OSBP/0.1.0 acme-booking/1.4.0 | 2026-05-21
	// level=WARN vendor=acme-booking method=GET path=/v1/services/{} deprecation="" sunset="Fri, 01 Jan 2027 00:00:00 GMT"
	// 200 OK
	// GET /v1/services/service_2 | OSBP/0.1.0 acme-booking/1.4.0 | 2026-05-21
	// 200 OK
}
