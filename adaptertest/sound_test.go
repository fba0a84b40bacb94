package adaptertest_test

import (
	"testing"

	"github.com/openservicekit/openservice/adaptertest"
)

// TestSoundAdapters runs the suite on adapters that keep every promise: it passes, and
// nothing is skipped, since the rig's harness is strict.
func TestSoundAdapters(t *testing.T) {
	for name, open := range map[string]opener{
		"osbp.Adapter":           overMemory,
		"osbp.Adapter over HTTP": overHTTP,
	} {
		t.Run(name, func(t *testing.T) {
			adaptertest.Run(t, func(t *testing.T) *adaptertest.Harness { return newRig(t, open).harness() })
		})
	}
}
