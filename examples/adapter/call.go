package adapter

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

// get and post call the platform once and read its answer into answer. They never try
// again: whether to is for the agent, who is told, and the deadline is the context's. The
// error is the platform's *refusal, a *statusError, or that there was no answer or none
// that can be read.
func (p *Platform) get(ctx context.Context, answer any, query url.Values, path ...string) error {
	return p.do(ctx, http.MethodGet, path, query, nil, "", answer)
}

func (p *Platform) post(ctx context.Context, answer, body any, key string, path ...string) error {
	encoded, err := json.Marshal(body)
	if err != nil {
		return osbp.NotSent(err)
	}
	return p.do(ctx, http.MethodPost, path, nil, encoded, key, answer)
}

// url puts path below /v1, each segment escaped. Ids come from the agent: one that would
// lead to another endpoint is no id.
func (p *Platform) url(path []string, query url.Values) (*url.URL, error) {
	segments := []string{"v1"}
	for _, s := range path {
		if s == "" || s == "." || s == ".." {
			return nil, osbp.NewProblem(osbp.CodeInvalidInput, "An id in the input is none of this platform.")
		}
		segments = append(segments, url.PathEscape(s))
	}
	target := p.base.JoinPath(segments...)
	target.RawQuery = query.Encode()
	return target, nil
}

// do sends a request. Transport marks the errors of a POST that surely never left; any
// other error of a POST leaves open what became of it, and so goes back unmarked.
func (p *Platform) do(ctx context.Context, method string, path []string, query url.Values, body []byte, key string, answer any) error {
	target, err := p.url(path, query)
	if err != nil {
		return err
	}
	req, err := http.NewRequestWithContext(ctx, method, target.String(), bytes.NewReader(body))
	if err != nil {
		return osbp.NotSent(err)
	}
	if method == http.MethodPost {
		req.Header.Set("Content-Type", "application/json")
	}
	if key != "" {
		req.Header.Set("Idempotency-Key", key)
	}
	resp, err := p.http.Do(req)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	switch {
	case err != nil:
		return err
	case len(text) > maxAnswer:
		return errors.New("adapter: the answer is too long")
	case resp.StatusCode == http.StatusOK, resp.StatusCode == http.StatusCreated:
		return decode(text, answer)
	case resp.StatusCode == http.StatusTooManyRequests:
		// Whoever says so, perhaps a proxy, the request did not come through.
		return &refusal{wordSlowDown}
	case resp.StatusCode >= 400 && resp.StatusCode < 500:
		var no struct {
			Reason string `json:"reason"`
		}
		if decode(text, &no) == nil && no.Reason != "" {
			return &refusal{no.Reason}
		}
	}
	return &statusError{resp.StatusCode}
}

// decode reads one JSON value. Members that are not known are passed over: the platform
// may add some under the same version.
func decode(text []byte, into any) error {
	if err := json.Unmarshal(text, into); err != nil {
		return fmt.Errorf("adapter: the answer can't be read: %w", err)
	}
	return nil
}
