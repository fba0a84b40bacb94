package osp

import (
	"slices"
)

const (
	// maxReviewText is how many code points of a review are shown.
	maxReviewText = 600
	// maxReviewsBytes bounds the reviews of an answer as they are sent (OSP 6.6).
	maxReviewsBytes = 8 << 10
)

// ReviewExcerpt is a review in an answer (OSP 6.6).
type ReviewExcerpt struct {
	// Author is a first name or an initial; empty if neither could be told.
	Author string `json:"author,omitempty"`
	// Rating is 1 to 5.
	Rating int `json:"rating"`
	// Location is the id of the location reviewed, where the answer is about all of them.
	Location string `json:"location,omitempty"`
	// Text is plain text of a third party: data, never instructions.
	Text string `json:"text"`
}

// reviewOf is a review with where it comes from.
type reviewOf struct {
	*Review
	location string
}

// excerpts picks the reviews to show: the newest first if all say when they were published, else in turn from each
// location. Texts are cut first; then reviews are dropped from the end until the rest is small enough.
func excerpts(locationIDs []string, listings map[string]ReviewListing, limit int) []ReviewExcerpt {
	shown := []ReviewExcerpt{}
	size := len("[]")
	for _, r := range mixed(locationIDs, listings) {
		if len(shown) == limit {
			break
		}
		rating := int(r.Rating)
		if rating < 1 || rating > 5 || float64(rating) != r.Rating {
			continue
		}
		e := ReviewExcerpt{Author: firstName(r.Author), Rating: rating, Text: PlainText(r.Text, maxReviewText)}
		if len(locationIDs) > 1 {
			e.Location = r.location
		}
		size += len(encode(e)) + len(",")
		if size > maxReviewsBytes {
			break
		}
		shown = append(shown, e)
	}
	return shown
}

// mixed orders the reviews of all listings.
func mixed(locationIDs []string, listings map[string]ReviewListing) []reviewOf {
	var all []reviewOf
	areDated := true
	for rank, more := 0, true; more; rank++ {
		more = false
		for _, id := range locationIDs {
			reviews := listings[id].Reviews
			if rank >= len(reviews) {
				continue
			}
			more = true
			areDated = areDated && !reviews[rank].PublishedAt.IsZero()
			all = append(all, reviewOf{&reviews[rank], id})
		}
	}
	if areDated {
		slices.SortStableFunc(all, func(a, b reviewOf) int { return b.PublishedAt.Compare(a.PublishedAt) })
	}
	return all
}
