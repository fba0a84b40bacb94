package adaptertest_test

var mandateMutants = []mutant{}
