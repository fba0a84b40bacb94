package osbp

import (
	"errors"
	"fmt"
	"net/http"
)

// checkHeader refuses a header that net/http would refuse to send. It would do so too
// late to tell that nothing was sent: with what an agent or a credentials file put into
// it, such as a line break, a create would end in doubt. The error quotes no value.
func checkHeader(header http.Header) error {
	for name, values := range header {
		if !isHTTPToken(name) {
			return errors.New("osbp: a header name of the request can't be sent")
		}
		for _, value := range values {
			if !isSendable(value) {
				return fmt.Errorf("osbp: the value of header %s has control characters and can't be sent", name)
			}
		}
	}
	return nil
}

// isSendable reports whether a header value has no control character but tabs.
func isSendable(value string) bool {
	for _, c := range []byte(value) {
		if c < ' ' && c != '\t' || c == 0x7f {
			return false
		}
	}
	return true
}
