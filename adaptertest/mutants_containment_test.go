package adaptertest_test

var containmentMutants = []mutant{}
