// Command osbp-stdio serves the eight OSBP tools to a local MCP host, on standard
// input and output, in front of a booking platform that needs no credentials. It is an
// example to start from: put your own osbp.Platform in the place of the sandbox.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"
	_ "time/tzdata" // programs bring zone data, libraries do not

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/openservicekit/openservice/examples/servers/internal/osbpstack"
	"github.com/openservicekit/openservice/examples/servers/internal/stdio"
	"github.com/openservicekit/openservice/examples/servers/mcpbind"
)

// patience is how long the end of the program waits for a booking under way: longer
// than a host waits for its adapter.
const patience = 150 * time.Second

func main() {
	settings, err := parseFlags(os.Args[1:], os.Getenv("OSBP_AUDIT_LOG_PATH"), os.Stderr)
	if err == nil {
		err = run(settings, os.Stdin, os.Stdout, os.Stderr)
	}
	switch {
	case errors.Is(err, errUsage):
		os.Exit(2)
	case err != nil:
		fmt.Fprintln(os.Stderr, "osbp-stdio:", err)
		os.Exit(1)
	}
}

// run serves one session until the input ends or a signal asks for the end. Nothing
// but MCP messages goes to out.
func run(settings *settings, in io.Reader, out, logs io.Writer) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	// A client that is gone must not end the program in the middle of a booking, as
	// writing to its closed pipe otherwise would.
	signal.Ignore(syscall.SIGPIPE)

	logger := slog.New(slog.NewTextHandler(logs, nil))
	stack, err := osbpstack.New(osbpstack.Options{
		Scenario: osbpstack.Scenario(settings.scenario), Business: settings.business,
		AuditPath: settings.auditPath, Outbox: settings.outbox, Clock: settings.clock, Logger: logger,
	})
	if err != nil {
		return err
	}
	server := mcpbind.NewServer(
		&mcp.Implementation{Name: "osbp-stdio", Title: "Open Service Booking Protocol", Version: "0.1.0"},
		slog.New(slog.NewTextHandler(logs, &slog.HandlerOptions{Level: slog.LevelWarn})),
	)
	mcpbind.AddOSBP(server, stack.Host)
	// The session's own context never ends: what is under way is finished below.
	transport := &stdio.Transport{In: in, Out: out, Logger: logger}
	session, err := server.Connect(context.Background(), transport, nil)
	if err != nil {
		return err
	}
	logger.Info("serving on standard input and output", slog.String("business", settings.business),
		slog.String("scenario", settings.scenario), slog.String("audit", settings.auditPath))

	ended := make(chan error, 1)
	go func() { ended <- session.Wait() }()
	select {
	case err = <-ended:
		logger.Info("the input has ended")
	case <-ctx.Done():
		logger.Info("asked to end")
	}
	return errors.Join(sessionError(err), finish(stack, transport, logger))
}

// finish lets a booking under way come to its end and its answer go out.
func finish(stack *osbpstack.Stack, transport *stdio.Transport, logger *slog.Logger) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	err := stack.Close(ctx)
	reading, cancel := context.WithTimeout(context.Background(), answerWait)
	defer cancel()
	transport.Drain(reading)
	counts := stack.Sandbox.Counts()
	logger.Info("ended", slog.Int("creates", counts.Creates), slog.Int("appointments", counts.Appointments))
	return err
}

// answerWait is how long the client may take to read the last answers.
const answerWait = 5 * time.Second

// sessionError is what is worth an exit status: a client that has gone is not.
func sessionError(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, mcp.ErrConnectionClosed) || errors.Is(err, syscall.EPIPE) {
		return nil
	}
	return err
}
