package osp

import (
	"errors"
	"unicode/utf8"

	"github.com/openservicekit/openservice/internal/strictjson"
	"github.com/openservicekit/openservice/wallclock"
)

// ParseOptions are the circumstances of [Parse] and [Validate]. The zero options are the strict ones.
type ParseOptions struct {
	// Zones says which time zones exist. Nil means the system's database, looked up anew by every call: a program
	// that reads many manifests passes one loader.
	Zones wallclock.ZoneLoader
	// MaxBytes is the size of the largest document that is read, in bytes; 0 means 1 MiB.
	MaxBytes int
}

// Parse reads a manifest (OSP 5). It accepts what satisfies all of the following:
//
//   - it is one JSON value in UTF-8 without a byte order mark, no object repeats a member name, objects and arrays are
//     nested at most 64 deep;
//   - it satisfies the schema of OSP Appendix A, with formats asserted: real calendar dates, RFC 3339 date-times, RFC 3986
//     URLs, email addresses;
//   - it satisfies the numbered constraints of OSP Appendix A;
//   - its timeZone is an IANA zone that opts.Zones can load (OSP 3);
//   - no object in it, extensions included, has a member that would carry ratings or reviews: aggregateRating, rating,
//     ratingValue, ratingCount, reviewCount, review or reviews in any case of letters (OSP 5.2).
//
// Otherwise the error is a [*ValidationError] with every issue, or a [*VersionError] when the document declares another
// version of the specification. One cause is one issue, also where the schema would complain twice. If the time zone
// database is missing, the error wraps [wallclock.ErrZoneDatabase] and says nothing about the manifest.
//
// The manifest shares no memory with data.
func Parse(data []byte, opts *ParseOptions) (*Manifest, error) {
	var o ParseOptions
	if opts != nil {
		o = *opts
	}
	if o.MaxBytes <= 0 {
		o.MaxBytes = strictjson.MaxBytes
	}
	if o.Zones == nil {
		o.Zones = wallclock.SystemZones()
	}
	if len(data) > o.MaxBytes || !utf8.Valid(data) {
		return nil, explainBytes(data, o.MaxBytes)
	}
	d := newDecoder(data, o.Zones)
	m := new(Manifest)
	d.manifest(m)
	if !d.ended() {
		return nil, explainBytes(data, o.MaxBytes)
	}
	if err := d.verdict(m); err != nil {
		return nil, err
	}
	return m, nil
}

// explainBytes says why data can't be read as JSON.
func explainBytes(data []byte, maxBytes int) error {
	issue := Issue{Path: "$", Rule: RuleJSON, Source: "RFC 8259", Message: "The document is not well-formed JSON."}
	var fault *strictjson.Error
	if errors.As(strictjson.Check(data, strictjson.Options{MaxBytes: maxBytes}), &fault) {
		if fault.Path != "" {
			issue.Path = fault.Path
		}
		issue.Message = "The document can't be read: " + fault.Error() + "."
	}
	return &ValidationError{Issues: []Issue{issue}}
}
