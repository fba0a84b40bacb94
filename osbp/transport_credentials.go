package osbp

import (
	"net/http"
	"slices"
	"strings"
)

// shortestSecret, in bytes: redacting less would blank dates and numbers.
const shortestSecret = 8

// secretsOf lists the secrets in out, so that a platform which echoes one does not
// bring it into the audit or the log: what Credentials put into the header and the
// query of req, and the headers that are credentials whoever set them.
func (t *Transport) secretsOf(req, out *http.Request) (secrets []string) {
	add := func(value string) {
		if len(value) >= shortestSecret {
			secrets = append(secrets, value)
		}
	}
	for name, values := range out.Header {
		if t.isPublic(name) {
			continue
		}
		for _, value := range values {
			if !isCredential(name) && slices.Contains(req.Header[name], value) {
				continue
			}
			add(value)
			// The echo may leave out the scheme, as in "Bearer ...".
			if _, bare, ok := strings.Cut(value, " "); ok {
				add(bare)
			}
		}
	}
	if out.URL.RawQuery == req.URL.RawQuery {
		return secrets
	}
	before := req.URL.Query()
	for name, values := range out.URL.Query() {
		for _, value := range values {
			if !slices.Contains(before[name], value) {
				add(value)
			}
		}
	}
	return secrets
}

// isPublic reports whether a header says who calls, which version is meant or
// which request it is.
func (t *Transport) isPublic(name string) bool {
	return name == "User-Agent" || name == sourceHeader || strings.EqualFold(name, t.opts.VersionHeader.Name) ||
		strings.Contains(strings.ToLower(name), "request-id")
}

func isCredential(header string) bool {
	return header == "Authorization" || header == "Proxy-Authorization" || header == "Cookie"
}
