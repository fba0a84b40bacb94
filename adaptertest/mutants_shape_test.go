package adaptertest_test

var shapeMutants = []mutant{}
