package adaptertest

var inputChecks = []check{}
