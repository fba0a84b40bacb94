package osbp

import (
	"context"
	"maps"
	"sync"

	"github.com/openservicekit/openservice/audit"
)

// PlatformIdentity is an adapter's static identity (OSBP "Audit").
type PlatformIdentity = audit.PlatformIdentity

// UpstreamMeta is response metadata of one upstream call (OSBP "Audit").
type UpstreamMeta = audit.UpstreamMeta

// callRecord gathers, during one tool call, what belongs into its audit event and
// never into its envelope. It travels in the context, so concurrent calls can't
// see each other's.
type callRecord struct {
	mu           sync.Mutex
	upstream     *UpstreamMeta
	verification *audit.Verification
	local        bool
	// beforeSend proves that what happens can be written down.
	beforeSend func(context.Context) error
}

type callRecordKey struct{}

func withCallRecord(ctx context.Context, r *callRecord) context.Context {
	return context.WithValue(ctx, callRecordKey{}, r)
}

func callRecordFrom(ctx context.Context) *callRecord {
	r, _ := ctx.Value(callRecordKey{}).(*callRecord)
	return r
}

// RecordUpstream notes the metadata of an upstream call for the audit event of the
// tool call that ctx belongs to (OSBP "Platform Metadata and Versioning"). The most
// recent one counts. Transport calls it; platforms without net/http call it
// themselves, with query strings left out of Call and contacts redacted. Without
// a tool call in ctx it does nothing.
func RecordUpstream(ctx context.Context, meta UpstreamMeta) {
	r := callRecordFrom(ctx)
	if r == nil {
		return
	}
	meta.RateLimit = maps.Clone(meta.RateLimit)
	r.mu.Lock()
	r.upstream = &meta
	r.mu.Unlock()
}

// RecordVerification notes, for the audit event of the tool call that ctx belongs to,
// that a code was submitted and by which method it had been sent (OSBP "Security and
// Privacy Considerations"); the code itself is never recorded. Adapter and Creator call
// it; an adapter that stands on neither calls it itself. Without a tool call in ctx it
// does nothing.
func RecordVerification(ctx context.Context, method VerificationMethod) {
	r := callRecordFrom(ctx)
	if r == nil {
		return
	}
	r.mu.Lock()
	r.verification = &audit.Verification{Submitted: true, Method: string(method)}
	r.mu.Unlock()
}

// recordLocal notes that the answer came from local state.
func recordLocal(ctx context.Context) {
	r := callRecordFrom(ctx)
	if r == nil {
		return
	}
	r.mu.Lock()
	r.local = true
	r.mu.Unlock()
}

// seen returns what was recorded. Upstream metadata of an answer that came from
// local state is dropped: it would describe another call.
func (r *callRecord) seen() (*UpstreamMeta, *audit.Verification) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.local {
		return nil, r.verification
	}
	return r.upstream, r.verification
}

func provenWritable(ctx context.Context) error {
	r := callRecordFrom(ctx)
	if r == nil || r.beforeSend == nil {
		return nil
	}
	return r.beforeSend(ctx)
}
