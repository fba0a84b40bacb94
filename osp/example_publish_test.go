package osp_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/store"
)

// A program publishes the manifest, the tools and the rest in front of its own pages.
func ExampleSites_Handler() {
	profile := palmetto()
	records, err := store.NewMemory(store.MemoryOptions{}) // a durable one in production
	if err != nil {
		fmt.Println(err)
		return
	}
	server, err := osp.NewServer(profile, osp.ServerOptions{Sink: new(osp.MemorySink), Store: records})
	if err != nil {
		fmt.Println(err)
		return
	}
	site, err := osp.NewSite(profile, osp.SiteOptions{Server: server})
	if err != nil {
		fmt.Println(err)
		return
	}
	sites, err := osp.SitesByHost(site)
	if err != nil {
		fmt.Println(err)
		return
	}
	pages := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "a page") })
	handler := sites.Handler(pages)

	ask := func(method, url, body string) {
		r := httptest.NewRequest(method, url, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		fmt.Println(w.Code, w.Header().Get("Content-Type")+w.Header().Get("Location"))
	}
	ask("GET", "https://palmettoairheat.example/.well-known/open-service-profile", "")
	ask("GET", "https://www.palmettoairheat.example/services", "")
	ask("POST", "https://palmettoairheat.example/api/check_coverage", `{"zip":"32114"}`)
	ask("GET", "https://somebodyelse.example/.well-known/open-service-profile", "")
	// Output:
	// 200 application/json
	// 301 https://palmettoairheat.example/services
	// 200 application/json
	// 404 text/plain; charset=utf-8
}

// The home page carries the business as structured data, and the judge finds nothing missing.
func ExampleJSONLDScript() {
	profile := palmetto()
	script, err := osp.JSONLDScript(profile, &osp.JSONLDOptions{ContactURL: "https://palmettoairheat.example/contact"})
	if err != nil {
		fmt.Println(err)
		return
	}
	page := "<!doctype html><title>Palmetto Air &amp; Heat</title>" + script
	fmt.Println(script[:97])
	fmt.Println("passes:", osp.JudgeJSONLD(profile, []byte(page), nil).Passes())
	// Output:
	// <script type="application/ld+json">{"@context":"https://schema.org","@type":"HVACBusiness","@id":
	// passes: true
}

// The judge says what of Level 1 a page lacks.
func ExampleJudgeJSONLD() {
	page := `<!doctype html><script type=application/ld+json>{
		"@context": "https://schema.org",
		"@type": "HVACBusiness",
		"name": "Palmetto Air & Heat",
		"telephone": "(386) 555-0142",
		"url": "/",
		"address": {"@type": "PostalAddress", "streetAddress": "1200 Industrial Drive", "addressLocality": "Daytona Beach",
			"addressRegion": "FL", "postalCode": "32114", "addressCountry": "US"},
		"openingHoursSpecification": [
			{"dayOfWeek": ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday"], "opens": "7:30 AM", "closes": "6:00 PM"},
			{"dayOfWeek": "Saturday", "opens": "08:00", "closes": "13:00"}]
	}</script>`
	judged := osp.JudgeJSONLD(palmetto(), []byte(page), nil)
	for _, issue := range judged.Lacks {
		fmt.Println(issue)
	}
	fmt.Println(len(judged.Advice), "more recommended")
	// Output:
	// address.streetAddress: The streetAddress of the node is "1200 Industrial Drive", the manifest says "1200 Industrial Dr".
	// potentialAction: The node has no potentialAction of type ScheduleAction.
	// 1 more recommended
}

func ExampleLLMsTxt() {
	fmt.Print(osp.LLMsTxt(palmetto()))
	// Output:
	// ## Open Service Profile
	//
	// - [Service profile](https://palmettoairheat.example/.well-known/open-service-profile): Who the business is, where it works, its services, hours, coverage and booking policy, as JSON. Every booking is a request that the business confirms.
	// - [MCP endpoint](https://palmettoairheat.example/api/mcp): The tools of the Open Service Profile over MCP Streamable HTTP, for anonymous callers.
	// - [REST mirror](https://palmettoairheat.example/api/openapi.json): The same tools over HTTP, described by OpenAPI.
}

// An agent reads what a business publishes. Here a site in the same process stands in for the network.
func ExampleFetcher_Fetch() {
	site, err := osp.NewSite(palmetto(), osp.SiteOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fetcher, err := osp.NewFetcher(osp.FetcherOptions{Transport: inProcess{osp.OneSite(site).WellKnown()}})
	if err != nil {
		fmt.Println(err)
		return
	}
	first, err := fetcher.Fetch(context.Background(), "https://palmettoairheat.example", nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(first.Manifest.Business.DisplayName, "claims level", first.ClaimedLevel)

	again, err := fetcher.Fetch(context.Background(), "https://palmettoairheat.example", first)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("not modified:", again.NotModified)
	// Output:
	// Palmetto Air & Heat claims level 3
	// not modified: true
}
