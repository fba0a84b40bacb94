package osp

import (
	"bytes"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"time"
)

var _ RequestSink = (*WebhookSink)(nil)

// DefaultWebhookTimeout bounds one post of a [WebhookSink] unless its options say otherwise.
const DefaultWebhookTimeout = 10 * time.Second

// WebhookOptions configure a [WebhookSink]. They are copied.
type WebhookOptions struct {
	// URL is where requests are posted, an https URL; required.
	URL string
	// Secret signs the body, at least 16 random bytes that only the receiver knows besides; required. See [VerifyWebhook].
	Secret []byte
	// Client posts; nil is one of its own, which uses no proxy. Redirects are never followed, whatever the client's policy.
	Client *http.Client
	// Timeout: see [DefaultWebhookTimeout], which zero means.
	Timeout time.Duration
	// AllowHTTP lets URL be http, for receivers on the same machine: the body has the customer's data in it.
	AllowHTTP bool
	// Clock dates the signatures; nil is the system's.
	Clock func() time.Time
}

// WebhookSink is a [RequestSink] that posts each request as JSON, a [ServiceRequest], to an address of the business, signed so
// that nobody else can forge it or the provenance in it (OSP 10).
//
// The receiver answers 2xx once it has stored the request, and also for one whose requestId it has already, optionally with
// the JSON of a [SinkReceipt]. A refusal with another 4xx, or a redirect, says that it doesn't have the request, and 429 that
// it asks to come back; so does a connection that can't be made. Everything else leaves the outcome open (408, 409, 425, 5xx,
// an answer that doesn't come), and so does every failure to deliver a request again.
type WebhookSink struct {
	opts   WebhookOptions
	client *http.Client
}

// NewWebhookSink says which option is missing or out of range.
func NewWebhookSink(opts WebhookOptions) (*WebhookSink, error) {
	u, err := url.Parse(opts.URL)
	switch {
	case err != nil || u.Host == "" || u.User != nil || u.Fragment != "":
		return nil, errors.New("osp: WebhookOptions.URL must be an absolute URL without user and fragment")
	case u.Scheme != "https" && !(u.Scheme == "http" && opts.AllowHTTP):
		return nil, errors.New("osp: WebhookOptions.URL must be https")
	case len(opts.Secret) < minWebhookSecret:
		return nil, errors.New("osp: WebhookOptions.Secret needs at least 16 bytes")
	case opts.Timeout < 0:
		return nil, errors.New("osp: WebhookOptions.Timeout is negative")
	}
	if opts.Timeout == 0 {
		opts.Timeout = DefaultWebhookTimeout
	}
	if opts.Clock == nil {
		opts.Clock = time.Now
	}
	opts.Secret = bytes.Clone(opts.Secret)
	client := &http.Client{Transport: &http.Transport{TLSHandshakeTimeout: opts.Timeout, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true}}
	if opts.Client != nil {
		own := *opts.Client
		client = &own
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &WebhookSink{opts: opts, client: client}, nil
}

// Deliver posts a request.
func (s *WebhookSink) Deliver(ctx context.Context, r *ServiceRequest) (SinkReceipt, error) {
	receipt, err := s.post(ctx, r)
	var refused *webhookRefusal
	if r.IsRedelivery && errors.As(err, &refused) {
		// This post was refused, but the one before may have been taken.
		err = fmt.Errorf("osp: webhook, delivering again: %s", refused.reason)
	}
	return receipt, err
}

// webhookRefusal says that the receiver doesn't have what was posted.
type webhookRefusal struct {
	kind   error // ErrNotTaken or CodeRateLimited
	reason string
}

func (e *webhookRefusal) Error() string { return "osp: webhook: " + e.reason }
func (e *webhookRefusal) Unwrap() error { return e.kind }

func (s *WebhookSink) post(ctx context.Context, r *ServiceRequest) (SinkReceipt, error) {
	body, err := json.Marshal(r)
	if err != nil {
		return SinkReceipt{}, &webhookRefusal{ErrNotTaken, "the request can't be encoded"}
	}
	ctx, cancel := context.WithTimeout(ctx, s.opts.Timeout)
	defer cancel()
	post, err := http.NewRequestWithContext(ctx, http.MethodPost, s.opts.URL, bytes.NewReader(body))
	if err != nil {
		return SinkReceipt{}, &webhookRefusal{ErrNotTaken, "the address can't be posted to"}
	}
	post.GetBody = nil // net/http must not post it a second time by itself
	post.Header.Set("Content-Type", "application/json")
	post.Header.Set(WebhookSignatureHeader, signWebhook(s.opts.Secret, body, s.opts.Clock()))
	response, err := s.client.Do(post)
	if err != nil {
		return SinkReceipt{}, postError(err)
	}
	defer response.Body.Close()
	// An answer that can't be read is still an answer: the status has said what matters.
	const maxAnswer = 64 << 10
	answer, _ := io.ReadAll(io.LimitReader(response.Body, maxAnswer))
	return readAnswer(response.StatusCode, answer)
}

// postError keeps the address out of the error: it may hold a token.
func postError(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	var dial *net.OpError
	var certificate *tls.CertificateVerificationError
	if errors.As(err, &dial) && dial.Op == "dial" || errors.As(err, &certificate) {
		return &webhookRefusal{ErrNotTaken, "no connection: " + err.Error()}
	}
	return fmt.Errorf("osp: webhook: %w", err)
}

func readAnswer(status int, answer []byte) (SinkReceipt, error) {
	switch {
	case 200 <= status && status < 300:
		var receipt SinkReceipt
		if json.Unmarshal(answer, &receipt) != nil {
			return SinkReceipt{}, nil
		}
		return receipt, nil
	case status == http.StatusTooManyRequests:
		return SinkReceipt{}, &webhookRefusal{CodeRateLimited, "status 429"}
	case status == http.StatusRequestTimeout, status == http.StatusConflict, status == http.StatusTooEarly, status < 300, status >= 500:
		return SinkReceipt{}, fmt.Errorf("osp: webhook: status %d leaves the outcome open", status)
	}
	return SinkReceipt{}, &webhookRefusal{ErrNotTaken, fmt.Sprintf("status %d", status)}
}
