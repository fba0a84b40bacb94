package strictjson_test

import (
	"fmt"

	"github.com/openservicekit/openservice/internal/strictjson"
)

func ExampleDecode() {
	var in struct {
		Date string `json:"date"`
		Time string `json:"time"`
	}
	for _, data := range []string{
		`{"date":"2026-05-05","time":"13:00"}`,
		`{"date":"2026-05-05","Time":"13:00"}`,
		`{"date":"2026-05-05","date":"2026-05-06"}`,
		`{"date":null}`,
	} {
		fmt.Println(strictjson.Decode([]byte(data), &in, strictjson.Options{}))
	}
	// Output:
	// <nil>
	// Time is not a known member (did you mean time?)
	// date appears twice
	// date is null
}

func ExampleCanonical() {
	canonical, err := strictjson.Canonical([]byte(`{ "time": "13:00", "amount": 9.5e3 }`))
	fmt.Println(string(canonical), err)
	// Output: {"amount":9500,"time":"13:00"} <nil>
}
