package osbp

import "context"

// WithUpstreamRecord returns a context as a tool call has it, and what was recorded
// in it.
func WithUpstreamRecord(ctx context.Context) (context.Context, func() *UpstreamMeta) {
	r := new(callRecord)
	return withCallRecord(ctx, r), func() *UpstreamMeta {
		meta, _ := r.seen()
		return meta
	}
}

// SurelyNotMade is what a Creator takes a failed create for.
func SurelyNotMade(err error) bool {
	_, definite := refusalOf(err)
	return definite
}

// GoVersion is what User-Agent makes of a runtime.Version.
var GoVersion = goVersion
