package scrub

// findPhones finds everything shaped like a phone number: digits in the groups
// that people and countries write them in. It errs on the side of removing, but
// leaves dates, times, amounts, machine addresses and ids with letters.
func (s *Scrubber) findPhones(v view) {
	d := digits{v, s.groupsOf(v)}
	if len(d.gs) == 0 {
		return
	}
	d.markSafe()
	for i := 0; i < len(d.gs); {
		if n := d.evenPhone(i); n > 0 {
			s.soft = append(s.soft, v.span(widenLeft(v, d.gs[i].from, d.gs[i].from, d.gs[i+n-1].to), d.gs[i+n-1].to))
			i += n
			continue
		}
		// A chain is what could be one number by its punctuation. If a number
		// begins in it, the rest of the chain goes too, so that a wrong guess about
		// where it ends leaves nothing behind.
		end := i
		for d.phoneGap(end) {
			end++
		}
		for ; i <= end; i++ {
			if d.beginsPhone(i, end) {
				s.soft = append(s.soft, v.span(widenLeft(v, d.gs[i].from, d.gs[i].from, d.gs[end].to), d.gs[end].to))
				break
			}
		}
		i = end + 1
	}
}

// leftEdge is where a plus sign and brackets before group i begin.
func (d digits) leftEdge(i int) int {
	from := d.gs[i].from
	for from > 0 && (d.v[from-1].r == '+' || d.v[from-1].r == '(' || d.v[from-1].r == '[') {
		from--
	}
	return from
}

// phoneGap reports whether what lies between group i and the next can stand
// inside a phone number, and neither of the two is known to be something else.
func (d digits) phoneGap(i int) bool {
	const longest = 4
	if i < 0 || i+1 >= len(d.gs) || d.gs[i].safe || d.gs[i+1].safe || d.gs[i+1].from-d.gs[i].to > longest {
		return false
	}
	for _, g := range d.v[d.gs[i].to:d.gs[i+1].from] {
		switch g.r {
		case ' ', '-', longVowel, '.', '/', '(', ')', '[', ']', '+', '·', '•', '‧', '・':
		default:
			return false
		}
	}
	return true
}

// beginsPhone reports whether a phone number begins with group i of a chain that
// goes on until group end.
func (d digits) beginsPhone(i, end int) bool {
	if d.gs[i].safe {
		return false
	}
	n := d.candidate(i)
	for j := i; j <= end; j++ {
		n.add(d, j)
		if n.total > maxDigits+2 { // two more for the 00 before a country code
			return false
		}
		if n.isPhone(d, i, j) {
			return true
		}
	}
	return false
}

// candidate is what the shape of a phone number is judged by.
type candidate struct {
	total    int                // digits
	lens     [maxDigits + 2]int // of the groups
	n        int                // groups
	dots     int                // joints that are a single dot
	hyphens  int                // joints that are a single hyphen
	spaces   int                // joints that are a single space
	plus     bool               // a plus sign in front
	bracket  bool               // the first or second group is in brackets
	cued     bool               // a word such as tel in front
	attached bool               // letters run into it, as into the number of an order
	zero     bool               // it begins with 0
	year     bool               // the first group could be a year
}

func (d digits) candidate(i int) candidate {
	first := d.gs[i]
	left := d.leftEdge(i)
	c := candidate{zero: d.v[first.from].r == '0', year: first.len() == 4 && isYear(d.value(i))}
	for at := left; at < first.from; at++ {
		// In other words a plus sign only joins.
		c.plus = c.plus || d.v[at].r == '+' && (at == 0 || !d.v[at-1].class.isWord())
	}
	word := left
	for word > 0 && left-word < 3 && d.v[word-1].class == other {
		word--
	}
	c.cued = d.v.wordBefore(word).isOneOf(phoneCues)
	if before := d.before(i); before.class == letter || before.r == '_' {
		c.attached = true
	} else if before.r == '-' || before.r == '#' {
		at := first.from - 2
		c.attached = before.r == '#' || at >= 0 && d.v[at].class == letter
	}
	return c
}

// phoneCues announce a phone number.
var phoneCues = []string{
	"tel", "telephone", "phone", "call", "ring", "dial", "text", "sms", "mobile", "mob", "cell", "fax", "whatsapp",
	"telefon", "handy", "tlf", "telefono", "movil", "cel", "portable",
}

// idCues announce an id.
var idCues = []string{
	"id", "order", "ref", "reference", "invoice", "appointment", "booking", "receipt", "ticket", "reservation",
	"orders", "invoices", "appointments", "bookings", "receipts", "tickets", "reservations",
}

// add takes group j into the candidate.
func (c *candidate) add(d digits, j int) {
	if c.n > 0 {
		switch d.joint(j - 1) {
		case '.':
			c.dots++
		case '-':
			c.hyphens++
		case ' ':
			c.spaces++
		}
		if c.n <= 2 {
			for _, g := range d.v[d.gs[j-1].to:d.gs[j].from] {
				c.bracket = c.bracket || g.r == ')' || g.r == ']'
			}
		}
	}
	if c.n < len(c.lens) {
		c.lens[c.n] = d.gs[j].len()
	}
	c.n++
	c.total += d.gs[j].len()
}

// shape reports whether the groups have just these lengths.
func (c *candidate) shape(lens ...int) bool {
	if c.n != len(lens) {
		return false
	}
	for i, n := range lens {
		if c.lens[i] != n {
			return false
		}
	}
	return true
}

// isPhone reports whether groups i to j are a phone number.
func (c *candidate) isPhone(d digits, i, j int) bool {
	// Letters that run on after the last digit make it an id, too, but for the x of
	// an extension.
	after := d.after(j)
	attached := c.attached || after.class == letter && after.r != 'x' || after.r == '_'
	switch {
	case c.total < minPhone-1 || c.total > maxDigits+2:
		return false
	case c.plus, c.bracket:
		return c.total >= minPhone && c.total <= maxDigits
	case c.shape(3, 3, 4), c.shape(1, 3, 3, 4), c.zero && c.shape(2, 2, 2, 2, 2):
		return true
	case c.cued:
		return c.total <= maxDigits
	case attached, d.isMoney(i, j):
		return false
	case c.zero && c.lens[0] >= 2 && d.value(i) < 100 && d.v[d.gs[i].from+1].r == '0' && c.total >= 10:
		return true // 00 and a country code
	case c.n == 1:
		return c.total >= 9 && c.total <= maxDigits && !d.announcedID(i)
	case c.total >= 9 && c.total <= 12:
		return c.isNational(d, i, j)
	}
	return c.isLocal(d, i, j)
}

// isNational judges a number of nine to twelve digits in several groups, as it
// is dialled within a country.
func (c *candidate) isNational(d digits, i, j int) bool {
	for k, n := range c.lens[:c.n] {
		trunk := k == 0 && (c.zero || d.v[d.gs[i].from].r == '1' || d.v[d.gs[i].from].r == '7' || d.v[d.gs[i].from].r == '8')
		if n < 2 && !trunk || n < 2 && c.lens[1] < 3 {
			return false
		}
	}
	switch {
	case c.n == 2 && c.dots == 1, c.n == 2 && c.year: // 12345678.9, 2026-001234
		return false
	case c.year && c.lens[1] == 2 && c.hyphens == c.n-1: // 2026-05-0012
		return false
	case c.n == 2 && !c.zero && c.hyphens+c.spaces == 0: // 12345/67890
		return false
	}
	return c.n != 2 || c.zero || c.hyphens != 1 || !d.isRange(i, j)
}

// isLocal judges a number of seven or eight digits in several groups, as it is
// dialled within a city or a small country.
func (c *candidate) isLocal(d digits, i, j int) bool {
	switch {
	case c.shape(2, 2, 2, 2), c.shape(3, 2, 3):
		return !c.year
	case c.shape(3, 4):
		return c.hyphens == 1 && !c.zero && d.v[d.gs[i].from].r != '1' && !d.isRange(i, j)
	case c.shape(4, 4):
		return c.hyphens == 1 && !d.isRange(i, j)
	}
	return false
}

// isRange reports whether groups i and j are the ends of a range: two years, or
// two round numbers in order.
func (d digits) isRange(i, j int) bool {
	from, to := d.value(i), d.value(j)
	years := d.gs[i].len() == 4 && d.gs[j].len() == 4 && isYear(from) && isYear(to)
	return years || from < to && from%10 == 0 && to%10 == 0 && d.v[d.gs[j].from].r != '0'
}

// announcedID reports whether a word such as order stands before group i.
func (d digits) announcedID(i int) bool {
	at := d.gs[i].from
	for n := 0; n < 3 && at > 0 && d.v[at-1].class == other; n++ {
		at--
	}
	word := d.v.wordBefore(at)
	if word.is("no") || word.is("nr") || word.is("number") {
		return d.announcedIDBefore(at - len(word))
	}
	return word.isOneOf(idCues)
}

func (d digits) announcedIDBefore(at int) bool {
	for n := 0; n < 2 && at > 0 && d.v[at-1].class == other; n++ {
		at--
	}
	return d.v.wordBefore(at).isOneOf(idCues)
}
