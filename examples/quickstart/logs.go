package main

import (
	"context"
	"log/slog"
	"sync"

	"github.com/openservicekit/openservice/audit"
)

// keptLog writes events to the log on disk and keeps those of this run for the
// story.
type keptLog struct {
	audit.Log
	kept audit.MemoryLog
}

func (l *keptLog) Append(ctx context.Context, e *audit.Event) error {
	if err := l.Log.Append(ctx, e); err != nil {
		return err
	}
	return l.kept.Append(ctx, e)
}

func (l *keptLog) all() []*audit.Event { return l.kept.Events() }

// operatorLog is the operator's logger: it keeps what it is told, without the
// attributes, until somebody reads it.
type operatorLog struct {
	mu       sync.Mutex
	messages []string
}

func (l *operatorLog) Enabled(_ context.Context, level slog.Level) bool {
	return level >= slog.LevelError
}

func (l *operatorLog) Handle(_ context.Context, r slog.Record) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.messages = append(l.messages, r.Level.String()+" "+r.Message)
	return nil
}

func (l *operatorLog) WithAttrs([]slog.Attr) slog.Handler { return l }
func (l *operatorLog) WithGroup(string) slog.Handler      { return l }

// read returns what came since the last time.
func (l *operatorLog) read() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	messages := l.messages
	l.messages = nil
	return messages
}
