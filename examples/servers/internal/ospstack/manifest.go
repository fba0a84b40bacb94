package ospstack

import (
	_ "embed"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/osp/zcta"
)

//go:embed manifest.json
var exampleManifest []byte

// ExampleOrigin is the origin that the example manifest names.
const ExampleOrigin = "https://palmettoairheat.example"

// loadProfile reads a manifest, or, without one, the example with its origin replaced.
func loadProfile(manifest []byte, publicURL string) (*osp.Profile, error) {
	isExample := manifest == nil
	if isExample {
		if publicURL == "" {
			publicURL = ExampleOrigin
		}
		origin, err := checkOrigin(publicURL)
		if err != nil {
			return nil, err
		}
		manifest = []byte(strings.ReplaceAll(string(exampleManifest), ExampleOrigin, origin))
	}
	m, err := osp.Parse(manifest, nil)
	if err != nil {
		return nil, fmt.Errorf("manifest: %w", err)
	}
	if isExample {
		// What is published must be true: no skills index is served here, and the pages
		// register no actions.
		m.Interfaces.AgentSkillsURL, m.Interfaces.WebMCP = "", nil
	}
	profile, err := osp.NewProfile(m, &osp.ProfileOptions{Centroids: zcta.Table[osp.ZIP]{}})
	if err != nil {
		return nil, err
	}
	if !isExample && publicURL != "" {
		origin, err := checkOrigin(publicURL)
		if err != nil {
			return nil, err
		}
		if origin != profile.CanonicalSiteURL() {
			return nil, fmt.Errorf("the manifest is the one of %s, not of -public-url", profile.CanonicalSiteURL())
		}
	}
	return profile, nil
}

func checkOrigin(publicURL string) (string, error) {
	u, err := url.Parse(publicURL)
	if err != nil || u.Scheme != "https" || u.User != nil || strings.Trim(u.Path, "/") != "" ||
		strings.ContainsAny(publicURL, "?#") || !isHost(u.Hostname()) || !isPort(u.Port()) {
		return "", errors.New("-public-url must be an https origin such as https://www.example.com")
	}
	return "https://" + strings.ToLower(u.Host), nil
}

// isHost reports whether name is an address or a name of letters, digits and dashes. What
// else there is in it would end up in the manifest's text.
func isHost(name string) bool {
	if _, err := netip.ParseAddr(name); err == nil {
		return !strings.Contains(name, "%")
	}
	for _, label := range strings.Split(name, ".") {
		if label == "" || strings.Trim(strings.ToLower(label), "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			return false
		}
	}
	return true
}

func isPort(port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return port == "" || err == nil && n > 0
}

// DefaultMCPPath is where the tools are served when the manifest names no endpoint on
// its own origin.
const DefaultMCPPath = "/api/mcp"

// mcpPath is the path of the manifest's MCP endpoint, and whether the manifest names
// it.
func mcpPath(p *osp.Profile) (path string, isPublished bool) {
	mcp := p.Manifest().Interfaces.MCP
	if mcp == nil {
		return DefaultMCPPath, false
	}
	if path, ok := pathOn(p.CanonicalSiteURL(), mcp.URL); ok {
		return path, true
	}
	return DefaultMCPPath, false
}

// pathOn is the path of an address on an origin, false for one elsewhere.
func pathOn(origin, address string) (string, bool) {
	u, err := url.Parse(address)
	if err != nil || !strings.EqualFold(u.Scheme+"://"+u.Host, origin) {
		return "", false
	}
	return "/" + strings.TrimLeft(u.Path, "/"), true
}
