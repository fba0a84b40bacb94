package adaptertest

var statusChecks = []check{}
