package adaptertest_test

var leakMutants = []mutant{}
