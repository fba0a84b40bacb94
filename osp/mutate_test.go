package osp_test

import (
	"bytes"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"sort"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/google/go-cmp/cmp"
	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/wallclock"
)

// pool is what mutations put in the place of values: other types, boundaries, near misses.
var pool = func() []any {
	var values []any
	for _, raw := range []string{
		`null`, `true`, `false`, `0`, `-0`, `1`, `1.0`, `4.5e1`, `60`, `61`, `365`, `366`, `200.5`, `2.0`, `3`, `4`, `-1`, `500`,
		`500.00000000000000001`, `90.00000000000000000000001`, `-180.0000000000000000000001`, `1e-7`, `1e400`, `-1e400`, `0e9999`,
		`""`, `"x"`, `"closed"`, `"24_hours"`, `"24:00"`, `"00:00"`, `"08:00"`, `"8:00"`, `"23:59"`, `"08:00:00"`, `"2026-02-30"`,
		`"2026-02-28"`, `"2024-02-29"`, `"0000-01-01"`, `"2026-1-1"`, `"2026-13-01"`, `"32114"`, `"3211"`, `"32114-1"`, `"٣٢١١٤"`,
		`"ac-repair"`, `"-ac"`, `"AC"`, `"daytona"`, `"palm-coast"`, `"Morning"`, `"morning"`, `"Evening"`, `"on_site"`, `"in_shop"`,
		`"both"`, `"FL"`, `"fl"`, `"PR"`, `"XX"`, `"US"`, `"America/New_York"`, `"America/Indiana/Indianapolis"`, `"US/Pacific"`,
		`"UTC"`, `"America/Nowhere"`, `"America//X"`, `"Etc/GMT+5"`, `"https://a.example"`, `"https://a.example/é"`,
		`"https://a b.example"`, `"https://a.example/a b"`, `"http://a.example"`, `"https://"`, `"https://[::1]:8443/x?y#z"`,
		`"https://[::1"`, `"https://a.example:port"`, `"https://u:p@a.example/%zz"`, `"https://a%41.example"`, `"HTTPS://a.example"`,
		`"a@b.example"`, `"@b.example"`, `"a@b"`, `"a@-b"`, `"a..b@c"`, `"\"a b\"@c"`, `"a@[127.0.0.1]"`, `"a@[IPv6:::1]"`, `"é@b"`,
		`"call"`, `"fax"`, `"allowed"`, `"saturday_only"`, `"request"`, `"0.1"`, `"0.2"`, `"2026-09-07T14:00:00Z"`,
		`"2026-09-07t14:00:00.123456789123+05:30"`, `"2026-09-07 14:00:00Z"`, `"2026-09-07T14:00:00"`, `"2026-09-07T24:00:00Z"`,
		`[]`, `["daytona"]`, `["nowhere"]`, `["daytona","daytona"]`, `["call","call"]`, `[1,1.0]`, `["32114","32114"]`,
		`{}`, `{"open":"08:00","close":"17:00"}`, `{"open":"17:00","close":"08:00"}`, `{"open":"08:00"}`,
		`{"date":"2026-12-24","status":"closed"}`, `{"date":"2026-12-24","open":"17:00","close":"08:00"}`,
		`{"date":"2026-12-24","status":"closed","open":"08:00"}`, `{"date":"2026-12-24","status":"open"}`, `{"rating":5}`,
		`{"id":"custom"}`, `{"id":"custom","label":"Late","start":"20:00","end":"22:00"}`, `{"id":"Evening","start":"17:00"}`,
		`{"level":2}`, `{"level":1}`, `{"com.example.vendor":{"REVIEWS":[]}}`, `{"com.example.vendor":[{"a":1}]}`, `{"vendor":1}`,
		`{"postalCodes":["32114"]}`, `{"url":"https://a.example"}`, `{"latitude":1,"longitude":2}`,
	} {
		var v any
		dec := json.NewDecoder(strings.NewReader(raw))
		dec.UseNumber()
		if err := dec.Decode(&v); err != nil {
			panic(raw)
		}
		values = append(values, v)
	}
	for _, n := range []int{1, 6, 7, 40, 41, 60, 61, 80, 81, 100, 101, 120, 121, 200, 201, 254, 255, 300, 301, 600, 601} {
		values = append(values, strings.Repeat("a", n), strings.Repeat("é", n), strings.Repeat("a", max(0, n-10))+"@b.example")
	}
	return values
}()

// members are names that mutations add to objects.
var memberNames = []string{"x", "Rating", "reviewCount", "coverage", "conformance", "extensions", "mcp", "geo", "status", "open", "close",
	"label", "start", "end", "afterHoursNote", "emergencyAvailable", "vehicleDetailsAccepted", "requiresAddress", "isPrimary",
	"locationIds", "bookable", "exceptions", "radius", "postalCodes", "email", "yearsInBusiness", "id", "slug", "", "DisplayName"}

// mutant is a document under mutation: slots are the places where a value can be replaced or removed.
type mutant struct {
	root any
	rng  *rand.Rand
}

type slot struct {
	get    func() any
	set    func(any)
	remove func()
}

func (m *mutant) slots() []slot {
	out := []slot{{func() any { return m.root }, func(v any) { m.root = v }, func() {}}}
	var walk func(v any, set func(any))
	walk = func(v any, set func(any)) {
		switch v := v.(type) {
		case map[string]any:
			names := make([]string, 0, len(v))
			for name := range v {
				names = append(names, name)
			}
			sort.Strings(names)
			for _, name := range names {
				put := func(e any) { v[name] = e }
				out = append(out, slot{func() any { return v[name] }, put, func() { delete(v, name) }})
				walk(v[name], put)
			}
		case []any:
			for i := range v {
				put := func(e any) { v[i] = e }
				out = append(out, slot{func() any { return v[i] }, put, func() { set(slices.Delete(slices.Clone(v), i, i+1)) }})
				walk(v[i], put)
			}
		}
	}
	walk(m.root, func(v any) { m.root = v })
	return out
}

func (m *mutant) pick() any { return pool[m.rng.IntN(len(pool))] }

// mutate changes one thing.
func (m *mutant) mutate() {
	slots := m.slots()
	s := slots[1+m.rng.IntN(max(1, len(slots)-1))%max(1, len(slots)-1)]
	switch m.rng.IntN(6) {
	case 0:
		s.remove()
	case 1, 2:
		s.set(m.pick())
	case 3: // another value of the document itself, which more often fits
		s.set(clone(slots[m.rng.IntN(len(slots))].get()))
	default:
		switch v := s.get().(type) {
		case map[string]any:
			v[memberNames[m.rng.IntN(len(memberNames))]] = clone(m.pick())
		case []any:
			if len(v) > 0 && m.rng.IntN(2) == 0 {
				s.set(append(slices.Clone(v), clone(v[m.rng.IntN(len(v))])))
			} else {
				s.set(append(slices.Clone(v), clone(m.pick())))
			}
		default:
			s.set(m.pick())
		}
	}
}

func clone(v any) any {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	var out any
	dec := json.NewDecoder(strings.NewReader(string(data)))
	dec.UseNumber()
	if err := dec.Decode(&out); err != nil {
		panic(err)
	}
	return out
}

// agree fails the test unless Parse and the oracle give the same verdict.
func agree(t *testing.T, o *oracle, zones wallclock.ZoneLoader, data []byte) (valid bool) {
	t.Helper()
	problem := o.problem(data)
	m, err := osp.Parse(data, &osp.ParseOptions{Zones: zones})
	if (err == nil) != (problem == "") {
		t.Fatalf("Parse: %v\noracle: %q\n%s", err, problem, data)
	}
	if err != nil && m != nil {
		t.Fatal("a manifest came with an error")
	}
	return err == nil
}

// The verdict on mutated examples is that of the schema library together with an independent reading of the constraints
// (P-024, P-298 to P-307).
func TestVerdictAgreesOnMutants(t *testing.T) {
	o, zones := newOracle(t), wallclock.SystemZones()
	rounds := 600
	if testing.Short() {
		rounds = 150
	}
	for _, name := range exampleNames {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(1, uint64(len(name))))
			base := jsonValue(t, exampleManifest(t, name))
			valid := 0
			for range rounds {
				m := &mutant{clone(base), rng}
				for range 1 + rng.IntN(3) {
					m.mutate()
				}
				data, err := json.Marshal(m.root)
				if err != nil {
					t.Fatal(err)
				}
				if agree(t, o, zones, data) {
					valid++
					survives(t, zones, data)
				}
			}
			if valid < rounds/50 || valid > rounds/2 {
				t.Errorf("%d of %d mutants are valid; the mutations teach nothing", valid, rounds)
			}
		})
	}
}

func FuzzVerdictAgrees(f *testing.F) {
	o, zones := newOracle(f), wallclock.SystemZones()
	var bases []any
	for i, name := range exampleNames {
		bases = append(bases, jsonValue(f, exampleManifest(f, name)))
		f.Add(uint8(i), uint64(1), uint8(2))
	}
	f.Fuzz(func(t *testing.T, base uint8, seed uint64, steps uint8) {
		m := &mutant{clone(bases[int(base)%len(bases)]), rand.New(rand.NewPCG(seed, 0))}
		for range 1 + steps%6 {
			m.mutate()
		}
		data, err := json.Marshal(m.root)
		if err != nil {
			t.Fatal(err)
		}
		agree(t, o, zones, data)
	})
}

// FuzzParse reads arbitrary bytes: the verdict is the oracle's, and what is accepted survives encoding as the same JSON
// value.
func FuzzParse(f *testing.F) {
	for _, name := range exampleNames {
		f.Add(exampleManifest(f, name))
	}
	f.Add([]byte(`{"specVersion":"0.2"}`))
	f.Add([]byte(`{"a":{"b":[1,"\ud800"]}}`))
	f.Add([]byte("\ufeff{}"))
	f.Add([]byte(`{"x":1,"x":2} `))
	o, zones := newOracle(f), wallclock.SystemZones()
	f.Fuzz(func(t *testing.T, data []byte) {
		if !agree(t, o, zones, data) {
			return
		}
		survives(t, zones, data)
	})
}

// survives fails the test unless a valid document comes out of the types as the same JSON value.
func survives(t *testing.T, zones wallclock.ZoneLoader, data []byte) {
	t.Helper()
	opts := &osp.ParseOptions{Zones: zones}
	m, err := osp.Parse(data, opts)
	if err != nil {
		t.Fatal(err)
	}
	out, err := osp.Encode(m, opts)
	if err != nil {
		t.Fatalf("a manifest that was read can't be written: %v", err)
	}
	if diff := cmp.Diff(canonical(t, data), canonical(t, out)); diff != "" {
		t.Fatalf("decoding and encoding changed the document (-before +after):\n%s", diff)
	}
	osp.Lint(m, &osp.LintOptions{Zones: zones, Date: wallclock.Date{Year: 2026, Month: 12, Day: 31}}) // must not panic
	again, err := osp.Parse(out, opts)
	if err != nil {
		t.Fatal(err)
	}
	if twice, err := osp.Encode(again, opts); err != nil || !bytes.Equal(out, twice) {
		t.Fatalf("encoding is not deterministic: %v", err)
	}
}

// canonical is the RFC 8785 form, in which equal JSON values are equal texts.
func canonical(t *testing.T, data []byte) string {
	t.Helper()
	v := jsontext.Value(bytes.Clone(data))
	if err := v.Canonicalize(); err != nil {
		t.Fatal(err)
	}
	return string(v)
}
