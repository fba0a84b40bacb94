package osp

import (
	"regexp"
	"strings"
	"sync"
)

// texts judges every text in the manifest.
func (l *linter) texts() {
	p := lintPatterns()
	own := l.ownContacts()
	l.eachText(func(path, text string) {
		if text == "" {
			return
		}
		if holdsCredential(p, text) {
			l.note(path, LintCredential, "OSP 10", "The text seems to hold a password, a key or a token. The manifest is public: remove it, and change the secret.")
		}
		if isContactField(path) {
			return
		}
		if what := holdsPersonalData(p, own, text); what != "" {
			l.note(path, LintPersonalData, "OSP 10", "The text seems to hold "+what+". The manifest is public and holds no personal data.")
		}
		if holdsRating(p, text) {
			l.note(path, LintRatingText, "OSP 5.2", "The text seems to state a rating or a number of reviews. These go stale; leave them to the review profiles.")
		}
		if isProse(path) {
			if claims := Claims(text); len(claims) > 0 {
				l.note(path, LintClaim, "OSP 7.4", "The text says "+quote(claims[0].Phrase)+": a request is neither an appointment nor a payment, and nothing may sound as if it were.")
			}
		}
	})
}

// holdsRating reports whether a text seems to state a rating or a number of reviews.
func holdsRating(p *patterns, text string) bool {
	return (hasDigit(text) || strings.Contains(text, "★") || strings.Contains(text, "⭐") || strings.Contains(strings.ToLower(text), "star")) &&
		p.rating.MatchString(text)
}

// hasDigit reports whether a text has an ASCII digit. Most texts have none, and then most patterns need no trying.
func hasDigit(s string) bool { return strings.ContainsAny(s, "0123456789") }

// isContactField reports whether the place is one for the business's own phone, email or web addresses.
func isContactField(path string) bool {
	name := path[strings.LastIndexByte(path, '.')+1:]
	return name == "phone" || name == "email" || name == "url" || strings.HasSuffix(name, "Url") || strings.HasPrefix(name, "reviewProfiles")
}

// isProse reports whether the place is one for free text, which Claims can judge. Names are not judged.
func isProse(path string) bool {
	switch path[strings.LastIndexByte(path, '.')+1:] {
	case "description", "note", "label", "pricePresentation", "afterHoursNote", "confirmationNote":
		return true
	}
	return false
}

// patterns are what lint looks for in texts.
type patterns struct {
	credential, jwt, assigned         *regexp.Regexp
	email, phone, ssn, digits, askFor *regexp.Regexp
	rating                            *regexp.Regexp
}

var lintPatterns = sync.OnceValue(func() *patterns {
	compile := regexp.MustCompile
	return &patterns{
		// Keys of well-known services, private keys, and addresses with a password.
		credential: compile(`AKIA[0-9A-Z]{16}|\b[sr]k_(live|test)_[0-9A-Za-z]{8,}|\bgh[pousr]_[0-9A-Za-z]{20,}|\bgithub_pat_\w{20,}|\bxox[abprs]-[0-9A-Za-z-]{10,}|` +
			`\bAIza[0-9A-Za-z_-]{30,}|\bsk-[0-9A-Za-z_-]{20,}|\bSG\.[\w-]{16,}\.[\w-]{16,}|-----BEGIN [A-Z ]*PRIVATE KEY|[a-z][a-z0-9+.-]*://[^/\s:@]+:[^/\s@]+@`),
		jwt: compile(`\beyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]*`),
		// A name that says secret, and a value behind it.
		assigned: compile(`(?i)\b(pass(word|wd|phrase|code)?|pwd|pin|secret|api[_ -]?key|access[_ -]?(key|token)|auth[_ -]?token|client[_ -]?secret|token|bearer|basic)` +
			`\b["']?\s*(is\s+|[:=]\s*|\s)["']?[^\s"'&]*[0-9][^\s"'&]*`),
		email:  compile(`[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+`),
		phone:  compile(`(\+?1[ .-]?)?(\(\d{3}\)[ .-]?|\b\d{3}[ .-])\d{3}[ .-]\d{4}\b|\+1\d{10}\b`),
		ssn:    compile(`\b\d{3}-\d{2}-\d{4}\b`),
		digits: compile(`\b\d(?:[ -]?\d){12,18}\b`),
		askFor: compile(`\b[Aa]sk for [A-Z][a-z]+\b`),
		rating: compile(`(?i)\b[0-5](\.\d+)?\s*(/\s*5\b|out of (5|five)\b|-?\s?stars?\b|★|⭐)|★{2,}|⭐|\b(four|five)[ -]stars?\b|\brated\s+[0-5]([.,]\d)|` +
			`\b\d[\d,.]*\+?\s+(\w+\s+){0,2}(reviews?|ratings?)\b`),
	}
})
