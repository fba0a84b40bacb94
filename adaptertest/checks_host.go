package adaptertest

var hostChecks = []check{}
