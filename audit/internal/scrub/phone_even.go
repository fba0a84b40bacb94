package scrub

// evenPhone matches phone numbers whose groups are joined by one and the same
// sign, even one that joins none otherwise, and those that are spelled digit by
// digit: 386_555_0199, 386|555|0199, 3 8 6 5 5 5 0 1 9 9. It returns how many
// groups they take.
func (d digits) evenPhone(i int) int {
	sep, before := d.joint(i), d.before(i)
	switch {
	case sep == 0, d.gs[i].safe, sep != ' ' && before.r == sep, before.r == '_', before.class.isWord():
		return 0
	case d.joint(i-1) == sep && !d.gs[i-1].safe:
		return 0 // part of more
	}
	const fewest = 9 // digits of a spelled number; fewer may count something
	if n := d.run(i, sep, true); fewest <= n && n <= maxDigits {
		return n
	}
	n := d.run(i, sep, false)
	if after := d.after(i + n - 1); after.class.isWord() || after.r == '_' {
		return 0
	}
	if n == 3 && d.lens(i, 3, 3, 4) || n == 4 && d.gs[i].len() <= 3 && d.lens(i+1, 3, 3, 4) {
		return n
	}
	return 0
}

// run returns how many groups sep joins from group i on, up to more than a phone
// number has: single digits only, if spelled.
func (d digits) run(i int, sep rune, spelled bool) int {
	n := 0
	for n <= maxDigits && (n == 0 || d.joint(i+n-1) == sep && !d.gs[i+n].safe) && (!spelled || d.gs[i+n].len() == 1) {
		n++
	}
	return n
}
