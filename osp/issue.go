package osp

import (
	"strconv"
	"strings"
)

// Issue is one thing wrong with a manifest, or with [Lint] one thing that is legal and probably a mistake.
type Issue struct {
	// Path says where, in the notation of the specification: "locations[0].hours.weekly.friday", or "$" for the
	// whole document.
	Path string
	// Rule names what is broken.
	Rule Rule
	// Source is where the rule is written, such as "OSP 5.3.2" or "OSP Appendix A".
	Source string
	// Message is a sentence for the owner of the business.
	Message string
}

// String returns path and message.
func (i Issue) String() string { return i.Path + ": " + i.Message }

// ValidationError says everything that is wrong with a manifest at once.
type ValidationError struct {
	// Issues has at least one entry, in the order of the document, then the constraints that span it.
	Issues []Issue
	// More counts the issues beyond those listed, in a document with more than [MaxIssues].
	More int
}

// Error names the first issue and counts the others.
func (e *ValidationError) Error() string {
	var b strings.Builder
	b.WriteString("osp: invalid manifest: ")
	if len(e.Issues) > 0 {
		b.WriteString(e.Issues[0].String())
	}
	if n := len(e.Issues) - 1 + e.More; n > 0 {
		b.WriteString(" (and ")
		b.WriteString(strconv.Itoa(n))
		b.WriteString(" more)")
	}
	return b.String()
}

// VersionError says that a manifest declares a version of the specification that this package doesn't read. Nothing else
// of such a document is looked at (OSP 9).
type VersionError struct {
	// SpecVersion is what the document declares, cut to 60 characters.
	SpecVersion string
}

// Error names the version found and the version read.
func (e *VersionError) Error() string {
	return "osp: manifest has specVersion " + strconv.Quote(e.SpecVersion) + ", this package reads " + strconv.Quote(SpecVersion)
}
