package adaptertest

var outcomeChecks = []check{}
