package adaptertest_test

var platformMutants = []mutant{}
