package osbp

import "sync"

// flights joins the twins of one booking attempt within the process: the first
// works, the others wait for its outcome. Only callers whose own approval was
// judged may join. Twins have one payload, so a flight goes by its mark.
type flights struct {
	mu   sync.Mutex
	open map[[32]byte]*flight
}

type flight struct {
	code   string // the verification code that the leader sends
	done   chan struct{}
	result *CreateResult
	err    error
}

func (fs *flights) get(mark [32]byte) *flight {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	return fs.open[mark]
}

// join returns the flight of mark and whether the caller leads it, with its code.
func (fs *flights) join(mark [32]byte, code string) (*flight, bool) {
	fs.mu.Lock()
	defer fs.mu.Unlock()
	if f := fs.open[mark]; f != nil {
		return f, false
	}
	if fs.open == nil {
		fs.open = make(map[[32]byte]*flight)
	}
	f := &flight{code: code, done: make(chan struct{})}
	fs.open[mark] = f
	return f, true
}

func (fs *flights) land(mark [32]byte, f *flight, result *CreateResult, err error) {
	f.result, f.err = result, err
	fs.mu.Lock()
	delete(fs.open, mark)
	fs.mu.Unlock()
	close(f.done)
}
