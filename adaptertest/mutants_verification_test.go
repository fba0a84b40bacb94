package adaptertest_test

var verificationMutants = []mutant{}
