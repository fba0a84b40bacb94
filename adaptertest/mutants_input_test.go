package adaptertest_test

var inputMutants = []mutant{}
