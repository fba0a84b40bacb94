package scrub

import (
	"strings"
	"unicode"

	"github.com/openservicekit/openservice/money"
)

// amount matches numbers that are grouped in threes or have decimals: 1,250.00,
// 12.500,00, 1 250,00, 95.00 and 12.500.000. It returns how many groups of
// digits they take.
func (d digits) amount(i int) int {
	const most = 8 // groups, more than any amount has
	sep, n := d.joint(i), 1
	if d.gs[i].len() <= 3 && d.leadsNumber(i) && (sep == ',' || sep == '.' || sep == ' ' || sep == '\'') {
		for n < most && d.joint(i+n-1) == sep && d.lens(i+n, 3) {
			n++
		}
	}
	if n > 1 && d.joint(i+n-1) != sep {
		point := d.joint(i + n - 1)
		if (point == '.' || point == ',') && d.gs[i+n].len() <= 3 && d.endsNumber(i+n) {
			return n + 1
		}
		if d.isThousands(i, n, sep) {
			return n
		}
	}
	return d.decimal(i)
}

// isThousands reports whether n groups of three that sep joins are one number.
// Phone numbers are written in the same way with spaces and dots, so there it
// takes a currency, or few digits with no plus sign and no other number beside
// them: 612 345 678 and +34 612 345 678 are phone numbers.
func (d digits) isThousands(i, n int, sep rune) bool {
	if !d.endsNumber(i + n - 1) {
		return false
	}
	if sep == ',' || sep == '\'' || d.isMoney(i, i+n-1) {
		return true
	}
	const most = 8
	few := d.gs[i].len()+3*(n-1) <= most
	return few && d.before(i).r != '+' && !d.phoneGap(i-1) && !d.phoneGap(i+n-1)
}

// decimal matches 95.00 and 0,5.
func (d digits) decimal(i int) int {
	point := d.joint(i)
	if point != '.' && point != ',' || !d.leadsNumber(i) || d.gs[i+1].len() > 2 || !d.endsNumber(i+1) {
		return 0
	}
	return 2
}

// leadsNumber reports whether group i can begin a number: it has no idle zero,
// and nothing before it that it would continue.
func (d digits) leadsNumber(i int) bool {
	prev := d.joint(i - 1)
	idleZero := d.v[d.gs[i].from].r == '0' && d.gs[i].len() > 1
	return prev != '.' && prev != ',' && prev != '-' && !idleZero
}

// endsNumber reports whether group j can end one. A range may follow: 95.00-120.00.
func (d digits) endsNumber(j int) bool {
	next, point := d.joint(j), d.joint(j+1)
	return next != '.' && next != ',' && (next != '-' || point == '.' || point == ',')
}

// isMoney reports whether a currency stands right before or after groups i to j.
func (d digits) isMoney(i, j int) bool {
	left, right := d.gs[i].from, d.gs[j].to
	if left > 0 && d.v[left-1].r == ' ' {
		left--
	}
	if right < len(d.v) && d.v[right].r == ' ' {
		right++
	}
	if left > 0 && unicode.Is(unicode.Sc, d.v[left-1].r) || right < len(d.v) && unicode.Is(unicode.Sc, d.v[right].r) {
		return true
	}
	end := right
	for end < len(d.v) && d.v[end].class == letter && end-right < 4 {
		end++
	}
	return isCurrency(d.v.wordBefore(left)) || isCurrency(d.v[right:end])
}

// isCurrency reports whether word is a currency code and nothing else.
func isCurrency(word view) bool {
	if len(word) != 3 || word.isOneOf(currencyWords) {
		return false
	}
	_, err := money.Exponent(strings.ToUpper(string(word.appendRunes(nil))))
	return err == nil
}

// currencyWords are currency codes that are also English words or names.
var currencyWords = []string{"all", "bam", "bob", "che", "cop", "cup", "ern", "gel", "lak", "mad", "mop", "pen", "ron", "sos", "top", "try"}
