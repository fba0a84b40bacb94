//go:build race

package adaptertest_test

const raceDetector = true
