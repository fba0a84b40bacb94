package adaptertest_test

var moneyMutants = []mutant{}
