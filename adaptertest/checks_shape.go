package adaptertest

var shapeChecks = []check{}
