package osp

import (
	"net/url"
	"strings"
)

func (l *linter) trades() {
	for i, label := range l.m.Business.Trades {
		path := "business.trades" + index(i)
		if IsTradeType(label) {
			continue
		}
		if meant := meantTradeType(label); meant != "" {
			l.note(path, LintTradeType, "OSP 5.2", quote(label)+" is probably what schema.org calls "+meant+"; write it exactly so.")
		} else if label != strings.ToLower(label) {
			l.note(path, LintTradeCase, "OSP 5.2", quote(label)+" is not a type of schema.org; write a descriptive label in lowercase letters.")
		}
	}
}

func (l *linter) website() {
	u, err := url.Parse(l.m.Business.WebsiteURL)
	if err == nil && (strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "") {
		l.note("business.websiteUrl", LintWebsiteOrigin, "OSP 5.2", "\"websiteUrl\" is the origin of the site, such as https://"+u.Host+", without a page behind it.")
	}
}
