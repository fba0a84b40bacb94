package osp

import (
	"net/http"
	"strings"
	"time"
)

// conditionOf decides a conditional GET or HEAD (RFC 9110 13.2.2): 200 to send the document, 304 if the client has it, 412 if
// it insists on another. The etag is strong; modified is zero if there is no Last-Modified.
func conditionOf(h http.Header, etag string, modified time.Time) int {
	if lines := h["If-Match"]; len(lines) > 0 {
		if !matchesETag(lines, etag, false) {
			return http.StatusPreconditionFailed
		}
	} else if since, ok := httpTime(h["If-Unmodified-Since"]); ok && !modified.IsZero() && modified.After(since) {
		return http.StatusPreconditionFailed
	}
	if lines := h["If-None-Match"]; len(lines) > 0 {
		if matchesETag(lines, etag, true) {
			return http.StatusNotModified
		}
		return http.StatusOK // If-Modified-Since doesn't count beside it
	}
	if since, ok := httpTime(h["If-Modified-Since"]); ok && !modified.IsZero() && !modified.After(since) {
		return http.StatusNotModified
	}
	return http.StatusOK
}

// httpTime reads the one date of a header.
func httpTime(lines []string) (time.Time, bool) {
	if len(lines) != 1 {
		return time.Time{}, false
	}
	t, err := http.ParseTime(lines[0])
	return t, err == nil
}

// matchesETag reports whether a list of entity tags, or *, has the etag. In a weak comparison a tag that a cache has weakened
// matches too; in a strong one it doesn't. What follows a malformed tag isn't read.
func matchesETag(lines []string, etag string, weak bool) bool {
	for _, line := range lines {
		if strings.Trim(line, " \t") == "*" {
			return true
		}
		for rest := line; ; {
			rest = strings.TrimLeft(rest, " \t,")
			tag, isWeak := strings.CutPrefix(rest, "W/")
			if len(tag) < 2 || tag[0] != '"' {
				break
			}
			end := strings.IndexByte(tag[1:], '"')
			if end < 0 {
				break
			}
			end += 2
			if tag[:end] == etag && (weak || !isWeak) {
				return true
			}
			rest = strings.TrimLeft(tag[end:], " \t")
			if rest != "" && rest[0] != ',' {
				break
			}
		}
	}
	return false
}
