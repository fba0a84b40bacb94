package osp

import (
	"slices"
	"strings"

	"github.com/openservicekit/openservice/internal/strictjson"
)

//go:generate go run gen_schemaorg.go

// TradeTypes returns schema.org's LocalBusiness and its subtypes, exactly as schema.org spells them, in alphabetical order.
// A trade for which there is such a type is named by it (OSP 5.2).
func TradeTypes() []string { return slices.Clone(tradeTypes) }

// IsTradeType reports whether label is one of [TradeTypes], and so can be the @type of a JSON-LD node (OSP 5.2).
func IsTradeType(label string) bool {
	_, ok := slices.BinarySearch(tradeTypes, label)
	return ok
}

// meantTradeType returns the schema.org type that a label which is none probably means, "" if there is none: the same letters
// in other case or with spaces (house painter), the type without its general last word (HVAC), the activity instead of who
// does it (plumbing), or a slip of the pen.
func meantTradeType(label string) string {
	want := letters(label)
	if want == "" {
		return ""
	}
	best, bestDistance := "", slips(want)+1
	for _, name := range tradeTypes {
		have := letters(name)
		if want == have || stem(want) == stem(have) {
			return name
		}
		if rest, ok := strings.CutPrefix(have, want); ok && best == "" && slices.Contains(generalWords, rest) {
			best, bestDistance = name, 0
		}
		if d := strictjson.Distance(want, have); d < bestDistance {
			best, bestDistance = name, d
		}
	}
	return best
}

// generalWords end the names of types without saying what the trade is.
var generalWords = []string{"business", "contractor", "company", "service", "store", "shop", "agency"}

// slips is how many wrong letters still make the same word.
func slips(word string) int {
	switch {
	case len(word) < 6:
		return 0
	case len(word) < 10:
		return 1
	}
	return 2
}

// letters folds a label to its letters and digits in lower case.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case 'A' <= r && r <= 'Z':
			return r - 'A' + 'a'
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			return r
		}
		return -1
	}, s)
}

// stem cuts the endings that tell a person from an activity: plumber, plumbers, plumbing; electrician, electrical.
func stem(s string) string {
	s = strings.TrimSuffix(s, "s")
	for _, ending := range []string{"ing", "er", "ian", "al"} {
		if cut, ok := strings.CutSuffix(s, ending); ok && len(cut) >= 4 {
			return cut
		}
	}
	return s
}
