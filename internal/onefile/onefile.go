// Package onefile tells whether two paths lead to one file, for programs that must not
// write two things into it.
package onefile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Same reports whether two paths lead to one file, which need not be there yet. What
// can't be found out counts as one file, and so do names that differ in case alone,
// which are one to some file systems.
func Same(a, b string) bool {
	realA, errA := resolve(a, maxLinks)
	realB, errB := resolve(b, maxLinks)
	if errA != nil || errB != nil || strings.EqualFold(realA, realB) {
		return true
	}
	infoA, errA := os.Stat(realA)
	infoB, errB := os.Stat(realB)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}

// maxLinks is how many links to nothing yet one path may go through.
const maxLinks = 32

var errLinks = errors.New("too many links")

// resolve is filepath.EvalSymlinks for a path whose end need not be there.
func resolve(path string, links int) (string, error) {
	path, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	real, err := filepath.EvalSymlinks(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return real, err
	}
	if target, err := os.Readlink(path); err == nil { // a link to what is not there
		if links == 0 {
			return "", errLinks
		}
		if !filepath.IsAbs(target) {
			target = filepath.Join(filepath.Dir(path), target)
		}
		return resolve(target, links-1)
	}
	parent := filepath.Dir(path)
	if parent == path {
		return "", err
	}
	parent, err = resolve(parent, links)
	return filepath.Join(parent, filepath.Base(path)), err
}
