package osp

import "sync"

// flights joins the calls of one process about one request: the first works, the others wait for what comes of it.
type flights struct {
	mu   sync.Mutex
	open map[string]*flight
}

type flight struct {
	done chan struct{}
	outcome
}

// outcome is what became of a request: a result or an error.
type outcome struct {
	result      *BookingResult
	isDuplicate bool
	err         error
}

// join returns the flight of an id, and whether the caller leads it.
func (fs *flights) join(id string) (f *flight, leads bool) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	if f := fs.open[id]; f != nil {
		return f, false
	}
	if fs.open == nil {
		fs.open = make(map[string]*flight)
	}
	f = &flight{done: make(chan struct{})}
	fs.open[id] = f
	return f, true
}

func (fs *flights) land(id string, f *flight, o outcome) {
	f.outcome = o
	fs.mu.Lock()
	delete(fs.open, id)
	fs.mu.Unlock()
	close(f.done)
}
