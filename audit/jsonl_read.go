package audit

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
)

// LineError says what is wrong with a line of a log.
type LineError struct {
	// Line counts from 1.
	Line int
	// Err is an error of decoding, or wraps [ErrIncomplete] or [ErrHash], or is
	// [ErrTorn].
	Err error
}

// Error names the line and the fault, and quotes nothing of either.
func (e *LineError) Error() string { return fmt.Sprintf("audit: line %d: %v", e.Line, e.Err) }

// Unwrap returns the fault.
func (e *LineError) Unwrap() error { return e.Err }

// Errors of lines.
var (
	// ErrTorn is the error of a last line without its line break: a crash left it,
	// or it is being written right now.
	ErrTorn = errors.New("audit: line is torn")
	// ErrTooLong is the error of a line that is longer than any event. Reading
	// ends there.
	ErrTooLong = errors.New("audit: line is too long")
)

// maxLine bounds a line of a log, in bytes.
const maxLine = 64 << 20

// ReadJSONL yields the events of a log, each with nil or a [*LineError]. The
// event is nil where the line is none; with [ErrHash] it is there, and at least
// one of its snapshots is not the one that was logged. Blank lines are passed
// over. An error of r itself is yielded as it is and ends the sequence.
func ReadJSONL(r io.Reader) iter.Seq2[*Event, error] {
	return func(yield func(*Event, error) bool) {
		lines := bufio.NewReader(r)
		for n := 1; ; n++ {
			line, err := readLine(lines)
			switch {
			case err == io.EOF && len(line) == 0:
				return
			case err == io.EOF:
				yield(nil, &LineError{n, ErrTorn})
				return
			case err == ErrTooLong:
				yield(nil, &LineError{n, err})
				return
			case err != nil:
				yield(nil, fmt.Errorf("audit: %w", err))
				return
			}
			if line = bytes.TrimSpace(line); len(line) == 0 {
				continue
			}
			e, err := readEvent(line)
			if err == nil {
				err = e.Verify()
			}
			if errors.Is(err, ErrIncomplete) {
				e = nil
			}
			if err != nil {
				err = &LineError{n, err}
			}
			if !yield(e, err) {
				return
			}
		}
	}
}

// readLine reads a line with its line break. At the end of the input it returns
// what is left with io.EOF.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxLine {
			return nil, ErrTooLong
		}
		if err != bufio.ErrBufferFull {
			return line, err
		}
	}
}
