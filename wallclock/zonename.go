package wallclock

import (
	_ "embed"
	"strings"
)

// zoneNames lists the names of the database as of its first line, one to a line.
// It says how a name is spelled and whether a database that lacks it is
// incomplete. Newer names need not be in it.
//
//go:embed zonenames.txt
var zoneNames string

const maxZoneName = 64

// wellFormedZoneName reports whether name has the form of an IANA name: parts of
// letters, digits, _, + and - between slashes, each of them starting with a
// letter, the first with a capital. That alone keeps out paths, host files such
// as posixrules, and the copies under right/, whose clocks count leap seconds.
//
// "Local" is the host's own zone and "Factory" the database's word for a clock
// that nobody has set: neither says where a merchant is.
func wellFormedZoneName(name string) bool {
	if len(name) > maxZoneName || name == "" || name[0] > 'Z' || name == "Local" || name == "Factory" {
		return false
	}
	for part := range strings.SplitSeq(name, "/") {
		for i := range len(part) {
			c := part[i]
			letter := 'A' <= c&^0x20 && c&^0x20 <= 'Z'
			if !letter && (i == 0 || !isDigit(c) && c != '_' && c != '+' && c != '-') {
				return false
			}
		}
		if part == "" {
			return false
		}
	}
	return true
}

// listedZoneName returns the name that differs from name in nothing but case, or
// "" if none is listed.
func listedZoneName(name string) string {
	for listed := range strings.SplitSeq(zoneNames, "\n") {
		if strings.EqualFold(listed, name) {
			return listed
		}
	}
	return ""
}
