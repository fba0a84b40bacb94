package osp_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/osp"
)

// Rule 45: the code is found through any wrapping, and nothing but the schema's members is answered.
func TestRule45_RefusalIsItsCode(t *testing.T) {
	p := exampleProfile(t, "hvac-two-locations", nil)
	err := p.CheckRequest(request(t, remove("/location")), instant(t, bookingNow))
	wrapped := fmt.Errorf("handling: %w", fmt.Errorf("booking: %w", err))
	if !errors.Is(wrapped, osp.CodeLocationRequired) || errors.Is(wrapped, osp.CodeUnknownLocation) {
		t.Errorf("errors.Is of %v", wrapped)
	}
	var r *osp.Refusal
	if !errors.As(wrapped, &r) || r.Code != osp.CodeLocationRequired {
		t.Errorf("errors.As of %v", wrapped)
	}
	raw, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	want := `{"error":"location_required","message":` + quoted(t, r.Message) +
		`,"locations":[{"id":"daytona","name":"Daytona Beach"},{"id":"palm-coast","name":"Palm Coast"}]}`
	if string(raw) != want {
		t.Errorf("got %s, want %s", raw, want)
	}
}

func quoted(t *testing.T, s string) string {
	t.Helper()
	raw, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

// Rule 40: a message stays within 500 code points, however much there is to list.
func TestRule40_MessagesAreBounded(t *testing.T) {
	var list []map[string]string
	for i := range 60 {
		list = append(list, map[string]string{"id": fmt.Sprintf("%s-%02d", strings.Repeat("w", 37), i), "label": "x", "start": "08:00", "end": "12:00"})
	}
	p := exampleProfile(t, "hvac-two-locations", nil, windows(list...))
	err := p.CheckRequest(request(t), instant(t, bookingNow))
	wantCode(t, err, osp.CodeUnknownWindow)
	if n := len(refusalOf(t, err).Message); n < 400 {
		t.Errorf("message of %d bytes", n)
	}
}
