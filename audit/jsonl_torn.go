package audit

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
)

// setTornAside moves what follows the last line break, which only a crash leaves
// there, to a file of its own. It needs the lock: without it the line might be
// one that another process is writing. It returns the size of what is left.
func (l *JSONLLog) setTornAside() (whole int64, err error) {
	info, err := l.file.Stat()
	if err != nil {
		return 0, wrap(err)
	}
	size := info.Size()
	whole, err = l.wholeLines(size)
	if err != nil || whole == size {
		return whole, wrap(err)
	}
	side, err := l.sideFile()
	if err != nil {
		return 0, err
	}
	_, err = io.Copy(side, io.NewSectionReader(l.file, whole, size-whole))
	if err = errors.Join(err, side.Sync(), side.Close()); err != nil {
		return 0, wrap(err)
	}
	if err := l.file.Truncate(whole); err != nil {
		return 0, wrap(err)
	}
	l.opts.Logger.Error("audit log ended in a torn line; it was set aside", "path", l.path, "set_aside", side.Name(), "bytes", size-whole)
	return whole, nil
}

// wholeLines is the offset after the last line break.
func (l *JSONLLog) wholeLines(size int64) (int64, error) {
	const step = 64 << 10
	// As a rule the last byte is all that needs to be looked at.
	for end, n := size, int64(1); end > 0; n = step {
		n = min(n, end)
		block := make([]byte, n)
		if _, err := l.file.ReadAt(block, end-n); err != nil {
			return 0, err
		}
		if i := bytes.LastIndexByte(block, '\n'); i >= 0 {
			return end - n + int64(i) + 1, nil
		}
		end -= n
	}
	return 0, nil
}

// sideFile creates the next file for a torn line.
func (l *JSONLLog) sideFile() (*os.File, error) {
	const most = 10_000
	for n := 1; n <= most; n++ {
		f, err := os.OpenFile(fmt.Sprintf("%s.torn-%d", l.path, n), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if err == nil {
			return f, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, wrap(err)
		}
	}
	return nil, fmt.Errorf("audit: %d torn lines of %s have been set aside", most, l.path)
}
