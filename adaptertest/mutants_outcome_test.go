package adaptertest_test

var outcomeMutants = []mutant{}
