package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"net/netip"
	"strings"

	"github.com/openservicekit/openservice/examples/servers/internal/ospstack"
)

// settings are what the command line says.
type settings struct {
	addr, manifest, publicURL string
	proxies                   []netip.Prefix
	certFile, keyFile         string
}

// errUsage is a command line that has been complained about already.
var errUsage = errors.New("usage")

func parseFlags(args []string, complaints io.Writer) (*settings, error) {
	var s settings
	flags := flag.NewFlagSet("osp-http", flag.ContinueOnError)
	flags.SetOutput(complaints)
	flags.StringVar(&s.addr, "addr", "127.0.0.1:8080", "`address` to listen on; port 0 takes a free one")
	flags.StringVar(&s.manifest, "manifest", "", "`file` with the manifest to publish; empty is the HVAC example")
	flags.StringVar(&s.publicURL, "public-url", "", "https `origin` that the manifest's own URLs name (default "+ospstack.ExampleOrigin+", or that of -manifest)")
	records := flags.String("store", "memory", "where booking requests are kept: memory")
	flags.Func("trusted-proxy", "`network` (CIDR) of your own proxies, whose X-Forwarded-For counts; can be repeated", func(value string) error {
		for network := range strings.SplitSeq(value, ",") {
			prefix, err := netip.ParsePrefix(strings.TrimSpace(network))
			if err != nil {
				return errors.New("not a network such as 10.0.0.0/8")
			}
			s.proxies = append(s.proxies, prefix.Masked())
		}
		return nil
	})
	flags.StringVar(&s.certFile, "tls-cert", "", "`file` with the certificate chain (PEM); with -tls-key the server speaks https")
	flags.StringVar(&s.keyFile, "tls-key", "", "`file` with the private key (PEM)")
	if err := flags.Parse(args); err != nil {
		return nil, errUsage
	}
	if flags.NArg() > 0 {
		return nil, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if (s.certFile == "") != (s.keyFile == "") {
		return nil, errors.New("-tls-cert and -tls-key go together")
	}
	return &s, checkStore(*records)
}

// checkStore refuses what this build can't keep its word on.
func checkStore(name string) error {
	scheme, _, _ := strings.Cut(name, ":")
	switch {
	case name == "memory":
		return nil
	case scheme == "sqlite" || scheme == "postgres":
		return fmt.Errorf("-store %s: the durable store is not part of this build; use -store memory, which forgets requests at the end of the program", scheme)
	}
	// What it says is not repeated: it may be the address of a database, with a password.
	return errors.New("-store is not known; use -store memory")
}
