package osp

import "github.com/openservicekit/openservice/osp/internal/claims"

// ClaimKind says what a [Claim] claims.
type ClaimKind string

const (
	// ClaimAppointment: an appointment exists ("your appointment is confirmed", "you are booked").
	ClaimAppointment ClaimKind = "appointment"
	// ClaimTime: a time is reserved ("your slot is reserved", "we hold this time for you").
	ClaimTime ClaimKind = "time"
	// ClaimTechnician: somebody is assigned or on the way ("a technician has been assigned").
	ClaimTechnician ClaimKind = "technician"
	// ClaimPayment: talk of payment, deposits or cards.
	ClaimPayment ClaimKind = "payment"
)

// Claim is a piece of text that says more than a request allows.
type Claim struct {
	// Kind says what is claimed.
	Kind ClaimKind
	// Phrase is the claim with the words around it, as the text has it.
	Phrase string
	// Start and End are the byte offsets of Phrase in the text.
	Start, End int
}

// Claims finds what no answer, page, email or text message about a request may say: that an appointment is booked, a time
// reserved or a technician assigned, in so many words or by implication, and any talk of payment (OSP 7.4, OSP 7.5,
// OSP 8.4 item 20). It returns the claims in the order of the text, nil if there are none.
//
// Plain talk of what is still to come passes: "we call within an hour to confirm", "nothing is booked until we call",
// "a technician is assigned once we have confirmed", "no deposit is needed". Where a phrase can be read both ways, it is
// reported.
//
// This is a heuristic, and for English alone. It knows the usual ways of saying these things; an empty result is no proof,
// and a text in another language is not judged at all. Give it plain text: take HTML through [PlainText] first. It takes
// time linear in the length of the text.
func Claims(text string) []Claim {
	var list []Claim
	for _, c := range claims.Find(text) {
		list = append(list, Claim{Kind: ClaimKind(c.Kind), Phrase: text[c.Start:c.End], Start: c.Start, End: c.End})
	}
	return list
}
