package sandbox

import "context"

// call is one call of the platform from its arrival on. Both faces make one.
type call struct {
	hit strikes
	// finished notes that it has come to its result, whether or not that is heard;
	// nil where nobody keeps count.
	finished func()
}

func (s *Sandbox) call(op Op) call { return call{hit: s.faults.strike(op)} }

// createCall counts a create before anything can go wrong with it.
func (s *Sandbox) createCall(businessID, key string) call {
	finished := s.arrived(businessID, key)
	return call{s.faults.strike(OpReserve), finished}
}

// serve does the work of one call, with the faults that strike it. The error is the
// work's own *refusal, ErrCut or ErrStatus500 for what the caller will see instead
// of an answer, or that ctx has ended.
func serve[T any](ctx context.Context, c call, work func() (T, error)) (answer T, err error) {
	if c.finished != nil {
		defer c.finished()
	}
	if err := c.hit.before(ctx); err != nil {
		return answer, err
	}
	done, err := work()
	if cut := c.hit.after(ctx); cut != nil {
		return answer, cut
	}
	return done, err
}
