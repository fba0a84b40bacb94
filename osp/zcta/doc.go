// Package zcta knows the centre points of US ZIP code areas, so that a profile can tell whether a ZIP lies within a
// published radius (OSP 6.4 step 3):
//
//	osp.NewProfile(m, &osp.ProfileOptions{Centroids: zcta.Table[osp.ZIP]{}})
//
// The points are the internal points of the ZIP code tabulation areas (ZCTA) in the United States Census Bureau's
// gazetteer of 2021, a work of the US government in the public domain. A ZIP of post office boxes or of one large
// building has no such area and no point. That means "not known", never "not covered".
//
// The table is part of the binary, about 280 kB, and is read in place: nothing is unpacked or allocated, neither at
// start-up nor later. A program that doesn't import the package doesn't carry it.
package zcta
