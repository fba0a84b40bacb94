package adaptertest_test

var idempotencyMutants = []mutant{}
