package osp_test

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/openservicekit/openservice/osp"
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
