package osbp

import (
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/openservicekit/openservice/audit"
)

// These bound what of a response is kept: values and names of rate limits in bytes, and
// the number of those.
const (
	maxUpstreamValue = 512
	maxRateLimitName = 64
	maxRateLimits    = 16
)

// upstreamCall is UpstreamMeta.Call of a request as its caller wrote it, before
// credentials.
func upstreamCall(req *http.Request) string {
	method := req.Method
	if method == "" {
		method = http.MethodGet
	}
	if req.URL.Opaque != "" {
		return audit.UpstreamCall(method, req.URL.Opaque)
	}
	return audit.UpstreamCall(method, req.URL.EscapedPath())
}

// upstreamMeta takes from a response what OSBP "Platform Metadata and Versioning"
// lists, headers only. Where several headers are request ids, the first by name
// counts: their order on the wire is not kept.
func upstreamMeta(req *http.Request, resp *http.Response, versionEcho string, secrets []string) UpstreamMeta {
	meta := UpstreamMeta{Call: upstreamCall(req), Status: resp.StatusCode}
	for _, name := range slices.Sorted(maps.Keys(resp.Header)) {
		value := upstreamValue(resp.Header[name], secrets)
		if value == "" {
			continue
		}
		if strings.EqualFold(name, versionEcho) {
			meta.APIVersion = value
		}
		switch name := strings.ToLower(name); {
		case name == "server":
			meta.Server = value
		case name == "deprecation":
			meta.Deprecation = value
		case name == "sunset":
			meta.Sunset = value
		case strings.Contains(name, "request-id"):
			if meta.RequestID == "" {
				meta.RequestID = value
			}
		case isRateLimit(name) && len(meta.RateLimit) < maxRateLimits:
			if meta.RateLimit == nil {
				meta.RateLimit = make(map[string]string)
			}
			meta.RateLimit[name] = value
		}
	}
	return meta
}

// upstreamValue is a header verbatim, as long as it is short and repeats no secret.
func upstreamValue(values []string, secrets []string) string {
	text := strings.Join(values, ", ")
	for _, secret := range secrets {
		if strings.Contains(text, secret) {
			return audit.Redacted
		}
	}
	if len(text) > maxUpstreamValue {
		text = text[:maxUpstreamValue]
	}
	return strings.ToValidUTF8(text, "")
}

// isRateLimit reports whether a lower-case header name belongs into
// UpstreamMeta.RateLimit.
func isRateLimit(name string) bool {
	if len(name) > maxRateLimitName {
		return false
	}
	return name == "retry-after" || name == "ratelimit" ||
		strings.HasPrefix(name, "ratelimit-") || strings.HasPrefix(name, "x-ratelimit-")
}
