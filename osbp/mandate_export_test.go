package osbp

// ValidateMandateRequest makes the first steps, which run before any platform
// call, reachable from the tests.
var ValidateMandateRequest = validateMandateRequest
