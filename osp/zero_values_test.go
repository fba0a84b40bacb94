package osp_test

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/wallclock"
)

// Values that nobody made with their constructor answer nothing, pass nothing and break nothing.
func TestZeroValues(t *testing.T) {
	for name, p := range map[string]*osp.Profile{"zero": {}, "nil": nil} {
		if section := osp.LLMsTxt(p); section != "" {
			t.Errorf("%s profile: llms.txt says %q", name, section)
		}
		if j := osp.JudgeJSONLD(p, []byte(block("{}")), nil); j.Passes() {
			t.Errorf("%s profile: a page passes", name)
		}
		if _, err := osp.JSONLDScript(p, nil); err == nil {
			t.Errorf("%s profile: has a node", name)
		}
		if _, err := osp.NewServer(p, osp.ServerOptions{}); err == nil {
			t.Errorf("%s profile: has a server", name)
		}
	}
	for name, s := range map[string]*osp.Server{"zero": {}, "nil": nil} {
		if doc := osp.OpenAPI(s, "https://palmettoairheat.example/api", ""); doc != nil {
			t.Errorf("%s server: %s", name, doc)
		}
	}
	var f osp.Fetcher
	if _, err := f.Fetch(t.Context(), palmettoOrigin, nil); err == nil {
		t.Error("zero fetcher: no error")
	}
	f.CloseIdleConnections()
}

// Nothing to speak of is spoken of as that.
func TestNilPhrases(t *testing.T) {
	date := wallclock.Date{Year: 2026, Month: 9, Day: 14}
	for name, got := range map[string]string{
		"price": osp.PhrasePrice(nil), "after hours": osp.PhraseAfterHours(nil), "range": osp.PhraseRange(nil),
		"pending": osp.PhrasePending(nil, date, ""), "refusal": (*osp.Refusal)(nil).Error(),
	} {
		if got == "" || len(osp.Claims(got)) > 0 {
			t.Errorf("%s: %q", name, got)
		}
	}
	var none *osp.AvailabilityResult
	if day, ok := none.Day(date); ok || day != nil || none.Candidates(date) != nil || errors.Is((*osp.Refusal)(nil), osp.CodeInvalidInput) {
		t.Error("nil has answers")
	}
}

// Handlers without pages behind them have none.
func TestNoPages(t *testing.T) {
	sites := palmettoSites(t)
	for name, h := range map[string]http.Handler{
		"Handler": sites.Handler(nil), "RedirectOtherHost": sites.RedirectOtherHost(nil), "Advertise": sites.Advertise(nil),
	} {
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", palmettoOrigin+"/about", nil))
		if w.Code != http.StatusNotFound {
			t.Errorf("%s: status %d", name, w.Code)
		}
	}
}
