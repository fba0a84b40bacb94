package adaptertest_test

var hostMutants = []mutant{}
