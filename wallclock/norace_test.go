//go:build !race

package wallclock_test

// raceEnabled says that the race detector slows everything down.
const raceEnabled = false
