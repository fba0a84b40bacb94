package store

// expiryQueue is a heap of entries, the one that expires first at its root.
// Each entry knows its position, so any can be moved or removed. Four children
// to a node make it shallow: a booking store mostly adds entries that expire
// after those it has, and such a push is one comparison.
type expiryQueue []queued

// queued carries the expiry beside the entry, so that comparing entries doesn't
// have to load them.
type queued struct {
	expires int64
	entry   *entry
}

const children = 4

// first returns the entry that expires first, or nil.
func (q expiryQueue) first() *entry {
	if len(q) == 0 {
		return nil
	}
	return q[0].entry
}

// push adds an entry.
func (q *expiryQueue) push(e *entry) {
	*q = append(*q, queued{})
	q.up(len(*q)-1, queued{e.expires, e})
}

// fix moves an entry whose expiry has changed to its new place.
func (q expiryQueue) fix(e *entry) {
	q.place(e.index, queued{e.expires, e})
}

// remove takes an entry out.
func (q *expiryQueue) remove(e *entry) {
	last := len(*q) - 1
	moved := (*q)[last]
	(*q)[last] = queued{} // let the entry go
	*q = (*q)[:last]
	if e.index != last {
		q.place(e.index, moved)
	}
}

// place puts x at the vacant position i or where the order wants it.
func (q expiryQueue) place(i int, x queued) {
	if i > 0 && x.expires < q[(i-1)/children].expires {
		q.up(i, x)
	} else {
		q.down(i, x)
	}
}

// up moves the vacancy at i towards the root until x fits in it.
func (q expiryQueue) up(i int, x queued) {
	for i > 0 {
		parent := (i - 1) / children
		if q[parent].expires <= x.expires {
			break
		}
		q.set(i, q[parent])
		i = parent
	}
	q.set(i, x)
}

// down moves the vacancy at i towards the leaves until x fits in it.
func (q expiryQueue) down(i int, x queued) {
	for {
		least := children*i + 1
		if least >= len(q) {
			break
		}
		for c, end := least+1, min(least+children, len(q)); c < end; c++ {
			if q[c].expires < q[least].expires {
				least = c
			}
		}
		if x.expires <= q[least].expires {
			break
		}
		q.set(i, q[least])
		i = least
	}
	q.set(i, x)
}

func (q expiryQueue) set(i int, x queued) {
	q[i] = x
	x.entry.index = i
}
