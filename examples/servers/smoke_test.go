package servers_test

import (
	"net/http"
	"testing"
)

// TestHTTP_StartsAndEnds: the health check answers, and a signal ends the program.
func TestHTTP_StartsAndEnds(t *testing.T) {
	s := startHTTP(t, "osp-http")
	response, err := http.Get(s.URL + "/healthz")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Errorf("status %d", response.StatusCode)
	}
	if err := s.stop(t); err != nil {
		t.Errorf("it ended with %v", err)
	}
}
