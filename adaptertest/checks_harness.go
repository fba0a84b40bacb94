package adaptertest

var harnessChecks = []check{}
