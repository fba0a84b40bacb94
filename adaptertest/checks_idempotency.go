package adaptertest

var idempotencyChecks = []check{}
