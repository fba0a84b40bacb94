package adaptertest

import (
	"slices"
	"strings"

	"github.com/openservicekit/openservice/osbp"
)

// canary is a value that is searched for where it doesn't belong, under a name that
// may be told.
type canary struct{ name, value string }

// contacts are those of a customer.
func contacts(c osbp.Customer) []canary {
	return []canary{
		{"the customer's phone number", c.Phone}, {"the customer's phone number", strings.TrimPrefix(c.Phone, "+")},
		{"the customer's email address", c.Email},
		{national, strings.TrimPrefix(c.Phone, "+1")},
	}
}

// national is the name of a phone number that is searched for however it is written.
const national = "the customer's phone number, written otherwise,"

// squeezed takes out of a text what phone numbers are written with between their digits.
func squeezed(text string) string {
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(" ().-/\u00a0", r) {
			return -1
		}
		return r
	}, text)
}

// names are those of a customer.
func names(c osbp.Customer) []canary {
	return []canary{{"the customer's given name", c.GivenName}, {"the customer's family name", c.FamilyName}}
}

// token is that of the attempt's approval, if it has one.
func (t *attempt) token() []canary {
	if t.in.Approval == nil {
		return nil
	}
	return []canary{{"the approval token", t.in.Approval.Token}}
}

// code is the attempt's verification code, if it has one.
func (t *attempt) code() []canary { return []canary{{"the verification code", t.in.VerificationCode}} }

// credentials are those of the adapter.
func (p *probe) credentials() []canary {
	var all []canary
	for _, secret := range p.h.Credentials {
		all = append(all, canary{"a credential", secret})
	}
	return all
}

// wantAbsent requires that none of the values turns up in a text.
func (p *probe) wantAbsent(where, text string, values ...canary) {
	for _, v := range values {
		text := text
		if v.name == national {
			text = squeezed(text)
		}
		if v.value != "" && stands(strings.ToLower(text), strings.ToLower(v.value)) {
			p.fatalf("%s turned up in %s", v.name, where)
		}
	}
}

// stands reports whether a value is in a text. A few digits don't count within a hash,
// which has any six of them by chance.
func stands(text, value string) bool {
	if len(value) > 8 || strings.Trim(value, "0123456789") != "" {
		return strings.Contains(text, value)
	}
	return slices.ContainsFunc(strings.FieldsFunc(text, func(r rune) bool {
		return !strings.ContainsRune("0123456789abcdefABCDEF", r)
	}), func(run string) bool {
		isHash := len(run) >= 16 && strings.ContainsAny(run, "abcdefABCDEF")
		return !isHash && strings.Contains(run, value)
	})
}
