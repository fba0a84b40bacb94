package osp

import (
	"net/http"
	"strconv"
	"strings"
)

// acceptsGzip reports whether a request asks for gzip and doesn't prefer the document as it is (RFC 9110 12.5.3).
func acceptsGzip(h http.Header) bool {
	const unsaid = -1.0
	gzip, identity, others := unsaid, unsaid, unsaid
	for _, line := range h["Accept-Encoding"] {
		for entry := range strings.SplitSeq(line, ",") {
			coding, parameters, _ := strings.Cut(entry, ";")
			switch strings.ToLower(strings.TrimSpace(coding)) {
			case "gzip", "x-gzip":
				gzip = weightOf(parameters)
			case "identity":
				identity = weightOf(parameters)
			case "*":
				others = weightOf(parameters)
			}
		}
	}
	if gzip == unsaid {
		gzip = others
	}
	return gzip > 0 && gzip >= identity
}

// weightOf reads q=0.5, 1 if there is none. A weight that can't be read is 0.
func weightOf(parameters string) float64 {
	for parameter := range strings.SplitSeq(parameters, ";") {
		name, value, _ := strings.Cut(parameter, "=")
		if strings.EqualFold(strings.TrimSpace(name), "q") {
			weight, err := strconv.ParseFloat(strings.TrimSpace(value), 64)
			if err != nil || !(weight >= 0 && weight <= 1) {
				return 0
			}
			return weight
		}
	}
	return 1
}
