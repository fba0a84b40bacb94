package osp_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/store"
)

// worldCalendar answers from a random world.
type worldCalendar struct{ answer osp.CalendarAnswer }

func (c worldCalendar) Windows(context.Context, osp.CalendarQuery) (osp.CalendarAnswer, error) {
	return c.answer, nil
}

// toolsAgree checks on random businesses, moments and calendars that check_availability and request_service_booking don't
// disagree: a window that the first doesn't call closed the second accepts, and every other it refuses (rule 31, P-161).
func toolsAgree(t *testing.T, rng *rand.Rand) {
	w := newWorld(t, parsed(t, "hvac-two-locations"), rng)
	clock := func() time.Time { return w.now }
	records, err := store.NewMemory(store.MemoryOptions{Clock: clock})
	if err != nil {
		t.Fatal(err)
	}
	opts := osp.ServerOptions{Sink: new(osp.MemorySink), Store: records, Limits: unlimited, Clock: clock}
	if rng.IntN(2) == 0 {
		opts.Calendar = worldCalendar{w.calendar}
	}
	server, err := osp.NewServer(w.p, opts)
	if err != nil {
		t.Fatal(err)
	}
	call := func(tool osp.Tool, arguments any) osp.Result {
		raw, err := json.Marshal(arguments)
		if err != nil {
			t.Fatal(err)
		}
		result, err := server.Call(context.Background(), osp.Caller{}, tool, raw)
		if err != nil {
			t.Fatal(err)
		}
		checkResult(t, tool, result)
		return result
	}
	slug := []string{"ac-repair", "duct-cleaning"}[rng.IntN(2)]
	location := w.m.Locations[rng.IntN(len(w.m.Locations))].ID
	result := call(osp.ToolCheckAvailability, map[string]any{"serviceSlug": slug, "from": w.from, "to": w.from.AddDays(31), "location": location})
	var answer osp.AvailabilityResult
	if err := json.Unmarshal(result.JSON, &answer); err != nil || result.Err() != nil {
		t.Fatalf("%v: %s", err, result.JSON)
	}
	for n := range 8 {
		day := answer.Days[rng.IntN(len(answer.Days))]
		open := openWindows(t, day, opts.Calendar != nil)
		window := append([]string{"", "unheard-of"}, windowIDs(w.m)...)[rng.IntN(2+len(w.m.BookingPolicy.Windows))]
		arguments := map[string]any{
			"requestId": fmt.Sprintf("6f1d2c1e-6b9a-4e3e-9c0b-%012d", n), "confirmed": true, "serviceSlug": slug, "preferredDate": day.Date, "location": location,
			"customer": map[string]any{"name": "Jordan Ellis", "phone": fmt.Sprintf("386555%04d", n), "address": "44 Palm Ct", "city": "Ormond Beach",
				"state": "FL", "zip": "32174", "contactMethod": "text", "contactAuthorized": true},
		}
		if window != "" {
			arguments["preferredTime"] = window
		}
		accepts(t, call(osp.ToolRequestServiceBooking, arguments).Err(), window, open)
	}
}

func windowIDs(m *osp.Manifest) (ids []string) {
	for _, w := range m.BookingPolicy.Windows {
		ids = append(ids, w.ID)
	}
	return ids
}

func TestRule31_ServerToolsAgree(t *testing.T) {
	rounds := 150
	if testing.Short() {
		rounds = 20
	}
	for seed := range rounds {
		toolsAgree(t, rand.New(rand.NewPCG(uint64(seed), 7)))
	}
}

func FuzzServerToolsAgree(f *testing.F) {
	f.Add(uint64(1), uint64(2))
	f.Fuzz(func(t *testing.T, a, b uint64) { toolsAgree(t, rand.New(rand.NewPCG(a, b))) })
}

// FuzzServerCall: whatever arguments come, the answer satisfies the schema, and what the printed input schema refuses is
// refused.
func FuzzServerCall(f *testing.F) {
	f.Add(uint8(5), string(bookingInput(f)))
	for i, tool := range osp.ToolSpecs() {
		f.Add(uint8(i), arguments(f)[tool.Tool])
	}
	f.Add(uint8(5), `{"requestId":"x","confirmed":"true"}`)
	specs := osp.ToolSpecs()
	f.Fuzz(func(t *testing.T, n uint8, arguments string) {
		r := newRig(t, "hvac-two-locations", nil)
		tool := specs[int(n)%len(specs)].Tool
		result := r.call(tool, arguments)
		if result.Err() != nil {
			return
		}
		if strings.TrimSpace(arguments) == "" {
			arguments = "{}"
		}
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(arguments))
		if err == nil {
			err = toolSchemas()[string(tool)+".input"].Validate(v)
		}
		if err != nil {
			t.Fatalf("%s took %q: %v", tool, arguments, err)
		}
	})
}
