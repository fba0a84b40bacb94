package main

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"strings"
	"time"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/osp/zcta"
	"github.com/openservicekit/openservice/store"
)

// manifest is the two-location HVAC business of the OSP specification.
//
//go:embed manifest.json
var manifest []byte

// ospStage is the business's side: what a site publishes and where requests go.
type ospStage struct {
	profile *osp.Profile
	server  *osp.Server
	sink    *osp.MemorySink
	now     time.Time
}

// tellOSP plays the OSP half. The story is told as far as it came, also when there is
// an error.
func tellOSP(ctx context.Context) (*story, error) {
	s := &story{
		title: "OSP: a business that agents can ask",
		intro: "A heating and cooling business in Florida publishes one manifest. An agent reads it, asks, and sends a " +
			"request. Nothing here makes an appointment: the business confirms, or it does not.",
		outro:  "The same tools are served over HTTP by go run ./examples/ospsite",
		events: new(keptLog),
	}
	stage := &ospStage{sink: new(osp.MemorySink)}
	for _, tell := range []func(context.Context, *ospStage, *story) error{publish, askCoverage, askAvailability, sendRequest} {
		if err := tell(ctx, stage, s); err != nil {
			return s, err
		}
	}
	return s, nil
}

func publish(_ context.Context, stage *ospStage, s *story) error {
	p := s.part("A manifest", "")
	st := p.step("1", "It validates, or every problem is named at once")
	broken := strings.NewReplacer(
		`"America/New_York"`, `"Local"`, `"minimumDaysAhead": 1`, `"minimumDaysAhead": -1`, `"isPrimary": false`, `"isPrimary": true`,
	).Replace(string(manifest))
	var faults *osp.ValidationError
	if _, err := osp.Parse([]byte(broken), nil); !errors.As(err, &faults) {
		return errors.New("the broken manifest was taken")
	}
	for _, issue := range faults.Issues {
		st.say(business, "%s: %s", issue.Path, issue.Message)
	}
	m, err := osp.Parse(manifest, nil)
	if err != nil {
		return err
	}
	st.say("", "(mended)")
	st.say(business, "%s, %d locations, %d services: valid", m.Business.DisplayName, len(m.Locations), len(m.Services))
	if stage.profile, err = osp.NewProfile(m, &osp.ProfileOptions{Centroids: zcta.Table[osp.ZIP]{}}); err != nil {
		return err
	}
	records, err := store.NewMemory(store.MemoryOptions{Clock: stage.clock})
	if err != nil {
		return err
	}
	stage.server, err = osp.NewServer(stage.profile, osp.ServerOptions{
		Sink: stage.sink, Store: records, Clock: stage.clock, PersonKey: []byte(strings.Repeat("demonstration ", 3)),
	})
	return err
}

const business = "business"

func (stage *ospStage) clock() time.Time { return stage.now }

func (stage *ospStage) at(instant string) error {
	t, err := time.Parse(time.RFC3339, instant)
	stage.now = t
	return err
}

func askCoverage(_ context.Context, stage *ospStage, s *story) error {
	p := s.part("Coverage", "A listed ZIP, one within a radius, one that nobody can place, and one far away. Not known is never no.")
	for n, code := range []string{"32174", "32168", "32115", "90210"} {
		zip, err := osp.ParseZIP(code)
		if err != nil {
			return err
		}
		answer := stage.profile.Coverage(zip)
		st := p.step(string(rune('2'+n)), "Do you come to "+code+"?")
		st.say(server, "check_coverage: covered %t, matched by %s", answer.Covered, answer.MatchedBy)
		st.say(agentSay, "%s", osp.PhraseCoverage(answer))
	}
	return nil
}

func askAvailability(_ context.Context, stage *ospStage, s *story) error {
	p := s.part("Availability", "What the business accepts requests for, from its own policy. It is no calendar.")
	for _, q := range []struct{ label, title, now, from, to string }{
		{"6", "The days around Thanksgiving", "2026-11-20T15:00:00Z", "2026-11-25", "2026-11-29"},
		{"7", "Half past midnight, hours before the clocks go back", "2026-11-01T04:30:00Z", "2026-11-01", "2026-11-02"},
		{"8", "A day later by Greenwich, and still Sunday in Florida", "2026-11-02T04:30:00Z", "2026-11-01", "2026-11-02"},
	} {
		if err := stage.at(q.now); err != nil {
			return err
		}
		query, err := osp.DecodeAvailabilityQuery([]byte(`{"serviceSlug":"ac-repair","location":"daytona","from":"` + q.from + `","to":"` + q.to + `"}`))
		if err != nil {
			return err
		}
		answer, err := stage.profile.Availability(query, stage.now)
		if err != nil {
			return err
		}
		st := p.step(q.label, q.title)
		st.say("", "(it is %s in %s)", stage.profile.Today(stage.now), stage.profile.Zone().Name())
		for _, day := range answer.Days {
			st.say(server, "%s", dayInWords(day))
		}
	}
	return nil
}

func dayInWords(day osp.AvailabilityDay) string {
	words := day.Date.String() + " " + day.Date.Weekday().Weekday().String()[:3] + "  "
	if day.Reason != "" {
		return words + string(day.Status) + ": " + string(day.Reason)
	}
	var windows []string
	for _, w := range day.Windows {
		windows = append(windows, w.ID+" "+string(w.Status))
	}
	return words + strings.Join(windows, ", ")
}

func sendRequest(ctx context.Context, stage *ospStage, s *story) error {
	p := s.part("A request", "The customer agreed to be called about it, and to nothing else.")
	if err := stage.at("2026-11-20T15:00:00Z"); err != nil {
		return err
	}
	const request = `{"requestId":"6f1c0a52-5b0e-4d51-9f0a-2f6f5f0c7d11","confirmed":true,"serviceSlug":"ac-repair",` +
		`"preferredDate":"2026-11-27","preferredTime":"Morning","location":"daytona","customer":{"name":"Jane Customer",` +
		`"phone":"+1 386 555 0100","address":"1 Ocean Ave","city":"Ormond Beach","state":"FL","zip":"32174",` +
		`"notes":"No cold air.","contactMethod":"call","contactAuthorized":true}}`
	for _, sent := range []struct{ label, title, body string }{
		{"9", "Without the customer's authorization to be contacted", strings.Replace(request, `"contactAuthorized":true`, `"contactAuthorized":false`, 1)},
		{"10", "On Thanksgiving", strings.Replace(request, "2026-11-27", "2026-11-26", 1)},
		{"11", "On the day after, with everything", request},
		{"12", "Sent again, since the agent did not hear the answer", request},
	} {
		st := p.step(sent.label, sent.title)
		result, err := stage.server.Call(ctx, osp.Caller{Key: "agent", Channel: osp.ChannelMCP}, osp.ToolRequestServiceBooking, json.RawMessage(sent.body))
		if err != nil {
			return err
		}
		if refusal := result.Err(); refusal != nil {
			st.say(server, "request_service_booking: %s", result.Code())
			continue
		}
		var answer osp.BookingResult
		if err := json.Unmarshal(result.JSON, &answer); err != nil {
			return err
		}
		st.say(server, "request_service_booking: received, duplicate %t", answer.IsDuplicate)
		st.say(agentSay, "%s", answer.Message)
		st.say(business, "%s in the office", count(len(stage.sink.Requests()), "request"))
	}
	return nil
}
