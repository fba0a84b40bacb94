package audit

import "os"

// MaxBatch is the bound of a batch in bytes.
const MaxBatch = maxBatch

// SetSync replaces how the log brings its file to the disk. It must be called
// before the log is used.
func (l *JSONLLog) SetSync(sync func(*os.File) error) { l.sync = sync }

// Waiting counts the lines that nobody has begun to write.
func (l *JSONLLog) Waiting() int {
	l.queue.mu.Lock()
	defer l.queue.mu.Unlock()
	return len(l.queue.lines)
}
