package strictjson

import (
	"reflect"
	"strings"
)

// nearest is the member of struct type t whose name is closest to name, "" if
// none is close enough to be what the writer meant.
func nearest(name string, t reflect.Type) string {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil || t.Kind() != reflect.Struct || len(name) > maxName {
		return ""
	}
	best, bestDistance := "", 1+max(1, len(name)/4)
	for _, f := range reflect.VisibleFields(t) {
		known, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if known == "" || known == "-" {
			continue
		}
		if d := Distance(strings.ToLower(name), strings.ToLower(known)); d < bestDistance {
			best, bestDistance = known, d
		}
	}
	return best
}

// Distance is the number of bytes to insert, drop or change to make a into b.
func Distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, diagonal+1, row[j]+1)
		}
	}
	return row[len(b)]
}
