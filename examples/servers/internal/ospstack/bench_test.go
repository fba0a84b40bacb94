package ospstack_test

import (
	"math"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/examples/servers/internal/ospstack"
	"github.com/openservicekit/openservice/osp"
)

// BenchmarkCall is one call of a tool through everything that stands in front of it but
// the network.
func BenchmarkCall(b *testing.B) {
	none := osp.Rate{PerSecond: math.Inf(1)}
	stack, err := ospstack.New(ospstack.Options{Limits: osp.Limits{Caller: none, Business: none, BookingCaller: none, BookingBusiness: none}})
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		r := httptest.NewRequest(http.MethodPost, "http://localhost/api/mcp",
			strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"check_coverage","arguments":{"zip":"32174"}}}`))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		w := httptest.NewRecorder()
		stack.Handler.ServeHTTP(w, r)
		if w.Code != http.StatusOK {
			b.Fatal(w.Code, w.Body)
		}
	}
}
