package adaptertest

var mandateChecks = []check{}
