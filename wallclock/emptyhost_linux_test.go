package wallclock_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
)

// emptyHost returns this test binary as a command on a host that holds nothing
// else. It skips the test where there can't be one.
func emptyHost(t *testing.T) *exec.Cmd {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("only root can change the root directory")
	}
	if raceEnabled {
		t.Skip("a race-enabled binary needs the libraries of its host")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	binary, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "host"), binary, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("/host")
	cmd.Dir = "/"
	cmd.Env = []string{"GOROOT=/nowhere", "GOCOVERDIR=/", "TMPDIR=/"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Chroot: root}
	return cmd
}
