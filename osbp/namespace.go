package osbp

import "net/url"

// Namespace returns the prefix under which one organization of one platform
// keeps its records, so that organizations can share a store without sharing
// idempotency keys. Different pairs never give the same prefix.
func Namespace(vendor, organizationID string) string {
	return url.PathEscape(vendor) + "/" + url.PathEscape(organizationID) + "/"
}
