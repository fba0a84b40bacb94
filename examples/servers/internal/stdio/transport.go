package stdio

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Transport is an mcp.Transport for one session.
type Transport struct {
	In  io.Reader
	Out io.Writer
	// MaxLine replaces DefaultMaxLine if it is positive.
	MaxLine int
	// Logger hears of lines that are no messages, but not what they say. Nil discards.
	Logger *slog.Logger

	session *connection
}

// Connect implements mcp.Transport. Reading goes on in a goroutine that ends with the
// input.
func (t *Transport) Connect(context.Context) (mcp.Connection, error) {
	c := &connection{
		out: t.Out, logger: t.Logger, lines: make(chan line), closed: make(chan struct{}),
		open: map[jsonrpc.ID]*call{}, settled: make(chan struct{}),
	}
	if c.logger == nil {
		c.logger = slog.New(slog.DiscardHandler)
	}
	limit := t.MaxLine
	if limit <= 0 {
		limit = DefaultMaxLine
	}
	t.session = c
	go c.read(bufio.NewReaderSize(t.In, 64<<10), limit)
	return c, nil
}

// Drain waits, as long as ctx allows, until every call that was read has its answer.
// The SDK sends none once its session is being closed.
func (t *Transport) Drain(ctx context.Context) {
	if t.session != nil {
		t.session.drain(ctx)
	}
}

type connection struct {
	logger *slog.Logger
	lines  chan line
	closed chan struct{}
	once   sync.Once

	writing sync.Mutex
	out     io.Writer

	mu      sync.Mutex
	open    map[jsonrpc.ID]*call // read and not yet answered
	settled chan struct{}        // closed and replaced when a call leaves open
}

type line struct {
	bytes []byte
	err   error
}

// call is one that waits for its answer.
type call struct {
	isCancelled bool
	isListener  bool // subscriptions/listen has no answer until it is cancelled
}

func (c *connection) SessionID() string { return "" }

func (c *connection) Close() error {
	c.once.Do(func() { close(c.closed) })
	return nil
}

func (c *connection) read(in *bufio.Reader, limit int) {
	for {
		bytes, err := readLine(in, limit)
		select {
		case c.lines <- line{bytes, err}:
		case <-c.closed:
			return
		}
		if err != nil && !errors.Is(err, errLineTooLong) {
			return
		}
	}
}

// Read implements mcp.Connection. The end of the input is reported once the calls
// that were read have been answered, since the SDK cuts them off at it.
func (c *connection) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		var next line
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-c.closed:
			return nil, io.EOF
		case next = <-c.lines:
		}
		switch {
		case errors.Is(next.err, errLineTooLong):
			c.refuse(nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "the message is too long"})
			continue
		case next.err != nil:
			c.drain(ctx)
			return nil, next.err
		case len(next.bytes) == 0:
			continue
		}
		message, id, err := decode(next.bytes)
		if err != nil {
			c.refuse(id, err)
			continue
		}
		if request, ok := message.(*jsonrpc.Request); ok {
			c.note(request)
		}
		return message, nil
	}
}

// note keeps account of calls and their cancellations.
func (c *connection) note(request *jsonrpc.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch {
	case request.IsCall():
		c.open[request.ID] = &call{isListener: request.Method == "subscriptions/listen"}
	case request.Method == "notifications/cancelled":
		var params struct {
			RequestID any `json:"requestId"`
		}
		if json.Unmarshal(request.Params, &params) != nil {
			return
		}
		if id, err := jsonrpc.MakeID(params.RequestID); err == nil && c.open[id] != nil {
			c.open[id].isCancelled = true
		}
	}
}

// Write implements mcp.Connection.
func (c *connection) Write(_ context.Context, message jsonrpc.Message) error {
	response, isResponse := message.(*jsonrpc.Response)
	if isResponse {
		defer c.settle(response.ID)
		c.mu.Lock()
		known := c.open[response.ID]
		c.mu.Unlock()
		if known != nil && known.isCancelled {
			return nil
		}
	}
	data, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return err
	}
	return c.writeLine(data)
}

func (c *connection) writeLine(data []byte) error {
	c.writing.Lock()
	defer c.writing.Unlock()
	_, err := c.out.Write(append(data, '\n'))
	return err
}

// refuse answers what was no message.
func (c *connection) refuse(id json.RawMessage, err error) {
	c.logger.Warn("a line of the input was no message", slog.String("error", err.Error()))
	if errors.Is(err, errSilent) {
		return
	}
	data, err := refusal(id, err)
	if err == nil {
		err = c.writeLine(data)
	}
	if err != nil {
		c.logger.Warn("the output can't be written", slog.String("error", err.Error()))
	}
}

func (c *connection) settle(id jsonrpc.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.open, id)
	close(c.settled)
	c.settled = make(chan struct{})
}

// drain waits until every call has its answer, or nobody waits any more.
func (c *connection) drain(ctx context.Context) {
	for {
		isIdle, settled := c.state()
		if isIdle {
			return
		}
		select {
		case <-settled:
		case <-c.closed:
			return
		case <-ctx.Done():
			return
		}
	}
}

func (c *connection) state() (isIdle bool, settled <-chan struct{}) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, one := range c.open {
		if !one.isListener {
			return false, c.settled
		}
	}
	return true, c.settled
}
