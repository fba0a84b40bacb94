package wallclock

import (
	"errors"
	"io"
	"io/fs"
	"strings"
)

// maxZoneFile is some hundred times the size of a real zone file.
const maxZoneFile = 1 << 20

// NewZoneLoaderFS returns a [NewZoneLoader] over a file system that holds zone
// files by name, such as os.DirFS("/usr/share/zoneinfo"), an embed.FS or the
// zoneinfo.zip of a Go installation. If version is empty it is read from the
// file that says it, +VERSION, version or tzdata.zi; if there is none either,
// that is an error.
func NewZoneLoaderFS(fsys fs.FS, version string) (*Zones, error) {
	if fsys == nil {
		return nil, errors.New("wallclock: NewZoneLoaderFS needs a file system")
	}
	if version == "" {
		version = databaseVersion(fsys)
	}
	if version == "" {
		return nil, errors.New("wallclock: the file system does not say which database version it holds")
	}
	return NewZoneLoader(func(name string) ([]byte, error) {
		return readFile(fsys, name, maxZoneFile)
	}, version)
}

// databaseVersion reads a release name such as 2025b, or "" if none is found.
func databaseVersion(fsys fs.FS) string {
	for _, name := range []string{"+VERSION", "version", "tzdata.zi"} {
		data, err := readFile(fsys, name, 64)
		if err != nil {
			continue
		}
		line, _, _ := strings.Cut(string(data), "\n")
		fields := strings.Fields(strings.TrimPrefix(line, "# version "))
		if len(fields) == 1 && isRelease(fields[0]) {
			return fields[0]
		}
	}
	return ""
}

// isRelease reports whether s is a year and small letters, with the suffix that
// marks a snapshot if any.
func isRelease(s string) bool {
	release, _, _ := strings.Cut(s, "-")
	return len(release) >= len("2025b") && hasForm(release[:4], "0000") &&
		strings.Trim(release[4:], "abcdefghijklmnopqrstuvwxyz") == ""
}

// readFile reads at most limit bytes of a file.
func readFile(fsys fs.FS, name string, limit int64) ([]byte, error) {
	file, err := fsys.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, limit))
}
