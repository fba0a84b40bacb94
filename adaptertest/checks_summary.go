package adaptertest

var summaryChecks = []check{}
