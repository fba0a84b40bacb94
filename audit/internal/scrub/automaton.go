package scrub

import "unicode/utf8"

// automaton finds many patterns in one pass over a view (Aho and Corasick). A
// pattern matches as it stands, whatever surrounds it; of several that end at
// one place the longest is found, which covers the others.
type automaton struct {
	next map[edge]int32
	node []node
	root [utf8.RuneSelf]int32 // next from the root for ASCII, which is most of what is asked
	// loose reads any punctuation as a space.
	loose bool
	// overfull says that patterns were left out. Whoever searches must then take
	// it that everything matches.
	overfull bool
}

// maxNodes bounds the memory of an automaton to some 20 MB. Thousands of
// ordinary values fit many times over.
const maxNodes = 1 << 18

type edge struct {
	from int32
	r    rune
}

type node struct {
	fail    int32
	longest int32 // glyphs of the longest pattern that ends here
	parent  int32
	child   int32 // the newest of the nodes below
	sibling int32 // the next older child of the parent
	r       rune
}

// add adds a pattern. It must be called before link.
func (a *automaton) add(pattern view) {
	if a.next == nil {
		a.next, a.node = map[edge]int32{}, []node{{}}
	}
	at, length := int32(0), int32(0)
	s := squeeze{loose: a.loose}
	for _, g := range pattern {
		r, ok := s.feed(g)
		if !ok {
			continue
		}
		e := edge{at, r}
		to, ok := a.next[e]
		if !ok {
			if len(a.node) == maxNodes {
				a.overfull = true
				return
			}
			to = int32(len(a.node))
			a.node = append(a.node, node{parent: at, sibling: a.node[at].child, r: r})
			a.node[at].child = to
			a.next[e] = to
			if at == 0 && r < utf8.RuneSelf {
				a.root[r] = to
			}
		}
		at, length = to, length+1
	}
	if at != 0 {
		a.node[at].longest = length
	}
}

// link completes the automaton after the last add.
func (a *automaton) link() {
	// Breadth first, so that a node's failure link, which is shorter, is done.
	queue := make([]int32, 0, len(a.node))
	visit := func(parent int32) {
		for kid := a.node[parent].child; kid != 0; kid = a.node[kid].sibling {
			queue = append(queue, kid)
		}
	}
	if len(a.node) > 0 {
		visit(0)
	}
	for i := 0; i < len(queue); i++ {
		n := &a.node[queue[i]]
		if n.parent != 0 {
			n.fail = a.step(a.node[n.parent].fail, n.r)
		}
		if n.longest == 0 {
			n.longest = a.node[n.fail].longest
		}
		visit(queue[i])
	}
}

// step follows r, falling back to the longest suffix that can be continued.
func (a *automaton) step(at int32, r rune) int32 {
	for {
		if at == 0 && r < utf8.RuneSelf {
			return a.root[r]
		}
		if to, ok := a.next[edge{at, r}]; ok {
			return to
		}
		if at == 0 {
			return 0
		}
		at = a.node[at].fail
	}
}

// find reports every match as a half-open range of glyphs. Its working space is
// kept in fed from call to call.
func (a *automaton) find(v view, fed *[]int32, found func(from, to int)) {
	if len(a.node) == 0 {
		return
	}
	s := squeeze{loose: a.loose}
	counted := (*fed)[:0] // glyphs that were not passed over
	at := int32(0)
	for i, g := range v {
		r, ok := s.feed(g)
		if !ok {
			continue
		}
		counted = append(counted, int32(i))
		at = a.step(at, r)
		if n := a.node[at].longest; n > 0 {
			found(int(counted[len(counted)-int(n)]), i+1)
		}
	}
	*fed = counted
}

// squeeze passes over white space that carries no meaning: a second space after
// the first, and any after a character of a script that is written without.
type squeeze struct {
	loose bool
	space bool // the last glyph was a space
	none  bool // the last glyph was of a script without
}

// feed returns how g reads, and whether it counts.
func (s *squeeze) feed(g glyph) (r rune, ok bool) {
	if g.r != ' ' && g.r != '・' && g.r != '·' && !(s.loose && g.class == other) {
		s.space, s.none = false, g.class == unspaced
		return g.r, true
	}
	ok = !s.space && !s.none
	s.space = true
	return ' ', ok
}
