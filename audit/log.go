package audit

import (
	"context"
	"errors"
)

// Log is where events are kept (OSBP "Audit"). Implementations are safe for
// concurrent use and keep no reference to the event.
type Log interface {
	// Append keeps the event for good, whole or not at all. An error means that
	// it is not kept. A nil or incomplete event is refused with [ErrIncomplete].
	Append(ctx context.Context, e *Event) error
	// Ready reports, by trying, whether an Append now would succeed. It is asked
	// before something is done that must not go unrecorded.
	Ready(ctx context.Context) error
}

// Errors that the logs of this package wrap.
var (
	ErrFull   = errors.New("audit: log is full")
	ErrClosed = errors.New("audit: log is closed")
)
