package claims

import (
	"cmp"
	"slices"
)

// Kind says what a [Claim] claims.
type Kind string

// The kinds of claim.
const (
	Appointment Kind = "appointment"
	Time        Kind = "time"
	Technician  Kind = "technician"
	Payment     Kind = "payment"
)

// Claim is a claim of a kind between two byte offsets of a text.
type Claim struct {
	Kind       Kind
	Start, End int
}

// Find returns the claims in a text, in order and apart. It takes time linear in the length of the text.
func Find(text string) []Claim {
	s := scan{words: split(text), excused: make(map[int]bool)}
	s.states()
	s.idioms()
	s.payment()
	return s.result()
}

// scan is one run over a text.
type scan struct {
	words []word
	// excused has the states that their surroundings excuse; for lists such as "not booked, reserved or assigned".
	excused map[int]bool
	found   []Claim
}

// report adds the claim made by words i to j, j included, widened to the left by the words that lead up to it.
func (s *scan) report(kind Kind, i, j int) {
	const context = 5
	for n := 0; n < context && i > 0 && !s.words[i].clause && leadIn[s.words[i-1].text]; n++ {
		i--
	}
	s.found = append(s.found, Claim{Kind: kind, Start: s.words[i].start, End: s.words[j].end})
}

// result sorts the claims and joins those that overlap.
func (s *scan) result() []Claim {
	slices.SortStableFunc(s.found, func(a, b Claim) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(b.End, a.End))
	})
	var kept []Claim
	for _, c := range s.found {
		if n := len(kept); n > 0 && c.Start < kept[n-1].End {
			kept[n-1].End = max(kept[n-1].End, c.End)
			continue
		}
		kept = append(kept, c)
	}
	return kept
}

// before returns the word n places before i in the same clause, "" if there is none.
func (s *scan) before(i, n int) string {
	for k := i; k > i-n; k-- {
		if k <= 0 || s.words[k].clause {
			return ""
		}
	}
	return s.words[i-n].text
}

// after returns the word n places after i in the same clause, "" if there is none.
func (s *scan) after(i, n int) string {
	for k := i + 1; k <= i+n; k++ {
		if k >= len(s.words) || s.words[k].clause {
			return ""
		}
	}
	return s.words[i+n].text
}
