package sandbox

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"
)

// Handler returns the platform's HTTP API, for all businesses. Serve it on loopback:
// it asks for no credentials. Every request carries [VersionHeader].
//
//	GET  /v1/shops/{shop}/offerings/{offering}
//	GET  /v1/shops/{shop}/offerings/{offering}/terms
//	GET  /v1/shops/{shop}/openings?offering=&calendar=&staff=&day=
//	POST /v1/shops/{shop}/codes
//	POST /v1/shops/{shop}/codes/check
//	POST /v1/shops/{shop}/reservations              with Idempotency-Key
//	GET  /v1/shops/{shop}/reservations?key=
//	GET  /v1/reservations/{reservation}
//
// A refusal is {"reason": "..."} with a status of 4xx. API.md has the members and the
// reasons. Connections can only be cut over HTTP/1.
func (s *Sandbox) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/shops/{shop}/offerings/{offering}", s.getOffering)
	mux.HandleFunc("GET /v1/shops/{shop}/offerings/{offering}/terms", s.getTerms)
	mux.HandleFunc("GET /v1/shops/{shop}/openings", s.getOpenings)
	mux.HandleFunc("POST /v1/shops/{shop}/codes", s.postCode)
	mux.HandleFunc("POST /v1/shops/{shop}/codes/check", s.postCodeCheck)
	mux.HandleFunc("POST /v1/shops/{shop}/reservations", s.postReservation)
	mux.HandleFunc("GET /v1/shops/{shop}/reservations", s.getReservations)
	mux.HandleFunc("GET /v1/reservations/{reservation}", s.getReservation)
	return mux
}

// respond does the work of one request and writes what comes of it.
func respond[T any](w http.ResponseWriter, r *http.Request, s *Sandbox, c call, work func() (T, error), wire func(T) any) {
	answer, err := serve(r.Context(), c, func() (T, error) {
		if r.Header.Get(VersionHeader) != APIVersion {
			var none T
			return none, refuse(reasonVersion)
		}
		return work()
	})
	var no *refusal
	switch {
	case err == nil:
		s.write200(w, r, c.hit, wire(answer))
	case errors.As(err, &no):
		if no.retryAfter > 0 {
			w.Header().Set("Retry-After", strconv.Itoa(int((no.retryAfter+time.Second-1)/time.Second)))
		}
		s.writeJSON(w, c.hit, statusOf(no.reason), wireRefusal{no.reason})
	case errors.Is(err, ErrStatus500):
		s.head(w, c.hit)
		http.Error(w, "Internal Server Error", http.StatusInternalServerError)
	default:
		cut(w)
	}
}

func statusOf(why reason) int {
	switch why {
	case reasonNoBusiness, reasonNoOffering, reasonNoCalendar, reasonNoReservation:
		return http.StatusNotFound
	case reasonTaken, reasonPriceChanged, reasonKeyReused, reasonByRequest:
		return http.StatusConflict
	case reasonContact, reasonName, reasonUnclear:
		return http.StatusUnprocessableEntity
	case reasonCodeNeeded, reasonCodeRejected, reasonProofNeeded:
		return http.StatusForbidden
	case reasonNoReadback, reasonNoCodes:
		return http.StatusMethodNotAllowed
	case reasonSlowDown:
		return http.StatusTooManyRequests
	}
	return http.StatusBadRequest
}

// nonsense is what FaultMalformed answers: members of the wrong kind, whichever they
// are.
var nonsense = []byte(`{"ref":42,"title":["?"],"minutes":"soon","price":"ninety-five dollars","offering":7,"prepay":0,` +
	`"calendar":"today","openings":"many","begins":false,"reservations":{},"final":"maybe","done":"yes","state":null}`)

func (s *Sandbox) write200(w http.ResponseWriter, r *http.Request, hit strikes, answer any) {
	status := http.StatusOK
	if r.Method == http.MethodPost {
		status = http.StatusCreated
	}
	switch {
	case hit.has(FaultMalformed):
		s.head(w, hit)
		w.WriteHeader(status)
		w.Write(nonsense)
	case hit.has(FaultTruncated):
		body, _ := json.Marshal(answer)
		s.head(w, hit)
		w.Header().Set("Content-Length", strconv.Itoa(len(body)))
		w.WriteHeader(status)
		w.Write(body[:len(body)/2])
	default:
		s.writeJSON(w, hit, status, answer)
	}
}

func (s *Sandbox) writeJSON(w http.ResponseWriter, hit strikes, status int, answer any) {
	body, err := json.Marshal(answer)
	if err != nil {
		status, body = http.StatusInternalServerError, nil
	}
	s.head(w, hit)
	w.WriteHeader(status)
	w.Write(body)
}

// head writes the headers of every response.
func (s *Sandbox) head(w http.ResponseWriter, hit strikes) {
	s.mu.Lock()
	id := s.newRef("req")
	s.mu.Unlock()
	h := w.Header()
	h.Set("Content-Type", "application/json")
	h.Set("Server", "sandbox-edge/1")
	h.Set("X-Request-Id", id)
	h.Set(VersionHeader, APIVersion)
	if hit.has(FaultRetiring) {
		h.Set("Deprecation", "@1767225600")
		h.Set("Sunset", "Thu, 31 Dec 2026 23:59:59 GMT")
	}
}

// cut closes the connection without a word.
func cut(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		// HTTP/2 has one connection for many requests, and resets this one alone.
		panic(http.ErrAbortHandler)
	}
	conn.Close()
}

// readBody reads a request's JSON. The whole body is read before anything is done,
// so that net/http notices when the caller leaves.
func readBody(r *http.Request, into any) error {
	const longest = 64 << 10
	body, err := io.ReadAll(io.LimitReader(r.Body, longest+1))
	if err != nil || len(body) > longest {
		return refuse(reasonBadRequest)
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if d.Decode(into) != nil || d.More() {
		return refuse(reasonBadRequest)
	}
	return nil
}
