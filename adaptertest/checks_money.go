package adaptertest

var moneyChecks = []check{}
