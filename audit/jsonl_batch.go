package audit

import (
	"context"
	"errors"
	"slices"
	"sync"
)

// maxBatch bounds the lines that are written at once, in bytes. A longer line is
// written by itself.
const maxBatch = 1 << 20

// Append writes the event as one line. When it returns nil the event is on disk,
// or with NoSync handed to the operating system.
//
// Bringing a file to the disk takes far longer than writing to it, so lines that
// arrive meanwhile wait, are then written together in the order of their arrival,
// and are brought to the disk once for all of them. There is no goroutine for
// that: one of the waiting calls writes for the others.
//
// On an error the event is not kept, and whatever was written of its line was
// taken back (the error of a disk that refuses even that says so, too). That
// holds for a context as well: when it ends while the line waits, the line is
// never written and the error wraps the context's cause. Once the writing of the
// line has begun the context is no longer heard, and Append returns what came of
// it: one write and one sync later.
func (l *JSONLLog) Append(ctx context.Context, e *Event) error {
	line, err := e.line()
	if err != nil {
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	p := l.queue.add(line)
	for !p.isSettled() { // more than once where a batch ended before this line
		if err := l.locked(ctx, p.settled, l.writeBatch); err != nil {
			if l.queue.remove(p) {
				return err
			}
			<-p.settled // somebody else is writing the line
		}
	}
	return p.err
}

// writeBatch writes the next lines of the queue to a file of the given size and
// settles them. It needs the lock.
func (l *JSONLLog) writeBatch(size int64) error {
	batch := l.queue.take()
	err := l.write(size, join(batch))
	if err != nil && len(batch) > 1 {
		batch, err = l.writeEach(size, batch), nil
	}
	if err == nil && len(batch) > 0 && !l.opts.NoSync {
		if err = l.sync(l.file); err != nil { // nobody knows which lines have reached the disk
			err = wrap(errors.Join(err, l.file.Truncate(size)))
		}
	}
	settle(batch, err)
	return nil
}

// writeEach writes those of the lines that can be written one by one, and returns
// them: on a disk that is nearly full a long line must not take others with it.
func (l *JSONLLog) writeEach(size int64, batch []*pending) (written []*pending) {
	for _, p := range batch {
		err := wrap(l.file.Truncate(size)) // what failed before may not have been taken back
		if err == nil {
			err = l.write(size, p.line)
		}
		if err != nil {
			settle([]*pending{p}, err)
			continue
		}
		size += int64(len(p.line))
		written = append(written, p)
	}
	return written
}

// write appends data to a file of the given size, or nothing of it.
func (l *JSONLLog) write(size int64, data []byte) error {
	if _, err := l.file.Write(data); err != nil {
		return wrap(errors.Join(err, l.file.Truncate(size)))
	}
	return nil
}

// pending is a line that is to be written.
type pending struct {
	line    []byte
	settled chan struct{} // closed when err tells what came of the line
	err     error
}

func (p *pending) isSettled() bool {
	select {
	case <-p.settled:
		return true
	default:
		return false
	}
}

func settle(batch []*pending, err error) {
	for _, p := range batch {
		p.err = err
		close(p.settled)
	}
}

// join returns the lines of the batch, one after the other.
func join(batch []*pending) []byte {
	if len(batch) == 1 {
		return batch[0].line
	}
	lines := make([][]byte, len(batch))
	for i, p := range batch {
		lines[i] = p.line
	}
	return slices.Concat(lines...)
}

// queue holds lines in the order in which they arrived.
type queue struct {
	mu    sync.Mutex
	lines []*pending
}

func (q *queue) add(line []byte) *pending {
	p := &pending{line: line, settled: make(chan struct{})}
	q.mu.Lock()
	defer q.mu.Unlock()
	q.lines = append(q.lines, p)
	return p
}

// remove takes p back, and reports whether it was still there.
func (q *queue) remove(p *pending) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	i := slices.Index(q.lines, p)
	if i < 0 {
		return false
	}
	q.lines = slices.Delete(q.lines, i, i+1)
	return true
}

// take removes the next batch: what fits into maxBatch, and at least one line if
// there is any.
func (q *queue) take() []*pending {
	q.mu.Lock()
	defer q.mu.Unlock()
	n, size := 0, 0
	for n < len(q.lines) && (n == 0 || size+len(q.lines[n].line) <= maxBatch) {
		size += len(q.lines[n].line)
		n++
	}
	batch := slices.Clone(q.lines[:n])
	q.lines = slices.Delete(q.lines, 0, n)
	return batch
}
