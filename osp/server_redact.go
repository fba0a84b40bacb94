package osp

import (
	"fmt"
	"log/slog"
)

// What holds requests or keys prints a fixed text: fmt reaches into unexported fields, past the methods of what is in them.

const (
	redactedServer         = "osp.Server(redacted)"
	redactedServerOptions  = "osp.ServerOptions(redacted)"
	redactedMemorySink     = "osp.MemorySink(redacted)"
	redactedWebhookSink    = "osp.WebhookSink(redacted)"
	redactedWebhookOptions = "osp.WebhookOptions(redacted)"
)

// Format writes a fixed text for every verb.
func (*Server) Format(s fmt.State, _ rune) { writeFixed(s, redactedServer) }

// LogValue returns a fixed text.
func (*Server) LogValue() slog.Value { return slog.StringValue(redactedServer) }

// Format writes a fixed text for every verb.
func (ServerOptions) Format(s fmt.State, _ rune) { writeFixed(s, redactedServerOptions) }

// LogValue returns a fixed text.
func (ServerOptions) LogValue() slog.Value { return slog.StringValue(redactedServerOptions) }

// Format writes a fixed text for every verb.
func (*MemorySink) Format(s fmt.State, _ rune) { writeFixed(s, redactedMemorySink) }

// LogValue returns a fixed text.
func (*MemorySink) LogValue() slog.Value { return slog.StringValue(redactedMemorySink) }

// Format writes a fixed text for every verb.
func (*WebhookSink) Format(s fmt.State, _ rune) { writeFixed(s, redactedWebhookSink) }

// LogValue returns a fixed text.
func (*WebhookSink) LogValue() slog.Value { return slog.StringValue(redactedWebhookSink) }

// Format writes a fixed text for every verb.
func (WebhookOptions) Format(s fmt.State, _ rune) { writeFixed(s, redactedWebhookOptions) }

// LogValue returns a fixed text.
func (WebhookOptions) LogValue() slog.Value { return slog.StringValue(redactedWebhookOptions) }
