package zcta_test

import (
	"fmt"

	"github.com/openservicekit/openservice/osp"
	"github.com/openservicekit/openservice/osp/zcta"
)

var _ osp.Centroids = zcta.Table[osp.ZIP]{}

func ExampleTable() {
	var centroids zcta.Table[osp.ZIP]
	for _, code := range []string{"32174", "32115"} { // the second is of post office boxes, which have no area
		zip, err := osp.ParseZIP(code)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(centroids.Centroid(zip))
	}
	// Output:
	// 29.292191 -81.161446 true
	// 0 0 false
}
