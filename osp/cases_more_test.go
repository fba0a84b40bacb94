package osp_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osp"
)

// Rule 35: a duplicate that points at an id whose request was refused and which then stood for another request is no duplicate
// of that one: it would be lost, and told of as somebody else's.
func TestRule35_DuplicateOfAnIDThatMeansAnotherRequest(t *testing.T) {
	r, sink := badSinkRig(t)
	sink.fail(errors.New("connection reset"), nil)
	wantResult(t, r.book(), osp.CodeBookingRequestFailed)
	sink.fail(osp.ErrNotTaken, nil)
	wantResult(t, r.book(replace("/requestId", otherID)), osp.CodeBookingRequestFailed) // refuses the first, too
	sink.fail(nil, nil)
	first := r.booked(replace("/preferredDate", "2026-09-10"), replace("/customer/phone", "8285550101")) // the first id is free
	if first.IsDuplicate {
		t.Fatalf("%+v", first)
	}
	other := r.booked(replace("/requestId", otherID))
	if other.IsDuplicate || other.PreferredDate != date(t, "2026-09-09") {
		t.Errorf("the second request was lost: %+v", other)
	}
	r.wantOffice(2)
}

// Rule 35: while the record of a refused request can't be removed, its person is not free: both requests would reach the sink.
func TestRule35_PersonStaysTakenWhileTheRecordDoes(t *testing.T) {
	isDown := true
	sink := new(badSink)
	r := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) {
		sink.office = o.Sink.(*osp.MemorySink)
		o.Sink = sink
		o.Store = &badStore{o.Store, func(op, key string) (bool, error) {
			if isDown && op == "delete" && strings.Contains(key, "/request/") {
				return false, errors.New("database is down")
			}
			return false, nil
		}}
	})
	sink.fail(osp.ErrNotTaken, nil)
	wantResult(t, r.book(), osp.CodeBookingRequestFailed)
	sink.fail(nil, nil)
	isDown = false
	r.clock.Advance(3 * time.Minute) // any lease is over, the span of duplicates is not
	r.booked(replace("/requestId", otherID))
	r.booked()
	r.wantOffice(1)
}

// Zero values never say yes: they refuse, and don't panic.
func TestZeroValuesRefuse(t *testing.T) {
	now := instant(t, bookingNow)
	for name, try := range map[string]func() error{
		"Server": func() error {
			for _, tool := range []osp.Tool{osp.ToolGetBusinessInfo, osp.ToolCheckCoverage, osp.ToolCheckAvailability, osp.ToolRequestServiceBooking} {
				if _, err := new(osp.Server).Call(context.Background(), osp.Caller{}, tool, nil); err == nil {
					return nil
				}
			}
			return errors.New("refused")
		},
		"Fetcher": func() error {
			_, err := new(osp.Fetcher).Fetch(context.Background(), "https://palmettoairheat.example", nil)
			return err
		},
		"Profile.Availability": func() error {
			_, err := new(osp.Profile).Availability(osp.AvailabilityQuery{}, now)
			return err
		},
		"Profile.CheckRequest": func() error {
			request, err := osp.DecodeBookingRequest(bookingInput(t))
			if err != nil {
				t.Fatal(err)
			}
			return new(osp.Profile).CheckRequest(request, now)
		},
		"BookingRequest": func() error {
			return exampleProfile(t, "hvac-two-locations", nil).CheckRequest(new(osp.BookingRequest), now)
		},
		"nil BookingRequest": func() error {
			return exampleProfile(t, "hvac-two-locations", nil).CheckRequest(nil, now)
		},
		"no time": func() error {
			request, err := osp.DecodeBookingRequest(bookingInput(t))
			if err != nil {
				t.Fatal(err)
			}
			return exampleProfile(t, "hvac-two-locations", nil).CheckRequest(request, time.Time{})
		},
		"Profile.DecodeBookingRequest": func() error {
			_, err := new(osp.Profile).DecodeBookingRequest([]byte(`{}`))
			return err
		},
		"NewProfile": func() error { _, err := osp.NewProfile(new(osp.Manifest), nil); return err },
		"NewServer":  func() error { _, err := osp.NewServer(new(osp.Profile), osp.ServerOptions{}); return err },
		"Coverage": func() error {
			if c := new(osp.Profile).Coverage(osp.ZIP{}); c.Covered {
				return nil
			}
			return errors.New("not covered")
		},
		"CoverageVerified": func() error {
			zip, err := osp.ParseZIP("32114")
			if verified, ok := new(osp.Profile).CoverageVerified(zip); verified || ok || err != nil {
				return nil
			}
			return errors.New("nothing verified")
		},
		"NewSite": func() error { _, err := osp.NewSite(new(osp.Profile), osp.SiteOptions{}); return err },
		"JSONLD":  func() error { _, err := osp.JSONLD(new(osp.Profile), nil); return err },
		"WebhookSink": func() error {
			_, err := new(osp.WebhookSink).Deliver(context.Background(), new(osp.ServiceRequest))
			return err
		},
		"NewWebhookSink": func() error { _, err := osp.NewWebhookSink(osp.WebhookOptions{}); return err },
		"MatchWindow": func() error {
			if _, match := osp.MatchWindow([]osp.Window{{}}, osp.Stated{}); match == osp.Fits {
				return nil
			}
			return errors.New("no fit")
		},
		"VerifyWebhook": func() error { return osp.VerifyWebhook(nil, "", nil, time.Time{}, 0) },
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if p := recover(); p != nil {
					t.Errorf("panic: %v", p)
				}
			}()
			if try() == nil {
				t.Error("it says yes")
			}
		})
	}
}

// An origin that answers 304 to an unconditional question has vouched for nothing.
func TestFetchNotModifiedUnasked(t *testing.T) {
	origin := originFunc(func(r *http.Request) (*http.Response, error) {
		if r.Header.Get("If-None-Match") != "" || r.Header.Get("If-Modified-Since") != "" {
			t.Error("there is nothing to make the question conditional with")
		}
		return &http.Response{StatusCode: http.StatusNotModified, Header: http.Header{}, Body: http.NoBody, Request: r}, nil
	})
	f, err := osp.NewFetcher(osp.FetcherOptions{Transport: origin})
	if err != nil {
		t.Fatal(err)
	}
	p := exampleProfile(t, "hvac-two-locations", nil)
	before := &osp.Fetched{Manifest: p.Manifest(), URL: p.CanonicalSiteURL() + osp.WellKnownPath}
	if got, err := f.Fetch(context.Background(), p.CanonicalSiteURL(), before); !errors.Is(err, osp.ErrNotManifest) {
		t.Errorf("%v, %v", got, err)
	}
}

// originFunc answers for an origin.
type originFunc func(*http.Request) (*http.Response, error)

func (f originFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// P-211, rule 34: a freed id takes nothing of the caller before along.
func TestRule34_FreedIDForgetsTheUserAgent(t *testing.T) {
	r, sink := badSinkRig(t)
	sink.fail(osp.ErrNotTaken, nil)
	r.caller.UserAgent = "FirstAssistant/1.0"
	wantResult(t, r.book(), osp.CodeBookingRequestFailed)
	sink.fail(nil, nil)
	r.caller.UserAgent = "SecondAssistant/2.0"
	r.booked()
	if got := r.office.Requests()[0].Provenance.UserAgent; got != "SecondAssistant/2.0" {
		t.Errorf("the user agent is %q", got)
	}
}
