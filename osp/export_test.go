package osp

// MustParseZIP is ParseZIP for codes written in a test.
func MustParseZIP(s string) ZIP {
	z, err := ParseZIP(s)
	if err != nil {
		panic(err)
	}
	return z
}
