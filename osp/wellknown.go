package osp

// The addresses of the manifest on its origin (OSP 4.1). The second is the same document under a name that some hosts find
// easier to serve.
const (
	WellKnownPath     = "/.well-known/open-service-profile"
	WellKnownJSONPath = WellKnownPath + ".json"
)
