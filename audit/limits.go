package audit

const (
	// maxDepth bounds the nesting of a snapshot. Inputs are held to 64 by whoever
	// takes them; an answer wraps what it holds a few times more.
	maxDepth = 128
	// probeSize is the size of an event of ordinary length, in bytes: what a log
	// tries to have room for before it calls itself ready.
	probeSize = 8 << 10
)
