package osp

// seen remembers values, the first few without allocating. The zero value has seen none.
type seen[T comparable] struct {
	few  [16]T
	n    int // in few
	many map[T]struct{}
}

// add adds v and reports whether it is new.
func (s *seen[T]) add(v T) bool {
	if s.has(v) {
		return false
	}
	switch {
	case s.many != nil:
		s.many[v] = struct{}{}
	case s.n < len(s.few):
		s.few[s.n] = v
		s.n++
	default:
		s.many = make(map[T]struct{}, 4*len(s.few))
		for _, old := range s.few {
			s.many[old] = struct{}{}
		}
		s.many[v] = struct{}{}
	}
	return true
}

func (s *seen[T]) has(v T) bool {
	if s.many != nil {
		_, ok := s.many[v]
		return ok
	}
	for i := range s.n {
		if s.few[i] == v {
			return true
		}
	}
	return false
}
