package osp_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/osp"
)

func TestCasesAvailability(t *testing.T) {
	for _, c := range profileCases(t, "availability") {
		t.Run(c.ID, func(t *testing.T) {
			var manifest, now string
			var ops []patchOp
			var args struct{ ServiceSlug, From, To, Location string }
			read(t, c.Input, "manifest", &manifest)
			read(t, c.Input, "ops", &ops)
			read(t, c.Input, "now", &now)
			read(t, c.Input, "args", &args)
			p := exampleProfile(t, manifest, nil, ops...)
			result, err := p.Availability(osp.AvailabilityQuery{ServiceSlug: args.ServiceSlug, From: date(t, args.From),
				To: date(t, args.To), Location: args.Location}, instant(t, now))
			out := outputOf(t, result, err)
			checkOutput(t, "check_availability", out)
			for path := range c.Expect {
				if path == "no error key" {
					if _, ok := out["error"]; ok {
						t.Errorf("error: %v", out)
					}
					continue
				}
				var want any
				read(t, c.Expect, path, &want)
				expectPart(t, path, want, follow(t, out, path))
			}
		})
	}
}

// stubCentroids are the points of a case.
type stubCentroids map[string][2]float64

func (s stubCentroids) Centroid(zip osp.ZIP) (latitude, longitude float64, ok bool) {
	point, ok := s[zip.String()]
	return point[0], point[1], ok
}

// coverageOutput is what a tool makes of its input and the profile's answer.
func coverageOutput(t *testing.T, p *osp.Profile, zip any) map[string]any {
	t.Helper()
	s, _ := zip.(string)
	z, err := osp.ParseZIP(s)
	if err != nil {
		return map[string]any{"error": "invalid_input", "fields": []any{"zip"}}
	}
	out := outputOf(t, p.Coverage(z), nil)
	checkOutput(t, "check_coverage", out)
	return out
}

func TestCasesCoverage(t *testing.T) {
	for _, c := range profileCases(t, "coverage") {
		t.Run(c.ID, func(t *testing.T) {
			type question struct {
				Manifest string
				Ops      []patchOp
				Zip      any
			}
			var manifest string
			var args question
			var questions []question
			read(t, c.Input, "manifest", &manifest)
			read(t, c.Input, "args", &args)
			read(t, c.Input, "args_each", &questions)
			read(t, c.Input, "cases", &questions)
			if questions == nil {
				questions = []question{args}
			}
			var opts osp.ProfileOptions
			if _, ok := c.Input["centroids"]; ok {
				var stub stubCentroids
				read(t, c.Input, "centroids", &stub)
				opts.Centroids = stub
			}
			var outputs, matchedBy, covered []any
			for _, q := range questions {
				if q.Manifest == "" {
					q.Manifest = manifest
				}
				out := coverageOutput(t, exampleProfile(t, q.Manifest, &opts, q.Ops...), q.Zip)
				outputs = append(outputs, out)
				matchedBy = append(matchedBy, out["matchedBy"])
				covered = append(covered, out["covered"])
			}
			var want any
			read(t, c.Expect, "results", &want)
			switch {
			case want != nil:
				expectPart(t, "results", want, outputs)
			case len(questions) > 1:
				read(t, c.Expect, "matchedBy", &want)
				expectPart(t, "matchedBy", want, matchedBy)
				read(t, c.Expect, "covered", &want)
				expectPart(t, "covered", want, covered)
			default:
				whole := make(map[string]any)
				for name := range c.Expect {
					var v any
					read(t, c.Expect, name, &v)
					whole[name] = v
				}
				expectPart(t, "result", whole, outputs[0])
			}
		})
	}
}

// bookingOutput is the verdict of decoding and checking as a tool would start its answer.
func bookingOutput(t *testing.T, p *osp.Profile, input []byte, now string) map[string]any {
	t.Helper()
	r, err := p.DecodeBookingRequest(input)
	if err == nil {
		err = p.CheckRequest(r, instant(t, now))
	}
	if err != nil {
		out := outputOf(t, nil, err)
		checkOutput(t, "request_service_booking", out)
		return out
	}
	out := map[string]any{"success": true}
	if id, ok := r.PreferredTime(); ok {
		out["preferredTime"] = id
	}
	return out
}

func TestCasesBooking(t *testing.T) {
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
			p := exampleProfile(t, manifest, nil)

			base := []byte(args)
			if base == nil {
				base = bookingInput(t)
			}
			base = patched(t, base, ops...)
			var outputs []any
			name, values := each(t, c)
			switch {
			case name == "now":
				for _, v := range values {
					var at string
					if err := json.Unmarshal(v, &at); err != nil {
						t.Fatal(err)
					}
					outputs = append(outputs, bookingOutput(t, p, base, at))
				}
			case name != "":
				for _, v := range values {
					path := "/" + strings.ReplaceAll(name, ".", "/")
					outputs = append(outputs, bookingOutput(t, p, patched(t, base, patchOp{"add", path, v}), now))
				}
			case opsEach != nil:
				for _, ops := range opsEach {
					outputs = append(outputs, bookingOutput(t, p, patched(t, base, ops...), now))
				}
			default:
				outputs = append(outputs, bookingOutput(t, p, base, now))
			}

			var want []any
			read(t, c.Expect, "results", &want)
			if want == nil { // the same for each
				whole := make(map[string]any)
				for name := range c.Expect {
					if name == "error" || name == "fields" {
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

func TestCasesSanitize(t *testing.T) {
	for _, c := range profileCases(t, "sanitize") {
		t.Run(c.ID, func(t *testing.T) {
			var text string
			var texts []string
			read(t, c.Input, "text", &text)
			read(t, c.Input, "texts", &texts)
			if text != "" {
				texts = append(texts, text)
			}
			for _, text := range texts {
				got := osp.PlainText(text, noLimit)
				isPlain(t, got)
				var want string
				var list []string
				for name := range c.Expect {
					switch name {
					case "output", "preferred":
						read(t, c.Expect, name, &want)
						if got != want {
							t.Errorf("got %q, want %q", got, want)
						}
					case "output words":
						read(t, c.Expect, name, &list)
						if !slices.Equal(strings.Fields(got), list) {
							t.Errorf("got the words of %q, want %q", got, list)
						}
					case "output contains", "output lacks":
						read(t, c.Expect, name, &list)
						for _, part := range list {
							if strings.Contains(got, part) != (name == "output contains") {
								t.Errorf("%s %q: got %q", name, part, got)
							}
						}
					case "property":
						if again := osp.PlainText(got, noLimit); again != got || strings.Contains(got, "<script") || strings.Contains(got, "<img") {
							t.Errorf("got %q, and again %q", got, again)
						}
					case "output has no": // isPlain has seen to it
					default:
						t.Fatal(fmt.Sprint("unknown expectation ", name))
					}
				}
			}
		})
	}
}
