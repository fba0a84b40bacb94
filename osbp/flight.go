package osbp

import "sync"

// flights joins the twins of one booking attempt within the process: the first
// works, the others wait for its outcome. Only callers whose own approval was
// judged may join.
type flights struct {
	mu   sync.Mutex
	open map[string]*flight
}

type flight struct {
	done   chan struct{}
	result *CreateResult
	err    error
}

func (fs *flights) get(key string) *flight {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	return fs.open[key]
}

// join returns the flight of key and whether the caller leads it.
func (fs *flights) join(key string) (*flight, bool) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	if f := fs.open[key]; f != nil {
		return f, false
	}
	if fs.open == nil {
		fs.open = make(map[string]*flight)
	}
	f := &flight{done: make(chan struct{})}
	fs.open[key] = f
	return f, true
}

func (fs *flights) land(key string, f *flight, result *CreateResult, err error) {
	f.result, f.err = result, err
	fs.mu.Lock()
	delete(fs.open, key)
	fs.mu.Unlock()
	close(f.done)
}
