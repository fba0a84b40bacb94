package osp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osp"
)

var hookSecret = []byte("sixteen bytes at least")

// hook is a webhook sink in front of a receiver.
func hook(t *testing.T, receiver http.HandlerFunc, set func(*osp.WebhookOptions)) *osp.WebhookSink {
	t.Helper()
	server := httptest.NewTLSServer(receiver)
	t.Cleanup(server.Close)
	opts := osp.WebhookOptions{URL: server.URL + "/requests?token=s3cret", Secret: hookSecret, Client: server.Client(),
		Clock: func() time.Time { return instant(t, bookingNow) }}
	if set != nil {
		set(&opts)
	}
	sink, err := osp.NewWebhookSink(opts)
	if err != nil {
		t.Fatal(err)
	}
	return sink
}

func hookRequest(t testing.TB) *osp.ServiceRequest {
	return &osp.ServiceRequest{RequestID: otherID, PreferredDate: date(t, "2026-09-09"), Customer: osp.Customer{Name: "Jordan Ellis"}}
}

// P-269: the body is signed with its time, and what was tampered with is found.
func TestWebhookIsSigned(t *testing.T) {
	now := instant(t, bookingNow)
	var body []byte
	var header http.Header
	sink := hook(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ = io.ReadAll(r.Body)
		header = r.Header
		if r.Method != http.MethodPost || r.URL.Path != "/requests" {
			t.Errorf("%s %s", r.Method, r.URL)
		}
		fmt.Fprint(w, `{"schedulingRecordCreated":true}`)
	}, nil)
	receipt, err := sink.Deliver(context.Background(), hookRequest(t))
	if err != nil || !receipt.SchedulingRecordCreated {
		t.Fatalf("%+v, %v", receipt, err)
	}
	if !strings.Contains(string(body), `"requestId":"`+otherID+`"`) || header.Get("Content-Type") != "application/json" {
		t.Errorf("%s %v", body, header)
	}
	if header.Get("Idempotency-Key") != "" {
		t.Error("net/http posts a body again by itself under an Idempotency-Key")
	}
	signature := header.Get(osp.WebhookSignatureHeader)
	for _, c := range []struct {
		name   string
		secret []byte
		header string
		body   string
		now    time.Time
		ok     bool
	}{
		{"as it came", hookSecret, signature, string(body), now, true},
		{"five minutes later", hookSecret, signature, string(body), now.Add(5 * time.Minute), true},
		{"later than that", hookSecret, signature, string(body), now.Add(5*time.Minute + time.Second), false},
		{"from the future", hookSecret, signature, string(body), now.Add(-6 * time.Minute), false},
		{"another body", hookSecret, signature, string(body) + " ", now, false},
		{"another secret", []byte("another of sixteen bytes"), signature, string(body), now, false},
		{"no secret", nil, signature, string(body), now, false},
		{"another time", hookSecret, strings.Replace(signature, "t=1", "t=2", 1), string(body), now, false},
		{"cut", hookSecret, signature[:len(signature)-2], string(body), now, false},
		{"nothing", hookSecret, "", string(body), now, false},
		{"no sum", hookSecret, "t=1788876000,v1=", string(body), now, false},
		{"no time", hookSecret, signature[strings.Index(signature, ",")+1:], string(body), now, false},
	} {
		if err := osp.VerifyWebhook(c.secret, c.header, []byte(c.body), c.now, 0); (err == nil) != c.ok || err != nil && !errors.Is(err, osp.ErrWebhookSignature) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
	if err := osp.VerifyWebhook(hookSecret, signature, body, now.Add(time.Hour), 2*time.Hour); err != nil {
		t.Errorf("a wide tolerance: %v", err)
	}
}

// Rule 27's danger for posts: net/http sends a body again by itself when it can rewind it.
func TestWebhookCannotBeSentAgainByItself(t *testing.T) {
	sink := hook(t, nil, func(o *osp.WebhookOptions) {
		o.Client = &http.Client{Transport: originFunc(func(r *http.Request) (*http.Response, error) {
			if r.GetBody != nil {
				t.Error("the body can be rewound")
			}
			return &http.Response{StatusCode: http.StatusNoContent, Body: http.NoBody, Request: r}, nil
		})}
	})
	if _, err := sink.Deliver(context.Background(), hookRequest(t)); err != nil {
		t.Error(err)
	}
}

// Rule 34: what each answer says of the request. A request that is delivered again is in doubt whatever refuses it.
func TestWebhookAnswers(t *testing.T) {
	const unknown = "unknown"
	for _, c := range []struct {
		status int
		want   string
	}{
		{200, ""}, {201, ""}, {202, ""}, {204, ""},
		{301, "not taken"}, {302, "not taken"}, {307, "not taken"}, {308, "not taken"},
		{400, "not taken"}, {401, "not taken"}, {403, "not taken"}, {404, "not taken"}, {410, "not taken"}, {413, "not taken"}, {422, "not taken"},
		{408, unknown}, {409, unknown}, {425, unknown}, {500, unknown}, {502, unknown}, {503, unknown}, {504, unknown},
		{429, "rate limited"},
	} {
		var posts atomic.Int32
		sink := hook(t, func(w http.ResponseWriter, r *http.Request) {
			posts.Add(1)
			w.Header().Set("Location", "/elsewhere")
			w.WriteHeader(c.status)
		}, nil)
		verdict := func(isAgain bool) string {
			r := hookRequest(t)
			r.IsRedelivery = isAgain
			_, err := sink.Deliver(context.Background(), r)
			switch {
			case err == nil:
				return ""
			case errors.Is(err, osp.ErrNotTaken):
				return "not taken"
			case errors.Is(err, osp.CodeRateLimited):
				return "rate limited"
			}
			return unknown
		}
		if got := verdict(false); got != c.want {
			t.Errorf("%d: %q, want %q", c.status, got, c.want)
		}
		want := unknown
		if c.want == "" {
			want = ""
		}
		if got := verdict(true); got != want {
			t.Errorf("%d again: %q, want %q", c.status, got, want)
		}
		if n := posts.Load(); n != 2 {
			t.Errorf("%d: %d posts, so a redirect was followed or a post repeated", c.status, n)
		}
	}
}

// Answers that are no receipt are still answers: the status counts.
func TestWebhookOddAnswers(t *testing.T) {
	for _, answer := range []string{"", "ok", "null", "[]", `{"schedulingRecordCreated":"yes"}`, strings.Repeat("x", 1<<20)} {
		sink := hook(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, answer) }, nil)
		if receipt, err := sink.Deliver(context.Background(), hookRequest(t)); err != nil || receipt.SchedulingRecordCreated {
			t.Errorf("%.20q: %+v, %v", answer, receipt, err)
		}
	}
}

// A connection that can't be made has taken nothing; one that breaks or hangs may have. No error has the address or the
// customer.
func TestWebhookConnections(t *testing.T) {
	release := make(chan struct{})
	for _, c := range []struct {
		name     string
		receiver http.HandlerFunc
		set      func(*osp.WebhookOptions)
		notTaken bool
	}{
		{"nobody listens", nil, func(o *osp.WebhookOptions) { o.URL = "https://127.0.0.1:1/requests?token=s3cret" }, true},
		{"a certificate of somebody else", nil, func(o *osp.WebhookOptions) { o.Client = nil }, true},
		{"cut", func(w http.ResponseWriter, _ *http.Request) {
			conn, _, err := http.NewResponseController(w).Hijack()
			if err == nil {
				conn.Close()
			}
		}, nil, false},
		{"hangs", func(http.ResponseWriter, *http.Request) { <-release },
			func(o *osp.WebhookOptions) { o.Timeout = time.Second }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			sink := hook(t, c.receiver, c.set)
			if c.name == "hangs" {
				t.Cleanup(func() { close(release) }) // before the server waits for its handlers
			}
			_, err := sink.Deliver(context.Background(), hookRequest(t))
			if err == nil || errors.Is(err, osp.ErrNotTaken) != c.notTaken {
				t.Fatal(err)
			}
			if strings.Contains(err.Error(), "s3cret") || strings.Contains(err.Error(), "Jordan") {
				t.Errorf("the error tells: %v", err)
			}
		})
	}
}

func TestNewWebhookSinkRefuses(t *testing.T) {
	for _, c := range []struct {
		want string
		opts osp.WebhookOptions
	}{
		{"URL", osp.WebhookOptions{Secret: hookSecret}},
		{"URL", osp.WebhookOptions{URL: "/requests", Secret: hookSecret}},
		{"URL", osp.WebhookOptions{URL: "https://user:pass@office.example/", Secret: hookSecret}},
		{"https", osp.WebhookOptions{URL: "http://office.example/", Secret: hookSecret}},
		{"https", osp.WebhookOptions{URL: "ftp://office.example/", Secret: hookSecret, AllowHTTP: true}},
		{"Secret", osp.WebhookOptions{URL: "https://office.example/"}},
		{"Secret", osp.WebhookOptions{URL: "https://office.example/", Secret: []byte("fifteen bytes..")}},
		{"Timeout", osp.WebhookOptions{URL: "https://office.example/", Secret: hookSecret, Timeout: -1}},
	} {
		if _, err := osp.NewWebhookSink(c.opts); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: %v", c.opts.URL, err)
		}
	}
	if _, err := osp.NewWebhookSink(osp.WebhookOptions{URL: "http://127.0.0.1:8080/", Secret: hookSecret, AllowHTTP: true}); err != nil {
		t.Error(err)
	}
	client := &http.Client{}
	if _, err := osp.NewWebhookSink(osp.WebhookOptions{URL: "https://office.example/", Secret: hookSecret, Client: client}); err != nil || client.CheckRedirect != nil {
		t.Error("the caller's client was changed (rule 50)")
	}
}

// receive is a receiver of webhooks: it verifies, stores, and answers.
func receive(t *testing.T, office *osp.MemorySink, w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 1<<20))
	if err != nil || osp.VerifyWebhook(hookSecret, r.Header.Get(osp.WebhookSignatureHeader), body, instant(t, bookingNow), 0) != nil {
		http.Error(w, "not signed", http.StatusUnauthorized)
		return
	}
	var request osp.ServiceRequest
	if err := json.Unmarshal(body, &request); err != nil {
		http.Error(w, "no request", http.StatusBadRequest)
		return
	}
	if _, err := office.Deliver(r.Context(), &request); err != nil {
		http.Error(w, "not now", http.StatusServiceUnavailable)
		return
	}
	fmt.Fprint(w, `{"schedulingRecordCreated":true}`)
}

// A server with a webhook, end to end: what arrives can be verified and read, and is answered.
func TestServerWithWebhook(t *testing.T) {
	var office osp.MemorySink
	sink := hook(t, func(w http.ResponseWriter, r *http.Request) { receive(t, &office, w, r) }, nil)
	r := newRig(t, "hvac-two-locations", func(o *osp.ServerOptions) { o.Sink = sink })
	if b := r.booked(); b.IsDuplicate || !b.SchedulingRecordCreated {
		t.Errorf("%+v", b)
	}
	if got := office.Requests(); len(got) != 1 || got[0].Customer.Name != "Jordan Ellis" || got[0].Provenance.Channel != osp.ChannelMCP {
		t.Errorf("%d requests", len(got))
	}
}

// Rule 50: the sink signs with its own copy of the secret.
func TestRule50_WebhookCopiesItsSecret(t *testing.T) {
	secret := bytes.Clone(hookSecret)
	var err error
	sink := hook(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		err = osp.VerifyWebhook(hookSecret, r.Header.Get(osp.WebhookSignatureHeader), body, instant(t, bookingNow), 0)
	}, func(o *osp.WebhookOptions) { o.Secret = secret })
	clear(secret)
	if _, delivered := sink.Deliver(context.Background(), hookRequest(t)); delivered != nil || err != nil {
		t.Errorf("%v, %v", delivered, err)
	}
}
