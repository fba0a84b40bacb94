package adaptertest_test

var harnessMutants = []mutant{}
