package wallclock

import "strings"

// Why a text was refused takes longer to find out than reading it does, so it is
// done for refused texts only.

// wallFault says what is wrong with a wall-clock text; formed reports whether its
// form is right, so that only its value can be wrong.
func wallFault(what, s string, formed func(string) bool) error {
	err := ErrSyntax
	switch {
	case carriesOffset(s):
		err = ErrOffset
	case formed(s):
		err = ErrRange
	}
	return &ParseError{What: what, Err: err}
}

// instantFault says what is wrong with an RFC 3339 text.
func instantFault(s string) error {
	err := ErrSyntax
	if len(s) > dateLen && isDateForm(s[:dateLen]) && s[dateLen]|0x20 == 't' {
		clock, offset := s[dateLen+1:], ""
		if i := strings.IndexAny(clock, "Zz+-"); i >= 0 {
			clock, offset = clock[:i], clock[i:]
		}
		switch {
		case !isTimeForm(clock):
		case offset == "":
			err = ErrNoOffset
		case len(clock) > minuteLen && (isZulu(offset) || isOffsetForm(offset)):
			err = ErrRange
		}
	}
	return &ParseError{What: "instant", Err: err}
}

// carriesOffset reports whether s holds what can only be an offset: Z after a
// digit or a space, or a sign and a digit past a date or a colon. The minus signs
// of a date, well-formed or not, are none.
func carriesOffset(s string) bool {
	i, pastDate := 1, false
	if len(s) > dateLen && isDateForm(s[:dateLen]) {
		i, pastDate = dateLen, true
	}
	for ; i < len(s); i++ {
		switch s[i] {
		case ':':
			pastDate = true
		case 'Z', 'z':
			if isDigit(s[i-1]) || s[i-1] == ' ' {
				return true
			}
		case '+', '-':
			if pastDate && i+1 < len(s) && isDigit(s[i+1]) {
				return true
			}
		}
	}
	return false
}

func isDateForm(s string) bool { return hasForm(s, "0000-00-00") }

func isTimeForm(s string) bool {
	if len(s) > secondLen {
		_, n, _ := readFraction(s[secondLen:])
		return n == len(s)-secondLen && hasForm(s[:secondLen], "00:00:00")
	}
	return hasForm(s, "00:00") || hasForm(s, "00:00:00")
}

func isDateTimeForm(s string) bool {
	return len(s) > dateLen && isDateForm(s[:dateLen]) && s[dateLen] == 'T' && isTimeForm(s[dateLen+1:])
}

func isOffsetForm(s string) bool { return hasForm(s, "+00:00") || hasForm(s, "-00:00") }

// hasForm reports whether s has a digit wherever form has one, and form's own
// byte everywhere else.
func hasForm(s, form string) bool {
	if len(s) != len(form) {
		return false
	}
	for i := range len(s) {
		if isDigit(form[i]) != isDigit(s[i]) || !isDigit(form[i]) && form[i] != s[i] {
			return false
		}
	}
	return true
}
