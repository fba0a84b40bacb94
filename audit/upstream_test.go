package audit_test

import (
	"strings"
	"testing"

	"github.com/openservicekit/openservice/audit"
)

// TestUpstreamCall: B-208.
func TestUpstreamCall(t *testing.T) {
	for _, c := range []struct{ method, target, want string }{
		{"GET", "/v1/customers/jane%40example.com/phones/%2B15555550100?token=abc&email=jane@example.com",
			"GET /v1/customers/[redacted]/phones/[redacted]"},
		{"GET", "/v1/services/service_123", "GET /v1/services/service_123"},
		{"POST", "https://user:pass@api.example.com:8443/v2/appointments?x=1#y", "POST /v2/appointments"},
		{"GET", "//api.example.com/v2/slots/2026-05-05", "GET /v2/slots/2026-05-05"},
		{"GET", "/v1/appointments/1054354381", "GET /v1/appointments/1054354381"},
		{"GET", "/v1/customers/13865550199", "GET /v1/customers/[redacted]"},
		{"GET", "/v1/customers/386-555-0199/notes", "GET /v1/customers/[redacted]/notes"},
		{"GET", "/v1/customers/jane%2540example.com", "GET /v1/customers/[redacted]"},
		{"GET", "/v1/a%3Ftoken=abc", "GET /v1/[redacted]"},
		{"GET", "/v1/a%253Fname%253DJane", "GET /v1/[redacted]"},
		{"GET", "/v1/a%25253Fname%25253DJane", "GET /v1/[redacted]"},
		{"GET", "/v1/a;jsessionid=abc/b", "GET /v1/[redacted]/b"},
		{"GET", "/v1/emails/me", "GET /v1/emails/[redacted]"},
		{"GET", "/v1/codes/482913/verify", "GET /v1/codes/[redacted]/verify"},
		{"GET", "/v1/approve_Zm9vYmFyYmF6", "GET /v1/[redacted]"},
		{"GET", "", "GET /"},
		{"GET", "/", "GET /"},
		{"GET", "v1//x/", "GET /v1//x/"},
		{"GET", "/550e8400-e29b-41d4-a716-446655440000", "GET /550e8400-e29b-41d4-a716-446655440000"},
		{"GET /x\n", "/y", "[redacted] /y"},
		{"get", "/y", "[redacted] /y"},
		{"GET", "/a%0Ab", "GET /[redacted]"},
	} {
		if got := audit.UpstreamCall(c.method, c.target); got != c.want {
			t.Errorf("UpstreamCall(%q, %q) = %q, want %q", c.method, c.target, got, c.want)
		}
	}
	if got := audit.UpstreamCall("GET", "/"+strings.Repeat("a/", 5000)); len(got) > 1100 {
		t.Errorf("a long path stays long: %d bytes", len(got))
	}
}

func FuzzUpstreamCall(f *testing.F) {
	f.Add("GET", "/v1/customers/jane%40example.com/phones/%2B15555550100?token=abc")
	f.Add("POST", "https://user:pass@api.example.com/a%3Fb")
	f.Fuzz(func(t *testing.T, method, target string) {
		got := audit.UpstreamCall(method, target)
		m, path, ok := strings.Cut(got, " /")
		if !ok || m != method && m != audit.Redacted {
			t.Fatalf("%q is not METHOD /path", got)
		}
		if strings.ContainsAny(path, "?#@ \n") {
			t.Fatalf("%q has more than a path", got)
		}
	})
}
