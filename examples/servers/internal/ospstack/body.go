package ospstack

import (
	"bytes"
	"errors"
	"io"
	"net/http"

	"github.com/openservicekit/openservice/examples/servers/internal/frame"
)

// maxBody is how much a request may send, twice what any tool reads and then some.
const maxBody = 4 << 20

const tooLargeText = "The body is too large."

// judged reads the body, within its limit, and refuses what the SDK would read in one
// way and others in another.
func judged(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength > maxBody { // said in advance: nobody need send it
			http.Error(w, tooLargeText, http.StatusRequestEntityTooLarge)
			return
		}
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxBody))
		var tooLarge *http.MaxBytesError
		switch {
		case errors.As(err, &tooLarge):
			http.Error(w, tooLargeText, http.StatusRequestEntityTooLarge)
			return
		case err != nil:
			http.Error(w, "The body could not be read.", http.StatusBadRequest)
			return
		}
		err = frame.Check(body)
		if err == nil {
			err = frame.CheckCalls(body)
		}
		if err != nil {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(http.StatusBadRequest)
			io.WriteString(w, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"`+err.Error()+`"}}`)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		next.ServeHTTP(w, r)
	})
}
