package osp

import "github.com/openservicekit/openservice/wallclock"

// LintOptions are the circumstances of [Lint].
type LintOptions struct {
	// Date is today's date in the business's zone. Public holidays are looked for in the year that it starts; without
	// it they are left out.
	Date wallclock.Date
	// Zones loads the business's zone. Nil means the system's database.
	Zones wallclock.ZoneLoader
}

// Lint points out what is legal in a valid manifest and probably a mistake, each kind with a rule of its own: the rules whose
// names begin with Lint list them all. Texts are judged by heuristics for English. Lint never changes or adds anything, and
// the messages repeat no personal data and no credentials. A nil manifest has no issues.
func Lint(m *Manifest, opts *LintOptions) []Issue {
	if m == nil {
		return nil
	}
	l := &linter{m: m}
	if opts != nil {
		l.opts = *opts
	}
	if l.opts.Zones == nil {
		l.opts.Zones = wallclock.SystemZones()
	}
	l.members()
	l.trades()
	l.website()
	l.zone()
	l.hours()
	l.holidays()
	l.policy()
	l.services()
	l.texts()
	return l.issues
}

type linter struct {
	m      *Manifest
	opts   LintOptions
	issues []Issue
}

func (l *linter) note(path string, rule Rule, source, message string) {
	l.issues = append(l.issues, Issue{Path: path, Rule: rule, Source: source, Message: message})
}
