package osp

import (
	"strconv"
	"strings"
)

// MaxIssues is the number of issues that a [ValidationError] lists; the rest are counted. It keeps a hostile document from
// being answered with something much larger than itself.
const MaxIssues = 1000

const (
	sourceSchema      = "OSP Appendix A"
	sourceConstraints = "OSP Appendix A, constraint "
)

// note notes an issue with the value being read.
func (d *decoder) note(rule Rule, message string) {
	d.add(Issue{Path: pathString(d.path), Rule: rule, Source: d.section, Message: message})
}

// noteAt notes an issue with something below the value being read.
func (d *decoder) noteAt(below string, rule Rule, source, message string) {
	path := pathString(d.path)
	switch {
	case path == "$":
		path = below
	case below != "" && below[0] != '[':
		path += "." + below
	default:
		path += below
	}
	d.add(Issue{Path: path, Rule: rule, Source: source, Message: message})
}

func (d *decoder) add(i Issue) {
	if d.bad {
		return
	}
	if i.Source == "" {
		i.Source = sourceSchema
	}
	if len(d.issues) == MaxIssues {
		d.more++
		return
	}
	d.issues = append(d.issues, i)
}

func (d *decoder) noteMissing(n *need) {
	d.note(RuleRequired, strconv.Quote(n.name)+" is missing: "+n.means+".")
}

func (d *decoder) noteType(want string, got byte) {
	kind := "a number"
	switch got {
	case '{':
		kind = "an object"
	case '[':
		kind = "a list"
	case '"':
		kind = "a text"
	case 't', 'f':
		kind = "true or false"
	case 'n':
		d.note(RuleType, d.subject()+" must be "+want+"; null doesn't stand for absence, leave the member out instead.")
		return
	}
	d.note(RuleType, d.subject()+" must be "+want+", not "+kind+".")
}

func (d *decoder) noteShort(min int) {
	if min == 1 {
		d.note(RuleMinLength, d.subject()+" must not be empty.")
		return
	}
	d.note(RuleMinLength, d.subject()+" must have at least "+strconv.Itoa(min)+" characters.")
}

func (d *decoder) noteLong(max, got int) {
	d.note(RuleMaxLength, d.subject()+" has "+strconv.Itoa(got)+" characters; at most "+strconv.Itoa(max)+" are allowed.")
}

func noteEnum[T ~string](d *decoder, got T, allowed []T) {
	var b strings.Builder
	for i, a := range allowed {
		switch {
		case i == 0:
		case i == len(allowed)-1:
			b.WriteString(" or ")
		default:
			b.WriteString(", ")
		}
		b.WriteString(string(a))
	}
	d.note(RuleEnum, d.subject()+" is "+quote(string(got))+"; it must be "+b.String()+".")
}

func (a *array) checkCount(n int) {
	d := a.d
	switch {
	case n < a.min: // the minimum is 1 or none
		d.note(RuleMinItems, d.subject()+" must have at least one entry.")
	case a.max > 0 && n > a.max:
		d.note(RuleMaxItems, d.subject()+" has "+strconv.Itoa(n)+" entries; at most "+strconv.Itoa(a.max)+" are allowed.")
	}
}

// checkName refuses the members by which a manifest would carry ratings.
func (d *decoder) checkName(name string) {
	if isRatingName(name) {
		d.noteAt("", RuleNoRatings, "OSP 5.2", quote(name)+" does not belong here: a manifest carries no ratings, review counts or reviews.")
	}
}

// ratingNames are the members that would carry ratings or reviews.
var ratingNames = []string{"aggregateRating", "rating", "ratingValue", "ratingCount", "reviewCount", "review", "reviews"}

// isRatingName reports whether name is one of ratingNames in any case of letters.
func isRatingName(name string) bool {
	for _, r := range ratingNames {
		if strings.EqualFold(name, r) {
			return true
		}
	}
	return false
}
