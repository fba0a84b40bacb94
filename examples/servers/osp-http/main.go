// Command osp-http is the origin of a business that agents can deal with: it publishes
// an OSP manifest and serves its tools over MCP (streamable HTTP) and REST. It is an
// example to start from: give it your own manifest, and a sink that reaches your
// office.
package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"
	_ "time/tzdata" // programs bring zone data, libraries do not

	"github.com/openservicekit/openservice/examples/servers/internal/ospstack"
	"github.com/openservicekit/openservice/osp"
)

func main() {
	settings, err := parseFlags(os.Args[1:], os.Stderr)
	if err == nil {
		err = run(settings, os.Stderr)
	}
	switch {
	case errors.Is(err, errUsage):
		os.Exit(2)
	case err != nil:
		fmt.Fprintln(os.Stderr, "osp-http:", err)
		os.Exit(1)
	}
}

// collectAt is the growth of the heap, in percent, at which garbage is collected. The
// SDK reads each message through buffers that are large beside what this program
// keeps: collecting later halves the work of a call.
const collectAt = 400

func run(settings *settings, logs io.Writer) error {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	var manifest []byte
	if settings.manifest != "" {
		var err error
		if manifest, err = os.ReadFile(settings.manifest); err != nil {
			return err
		}
	}
	host, _, err := net.SplitHostPort(settings.addr)
	if err != nil {
		return fmt.Errorf("-addr: %w", err)
	}
	stack, err := ospstack.New(ospstack.Options{
		Manifest: manifest, PublicURL: settings.publicURL, ListenHost: host,
		TrustedProxies: settings.proxies, Logger: slog.New(slog.NewTextHandler(logs, nil)),
	})
	if err != nil {
		return err
	}
	secure, err := certificate(settings)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", settings.addr)
	if err != nil {
		return err
	}
	announce(logs, settings, listener.Addr(), stack)
	return serve(ctx, secure, listener, stack, logs)
}

// certificate reads the one that -tls-cert and -tls-key name, before anything is
// announced; nil without them.
func certificate(settings *settings) (*tls.Config, error) {
	if settings.certFile == "" {
		return nil, nil
	}
	own, err := tls.LoadX509KeyPair(settings.certFile, settings.keyFile)
	if err != nil {
		return nil, fmt.Errorf("-tls-cert, -tls-key: %w", err)
	}
	return &tls.Config{Certificates: []tls.Certificate{own}}, nil
}

// announce says where the server is, which its own documents don't.
func announce(w io.Writer, settings *settings, addr net.Addr, stack *ospstack.Stack) {
	scheme := "http"
	if settings.certFile != "" {
		scheme = "https"
	}
	base := scheme + "://" + addr.String()
	fmt.Fprintf(w, "listening on %s\n", base)
	fmt.Fprintf(w, "MCP endpoint %s%s\n", base, stack.MCPPath)
	if !stack.IsPublished {
		fmt.Fprintln(w, "the manifest names no MCP endpoint on its own origin, so that agents won't find this one")
	}
	fmt.Fprintf(w, "manifest     %s%s (its own URLs are those of %s)\n", base, osp.WellKnownPath, stack.Profile.CanonicalSiteURL())
}

// The end of the program waits endWait for answers, and then for requests on their way
// to the business.
const endWait = 20 * time.Second

// serve runs until ctx ends, and then lets what is under way finish. It speaks https if
// secure is not nil.
func serve(ctx context.Context, secure *tls.Config, listener net.Listener, stack *ospstack.Stack, logs io.Writer) error {
	server := &http.Server{
		Handler: stack.Handler, TLSConfig: secure, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 15 * time.Second,
		WriteTimeout: 45 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 32 << 10,
	}
	failed := make(chan error, 1)
	go func() {
		if secure != nil {
			failed <- server.ServeTLS(listener, "", "")
			return
		}
		failed <- server.Serve(listener)
	}()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	fmt.Fprintln(logs, "asked to end")
	stack.Drain()
	ending, cancel := context.WithTimeout(context.Background(), endWait)
	defer cancel()
	if err := server.Shutdown(ending); err != nil {
		// Only a stream that somebody holds open lasts this long.
		fmt.Fprintln(logs, "connections cut off:", err)
		server.Close()
	}
	closing, cancel := context.WithTimeout(context.Background(), endWait)
	defer cancel()
	return stack.Close(closing)
}
