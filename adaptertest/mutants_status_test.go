package adaptertest_test

var statusMutants = []mutant{}
