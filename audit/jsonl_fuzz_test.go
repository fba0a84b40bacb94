package audit_test

import (
	"bytes"
	"errors"
	"testing"

	"github.com/openservicekit/openservice/audit"
)

// FuzzReadJSONL: a log may hold anything; what is yielded without an error is an
// event that is whole and that can be appended again.
func FuzzReadJSONL(f *testing.F) {
	line := mustJSON(f, numbered(f, "aud_1"))
	f.Add(append(line, '\n'))
	f.Add(append(append(bytes.Clone(line), "\n\n{}\nnot json\n"...), line...))
	f.Fuzz(func(t *testing.T, data []byte) {
		lines := bytes.Count(data, []byte("\n")) + 1
		for e, err := range audit.ReadJSONL(bytes.NewReader(data)) {
			if lines--; lines < 0 {
				t.Fatal("more events than lines")
			}
			var at *audit.LineError
			switch {
			case err != nil && !errors.As(err, &at):
				t.Fatal(err)
			case err == nil:
				var log audit.MemoryLog
				if err := errors.Join(e.Verify(), log.Append(t.Context(), e)); err != nil {
					t.Fatal(err)
				}
			}
		}
	})
}
