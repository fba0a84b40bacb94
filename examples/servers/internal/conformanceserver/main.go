// Command conformanceserver is the example origin of OSP with the fixture tools,
// prompts and resources beside it that the MCP conformance suite looks for. It keeps
// sessions, since some fixtures call the client. It is for tests alone.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"
	_ "time/tzdata" // programs bring zone data, libraries do not

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/openservicekit/openservice/examples/servers/internal/ospstack"
)

func main() {
	addr := flag.String("addr", "127.0.0.1:0", "`address` to listen on; port 0 takes a free one")
	flag.Parse()
	if err := run(*addr); err != nil {
		fmt.Fprintln(os.Stderr, "conformanceserver:", err)
		os.Exit(1)
	}
}

func run(addr string) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	stack, err := ospstack.New(ospstack.Options{
		NewMCPServer: newServer, Sessions: true, Logger: slog.New(slog.NewTextHandler(os.Stderr, nil)),
	})
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "listening on http://%s\nMCP endpoint http://%s%s\n", listener.Addr(), listener.Addr(), stack.MCPPath)
	server := &http.Server{Handler: stack.Handler, ReadHeaderTimeout: 5 * time.Second}
	go func() {
		<-ctx.Done()
		server.Close()
	}()
	if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return nil
}

// newServer has every capability that a fixture needs.
func newServer(implementation *mcp.Implementation, logger *slog.Logger) *mcp.Server {
	accept := func(context.Context, *mcp.SubscribeRequest) error { return nil }
	dismiss := func(context.Context, *mcp.UnsubscribeRequest) error { return nil }
	complete := func(context.Context, *mcp.CompleteRequest) (*mcp.CompleteResult, error) {
		return &mcp.CompleteResult{Completion: mcp.CompletionResultDetails{Values: []string{}}}, nil
	}
	server := mcp.NewServer(implementation, &mcp.ServerOptions{
		Logger: logger, SubscribeHandler: accept, UnsubscribeHandler: dismiss, CompletionHandler: complete,
	})
	addContentTools(server)
	addCallingTools(server)
	addResources(server)
	addPrompts(server)
	return server
}
