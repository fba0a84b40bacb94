package osbpstack

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/openservicekit/openservice/osbp/sandbox"
)

// outbox is a file that stands for the customers' telephones and mailboxes: every
// verification code that the platform sends, one a line. The sandbox's codes open
// nothing but the sandbox.
type outbox struct {
	path     string
	messages func() []sandbox.Message

	mu      sync.Mutex
	written int
}

// update appends what has been sent since the last time.
func (o *outbox) update() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	var lines strings.Builder
	all := o.messages()
	for _, m := range all[o.written:] {
		fmt.Fprintf(&lines, "%s %s to %s: %s\n", m.At.UTC().Format(time.RFC3339), m.Channel, m.To, m.Code)
	}
	if err := os.MkdirAll(filepath.Dir(o.path), 0o700); err != nil {
		return err
	}
	file, err := os.OpenFile(o.path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if _, err = file.WriteString(lines.String()); err == nil {
		o.written = len(all)
	}
	if closing := file.Close(); err == nil {
		err = closing
	}
	return err
}
