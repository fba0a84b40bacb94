package adaptertest

var containmentChecks = []check{}
