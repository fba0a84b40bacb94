package osp

import "errors"

// Why a manifest could not be fetched. Errors of [Fetcher.Fetch] wrap these.
var (
	// ErrNotPublished: the origin publishes no manifest (status 404 or 410). A business that isn't ready answers so
	// (OSP 4.1).
	ErrNotPublished = errors.New("the origin publishes no manifest")
	// ErrAddressRefused: the host has an address that is not public.
	ErrAddressRefused = errors.New("the address is not public")
	// ErrRedirectRefused: the origin redirects to another host, away from https, or too often.
	ErrRedirectRefused = errors.New("the redirect is refused")
	// ErrNotManifest: the answer is no manifest: another status than 200, another type than application/json, too large.
	ErrNotManifest = errors.New("the answer is no manifest")
	// ErrOtherOrigin: the manifest is that of another origin (OSP 3).
	ErrOtherOrigin = errors.New("the manifest belongs to another origin")
)
