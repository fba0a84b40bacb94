package adaptertest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

// handWire speaks the platform's HTTP API.
type handWire struct {
	shop   string
	client *http.Client
	logger *slog.Logger
	q      *quirks

	mu     sync.Mutex
	warned map[string]bool // endpoints that have announced their end
}

func newHandWire(h http.Handler, shop string, logger *slog.Logger, q *quirks) *handWire {
	client := &http.Client{
		Transport:     inProcess{h},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return &handWire{shop: shop, client: client, logger: logger, q: q, warned: map[string]bool{}}
}

// inProcess is an http.RoundTripper that calls a handler without a socket.
type inProcess struct{ handler http.Handler }

var errHandCut = errors.New("the connection was cut")

// RoundTrip does not wait longer than the request's context.
func (p inProcess) RoundTrip(r *http.Request) (*http.Response, error) {
	w, done := httptest.NewRecorder(), make(chan error, 1)
	go func() {
		defer func() {
			switch p := recover(); p {
			case nil:
			case http.ErrAbortHandler:
				done <- errHandCut
			default:
				panic(p)
			}
		}()
		served := r.Clone(r.Context())
		if served.Body == nil {
			served.Body = http.NoBody
		}
		p.handler.ServeHTTP(w, served)
		done <- nil
	}()
	select {
	case <-r.Context().Done():
		return nil, r.Context().Err()
	case err := <-done:
		if err != nil {
			return nil, err
		}
	}
	resp := w.Result()
	if resp.ContentLength > int64(w.Body.Len()) {
		resp.Body = io.NopCloser(io.MultiReader(w.Body, cutReader{}))
	}
	return resp, nil
}

type cutReader struct{}

func (cutReader) Read([]byte) (int, error) { return 0, errHandCut }

// handCall is one request.
type handCall struct {
	method string
	path   []string
	query  url.Values
	body   any
	key    string
}

// do sends one request, once, and decodes its answer. The error is a
// *handUpstreamError, errHandMalformed, or that there was no answer.
func (w *handWire) do(ctx context.Context, c handCall, into any) error {
	req, err := w.request(ctx, c)
	if err != nil {
		return err
	}
	resp, err := w.client.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if err := w.observe(ctx, req, resp); err != nil {
		return err
	}
	text, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	if err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK && resp.StatusCode != http.StatusCreated {
		return upstreamError(resp.StatusCode, text)
	}
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("%w: no such JSON", errHandMalformed)
	}
	return nil
}

func (w *handWire) request(ctx context.Context, c handCall) (*http.Request, error) {
	path := "/v1"
	for _, segment := range c.path {
		if segment == "" || segment == "." || segment == ".." {
			return nil, badInput("an id in the input is none of this platform")
		}
		path += "/" + url.PathEscape(segment)
	}
	target := "http://sandbox.example" + path
	if c.query != nil {
		target += "?" + c.query.Encode()
	}
	var body io.Reader
	if c.body != nil {
		text, err := json.Marshal(c.body)
		if err != nil {
			return nil, err
		}
		// Not rewindable, so that nothing on the way can send it twice.
		body = struct{ io.Reader }{bytes.NewReader(text)}
	}
	req, err := http.NewRequestWithContext(ctx, c.method, target, body)
	if err != nil {
		return nil, err
	}
	req.Header.Set("User-Agent", "OSBP/0.1.0 hand/0.1.0 go")
	req.Header.Set("X-Osbp-Source", "hand")
	req.Header.Set("Authorization", "Bearer "+credential)
	req.Header.Set("Content-Type", "application/json")
	if !w.q.versionNotSent {
		req.Header.Set(sandbox.VersionHeader, sandbox.APIVersion)
	}
	if c.key != "" {
		req.Header.Set("Idempotency-Key", c.key)
	}
	return req, nil
}

// observe keeps what an operator wants to know of a response.
func (w *handWire) observe(ctx context.Context, req *http.Request, resp *http.Response) error {
	meta := osbp.UpstreamMeta{
		Call: req.Method + " " + req.URL.EscapedPath(), Status: resp.StatusCode, Server: resp.Header.Get("Server"),
		APIVersion:  resp.Header.Get(sandbox.VersionHeader),
		Deprecation: resp.Header.Get("Deprecation"), Sunset: resp.Header.Get("Sunset"),
	}
	for _, name := range slices.Sorted(maps.Keys(resp.Header)) {
		switch lower := strings.ToLower(name); {
		case strings.Contains(lower, "request-id") && meta.RequestID == "":
			meta.RequestID = resp.Header.Get(name)
		case lower == "retry-after" || strings.HasPrefix(lower, "ratelimit") || strings.HasPrefix(lower, "x-ratelimit-"):
			if meta.RateLimit == nil {
				meta.RateLimit = map[string]string{}
			}
			meta.RateLimit[lower] = resp.Header.Get(name)
		}
	}
	if !w.q.upstreamSilent {
		osbp.RecordUpstream(ctx, meta)
	}
	if meta.Deprecation == "" && meta.Sunset == "" {
		return nil
	}
	if w.q.retiringFails {
		return osbp.NewProblem(osbp.CodePlatformUnavailable, "The booking platform is retiring this call.")
	}
	w.warnOnce(ctx, req, &meta)
	return nil
}

// warnOnce tells the operator of an endpoint that is going to end.
func (w *handWire) warnOnce(ctx context.Context, req *http.Request, meta *osbp.UpstreamMeta) {
	endpoint := []string{req.Method}
	for i, segment := range strings.Split(req.URL.Path, "/") {
		if i%2 == 0 && i > 0 || i == 1 {
			endpoint = append(endpoint, segment) // every other one is an id
		}
	}
	name := strings.Join(endpoint, " ")
	w.mu.Lock()
	seen := w.warned[name]
	w.warned[name] = true
	w.mu.Unlock()
	if seen || w.q.retiringSilent {
		return
	}
	w.logger.WarnContext(ctx, "the platform is retiring an endpoint", slog.String("endpoint", name),
		slog.String("deprecation", meta.Deprecation), slog.String("sunset", meta.Sunset))
}

// errHandMalformed is an answer that can't be what was asked for.
var errHandMalformed = errors.New("the platform's answer is malformed")

// handUpstreamError is a status other than success, with the platform's own word for
// it where it has one.
type handUpstreamError struct {
	status int
	reason string
	text   string // whatever the platform said; never shown
}

func upstreamError(status int, text []byte) error {
	var no struct {
		Reason string `json:"reason"`
	}
	e := &handUpstreamError{status: status, text: string(text)}
	if json.Unmarshal(text, &no) == nil {
		e.reason = no.Reason
	}
	return e
}

// Error quotes no word that is not known: it may be about the customer.
func (e *handUpstreamError) Error() string {
	if e.word() == nil {
		return fmt.Sprintf("status %d without a word that is known", e.status)
	}
	return fmt.Sprintf("status %d, %s", e.status, e.reason)
}

// handWords are the platform's words in OSBP's. All of them say that nothing was done.
var handWords = map[string]*osbp.Problem{
	"no_such_offering":    osbp.NewProblem(sandbox.CodeServiceNotFound, "This merchant has no service with this service_id."),
	"no_such_calendar":    osbp.NewProblem(sandbox.CodeScheduleNotFound, "This merchant has no schedule with this schedule_id."),
	"no_such_reservation": osbp.NewProblem(osbp.CodeBookingNotFound, "No booking with this booking_id is known here."),
	"opening_taken":       osbp.NewProblem(osbp.CodeSlotTaken, "Somebody else has taken this time. Find another slot."),
	"begins_twice":        osbp.NewProblem(sandbox.CodeBookingRejected, "This time comes twice on that day. Hand off."),
	"key_reused":          osbp.NewProblem(sandbox.CodeBookingRejected, "The platform did not take the booking. Hand off."),
	"by_request_only":     osbp.NewProblem(osbp.CodeRequiresConsultationHandoff, "The merchant takes this service on request only. Hand off."),
	"contact_rejected":    osbp.NewProblem(sandbox.CodeContactRejected, "The platform does not accept this customer as given. Ask the customer."),
	"full_name_needed":    osbp.NewProblem(osbp.CodeCustomerNameAmbiguous, "The platform wants a given and a family name. Ask the customer."),
	"price_changed":       {Code: sandbox.CodePriceChanged, Message: "The price has changed. Call again without approval to see it.", Retryable: true},
	"code_needed":         osbp.NewProblem(osbp.CodeRequiresVerification, "The platform wants the customer verified. Call verification.send, then retry with the code."),
	"code_rejected":       osbp.NewProblem(osbp.CodeVerificationFailed, "The verification code is wrong or expired. Send another one and retry with it."),
	"proof_needed":        osbp.NewProblem(osbp.CodeBookingStatusRequiresVerification, "The platform shows appointments only after a verification that a read can't do."),
	"slow_down":           osbp.NewProblem(osbp.CodeRateLimited, "The platform asks to slow down. Wait and retry."),
	"no_codes_here":       osbp.NewProblem(osbp.CodeVerificationNotSupported, "This merchant verifies nobody."),
}

// word is what the platform's word means, nil where it has none that is known.
func (e *handUpstreamError) word() *osbp.Problem {
	if e.status == http.StatusTooManyRequests {
		return handWords["slow_down"]
	}
	if e.status >= 500 {
		return nil
	}
	return handWords[e.reason]
}
