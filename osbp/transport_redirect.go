package osbp

import (
	"errors"
	"net/http"
	"strings"
)

const maxRedirects = 10

var (
	errMutationRedirected = errors.New("osbp: a mutation's redirect is not followed")
	errOriginLeft         = errors.New("osbp: a redirect to another origin is not followed")
)

// mayFollow refuses a request to which a redirect led from a mutation or from
// another origin. Each hop of a chain is held to that, so the last one tells. A
// client that was not made by Transport.Client is held to it, too.
func mayFollow(next *http.Request) error {
	if next.Response == nil {
		return nil
	}
	from := next.Response.Request
	switch {
	case from == nil || from.URL == nil || next.URL == nil:
		return errOriginLeft
	case isMutation(from.Method):
		return errMutationRedirected
	case from.URL.Scheme != next.URL.Scheme || !strings.EqualFold(from.URL.Host, next.URL.Host):
		return errOriginLeft
	}
	return nil
}

func checkRedirect(next *http.Request, via []*http.Request) error {
	if len(via) >= maxRedirects || mayFollow(next) != nil {
		return http.ErrUseLastResponse
	}
	return nil
}
