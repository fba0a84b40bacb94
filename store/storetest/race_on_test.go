//go:build race

package storetest_test

const raceDetector = true
