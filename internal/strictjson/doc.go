// Package strictjson reads JSON that crosses the trust boundary.
//
// encoding/json matches member names without regard to case, keeps the last of
// two members with one name, replaces bad UTF-8, reads null as "leave it be"
// and stops at the end of the first value. Each of these has turned a refusal
// into a yes somewhere, so nothing here does any of them.
//
// [Check] judges the bytes alone, [Decode] reads them into a Go value as well,
// and [Canonical] gives the RFC 8785 form that is hashed. Every refusal is an
// [*Error] that names the member by its path and never quotes a value: a value
// may be a customer's.
package strictjson
