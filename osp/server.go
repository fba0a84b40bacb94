package osp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"math"
	"strconv"
	"time"
)

// ErrNoSuchTool is returned by [Server.Call] for a tool that the server doesn't offer.
var ErrNoSuchTool = errors.New("osp: no such tool")

// Server offers the tools of one business (OSP 6). Any transport may carry it: it takes the bytes of the arguments and
// returns those of the answer. It is safe for concurrent use; make one with [NewServer].
//
// A change of the manifest takes a new Server, which knows the requests that the old one received if it has the same
// store.
type Server struct {
	profile  *Profile
	opts     ServerOptions
	tools    []ToolSpec
	prepared prepared

	reads, requests *limiter
	reviews         *backend
	calendar        *backend
	bookings        *ledger // nil without a sink
	calls           lifecycle
}

// NewServer makes a server for the business of a profile. It offers get_business_info, list_services, check_coverage and
// check_availability, get_reviews if there is a review source, and request_service_booking if there is a sink.
//
// The error names the option that can't be, or the phrase by which bookingPolicy.confirmationNote claims more than a request
// allows (OSP 7.4): such a manifest can be published, but not answered with.
func NewServer(p *Profile, opts ServerOptions) (*Server, error) {
	if p == nil || p.manifest == nil {
		return nil, errors.New("osp: NewServer needs a Profile from NewProfile")
	}
	if err := opts.complete(p); err != nil {
		return nil, err
	}
	if note := p.manifest.BookingPolicy.ConfirmationNote; note != nil {
		if claims := Claims(*note); len(claims) > 0 {
			return nil, fmt.Errorf("osp: bookingPolicy.confirmationNote says %q, but nothing is booked until the business confirms",
				claims[0].Phrase)
		}
	}
	l := &opts.Limits
	s := &Server{
		profile:  p,
		opts:     opts,
		prepared: newPrepared(p, &opts.Pages),
		reads:    newLimiter(l.Caller, l.Business, l.MaxCallers),
		requests: newLimiter(l.BookingCaller, l.BookingBusiness, l.MaxCallers),
		reviews:  newBackend(opts.BackendTimeout),
		calendar: newBackend(opts.BackendTimeout),
	}
	if opts.Sink != nil {
		s.bookings = newLedger(&opts, &s.calls)
	}
	for _, spec := range ToolSpecs() {
		if s.offers(spec.Tool) {
			s.tools = append(s.tools, spec)
		}
	}
	return s, nil
}

// Profile returns what the server answers from.
func (s *Server) Profile() *Profile { return s.profile }

// Tools describes the tools that the server offers, in the order of the specification. The schemas must not be changed.
func (s *Server) Tools() []ToolSpec { return append([]ToolSpec(nil), s.tools...) }

func (s *Server) offers(tool Tool) bool {
	if s.profile == nil { // the zero Server has nothing to answer from
		return false
	}
	switch tool {
	case ToolGetReviews:
		return s.opts.Reviews != nil
	case ToolRequestServiceBooking:
		return s.opts.Sink != nil
	}
	return tool.IsValid()
}

// call is one call of a tool on its way through the server.
type call struct {
	tool      Tool
	caller    Caller
	arguments []byte
	now       time.Time
}

// answer is the output of a tool that succeeds. Its size is about how many bytes it takes.
type answer interface {
	write(*writer)
	size() int
}

// Call runs a tool on its JSON arguments and returns the answer. Absent arguments are {}. The error is [ErrNoSuchTool] or
// [ErrServerClosed]; everything else is an answer, arguments that are no JSON included, and no answer comes in part
// (OSP 6.1).
//
// A booking request that has been accepted goes on when ctx ends; the answer is then rate_limited, and a retry with the same
// requestId learns what became of it.
func (s *Server) Call(ctx context.Context, caller Caller, tool Tool, arguments json.RawMessage) (Result, error) {
	if !s.offers(tool) {
		return Result{}, ErrNoSuchTool
	}
	if !s.calls.enter() {
		return Result{}, ErrServerClosed
	}
	defer s.calls.leave()
	if len(bytes.TrimSpace(arguments)) == 0 {
		arguments = json.RawMessage("{}")
	}
	c := &call{tool: tool, caller: caller, arguments: arguments, now: s.opts.Clock()}
	limits := s.reads
	if tool == ToolRequestServiceBooking {
		limits = s.requests
	}
	if wait := limits.take(caller.Key, c.now); wait > 0 {
		return s.refused(c, tooManyCalls(wait), wait), nil
	}
	output, err := contain(ctx, func(ctx context.Context) (answer, error) { return s.run(ctx, c) })
	if err != nil {
		return s.failed(ctx, c, err), nil
	}
	w := writer{b: make([]byte, 0, output.size())}
	output.write(&w)
	return Result{JSON: w.b}, nil
}

func (s *Server) run(ctx context.Context, c *call) (answer, error) {
	switch c.tool {
	case ToolGetBusinessInfo:
		return s.getBusinessInfo(c)
	case ToolListServices:
		return s.listServices(c)
	case ToolCheckCoverage:
		return s.checkCoverage(c)
	case ToolCheckAvailability:
		return s.checkAvailability(ctx, c)
	case ToolGetReviews:
		return s.getReviews(ctx, c)
	case ToolRequestServiceBooking:
		return s.requestServiceBooking(ctx, c)
	}
	return nil, ErrNoSuchTool
}

const (
	// backendWait is how long to wait for a system that doesn't answer.
	backendWait = 10 * time.Second

	repeatTheCall = " Then repeat the same call; a booking request keeps its requestId."
)

var notAnswering = refuse(CodeRateLimited, "A system of the business does not answer at the moment. Wait 10 seconds."+repeatTheCall)

func tooManyCalls(wait time.Duration) *Refusal {
	seconds := strconv.FormatFloat(math.Ceil(wait.Seconds()), 'f', 0, 64)
	return refuse(CodeRateLimited, "Too many calls. Wait "+seconds+" seconds."+repeatTheCall)
}

// failed is the answer to a call that didn't succeed. What is no refusal is a system that doesn't answer; its text is for the
// operator alone.
func (s *Server) failed(ctx context.Context, c *call, err error) Result {
	r, ok := err.(*Refusal) // not errors.As: a system's own error may wrap one, and is none of ours
	if !ok {
		s.opts.Logger.ErrorContext(ctx, "osp: a tool can't be answered", slog.String("tool", string(c.tool)), slog.String("error", err.Error()))
		r = notAnswering
	}
	var wait time.Duration
	if r.Code == CodeRateLimited {
		wait = backendWait
	}
	return s.refused(c, r, wait)
}

func (s *Server) refused(c *call, r *Refusal, wait time.Duration) Result {
	answer := *r
	answer.CanonicalSiteURL = s.profile.origin
	w := writer{b: make([]byte, 0, 512)}
	answer.write(&w)
	return Result{JSON: w.b, RetryAfter: wait, refusal: &answer}
}
