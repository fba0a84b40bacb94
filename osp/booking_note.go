package osp

import (
	"strings"
	"time"
)

// noteMark begins each line of a customer's words in a note.
const noteMark = "> "

// provenanceNote puts the fixed provenance line ahead of the customer's notes (OSP 7.3). Each line of theirs is marked, so
// that none of them can pass for the provenance line, whatever it says.
func provenanceNote(p *Provenance, notes string) string {
	var b strings.Builder
	b.WriteString("Service request " + p.RequestID + ", received over OSP via " + string(p.Channel) + " at " +
		p.ReceivedAt.Format(time.RFC3339) + ". Not verified by the business.")
	if notes == "" {
		return b.String()
	}
	b.WriteString(" The customer's own words:")
	for line := range strings.SplitSeq(notes, "\n") {
		b.WriteString("\n" + noteMark + line)
	}
	return b.String()
}
