// Package claims finds claims of an appointment in English text. Package osp says what for.
//
// It works on words. Three vocabularies can make a claim: participles such as "booked" (states.go), turns of phrase such as
// "see you on Tuesday" (idioms.go), and talk of payment (payment.go). The words around one can excuse it: denied, still to
// come, or conditional on the business (excuses.go). What isn't excused is a claim.
package claims
