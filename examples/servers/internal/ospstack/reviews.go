package ospstack

import (
	"context"
	"time"

	"github.com/openservicekit/openservice/osp"
)

// exampleReviews are made up, as the business of the example is.
type exampleReviews struct{}

// Listings implements osp.ReviewSource.
func (exampleReviews) Listings(_ context.Context, locationIDs []string) (map[string]osp.ReviewListing, error) {
	all := map[string]osp.ReviewListing{
		"daytona": {
			Source: "Example Reviews", Rating: 4.7, Count: 182,
			Reviews: []osp.Review{
				{Author: "Dana Whitfield", Rating: 5, Text: "Called the day before I asked for, fixed the compressor, left the yard clean.", PublishedAt: day(2026, time.August, 21)},
				{Author: "Luis M.", Rating: 4, Text: "Good work. The first callback took until the afternoon.", PublishedAt: day(2026, time.July, 2)},
			},
		},
		"palm-coast": {
			Source: "Example Reviews", Rating: 4.4, Count: 41,
			Reviews: []osp.Review{
				{Author: "Pat Okoye", Rating: 5, Text: "Explained the repair before starting it.", PublishedAt: day(2026, time.June, 11)},
			},
		},
	}
	asked := make(map[string]osp.ReviewListing, len(locationIDs))
	for _, id := range locationIDs {
		if listing, ok := all[id]; ok {
			asked[id] = listing
		}
	}
	return asked, nil
}

func day(year int, month time.Month, d int) time.Time {
	return time.Date(year, month, d, 12, 0, 0, 0, time.UTC)
}
