package main

import (
	"crypto/rand"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/openservicekit/openservice/osp"
)

// scheduleBody is the schedule form, as it was filled in.
type scheduleBody struct {
	Values    map[string]string
	Problem   string            // one sentence above the form
	Faults    map[string]string // by field
	Order     []string          // of the fields with faults
	Services  []osp.Service
	Locations []osp.Location
	Windows   []osp.Window
	Methods   []osp.ContactMethod
	First     string // dates that can be asked for
	Last      string
}

// scheduleFields are the form's fields and where each stands in the tool's input.
var scheduleFields = []struct{ name, path, label string }{
	{"service", "serviceSlug", "Service"},
	{"location", "location", "Location"},
	{"date", "preferredDate", "Preferred date"},
	{"window", "preferredTime", "Preferred time"},
	{"name", "customer.name", "Your name"},
	{"contact", "customer.contactMethod", "How we may reach you"},
	{"phone", "customer.phone", "Phone"},
	{"email", "customer.email", "Email"},
	{"address", "customer.address", "Street address"},
	{"city", "customer.city", "City"},
	{"state", "customer.state", "State"},
	{"zip", "customer.zip", "ZIP code"},
	{"notes", "customer.notes", "What is wrong"},
	{"confirmed", "confirmed", "Confirmation"},
	{"authorized", "customer.contactAuthorized", "Contact"},
}

var scheduleTemplate, receivedTemplate = pageTemplate("schedule.html"), pageTemplate("received.html")

func (s *site) scheduleForm(w http.ResponseWriter, r *http.Request) {
	// A link may name the service, as the manifest's action does.
	values := map[string]string{"requestId": newUUID(), "service": r.URL.Query().Get("service")}
	s.showSchedule(w, http.StatusOK, scheduleBody{Values: values})
}

func (s *site) showSchedule(w http.ResponseWriter, status int, body scheduleBody) {
	m := s.profile.Manifest()
	for i := range m.Services {
		if m.Services[i].IsBookable() {
			body.Services = append(body.Services, m.Services[i])
		}
	}
	body.Locations, body.Windows = m.Locations, m.BookingPolicy.Windows
	body.Methods = m.BookingPolicy.ContactMethods
	if len(body.Methods) == 0 {
		body.Methods = []osp.ContactMethod{osp.ContactCall, osp.ContactText, osp.ContactEmail}
	}
	today := s.profile.Today(s.clock())
	body.First = today.AddDays(m.BookingPolicy.MinimumDaysAhead).String()
	body.Last = today.AddDays(m.BookingPolicy.MaxDaysAhead()).String()
	w.Header().Set("Cache-Control", "no-store")
	s.render(w, scheduleTemplate, status, page{Title: "Request service", Here: "/schedule", Body: body})
}

// scheduleRequest sends the form through the same tool that agents call.
func (s *site) scheduleRequest(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, 64<<10)
	if err := r.ParseForm(); err != nil {
		http.Error(w, "The form could not be read.", http.StatusBadRequest)
		return
	}
	values := map[string]string{"requestId": r.PostForm.Get("requestId")}
	for _, f := range scheduleFields {
		// A form sends each line break as two characters and counts it as one.
		values[f.name] = strings.TrimSpace(strings.ReplaceAll(r.PostForm.Get(f.name), "\r\n", "\n"))
	}
	input, err := json.Marshal(toolInput(values))
	if err != nil {
		s.fail(w, err)
		return
	}
	caller := osp.Caller{Key: osp.CallerKey(r, nil), Channel: osp.ChannelOther, UserAgent: r.UserAgent()}
	result, err := s.tools.Call(r.Context(), caller, osp.ToolRequestServiceBooking, input)
	if err != nil {
		s.fail(w, err)
		return
	}
	if refusal := result.Err(); refusal != nil {
		s.showSchedule(w, http.StatusUnprocessableEntity, refused(values, refusal))
		return
	}
	var received osp.BookingResult
	if err := json.Unmarshal(result.JSON, &received); err != nil {
		s.fail(w, err)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	s.render(w, receivedTemplate, http.StatusOK, page{Title: "Request received", Here: "/schedule", Body: received})
}

// toolInput leaves out what was left empty.
func toolInput(values map[string]string) map[string]any {
	input, customer := map[string]any{"requestId": values["requestId"]}, map[string]any{}
	for _, f := range scheduleFields {
		value := values[f.name]
		target, member := input, f.path
		if inner, ok := strings.CutPrefix(f.path, "customer."); ok {
			target, member = customer, inner
		}
		switch {
		case f.name == "confirmed" || f.name == "authorized":
			if value == "yes" {
				target[member] = true
			}
		case value != "":
			target[member] = value
		}
	}
	input["customer"] = customer
	return input
}

// refused turns the tool's answer into words beside the fields that it names.
func refused(values map[string]string, err error) scheduleBody {
	body := scheduleBody{Values: values, Faults: map[string]string{}, Problem: "Please look at the form again."}
	refusal, ok := err.(*osp.Refusal)
	if !ok {
		return body
	}
	body.Problem = refusal.Message
	fields := refusal.Fields
	switch refusal.Code {
	case osp.CodeMissingProvenance:
		fields = nil
		for _, box := range []string{"confirmed", "authorized"} {
			if values[box] != "yes" {
				fields = append(fields, box)
			}
		}
		body.Problem = "Please tick both boxes, so that we may contact you about this request."
	case osp.CodeInvalidDate, osp.CodeDateTooSoon, osp.CodeDateTooFar, osp.CodeClosedDay, osp.CodeWeekendUnavailable:
		fields = []string{"preferredDate"}
	case osp.CodeUnknownWindow:
		fields = []string{"preferredTime"}
	case osp.CodeUnknownService:
		fields = []string{"serviceSlug"}
	case osp.CodeUnknownLocation, osp.CodeLocationRequired:
		fields = []string{"location"}
	case osp.CodeContactMethodUnavailable:
		fields = []string{"customer.contactMethod"}
	}
	for _, f := range scheduleFields {
		if slices.Contains(fields, f.path) || slices.Contains(fields, f.name) {
			body.Faults[f.name] = f.label + ": please check."
			body.Order = append(body.Order, f.name)
		}
	}
	return body
}

// newUUID makes the id by which a form that is sent twice is one request.
func newUUID() string {
	var b [16]byte
	rand.Read(b[:])
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}
