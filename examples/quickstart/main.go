// Command quickstart books one appointment through every obligation of OSBP, and
// then shows what is refused. In a second half an agent asks a business by OSP, and
// sends it a request. It needs no account, no secret and no network: the
// booking platform is a sandbox on loopback, with a clock and a seed that are fixed.
//
//	go run ./examples/quickstart [-json] [-trace FILE] [-audit PATH]
//
// It tells on standard output what happens; -json prints the trace there instead, and
// -trace writes it to a file. A trace is redacted, and its ids are aliases. The audit
// log goes where -audit says, else where OSBP_AUDIT_LOG_PATH says, else to
// .osbp/audit/events.jsonl.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	_ "time/tzdata" // programs bring their zones along; the libraries don't

	"github.com/openservicekit/openservice/internal/onefile"
)

const defaultAuditPath = ".osbp/audit/events.jsonl"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := run(ctx, os.Args[1:], os.Getenv, os.Stdout, os.Stderr)
	if errors.Is(err, flag.ErrHelp) {
		os.Exit(2)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "quickstart:", err)
		os.Exit(1)
	}
}

// run is the program. What the story was about to tell when something failed is
// told all the same.
func run(ctx context.Context, args []string, env func(string) string, stdout, stderr io.Writer) error {
	flags := flag.NewFlagSet("quickstart", flag.ContinueOnError)
	flags.SetOutput(stderr)
	asJSON := flags.Bool("json", false, "print the trace instead of the story")
	traceFile := flags.String("trace", "", "write the trace to `FILE`")
	auditPath := flags.String("audit", "", "append audit events to `PATH`, instead of "+defaultAuditPath)
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	if *auditPath == "" {
		*auditPath = env("OSBP_AUDIT_LOG_PATH")
	}
	if *auditPath == "" {
		*auditPath = defaultAuditPath
	}
	if *traceFile != "" && onefile.Same(*traceFile, *auditPath) {
		return errors.New("-trace would overwrite the audit log")
	}
	told, failed := tellOSBP(ctx, *auditPath)
	if told == nil {
		return failed
	}
	trace, err := told.trace()
	if err != nil {
		return errors.Join(failed, err)
	}
	if *asJSON {
		_, err = stdout.Write(trace)
	} else if err = told.narrate(stdout); err == nil && failed == nil {
		failed = narrateOSP(ctx, stdout)
	}
	if err == nil && *traceFile != "" {
		err = os.WriteFile(*traceFile, trace, 0o644)
	}
	return errors.Join(failed, err)
}

// narrateOSP tells the second half, as far as it came.
func narrateOSP(ctx context.Context, w io.Writer) error {
	told, failed := tellOSP(ctx)
	_, err := io.WriteString(w, "\n\n")
	return errors.Join(failed, err, told.narrate(w))
}
