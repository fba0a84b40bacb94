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

// mayFollow reports whether next may be sent: always, unless a redirect led to it
// from a mutation or from another origin. A client that was not made by
// Transport.Client is held to that, too.
func mayFollow(next *http.Request) error {
	for resp := next.Response; resp != nil; {
		from := resp.Request
		if from == nil || from.URL == nil || next.URL == nil {
			return errOriginLeft
		}
		if isMutation(from.Method) {
			return errMutationRedirected
		}
		if from.URL.Scheme != next.URL.Scheme || !strings.EqualFold(from.URL.Host, next.URL.Host) {
			return errOriginLeft
		}
		resp = from.Response
	}
	return nil
}

func checkRedirect(next *http.Request, via []*http.Request) error {
	if len(via) >= maxRedirects || mayFollow(next) != nil {
		return http.ErrUseLastResponse
	}
	return nil
}
