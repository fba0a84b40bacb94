package zcta_test

import (
	"fmt"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/osp/zcta"
)

var _ osp.Centroids = zcta.Table[osp.ZIP]{}

func ExampleTable() {
	var centroids zcta.Table[osp.ZIP]
	fmt.Println(centroids.Centroid(osp.MustParseZIP("32174")))
	fmt.Println(centroids.Centroid(osp.MustParseZIP("32115"))) // post office boxes have no area
	// Output:
	// 29.292191 -81.161446 true
	// 0 0 false
}
