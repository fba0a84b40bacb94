package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
)

// The calls that take turns. Each has a text that a good answer contains.
var (
	ospCalls = []struct{ params, good string }{
		{`{"name":"check_coverage","arguments":{"zip":"32174"}}`, `"covered":true`},
		{`{"name":"list_services","arguments":{}}`, `"slug":"ac-repair"`},
		{`{"name":"get_business_info"}`, `"timeZone":"America/New_York"`},
		{`{"name":"check_coverage","arguments":{"zip":1}}`, `"invalid_input"`},
	}
	osbpCalls = []struct{ params, good string }{
		{`{"name":"osbp_service_describe"}`, `"ok":true`},
		{`{"name":"osbp_policy_explain","arguments":{"service_id":"off_fringe"}}`, `"ok":true`},
		{`{"name":"osbp_handoff_request","arguments":{"reason":"load","message":"none"}}`, `"ok":true`},
		{`{"name":"osbp_booking_status","arguments":{}}`, `"invalid_input"`},
	}
)

// httpDriver calls over streamable HTTP without a session.
type httpDriver struct {
	url    string
	client *http.Client
}

// newHTTPDriver reads the address off the server's output.
func newHTTPDriver(out io.Reader) (*httpDriver, error) {
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return nil, err
	}
	return &httpDriver{
		url:    "http://" + strings.TrimSpace(address) + "/api/mcp",
		client: &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: maxOpen}},
	}, nil
}

func (d *httpDriver) open(ctx context.Context) error { return d.call(ctx, 0) }

func (d *httpDriver) call(ctx context.Context, n int) error {
	one := ospCalls[n%len(ospCalls)]
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, d.url, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":`+one.params+`}`))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	response, err := d.client.Do(r)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	switch {
	case err != nil:
		return err
	case response.StatusCode != http.StatusOK || !bytes.Contains(body, []byte(one.good)):
		return fmt.Errorf("status %d, %.200s", response.StatusCode, body)
	}
	return nil
}

// stdioDriver calls over one pair of pipes.
type stdioDriver struct {
	writing sync.Mutex
	in      io.Writer
	ids     atomic.Int64

	mu      sync.Mutex
	waiting map[int64]chan []byte
}

func newStdioDriver(in io.Writer, out io.Reader) *stdioDriver {
	d := &stdioDriver{in: in, waiting: map[int64]chan []byte{}}
	go func() {
		scanner := bufio.NewScanner(out)
		scanner.Buffer(nil, 1<<20)
		for scanner.Scan() {
			var f struct{ ID int64 }
			if json.Unmarshal(scanner.Bytes(), &f) != nil {
				continue
			}
			d.mu.Lock()
			answer := d.waiting[f.ID]
			delete(d.waiting, f.ID)
			d.mu.Unlock()
			if answer != nil {
				answer <- bytes.Clone(scanner.Bytes())
			}
		}
	}()
	return d
}

func (d *stdioDriver) open(ctx context.Context) error {
	_, err := d.ask(ctx, "initialize", `{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"load","version":"1"}}`)
	return err
}

func (d *stdioDriver) call(ctx context.Context, n int) error {
	one := osbpCalls[n%len(osbpCalls)]
	answer, err := d.ask(ctx, "tools/call", one.params)
	if err == nil && !bytes.Contains(answer, []byte(one.good)) {
		err = fmt.Errorf("%.200s", answer)
	}
	return err
}

func (d *stdioDriver) ask(ctx context.Context, method, params string) ([]byte, error) {
	id := d.ids.Add(1)
	answer := make(chan []byte, 1)
	d.mu.Lock()
	d.waiting[id] = answer
	d.mu.Unlock()
	d.writing.Lock()
	_, err := fmt.Fprintf(d.in, `{"jsonrpc":"2.0","id":%d,"method":%q,"params":%s}`+"\n", id, method, params)
	d.writing.Unlock()
	if err != nil {
		return nil, err
	}
	select {
	case got := <-answer:
		return got, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
