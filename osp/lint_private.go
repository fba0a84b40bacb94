package osp

import (
	"regexp"
	"slices"
	"strings"
)

// holdsCredential reports whether a text seems to hold a secret.
func holdsCredential(p *patterns, text string) bool {
	if hasDigit(text) {
		return p.credential.MatchString(text) || p.jwt.MatchString(text) || p.assigned.MatchString(text)
	}
	return (strings.Contains(text, "@") || strings.Contains(text, "-----")) && p.credential.MatchString(text)
}

// ownContacts returns the phone numbers, as digits, and email addresses that the manifest publishes.
func (l *linter) ownContacts() map[string]bool {
	own := map[string]bool{}
	add := func(phone, email string) {
		own[phoneDigits(phone)] = true
		own[strings.ToLower(email)] = true
	}
	add(l.m.Business.Phone, l.m.Business.Email)
	for i := range l.m.Locations {
		add(l.m.Locations[i].Phone, l.m.Locations[i].Email)
	}
	return own
}

// holdsPersonalData returns what kind of personal data a text seems to hold, "" for none. The business's own contacts are
// none.
func holdsPersonalData(p *patterns, own map[string]bool, text string) string {
	switch {
	case hasDigit(text) && p.ssn.MatchString(text):
		return "a social security number"
	case hasDigit(text) && matches(p.digits, text, func(number string) bool { return isCardNumber(onlyDigits(number)) }):
		return "a payment card number"
	case strings.Contains(text, "@") && matches(p.email, text, func(email string) bool { return !own[strings.ToLower(email)] }):
		return "an email address that is not one of the business's"
	case hasDigit(text) && matches(p.phone, text, func(phone string) bool { return !own[phoneDigits(phone)] }):
		return "a phone number that is not one of the business's"
	case strings.Contains(text, "sk for ") && p.askFor.MatchString(text):
		return "the name of a person"
	}
	return ""
}

// matches reports whether a pattern finds something for which is is true.
func matches(p *regexp.Regexp, text string, is func(string) bool) bool {
	return slices.ContainsFunc(p.FindAllString(text, -1), is)
}

// phoneDigits returns the digits of a phone number without the country code.
func phoneDigits(s string) string {
	d := onlyDigits(s)
	if len(d) == 11 {
		d = strings.TrimPrefix(d, "1")
	}
	return d
}

func onlyDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, s)
}

// isCardNumber reports whether digits satisfy the check of payment cards.
func isCardNumber(digits string) bool {
	sum := 0
	for i := range len(digits) {
		n := int(digits[len(digits)-1-i] - '0')
		if i%2 == 1 {
			if n *= 2; n > 9 {
				n -= 9
			}
		}
		sum += n
	}
	return sum%10 == 0 && strings.Trim(digits, "0") != ""
}
