package adaptertest

var mandateOrderChecks = []check{}
