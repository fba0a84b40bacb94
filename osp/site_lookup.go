package osp

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
)

// Sites finds the site of a host, so that one program can serve many origins. The host is in lower case, with its port unless
// that is 80 or 443: "palmettoairheat.example", "localhost:8080". It is empty for a request of HTTP/1.0 that names none.
//
// A nil Site without an error means that the host is unknown, or its business isn't ready to publish: what OSP publishes is
// then answered 404 (OSP 4.1). An error means that it can't be found out at the moment, and is answered 503. The operator
// supplies the function; [SitesByHost] and [OneSite] make the usual ones. It must be safe for concurrent use.
type Sites func(ctx context.Context, host string) (*Site, error)

// SitesByHost serves each site on the host of its origin, and redirects to it from the same host with or without www. (OSP
// 4.1). Every other host is unknown. The error names a host that two sites share: one origin carries one manifest (OSP 3).
func SitesByHost(sites ...*Site) (Sites, error) {
	byHost := make(map[string]*Site, 2*len(sites))
	for i, s := range sites {
		if s == nil {
			return nil, fmt.Errorf("osp: SitesByHost: site %d is nil", i)
		}
		if byHost[s.host] != nil {
			return nil, fmt.Errorf("osp: SitesByHost: two sites have the host %s", s.host)
		}
		byHost[s.host] = s
	}
	for _, s := range slices.Clone(sites) {
		if s.otherHost != "" && byHost[s.otherHost] == nil {
			byHost[s.otherHost] = s
		}
	}
	return func(_ context.Context, host string) (*Site, error) { return byHost[host], nil }, nil
}

// OneSite serves a site whatever the host, which is for a program behind a proxy that lets through nothing else, and for
// trying a site out on localhost. Nil is a business that isn't ready to publish.
func OneSite(s *Site) Sites {
	return func(context.Context, string) (*Site, error) { return s, nil }
}

// find returns the site that a request is for, and the host that it names. What can't be a host has no site.
func (find Sites) find(r *http.Request) (site *Site, host string, err error) {
	if host = foldHost(r.Host); find == nil || host == "" && r.Host != "" {
		return nil, host, nil
	}
	site, err = find(r.Context(), host)
	return site, host, err
}

// foldHost writes host and port in one way, "" for what can't be a host.
func foldHost(host string) string {
	host = strings.ToLower(host)
	for i := range len(host) {
		if c := host[i]; !isLetter(c) && !isDigit(c) && strings.IndexByte("-._~:[]", c) < 0 {
			return ""
		}
	}
	name, port := host, ""
	if at := strings.LastIndexByte(host, ':'); at > strings.LastIndexByte(host, ']') {
		name, port = host[:at], host[at+1:]
	}
	name = strings.TrimSuffix(name, ".")
	if name == "" || port == "" || port == "80" || port == "443" {
		return name
	}
	return name + ":" + port
}

// otherHost is the same host with or without www., "" if it can have none.
func otherHost(host string) string {
	if bare, ok := strings.CutPrefix(host, "www."); ok && strings.Contains(bare, ".") {
		return bare
	}
	last := host[strings.LastIndexByte(host, '.')+1:]
	if last == "" || host[0] == '[' || isDigit(last[0]) { // no name, or an address
		return ""
	}
	return "www." + host
}

// isOther reports whether a request that names host belongs on the site's own host.
func (s *Site) isOther(host string) bool { return host != "" && host == s.otherHost }
