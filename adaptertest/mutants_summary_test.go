package adaptertest_test

var summaryMutants = []mutant{}
