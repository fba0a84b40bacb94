package adaptertest_test

var mandateOrderMutants = []mutant{}
