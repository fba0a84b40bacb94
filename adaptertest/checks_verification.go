package adaptertest

var verificationChecks = []check{}
