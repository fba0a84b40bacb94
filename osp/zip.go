package osp

import "errors"

// ZIP is a five-digit US ZIP code. The zero ZIP is no code at all; valid ones come from [ParseZIP] alone (OSP 5.3.1,
// OSP 6.4).
type ZIP struct {
	n uint32 // the number plus one
}

var errZIP = errors.New("osp: a ZIP code is five digits")

// ParseZIP reads five ASCII digits, nothing before or after them.
func ParseZIP(s string) (ZIP, error) {
	z, ok := parseZIP(s)
	if !ok {
		return ZIP{}, errZIP
	}
	return z, nil
}

func parseZIP(s string) (ZIP, bool) {
	if len(s) != 5 {
		return ZIP{}, false
	}
	var n uint32
	for i := range 5 {
		c := s[i] - '0'
		if c > 9 {
			return ZIP{}, false
		}
		n = n*10 + uint32(c)
	}
	return ZIP{n + 1}, true
}

// IsValid reports whether z is a code.
func (z ZIP) IsValid() bool { return z.n != 0 }

// Number returns the code as a number, 0 to 99999, or -1 for the zero ZIP.
func (z ZIP) Number() int { return int(z.n) - 1 }

// Equal reports whether z and o are the same code; == does too.
func (z ZIP) Equal(o ZIP) bool { return z == o }

// Compare orders codes by number, the zero ZIP first.
func (z ZIP) Compare(o ZIP) int { return int(z.n) - int(o.n) }

// String returns the five digits, or "" for the zero ZIP.
func (z ZIP) String() string {
	if z.n == 0 {
		return ""
	}
	return string(z.append(nil))
}

func (z ZIP) append(dst []byte) []byte {
	n := z.n - 1
	return append(dst, byte('0'+n/10000), byte('0'+n/1000%10), byte('0'+n/100%10), byte('0'+n/10%10), byte('0'+n%10))
}

// MarshalText returns the five digits. The zero ZIP is an error.
func (z ZIP) MarshalText() ([]byte, error) {
	if z.n == 0 {
		return nil, errZIP
	}
	return z.append(nil), nil
}

// UnmarshalText is [ParseZIP].
func (z *ZIP) UnmarshalText(text []byte) error {
	parsed, err := ParseZIP(string(text))
	if err != nil {
		return err
	}
	*z = parsed
	return nil
}
