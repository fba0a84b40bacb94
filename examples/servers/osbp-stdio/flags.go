package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/openservicekit/openservice/examples/servers/internal/osbpstack"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

const (
	defaultAuditPath = ".osbp/audit/events.jsonl"
	defaultOutbox    = ".osbp/outbox.txt"
)

// settings are what the command line says.
type settings struct {
	scenario, business string
	auditPath, outbox  string
	clock              func() time.Time // nil is the system's
}

// errUsage is a command line that has been complained about already.
var errUsage = errors.New("usage")

// parseFlags reads the command line. auditPath is the environment's, which stands in
// for the default of -audit.
func parseFlags(args []string, auditPath string, complaints io.Writer) (*settings, error) {
	if auditPath == "" {
		auditPath = defaultAuditPath
	}
	var s settings
	flags := flag.NewFlagSet("osbp-stdio", flag.ContinueOnError)
	flags.SetOutput(complaints)
	flags.StringVar(&s.scenario, "scenario", string(osbpstack.Normal), "how the platform behaves: "+scenarioNames())
	flags.StringVar(&s.business, "business", sandbox.HarborHair, "`id` of the sandbox's business that is served: "+businessIDs())
	records := flags.String("store", "memory", "where booking attempts are kept: memory")
	flags.StringVar(&s.auditPath, "audit", auditPath, "`path` of the audit log; OSBP_AUDIT_LOG_PATH overrides the default")
	flags.StringVar(&s.outbox, "outbox", defaultOutbox, "`path` of the file that stands for the customer's telephone: verification codes arrive in it")
	start := flags.String("clock", "", "`instant` (RFC 3339) at which the program's clock starts, for tests and demonstrations")
	if err := flags.Parse(args); err != nil {
		return nil, errUsage
	}
	if flags.NArg() > 0 {
		return nil, fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if err := checkStore(*records); err != nil {
		return nil, err
	}
	if *start != "" {
		at, err := time.Parse(time.RFC3339, *start)
		if err != nil {
			return nil, fmt.Errorf("-clock %q is no RFC 3339 instant", *start)
		}
		began := time.Now()
		s.clock = func() time.Time { return at.Add(time.Since(began)) }
	}
	return &s, nil
}

// checkStore refuses what this build can't keep its word on.
func checkStore(name string) error {
	scheme, _, _ := strings.Cut(name, ":")
	switch {
	case name == "memory":
		return nil
	case scheme == "sqlite" || scheme == "postgres":
		return fmt.Errorf("-store %s: the durable store is not part of this build; use -store memory, which forgets attempts and approvals at the end of the program", scheme)
	}
	// What it says is not repeated: it may be the address of a database, with a password.
	return errors.New("-store is not known; use -store memory")
}

func scenarioNames() string {
	var names []string
	for _, s := range osbpstack.Scenarios() {
		names = append(names, string(s))
	}
	return strings.Join(names, ", ")
}

func businessIDs() string {
	return strings.Join([]string{sandbox.HarborHair, sandbox.KanalDental, sandbox.YoruCycle, sandbox.SalmiyaPhoto, sandbox.MeridianTutors}, ", ")
}
