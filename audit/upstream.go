package audit

import (
	"maps"
	"net/url"
	"strings"

	"github.com/openservicekit/openservice/audit/internal/scrub"
)

// UpstreamCall writes an upstream request as [UpstreamMeta.Call] has it: "METHOD
// /path". Host, query and fragment are left out; segments that look like a
// contact or a token, in whatever encoding, and segments that follow one named
// like phones, are redacted (OSBP "Audit"). The target may be a path or a URL.
func UpstreamCall(method, target string) string {
	if !isMethod(method) {
		method = Redacted
	}
	segments := strings.Split(requestPath(target), "/")
	s := scrub.New(nil)
	before := ""
	for i, segment := range segments {
		if segment != "" && (isContactCollection(before) || isContactSegment(s, before, segment)) {
			segments[i] = Redacted
		}
		before = segment
	}
	return method + " /" + strings.Join(segments, "/")
}

// maxPath bounds, in bytes, how much of a path is kept.
const maxPath = 1024

// requestPath is the path of target without its leading slash.
func requestPath(target string) string {
	if end := strings.IndexAny(target, "?#"); end >= 0 {
		target = target[:end]
	}
	if _, rest, ok := strings.Cut(target, "://"); ok {
		target = "//" + rest
	}
	if authority, ok := strings.CutPrefix(target, "//"); ok {
		_, target, _ = strings.Cut(authority, "/")
	}
	target = strings.TrimPrefix(target, "/")
	if len(target) > maxPath {
		target = target[:strings.LastIndexByte(target[:maxPath], '/')+1] + Redacted
	}
	return target
}

// isContactCollection reports whether a segment names things that are contacts
// or secrets, one of which follows.
func isContactCollection(segment string) bool {
	switch strings.TrimSuffix(strings.ToLower(segment), "s") {
	case "phone", "email", "mobile", "tel", "contact", "name", "token", "code", "otp", "secret", "key", "password":
		return true
	}
	return false
}

func isContactSegment(s *scrub.Scrubber, before, segment string) bool {
	decoded := segment
	for range 3 { // an encoded query is a query
		if d, err := url.PathUnescape(decoded); err == nil {
			decoded = d
		}
	}
	if strings.ContainsAny(decoded, "@?#=&; /\\\r\n\t") {
		return true
	}
	joint := before + "/"
	return !strings.HasSuffix(s.Contacts(joint+segment), segment)
}

func isMethod(method string) bool {
	const longest = 20
	return len(method) <= longest && method == strings.ToUpper(method) && isWordOf(method, "-")
}

func (u *UpstreamMeta) clone() *UpstreamMeta {
	if u == nil {
		return nil
	}
	c := *u
	c.RateLimit = maps.Clone(u.RateLimit)
	return &c
}
