package adaptertest

var leakChecks = []check{}
