package servers_test

import (
	"bytes"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osp"
)

// get fetches a path under a host, "" being the address.
func (s *httpServer) get(t testing.TB, path, host string) (*http.Response, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Host = host
	response, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response, string(body)
}

// TestHTTP_Site: what the manifest points to on its own origin is there.
func TestHTTP_Site(t *testing.T) {
	s := startHTTP(t, "osp-http", "-public-url", "https://Demo.example")
	for _, one := range []struct {
		path, host string
		status     int
		says       string
	}{
		{"/healthz", "", 200, "ok\n"},
		{"/healthz", "192.0.2.7", 200, "ok\n"},
		{osp.WellKnownPath, "", 200, `"websiteUrl":"https://demo.example"`},
		{osp.WellKnownPath, "evil.example", 403, ""},
		{osp.ServerCardPath, "", 200, `"url":"https://demo.example/api/mcp"`},
		{"/llms.txt", "", 200, "https://demo.example/api/mcp"},
		{"/api/openapi.json", "", 200, `"request_service_booking"`},
		{"/", "", 200, `application/ld+json`},
		{"/services", "", 200, `application/ld+json`},
		{"/services/cooling/ac-repair", "", 200, "<h1>AC repair</h1>"},
		{"/locations/palm-coast-fl", "", 200, "<h1>Palm Coast</h1>"},
		{"/schedule", "", 200, "https://demo.example/api/mcp"},
		{"/contact", "", 200, "Request service"},
		{"/", "www.demo.example", 301, ""},
		{"/.well-known/agent-skills/index.json", "", 404, ""},
		{"/nowhere", "", 404, ""},
	} {
		response, body := s.get(t, one.path, one.host)
		if response.StatusCode != one.status || !strings.Contains(body, one.says) {
			t.Errorf("%s at %q: status %d, %.200s", one.path, one.host, response.StatusCode, body)
		}
		if body != "" && strings.Contains(body, "//palmettoairheat.example") {
			t.Errorf("%s names the example's own origin", one.path)
		}
	}
	// The pages claim nothing, and what they say of the business agrees with its manifest.
	_, page := s.get(t, "/", "")
	if claims := osp.Claims(page); len(claims) > 0 {
		t.Errorf("the page says %q", claims[0].Phrase)
	}
	_, manifest := s.get(t, osp.WellKnownPath, "")
	m, err := osp.Parse([]byte(manifest), nil)
	if err != nil {
		t.Fatal(err)
	}
	if m.Interfaces.AgentSkillsURL != "" || m.Interfaces.WebMCP != nil {
		t.Error("the manifest names what is not served")
	}
}

// TestHTTP_REST: the tools answer over REST beside MCP.
func TestHTTP_REST(t *testing.T) {
	s := startHTTP(t, "osp-http")
	response, err := http.Post(s.URL+"/api/check_coverage", "application/json", strings.NewReader(`{"zip":"32174"}`))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != 200 || !strings.Contains(string(body), `"covered":true`) {
		t.Errorf("status %d, %s, %v", response.StatusCode, body, err)
	}
}

// TestHTTP_OwnManifest: a manifest of one's own is served as it is, where it says.
func TestHTTP_OwnManifest(t *testing.T) {
	example, err := os.ReadFile("internal/ospstack/manifest.json")
	if err != nil {
		t.Fatal(err)
	}
	own := strings.NewReplacer("palmettoairheat.example/api/mcp", "own.example/tools", "palmettoairheat.example", "own.example").Replace(string(example))
	file := filepath.Join(t.TempDir(), "manifest.json")
	if err := os.WriteFile(file, []byte(own), 0o600); err != nil {
		t.Fatal(err)
	}
	s := startHTTP(t, "osp-http", "-manifest", file)
	s.logs.await(t, "/tools")
	if response, _ := s.get(t, "/tools", "own.example"); response.StatusCode != http.StatusMethodNotAllowed {
		t.Errorf("GET of the endpoint: status %d", response.StatusCode)
	}
	if _, body := s.get(t, osp.WellKnownPath, "own.example"); !strings.Contains(body, "agentSkillsUrl") {
		t.Error("the manifest was changed")
	}
}

// TestHTTP_Flags: what can't be is said on standard error.
func TestHTTP_Flags(t *testing.T) {
	broken := filepath.Join(t.TempDir(), "broken.json")
	if err := os.WriteFile(broken, []byte(`{"specVersion":"0.1"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, one := range []struct {
		flags  []string
		status int
		says   string
	}{
		{[]string{"-public-url", "http://plain.example"}, 1, "https origin"},
		{[]string{"-public-url", "https://x.example/path"}, 1, "https origin"},
		{[]string{"-public-url", "https://x.example#part"}, 1, "https origin"},
		{[]string{"-public-url", "https://x.example?"}, 1, "https origin"},
		{[]string{"-public-url", "https://x.example:99999"}, 1, "https origin"},
		{[]string{"-public-url", "https://x..example"}, 1, "https origin"},
		{[]string{"-public-url", `https://x.example","a":"b`}, 1, "https origin"},
		{[]string{"-public-url", "https://:443"}, 1, "https origin"},
		{[]string{"-manifest", "internal/ospstack/manifest.json", "-public-url", "https://other.example"}, 1, "https://palmettoairheat.example"},
		{[]string{"-manifest", "nowhere.json"}, 1, "nowhere.json"},
		{[]string{"-manifest", broken}, 1, "manifest:"},
		{[]string{"-store", "sqlite:requests.db"}, 1, "not part of this build"},
		{[]string{"-store", "postgres://user:secret@db/x"}, 1, "not part of this build"},
		{[]string{"-store", "host=db password=secret"}, 1, "-store memory"},
		{[]string{"-tls-cert", "cert.pem"}, 1, "-tls-key"},
		{[]string{"-tls-key", "key.pem"}, 1, "-tls-cert"},
		{[]string{"-tls-cert", "nowhere.pem", "-tls-key", "nowhere.pem"}, 1, "nowhere.pem"},
		{[]string{"-addr", "nonsense"}, 1, "-addr"},
		{[]string{"-trusted-proxy", "10.0.0.1"}, 2, "10.0.0.0/8"},
		{[]string{"stray"}, 1, "stray"},
	} {
		command := exec.Command(program(t, "osp-http"), append([]string{"-addr", "127.0.0.1:0"}, one.flags...)...)
		var complaints bytes.Buffer
		command.Stderr = &complaints
		err := command.Run()
		if code := command.ProcessState.ExitCode(); err == nil || code != one.status || !strings.Contains(complaints.String(), one.says) || strings.Contains(complaints.String(), "secret") || strings.Contains(complaints.String(), "listening") {
			t.Errorf("%v: %v, %s", one.flags, err, &complaints)
		}
	}
}

// certificate makes one for loopback and the client's trust in it.
func certificate(t *testing.T) (certFile, keyFile string, trust *tls.Config) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "loopback"}, IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), IsCA: true, BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	keyDER, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	write := func(name, kind string, data []byte) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	parsed, err := x509.ParseCertificate(der)
	if err != nil {
		t.Fatal(err)
	}
	pool := x509.NewCertPool()
	pool.AddCert(parsed)
	return write("cert.pem", "CERTIFICATE", der), write("key.pem", "EC PRIVATE KEY", keyDER), &tls.Config{RootCAs: pool}
}
