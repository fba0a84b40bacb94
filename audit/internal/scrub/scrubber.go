package scrub

import (
	"cmp"
	"slices"
	"strings"
)

// Scrubber removes a [Known] set of values, and the shapes of contacts and
// approval tokens, from text. It is not safe for concurrent use. A Scrubber of a
// nil Known knows the shapes alone.
type Scrubber struct {
	known  Known
	view   view
	groups []group
	fed    []int32
	key    []byte
	hard   []span // to be removed from the text at hand
	soft   []span // to be removed unless a known id covers them
	names  []span // to be removed after the others, unless a known id covers them
}

// span is a half-open range of bytes of a text.
type span struct{ from, to int32 }

// New returns a Scrubber. Nothing may be added to k afterwards.
func New(k *Known) *Scrubber {
	s := &Scrubber{}
	if k != nil {
		k.secrets.link()
		k.prose.link()
		s.known = *k
	}
	return s
}

// Text removes everything that is known, and every shape, from free text. What
// only may be a name or a phone number is spared inside a known id.
func (s *Scrubber) Text(text string) string {
	if s.known.secrets.overfull || s.known.prose.overfull {
		return Marker // more than can be looked for
	}
	s.hard, s.soft, s.names = s.hard[:0], s.soft[:0], s.names[:0]
	layers(text, func(l *layer) {
		v := s.fold(l)
		s.findPhones(v)
		s.findContacts(v)
		s.findNames(v)
	})
	text, changed := s.cut(text)
	for round := 0; round < maxRounds; round++ {
		if round > 0 || changed {
			// What ran into something that is gone may only now be a word.
			s.names = s.names[:0]
			layers(text, func(l *layer) { s.findNames(s.fold(l)) })
		}
		s.hard, s.soft = s.hard[:0], append(s.soft[:0], s.names...)
		if text, changed = s.cut(text); !changed {
			break
		}
	}
	return text
}

// maxRounds bounds how often a text is looked through for names. A second round
// finds what the first one set free; a third has hardly ever anything to do.
const maxRounds = 4

// Contacts removes contacts and tokens, known ones and shapes, but no names:
// for text that programs make, such as the names of members.
func (s *Scrubber) Contacts(text string) string {
	s.hard, s.soft = s.hard[:0], s.soft[:0]
	layers(text, func(l *layer) {
		v := s.fold(l)
		s.findPhones(v)
		s.findContacts(v)
	})
	text, _ = s.cut(text)
	return text
}

// ID removes from an opaque id what can't be part of one: an email address, an
// approval token, and a phone number that is known. An id that is a known code
// goes altogether.
func (s *Scrubber) ID(id string) string {
	if isPlainID(id) {
		return id
	}
	s.hard, s.soft = s.hard[:0], s.soft[:0]
	layers(id, func(l *layer) {
		v := s.fold(l)
		s.findEmails(v)
		s.findTokens(v)
		s.findNumbersInID(v)
	})
	id, _ = s.cut(id)
	return id
}

// fold returns the view of l; it is good until the next one.
func (s *Scrubber) fold(l *layer) view {
	s.view = fold(slices.Grow(s.view[:0], len(l.text)), l)
	return s.view
}

// findContacts finds the contacts, codes, tokens and URLs that are known, and
// what is plainly an email address or a token.
func (s *Scrubber) findContacts(v view) {
	s.known.secrets.find(v, &s.fed, func(from, to int) { s.remove(v, from, to) })
	s.findNumbers(v)
	s.findEmails(v)
	s.findSpelledEmails(v)
	s.findTokens(v)
}

// remove notes that glyphs from up to to of v must go.
func (s *Scrubber) remove(v view, from, to int) { s.hard = append(s.hard, v.span(from, to)) }

func (v view) span(from, to int) span { return span{v[from].start, v[to-1].end} }

// findNames finds the words of known names, and known addresses.
func (s *Scrubber) findNames(v view) {
	var edges wordEdges
	s.known.prose.find(v, &s.fed, func(from, to int) {
		s.names = append(s.names, v.span(edges.start(v, from), edges.end(v, to)))
	})
	if len(s.known.words) == 0 {
		return
	}
	words(v, func(from, to int) {
		if to-from > maxWord {
			return
		}
		s.key = v[from:to].appendRunes(s.key[:0])
		if _, ok := s.known.words[string(s.key)]; ok && !isMarker(v, from, to) {
			s.names = append(s.names, v.span(from, to))
		}
	})
}

// isMarker reports whether the word in v is the marker's: somebody may be called
// so.
func isMarker(v view, from, to int) bool {
	return v.hasAt(from-1, Marker) && to-from == len(Marker)-2
}

// spareIDs drops the soft spans that lie within ids of text that are known.
func (s *Scrubber) spareIDs(text string) {
	if len(s.soft) == 0 {
		return
	}
	sortSpans(s.soft)
	kept, next := s.soft[:0], 0
	s.known.idRanges(text, func(from, to int) {
		for ; next < len(s.soft) && int(s.soft[next].from) < to; next++ {
			if sp := s.soft[next]; int(sp.from) < from || int(sp.to) > to {
				kept = append(kept, sp)
			}
		}
	})
	s.soft = append(kept, s.soft[next:]...)
}

func sortSpans(spans []span) {
	slices.SortFunc(spans, func(a, b span) int { return cmp.Compare(a.from, b.from) })
}

// cut puts the marker in the place of every span, and reports whether there is
// any.
func (s *Scrubber) cut(text string) (string, bool) {
	s.spareIDs(text)
	s.hard = append(s.hard, s.soft...)
	if len(s.hard) == 0 {
		return text, false
	}
	for i, sp := range s.hard {
		s.hard[i].from, _ = markerAt(text, sp.from)
		_, s.hard[i].to = markerAt(text, sp.to)
	}
	sortSpans(s.hard)
	var b strings.Builder
	kept := int32(0)
	for i := 0; i < len(s.hard); {
		from, to := s.hard[i].from, s.hard[i].to
		for i++; i < len(s.hard) && s.hard[i].from <= to; i++ {
			to = max(to, s.hard[i].to)
		}
		b.WriteString(text[kept:from])
		b.WriteString(Marker)
		kept = to
	}
	b.WriteString(text[kept:])
	return b.String(), true
}

// markerAt returns the ends of the marker that byte at lies within, or at twice:
// what reads into a marker of an earlier round takes the whole of it.
func markerAt(text string, at int32) (from, to int32) {
	const inner = len(Marker) - 1
	start := max(int(at)-inner, 0)
	i := strings.Index(text[start:min(int(at)+inner, len(text))], Marker)
	if i < 0 {
		return at, at
	}
	return int32(start + i), int32(start + i + len(Marker))
}
