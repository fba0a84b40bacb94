package store

// IsQueueInOrder reports whether no entry of the expiry queue expires before the one
// that goes before it, and each knows its place. What is out of order shows in answers
// only by chance.
func (m *Memory) IsQueueInOrder() bool {
	for i, x := range m.expiry {
		if x.entry.index != i || x.expires != x.entry.expires || m.expiry[max(0, i-1)/children].expires > x.expires {
			return false
		}
	}
	return len(m.expiry) == len(m.records)
}
