package osbp

import (
	"net/http"
	"runtime"
	"strings"
)

// SpecVersion is the version of OSBP that this package implements.
const SpecVersion = "0.1.0"

// sourceHeader is x-osbp-source in net/http's spelling.
const sourceHeader = "X-Osbp-Source"

// userAgent is how platform calls name their origin (OSBP "Security and Privacy
// Considerations"). It is a statement, not authentication.
func userAgent(vendor, version string) string {
	return "OSBP/" + SpecVersion + " " + vendor + "/" + version + " go/" + goVersion(runtime.Version())
}

// goVersion is major.minor of a runtime.Version, which for a development build is
// prose with the version in it.
func goVersion(version string) string {
	_, version, found := strings.Cut(version, "go1.")
	minor := version
	for i, c := range version {
		if c < '0' || c > '9' {
			minor = version[:i]
			break
		}
	}
	if !found || minor == "" {
		return "1"
	}
	return "1." + minor
}

// identify sets what every request to the platform carries, whatever the caller or
// its credentials put there.
func (t *Transport) identify(req *http.Request) {
	if req.Header == nil {
		req.Header = make(http.Header)
	}
	req.Header.Set("User-Agent", t.userAgent)
	req.Header.Set(sourceHeader, t.opts.Source)
	if pin := t.opts.VersionHeader; pin.Name != "" {
		req.Header.Set(pin.Name, pin.Value)
	}
}
