package osp_test

import (
	"encoding/json"
	"fmt"
	"testing"

	"github.com/openservicekit/openservice/osp"
)

func TestParseZIP(t *testing.T) {
	for s, n := range map[string]int{"00000": 0, "02889": 2889, "32114": 32114, "99999": 99999} {
		z, err := osp.ParseZIP(s)
		if err != nil || z.String() != s || z.Number() != n || !z.IsValid() {
			t.Errorf("%s: %v %d %v", s, z, z.Number(), err)
		}
	}
	for _, s := range []string{"", "3211", "321145", "32114-1234", " 32114", "3211 ", "3211a", "٣٢١١٤", "３２１１４", "+2114", "-2114"} {
		if z, err := osp.ParseZIP(s); err == nil || z.IsValid() || z != (osp.ZIP{}) {
			t.Errorf("%q is the ZIP %v", s, z)
		}
	}
}

func TestZIPZero(t *testing.T) {
	var z osp.ZIP
	if z.IsValid() || z.String() != "" || z.Number() != -1 {
		t.Errorf("%q %d", z, z.Number())
	}
	if _, err := z.MarshalText(); err == nil {
		t.Error("no ZIP was marshalled")
	}
	if z.Compare(osp.MustParseZIP("00000")) >= 0 || osp.MustParseZIP("00001").Compare(osp.MustParseZIP("00000")) <= 0 || !z.Equal(osp.ZIP{}) {
		t.Error("order")
	}
}

func TestZIPText(t *testing.T) {
	in := map[osp.ZIP][]osp.ZIP{osp.MustParseZIP("02889"): {osp.MustParseZIP("32114")}}
	data, err := json.Marshal(in)
	if err != nil || string(data) != `{"02889":["32114"]}` {
		t.Fatal(string(data), err)
	}
	var out map[osp.ZIP][]osp.ZIP
	if err := json.Unmarshal(data, &out); err != nil || fmt.Sprint(in) != fmt.Sprint(out) {
		t.Error(out, err)
	}
	if json.Unmarshal([]byte(`"3211"`), new(osp.ZIP)) == nil {
		t.Error("four digits were read")
	}
}

func FuzzParseZIP(f *testing.F) {
	f.Add("02889")
	f.Add("3211٤")
	f.Fuzz(func(t *testing.T, s string) {
		z, err := osp.ParseZIP(s)
		if (err == nil) != z.IsValid() || err == nil && z.String() != s {
			t.Errorf("%q: %v, %v", s, z, err)
		}
	})
}
