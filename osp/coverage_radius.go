package osp

import "math"

const (
	// earthRadiusKm is the mean radius of the Earth (IUGG, R1).
	earthRadiusKm = 6371.0088
	// kmPerMile makes a mile a statute mile.
	kmPerMile = 1.609344
)

// Centroids knows the centre points of ZIP code areas (OSP 6.4 step 3). It answers from memory, because coverage is asked
// for without a deadline, and is safe for concurrent use.
type Centroids interface {
	// Centroid returns the centre of a ZIP code's area in decimal degrees, WGS 84: latitude first. ok is false if it
	// isn't known, which makes the answer unknown rather than "not covered".
	Centroid(zip ZIP) (latitude, longitude float64, ok bool)
}

// circle is a published radius.
type circle struct {
	name, url, message string
	latitude           float64 // of the location, in radians
	longitude          float64
	cosLatitude        float64
	miles              float64
}

func newCircles(m *Manifest) []circle {
	if m.Coverage == nil {
		return nil
	}
	var circles []circle
	for _, r := range m.Coverage.Radius {
		for i := range m.Locations {
			l := &m.Locations[i]
			if l.ID != r.LocationID || l.Geo == nil {
				continue
			}
			circles = append(circles, circle{
				name: l.Name,
				url:  l.PageURL,
				message: "This ZIP lies within the published service radius of " + l.Name +
					". That is a guide, not a promise: confirm with the business.",
				latitude:    radians(l.Geo.Latitude),
				longitude:   radians(l.Geo.Longitude),
				cosLatitude: math.Cos(radians(l.Geo.Latitude)),
				miles:       r.Miles,
			})
		}
	}
	return circles
}

// nearestCircle returns the circle around the nearest location among those that the ZIP lies in, nil if there is none.
// evaluated is false if the ZIP's centre isn't known.
func (c *cover) nearestCircle(zip ZIP) (nearest *circle, evaluated bool) {
	if c.centroids == nil {
		return nil, false
	}
	latitude, longitude, ok := c.centroids.Centroid(zip)
	if !ok || !(math.Abs(latitude) <= 90) || !(math.Abs(longitude) <= 180) { // NaN fails too
		return nil, false
	}
	latitude, longitude = radians(latitude), radians(longitude)
	cosLatitude := math.Cos(latitude)
	least := math.Inf(1)
	for i := range c.circles {
		circle := &c.circles[i]
		miles := circle.distance(latitude, longitude, cosLatitude)
		if miles <= circle.miles && miles < least {
			nearest, least = circle, miles
		}
	}
	return nearest, true
}

// distance returns the great-circle distance in statute miles, by the haversine formula, which is exact enough at every
// distance that a radius can have.
func (c *circle) distance(latitude, longitude, cosLatitude float64) float64 {
	sinLatitude := math.Sin((latitude - c.latitude) / 2)
	sinLongitude := math.Sin((longitude - c.longitude) / 2)
	h := sinLatitude*sinLatitude + cosLatitude*c.cosLatitude*sinLongitude*sinLongitude
	return 2 * earthRadiusKm / kmPerMile * math.Asin(math.Sqrt(min(h, 1)))
}

func radians(degrees float64) float64 { return degrees * math.Pi / 180 }
