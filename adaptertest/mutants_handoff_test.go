package adaptertest_test

var handoffMutants = []mutant{}
