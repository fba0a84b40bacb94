package osp

import "strings"

// holdsCredential reports whether a text seems to hold a secret.
func holdsCredential(p *patterns, text string) bool {
	return p.credential.MatchString(text) || p.jwt.MatchString(text) || p.assigned.MatchString(text)
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
	if p.ssn.MatchString(text) {
		return "a social security number"
	}
	for _, number := range p.digits.FindAllString(text, -1) {
		if isCardNumber(onlyDigits(number)) {
			return "a payment card number"
		}
	}
	for _, email := range p.email.FindAllString(text, -1) {
		if !own[strings.ToLower(email)] {
			return "an email address that is not one of the business's"
		}
	}
	for _, phone := range p.phone.FindAllString(text, -1) {
		if !own[phoneDigits(phone)] {
			return "a phone number that is not one of the business's"
		}
	}
	if p.askFor.MatchString(text) {
		return "the name of a person"
	}
	return ""
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
