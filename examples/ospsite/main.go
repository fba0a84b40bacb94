// Command ospsite is a small website of a service business that publishes an OSP
// manifest, answers the tools over REST and WebMCP, and takes service requests from
// people and from their agents alike. It is an example to start from.
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

	"github.com/openservicekit/openservice/store"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "ospsite:", err)
		os.Exit(1)
	}
}

func run() error {
	addr := flag.String("addr", "127.0.0.1:8080", "address to listen on")
	publicURL := flag.String("public-url", "https://palmettoairheat.example", "https origin that the manifest's own URLs name")
	manifest := flag.String("manifest", "", "manifest to publish; the HVAC example if empty")
	officeToken := flag.String("office-token", "", "word that opens /office; one is made up and printed if empty")
	flag.Parse()

	logger := slog.New(slog.NewTextHandler(os.Stderr, nil))
	records, err := store.NewMemory(store.MemoryOptions{})
	if err != nil {
		return err
	}
	site, err := newSite(siteOptions{
		ManifestFile: *manifest, PublicURL: *publicURL, OfficeToken: *officeToken, Store: records, Logger: logger,
	})
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", *addr)
	if err != nil {
		return err
	}
	fmt.Printf("Site:      http://%s/\n", listener.Addr())
	fmt.Printf("Manifest:  http://%s/.well-known/open-service-profile (its own URLs are those of %s)\n", listener.Addr(), *publicURL)
	fmt.Printf("Office:    http://%s/office with the word %s\n", listener.Addr(), site.officeToken)
	return serve(listener, site)
}

// serve runs until a signal asks for the end, and then lets what is under way finish.
func serve(listener net.Listener, site *site) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	server := &http.Server{
		Handler: site, ReadHeaderTimeout: 5 * time.Second, ReadTimeout: 15 * time.Second,
		WriteTimeout: 30 * time.Second, IdleTimeout: time.Minute, MaxHeaderBytes: 32 << 10,
	}
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	ending, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	return errors.Join(server.Shutdown(ending), site.tools.Close(ending))
}
