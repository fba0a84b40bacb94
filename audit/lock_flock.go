//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package audit

import (
	"context"
	"errors"
	"os"
	"syscall"
	"time"
)

const (
	noFollow = syscall.O_NOFOLLOW
	hasModes = true
)

// lockFile takes the advisory lock on f, trying until ctx is done.
func lockFile(ctx context.Context, f *os.File) error {
	const longest = 20 * time.Millisecond
	for wait := time.Millisecond; ; wait = min(2*wait, longest) {
		err := flock(f, syscall.LOCK_EX|syscall.LOCK_NB)
		if err == nil || !errors.Is(err, syscall.EWOULDBLOCK) && !errors.Is(err, syscall.EINTR) {
			return err
		}
		retry := time.NewTimer(wait)
		select {
		case <-retry.C:
		case <-ctx.Done():
			retry.Stop()
			return context.Cause(ctx)
		}
	}
}

func unlockFile(f *os.File) { _ = flock(f, syscall.LOCK_UN) } // closing would do as well

func flock(f *os.File, how int) error {
	conn, err := f.SyscallConn()
	if err != nil {
		return err
	}
	var failed error
	if err := conn.Control(func(fd uintptr) { failed = syscall.Flock(int(fd), how) }); err != nil {
		return err
	}
	return failed
}
