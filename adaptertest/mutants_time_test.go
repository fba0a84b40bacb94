package adaptertest_test

var timeMutants = []mutant{}
