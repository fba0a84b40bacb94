package osp_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/osp"
)

// askedOnce is what a server of its own answers to a booking request. Nothing that it refuses is stored or delivered.
func askedOnce(t *testing.T, manifest, now string, input []byte) any {
	t.Helper()
	r := newRig(t, manifest, nil)
	r.clock.Set(instant(t, now))
	result := r.call(osp.ToolRequestServiceBooking, string(input))
	stored := 0
	if result.Err() == nil {
		stored = 1
	}
	r.wantOffice(stored)
	if n := r.records()[osp.RequestReceived]; n != stored {
		t.Errorf("%d requests are stored", n)
	}
	return members(t, result)
}

// The collected cases of bookings, through the server.
func TestServerCasesBooking(t *testing.T) {
	for _, c := range profileCases(t, "booking") {
		t.Run(c.ID, func(t *testing.T) {
			var manifest, now string
			var ops []patchOp
			var opsEach [][]patchOp
			var args json.RawMessage
			read(t, c.Input, "manifest", &manifest)
			read(t, c.Input, "now", &now)
			read(t, c.Input, "args_ops", &ops)
			read(t, c.Input, "args_ops_each", &opsEach)
			read(t, c.Input, "args", &args)
			base := []byte(args)
			if base == nil {
				base = bookingInput(t)
			}
			base = patched(t, base, ops...)
			name, values := each(t, c)
			for _, v := range values {
				if name != "now" {
					opsEach = append(opsEach, []patchOp{{"add", "/" + strings.ReplaceAll(name, ".", "/"), v}})
				}
			}
			var outputs []any
			switch {
			case name == "now":
				for _, v := range values {
					outputs = append(outputs, askedOnce(t, manifest, strings.Trim(string(v), `"`), base))
				}
			case opsEach == nil:
				outputs = append(outputs, askedOnce(t, manifest, now, base))
			default:
				for _, ops := range opsEach {
					outputs = append(outputs, askedOnce(t, manifest, now, patched(t, base, ops...)))
				}
			}
			var want []any
			read(t, c.Expect, "results", &want)
			if want == nil { // the same for each
				whole := make(map[string]any)
				for _, name := range []string{"error", "fields"} {
					if _, ok := c.Expect[name]; ok {
						var v any
						read(t, c.Expect, name, &v)
						whole[name] = v
					}
				}
				want = slices.Repeat([]any{whole}, len(outputs))
			}
			expectPart(t, "results", want, outputs)
		})
	}
}

// The case of coverage that is about the input; the profile's tests have the others.
func TestServerCasesCoverage(t *testing.T) {
	all := profileCases(t, "coverage")
	i := slices.IndexFunc(all, func(c profileCase) bool { return c.ID == "cov-leading-zero-and-length" })
	var questions []json.RawMessage
	var want, outputs []any
	read(t, all[i].Input, "args_each", &questions)
	read(t, all[i].Expect, "results", &want)
	r := newRig(t, "marine-repair-yard", nil)
	for _, q := range questions {
		outputs = append(outputs, any(members(t, r.call(osp.ToolCheckCoverage, string(q)))))
	}
	expectPart(t, "results", want, outputs)
}
