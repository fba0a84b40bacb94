package osp

import (
	"context"
	"math"
	"time"
)

// ReviewSource has the public reviews of the business's locations (OSP 6.6).
type ReviewSource interface {
	// Listings returns the listing of each of the locations, by their ids. One that is left out is unknown: there is a
	// listing perhaps, but not at hand. One with a Count of 0 has no reviews. It may be called by several goroutines at a
	// time and has until ctx ends. An error means that there is no answer at all, and the caller is told to come back later.
	Listings(ctx context.Context, locationIDs []string) (map[string]ReviewListing, error)
}

// ReviewListing is a location's page on a review site.
type ReviewListing struct {
	// Source is the name of the site, such as "Google Business Profile".
	Source string
	// Rating is the average as the site states it, 1 to 5; it doesn't count when Count is 0.
	Rating float64
	// Count is how many reviews the average is made of.
	Count int
	// Reviews are excerpts, the most recent first. What they hold is cleaned before it is shown.
	Reviews []Review
}

// Review is a customer's review as the site has it.
type Review struct {
	// Author is the name that the review was written under. Only a first name or an initial is shown.
	Author string
	// Rating is a whole number, 1 to 5; other reviews are left out.
	Rating float64
	// Text may be HTML. It is shown as plain text and cut.
	Text string
	// PublishedAt orders the reviews of several locations; optional.
	PublishedAt time.Time
}

// maxReviewCount bounds what a listing can credibly say.
const maxReviewCount = 100_000_000

// hasRating reports whether the listing has an average that can be taken for one.
func (l *ReviewListing) hasRating() bool {
	return l.Count > 0 && l.Count <= maxReviewCount && l.Rating >= 1 && l.Rating <= 5
}

// aggregate weighs the ratings of listings by their counts.
type aggregate struct {
	locations int // asked for
	known     int // with a listing that says something, if only that there are no reviews
	count     int
	sum       float64
	source    string
	sources   int
}

func (a *aggregate) add(l ReviewListing, ok bool) {
	a.locations++
	if !ok || l.Count != 0 && !l.hasRating() {
		return
	}
	a.known++
	if name := plainLine(l.Source, 80); name != "" && name != a.source {
		a.source = name
		a.sources++
	}
	if l.Count > 0 {
		a.count += l.Count
		a.sum += l.Rating * float64(l.Count)
	}
}

// rating is the weighted average to two places, false if a listing is unknown or nobody has rated.
func (a *aggregate) rating() (float64, bool) {
	if a.known < a.locations || a.count == 0 {
		return 0, false
	}
	return math.Round(a.sum/float64(a.count)*100) / 100, true
}

// note says why there is no rating.
func (a *aggregate) note() string {
	switch {
	case a.known < a.locations && a.locations > 1:
		return "There is no rating across all locations, because the reviews of some of them are not known here."
	case a.known < a.locations:
		return "There is no rating, because the reviews are not known here."
	}
	return "There are no reviews yet."
}
