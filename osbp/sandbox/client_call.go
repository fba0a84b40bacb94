package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"

	"github.com/openservicekit/openservice/osbp"
)

// maxAnswer is the longest answer that is read, in bytes.
const maxAnswer = 1 << 20

// statusError is an answer that proves nothing: a status without a word of the
// platform's own that would explain it.
type statusError struct{ status int }

func (e *statusError) Error() string { return fmt.Sprintf("sandbox: status %d", e.status) }

// get and post call the platform and read its answer into answer. The error is the
// platform's *refusal, a *statusError, or that there was no answer or none that can
// be read.
func (c *Client) get(ctx context.Context, answer any, query url.Values, path ...string) error {
	target, err := c.url(query, path)
	if err != nil {
		return err
	}
	return c.do(ctx, http.MethodGet, target, nil, "", answer)
}

func (c *Client) post(ctx context.Context, answer, body any, key string, path ...string) error {
	target, err := c.url(nil, path)
	if err != nil {
		return osbp.NotSent(err)
	}
	encoded, err := json.Marshal(body)
	if err != nil {
		return osbp.NotSent(err)
	}
	return c.do(ctx, http.MethodPost, target, encoded, key, answer)
}

// url puts path below /v1, each segment escaped. Ids come from the agent: one that
// would lead to another endpoint is no id.
func (c *Client) url(query url.Values, path []string) (string, error) {
	target := *c.base
	target.RawPath = c.base.EscapedPath() + "/v1"
	for _, segment := range path {
		if segment == "" || segment == "." || segment == ".." {
			return "", osbp.NewProblem(osbp.CodeInvalidInput, "An id in the input is none of this platform.")
		}
		target.RawPath += "/" + url.PathEscape(segment)
	}
	var err error
	if target.Path, err = url.PathUnescape(target.RawPath); err != nil {
		return "", err
	}
	target.RawQuery = query.Encode()
	return target.String(), nil
}

func (c *Client) do(ctx context.Context, method, target string, body []byte, key string, answer any) error {
	req, err := http.NewRequestWithContext(ctx, method, target, bytes.NewReader(body))
	if err != nil {
		return osbp.NotSent(err)
	}
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/json")
	}
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	switch {
	case err != nil:
		return err
	case len(text) > maxAnswer:
		return errors.New("sandbox: the answer is too long")
	case resp.StatusCode == http.StatusOK, resp.StatusCode == http.StatusCreated:
		return decode(text, answer)
	case resp.StatusCode == http.StatusTooManyRequests:
		// Whoever says so, it did not come through.
		return refuse(reasonSlowDown)
	case resp.StatusCode >= 400 && resp.StatusCode < 500:
		var no wireRefusal
		if decode(text, &no) == nil && no.Reason != "" {
			return refuse(no.Reason)
		}
	}
	return &statusError{resp.StatusCode}
}

// decode reads one JSON value. Members that are not known are passed over: the
// platform may add some.
func decode(text []byte, into any) error {
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("sandbox: the answer can't be read: %w", err)
	}
	return nil
}

// readFailure is what a failed read means: the platform's refusal in OSBP's words,
// or that it could not be asked. Any other error is the adapter's to report.
func readFailure(err error) error {
	var no *refusal
	var status *statusError
	switch {
	case errors.As(err, &no):
		if p := problemOf(no.reason); p != nil {
			return p
		}
	case errors.As(err, &status) && status.status >= 500:
		return osbp.NewProblem(osbp.CodePlatformUnavailable, "The booking platform has a fault. Retry later.")
	}
	return err
}
