package adaptertest

var platformChecks = []check{}
