// Command load measures what the servers carry: it starts one in a process of its own,
// sends so many calls a second for so long, and prints what came of it.
//
//	go run ./internal/load -server osp-http
//	go run ./internal/load -server osbp-stdio
//
// The rate limits of OSP are off, since all calls come from one address.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	server := flag.String("server", "osp-http", "osp-http or osbp-stdio")
	rate := flag.Int("rate", 2000, "calls a second")
	span := flag.Duration("for", 20*time.Second, "how long")
	serve := flag.Bool("serve", false, "be the server; for the program itself")
	audit := flag.String("audit", "", "audit `path`; for the program itself")
	flag.Parse()
	var err error
	if *serve {
		err = beServer(*server, *audit)
	} else {
		err = measure(*server, *rate, *span)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "load:", err)
		os.Exit(1)
	}
}

// measure starts the server, drives it and prints the report.
func measure(name string, rate int, span time.Duration) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "load")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	command := exec.Command(self, "-serve", "-server", name, "-audit", filepath.Join(dir, "events.jsonl"))
	command.Stderr = os.Stderr
	in, err := command.StdinPipe()
	if err != nil {
		return err
	}
	out, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return err
	}
	defer command.Process.Kill()
	var drive driver
	if name == "osbp-stdio" {
		drive = newStdioDriver(in, out)
	} else if drive, err = newHTTPDriver(out); err != nil {
		return err
	}
	if err := drive.open(context.Background()); err != nil {
		return err
	}
	report := run(drive, rate, span, func() int64 { return resident(command.Process.Pid) })
	in.Close()
	if err := command.Wait(); err != nil {
		return err
	}
	used := command.ProcessState.UserTime() + command.ProcessState.SystemTime()
	fmt.Printf("%sprocessor  %.2f s of the server's, %s a call\n", report, used.Seconds(), (used / time.Duration(report.sent)).Round(time.Microsecond))
	return nil
}

// resident is the resident memory of a process in bytes, 0 where it can't be told.
func resident(pid int) int64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	var kilobytes int64
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			fmt.Sscan(rest, &kilobytes)
		}
	}
	return kilobytes << 10
}

// listen tells the parent the address and serves until the input ends.
func listen(handler http.Handler) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Println(listener.Addr())
	server := &http.Server{Handler: handler, ReadHeaderTimeout: 5 * time.Second, IdleTimeout: time.Minute}
	go func() {
		io.Copy(io.Discard, os.Stdin)
		server.Close()
	}()
	if err := server.Serve(listener); err != http.ErrServerClosed {
		return err
	}
	return nil
}
