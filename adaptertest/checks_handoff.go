package adaptertest

var handoffChecks = []check{}
