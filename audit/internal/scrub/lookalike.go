package scrub

// markSafe marks the groups that are parts of dates, times, amounts, addresses
// of machines and the like, so that they are not taken for phone numbers.
func (d digits) markSafe() {
	for i := 0; i < len(d.gs); {
		n := d.uuid(i)
		if n == 0 {
			n = d.date(i)
		}
		if n == 0 {
			n = d.time(i)
		}
		if n == 0 {
			n = d.amount(i)
		}
		if n == 0 {
			n = d.ipv4(i)
		}
		if n == 0 {
			n = d.stamp(i)
		}
		for k := range n {
			d.gs[i+k].safe = true
		}
		i += max(n, 1)
	}
}

func isYear(n int) bool { return 1900 <= n && n <= 2199 }

func isMonthDay(month, day int) bool {
	return 1 <= month && month <= 12 && 1 <= day && day <= 31
}

// date matches 2026-05-05, 2026/5/5, 05.05.2026, 5/5/26 and 2026-05, and returns
// how many groups it takes.
func (d digits) date(i int) int {
	sep := d.joint(i)
	if sep != '-' && sep != '/' && sep != '.' {
		return 0
	}
	if d.lens(i, 4, 2) && sep == '-' && d.allJoined(i, i+1, sep) && isYear(d.value(i)) && isMonthDay(d.value(i+1), 1) {
		return 2
	}
	if i+2 >= len(d.gs) || !d.allJoined(i, i+2, sep) {
		return 0
	}
	a, b, c := d.value(i), d.value(i+1), d.value(i+2)
	la, lb, lc := d.gs[i].len(), d.gs[i+1].len(), d.gs[i+2].len()
	yearFirst := la == 4 && lb <= 2 && lc <= 2 && isYear(a) && isMonthDay(b, c)
	yearLast := la <= 2 && lb <= 2 && (lc == 4 && isYear(c) || lc == 2) && (isMonthDay(a, b) || isMonthDay(b, a))
	if yearFirst || yearLast {
		return 3
	}
	return 0
}

// time matches 9:30, 13:00:00 and 13:00:00.000, with the offset 0700 after it.
func (d digits) time(i int) int {
	const hours, sixty = 24, 59
	if d.joint(i) != ':' || d.joint(i-1) == ':' || d.gs[i].len() > 2 || d.value(i) > hours {
		return 0
	}
	n := 1
	for n < 3 && d.joint(i+n-1) == ':' && d.lens(i+n, 2) && d.value(i+n) <= sixty {
		n++
	}
	if n == 1 {
		return 0
	}
	if sep := d.joint(i + n - 1); n == 3 && (sep == '.' || sep == ',') {
		n++
	}
	if sep := d.joint(i + n - 1); (sep == '+' || sep == '-') && d.lens(i+n, 4) {
		n++
	}
	return n
}

// ipv4 matches 192.168.100.200, unless it is all pairs, as phone numbers are.
func (d digits) ipv4(i int) int {
	const n, largest = 4, 255
	if d.joint(i) != '.' || i+n > len(d.gs) || !d.allJoined(i, i+n-1, '.') || d.lens(i, 2, 2, 2, 2) {
		return 0
	}
	for k := range n {
		if d.gs[i+k].len() > 3 || d.value(i+k) > largest {
			return 0
		}
	}
	return n
}

// stamp matches 20260505, 202605051300 and 20260505130000.
func (d digits) stamp(i int) int {
	g := d.gs[i]
	two := func(at int) int { return int(d.v[g.from+at].r-'0')*10 + int(d.v[g.from+at+1].r-'0') }
	switch g.len() {
	case 14:
		if two(12) > 59 {
			return 0
		}
		fallthrough
	case 12:
		if two(8) > 23 || two(10) > 59 {
			return 0
		}
		fallthrough
	case 8:
		if isYear(two(0)*100+two(2)) && isMonthDay(two(4), two(6)) {
			return 1
		}
	}
	return 0
}

// uuid matches a UUID whose first group of digits is i, and returns how many of
// its groups of digits follow.
func (d digits) uuid(i int) int {
	const length = 36
	from := d.gs[i].from
	for from > 0 && d.gs[i].from-from < length && isHex(d.v[from-1]) {
		from--
	}
	if from+length > len(d.v) {
		return 0
	}
	for k := range length {
		g := d.v[from+k]
		if dash := k == 8 || k == 13 || k == 18 || k == 23; dash != (g.r == '-') || !dash && !isHex(g) {
			return 0
		}
	}
	if end := from + length; end < len(d.v) && d.v[end].class.isWord() {
		return 0
	}
	n := 0
	for i+n < len(d.gs) && d.gs[i+n].from < from+length {
		n++
	}
	return n
}

func isHex(g glyph) bool {
	return g.class == digit || g.class == letter && 'a' <= g.r && g.r <= 'f'
}
