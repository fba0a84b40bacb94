package scrub

// number is a string of up to fifteen digits, the most that E.164 allows.
type number struct {
	value uint64
	len   int
}

const (
	maxDigits = 15
	minPhone  = 7 // digits of the shortest number that is told apart from others
	minCode   = 3
	// longNumber is how many digits of a phone number an id must have to lose them:
	// a number with its area code.
	longNumber = 9
)

var powers = func() (p [maxDigits + 1]uint64) {
	p[0] = 1
	for i := 1; i < len(p); i++ {
		p[i] = 10 * p[i-1]
	}
	return p
}()

// append adds a digit at the end; of a sixteenth and later ones the last
// fifteen count.
func (n number) append(d rune) number {
	if n.len == maxDigits {
		n = n.dropFirst()
	}
	return number{n.value*10 + uint64(d-'0'), n.len + 1}
}

// prepend adds a digit in front.
func (n number) prepend(d rune) number {
	return number{n.value + uint64(d-'0')*powers[n.len], n.len + 1}
}

func (n number) dropFirst() number {
	return number{n.value % powers[n.len-1], n.len - 1}
}
