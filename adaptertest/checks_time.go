package adaptertest

var timeChecks = []check{}
