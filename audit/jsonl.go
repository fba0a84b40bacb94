package audit

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"time"
)

// DefaultLockTimeout is how long a [JSONLLog] waits for another process that is
// writing to the same file.
const DefaultLockTimeout = 5 * time.Second

// JSONLOptions configure a [JSONLLog]. The zero options are the strict ones.
type JSONLOptions struct {
	// NoSync leaves it to the operating system when an event reaches the disk. An
	// event then survives a crash of the process, but not always one of the machine.
	NoSync bool
	// Logger hears what the operator should know: a torn line that was set aside,
	// a file whose mode was tightened. Nil is silence.
	Logger *slog.Logger
	// LockTimeout replaces [DefaultLockTimeout] if it is positive.
	LockTimeout time.Duration
}

// JSONLLog appends events to a file, one line of JSON each (OSBP "Audit"). Any
// number of goroutines may use it, and on Unix any number of processes may have
// logs on one file: each write happens under an advisory lock on it. Elsewhere
// one process at a time must. A file that was moved away or removed meanwhile, as
// log rotation does, is begun anew. The log has no goroutine of its own.
type JSONLLog struct {
	path     string
	opts     JSONLOptions
	sync     func(*os.File) error
	queue    queue
	turn     chan struct{} // holds the right to use file
	file     *os.File
	isClosed bool
}

var _ Log = (*JSONLLog)(nil)

// OpenJSONL opens the log at path, and creates it and its directories if need
// be, for the owner's eyes only (modes 0600 and 0700). A file that others may
// read is tightened; one that can't be, a symbolic link, and whatever is no
// regular file are refused. What a crash left of a last line is moved to a file
// beside the log, path.torn-1 and so on, so that the next line begins at a line's
// beginning.
func OpenJSONL(path string, o JSONLOptions) (*JSONLLog, error) {
	if path == "" {
		return nil, errors.New("audit: path of the log is empty")
	}
	path, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("audit: %w", err)
	}
	if o.LockTimeout <= 0 {
		o.LockTimeout = DefaultLockTimeout
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("audit: %w", err)
	}
	l := &JSONLLog{path: path, opts: o, sync: (*os.File).Sync, turn: make(chan struct{}, 1)}
	if err := l.open(); err != nil {
		return nil, err
	}
	if err := l.locked(context.Background(), nil, func(int64) error { return nil }); err != nil {
		l.file.Close()
		return nil, err
	}
	return l, nil
}

// Ready writes a line of blanks of an event's ordinary size and takes it back.
func (l *JSONLLog) Ready(ctx context.Context) error {
	probe := make([]byte, probeSize)
	for i := range probe {
		probe[i] = ' '
	}
	probe[probeSize-1] = '\n'
	return l.locked(ctx, nil, func(size int64) error {
		if err := l.write(size, probe); err != nil {
			return err
		}
		return wrap(l.file.Truncate(size))
	})
}

// Close closes the file once what is being written is. Calls that have not begun
// to write by then fail with [ErrClosed], as do later ones but for Close.
func (l *JSONLLog) Close() error {
	l.turn <- struct{}{}
	defer func() { <-l.turn }()
	if l.isClosed {
		return nil
	}
	l.isClosed = true
	return wrap(l.file.Close())
}

// locked calls do with the file's size when this goroutine has the turn, this
// process the lock, and the file is where it should be and ends with a whole
// line. It doesn't if done, which may be nil, is closed before it has the turn.
func (l *JSONLLog) locked(ctx context.Context, done <-chan struct{}, do func(size int64) error) error {
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	select {
	case l.turn <- struct{}{}:
		defer func() { <-l.turn }()
	case <-done:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	select {
	case <-done: // both were so, and the turn was chosen
		return nil
	default:
	}
	if l.isClosed {
		return ErrClosed
	}
	if err := l.lock(ctx); err != nil {
		return err
	}
	defer func() { unlockFile(l.file) }()
	size, err := l.setTornAside()
	if err != nil {
		return err
	}
	return do(size)
}

// lock takes the lock on the file that now is at the log's path.
func (l *JSONLLog) lock(ctx context.Context) error {
	ctx, cancel := context.WithTimeoutCause(ctx, l.opts.LockTimeout, errLocked)
	defer cancel()
	for {
		if err := lockFile(ctx, l.file); err != nil {
			return wrap(err)
		}
		if l.isInPlace() {
			return nil
		}
		unlockFile(l.file)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
		old := l.file
		if err := l.open(); err != nil {
			return err
		}
		old.Close()
	}
}

var errLocked = errors.New("audit: log is held by somebody else")

func (l *JSONLLog) isInPlace() bool {
	named, err := os.Lstat(l.path)
	if err != nil {
		return false
	}
	held, err := l.file.Stat()
	return err == nil && os.SameFile(named, held)
}

// open opens the file at the log's path into l.file.
func (l *JSONLLog) open() error {
	if info, err := os.Lstat(l.path); err == nil && !info.Mode().IsRegular() {
		return fmt.Errorf("audit: %s is no regular file", l.path)
	}
	f, err := os.OpenFile(l.path, os.O_RDWR|os.O_APPEND|os.O_CREATE|noFollow, 0o600)
	if err != nil {
		return wrap(err)
	}
	if err := l.tighten(f); err != nil {
		f.Close()
		return err
	}
	l.file = f
	if !l.opts.NoSync {
		syncDir(filepath.Dir(l.path))
	}
	return nil
}

// tighten takes the rights of all but the owner from f.
func (l *JSONLLog) tighten(f *os.File) error {
	info, err := f.Stat()
	if err != nil {
		return wrap(err)
	}
	if !info.Mode().IsRegular() {
		return fmt.Errorf("audit: %s is no regular file", l.path)
	}
	const others fs.FileMode = 0o077
	if !hasModes || info.Mode().Perm()&others == 0 {
		return nil
	}
	if err := f.Chmod(0o600); err != nil {
		return fmt.Errorf("audit: others may read the log: %w", err)
	}
	l.opts.Logger.Warn("audit log could be read by others; its mode is now 0600", "path", l.path, "mode", info.Mode().Perm().String())
	return nil
}

// syncDir makes the name of a new file last, where the system can do that.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		_ = d.Sync() // not every file system has it, and the file is there anyway
		d.Close()
	}
}

func wrap(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("audit: %w", err)
}
