// Package adapterstarter is examples/adapter before anything is mapped: copy it, rename
// it, and map one method at a time in the order of platform.go. Until then every method
// answers adapter_not_implemented, so that the adapter around it runs from the first day,
// books nothing, and says why.
//
// The checklist in examples/adapter/README.md tells what adaptertest shows after each
// method; the tests here show where it begins.
package adapterstarter
