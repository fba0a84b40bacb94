package stdio

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// DefaultMaxLine is how long a message may be, in bytes, the line break not counted.
const DefaultMaxLine = 4 << 20

var errLineTooLong = errors.New("the line is too long")

// readLine returns the next line without its end. A line over the limit is read past
// and is errLineTooLong.
func readLine(r *bufio.Reader, limit int) ([]byte, error) {
	var line []byte
	isTooLong := false
	for {
		part, err := r.ReadSlice('\n')
		if !isTooLong {
			line = append(line, part...)
			if isTooLong = len(bytes.TrimRight(line, "\r\n")) > limit; isTooLong {
				line = nil
			}
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case isTooLong && (err == nil || errors.Is(err, io.EOF)):
			return nil, errLineTooLong // the end of the input comes with the next read
		case errors.Is(err, io.EOF) && len(line) > 0:
			return line, nil
		}
		return bytes.TrimRight(line, "\r\n"), err
	}
}
