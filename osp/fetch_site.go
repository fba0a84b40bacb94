package osp

import (
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
)

// maxRedirects is enough for a move to www and one to another path.
const maxRedirects = 3

// parseOrigin reads an origin: https, a host, perhaps a port, and nothing else (OSP 3).
func parseOrigin(origin string) (*url.URL, error) {
	u, err := url.Parse(origin)
	if err != nil || u.Scheme != "https" || u.Hostname() == "" || u.User != nil || u.Path != "" && u.Path != "/" ||
		u.RawQuery != "" || u.ForceQuery || u.Fragment != "" || strings.HasSuffix(origin, "#") {
		return nil, fmt.Errorf("osp: %s is no origin: it must be https:// and a host, such as https://palmettoairheat.example", quote(origin))
	}
	u.Path = "/"
	return u, nil
}

// sameSite reports whether two https URLs are on the same host and port, up to a leading www.
func sameSite(a, b *url.URL) bool {
	return a.Scheme == "https" && b.Scheme == "https" && a.User == nil && b.User == nil && bareHost(a) == bareHost(b)
}

// bareHost is host and port without a leading www., the default port and the dot that may end a name.
func bareHost(u *url.URL) string {
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if port := u.Port(); port != "" && port != "443" {
		host = net.JoinHostPort(host, port)
	}
	if bare, ok := strings.CutPrefix(host, "www."); ok && strings.Contains(bare, ".") {
		return bare
	}
	return host
}

// checkRedirect lets a request move within its site.
func checkRedirect(req *http.Request, via []*http.Request) error {
	switch {
	case len(via) > maxRedirects:
		return fmt.Errorf("%w: more than %d in a row", ErrRedirectRefused, maxRedirects)
	case !sameSite(req.URL, via[0].URL):
		return fmt.Errorf("%w: it leads to %s", ErrRedirectRefused, quote(req.URL.Scheme+"://"+req.URL.Host))
	}
	return nil
}
