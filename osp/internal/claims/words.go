package claims

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// word is a word of a text in lower case, contractions written out.
type word struct {
	text       string
	start, end int
	// clause and sentence are true for the first word of one. The first word of a sentence begins a clause too.
	clause, sentence bool
	// colon is true when a colon ends before the word.
	colon bool
	// asks is true for every word of a sentence that ends in a question mark.
	asks bool
}

// split takes a text apart. A line break alone ends nothing, because mail is wrapped; a blank line ends a sentence.
func split(text string) []word {
	var words []word
	clause, sentence, colon := true, true, false
	first, breaks := 0, 0 // index of the sentence's first word; line breaks since the last word
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if isWordRune(r) {
			end := i + size
			for end < len(text) {
				r, size := utf8.DecodeRuneInString(text[end:])
				if !isWordRune(r) && !(isJoiner(r) && wordFollows(text[end+size:])) {
					break
				}
				end += size
			}
			if breaks > 1 {
				sentence = true
			}
			if sentence {
				first = len(words)
			}
			words = appendWord(words, text[i:end], word{start: i, end: end, clause: clause || sentence, sentence: sentence, colon: colon})
			clause, sentence, colon, breaks, i = false, false, false, 0, end
			continue
		}
		switch r {
		case '?', '.', '!', ';':
			if r == '?' && !sentence {
				for k := first; k < len(words); k++ {
					words[k].asks = true
				}
			}
			sentence = true
		case ':':
			clause, colon = true, true
		case ',', '(', ')', '–', '—', '|', '•':
			clause = true
		case '-': // a hyphen inside a word joins, one between spaces is a dash
			clause = clause || i > 0 && text[i-1] == ' '
		case '\n':
			breaks++
		}
		i += size
	}
	return words
}

func isWordRune(r rune) bool { return (unicode.IsLetter(r) || unicode.IsDigit(r)) && !isInvisible(r) }

func isApostrophe(r rune) bool { return r == '\'' || r == '’' || r == 'ʼ' }

// isInvisible: what nobody sees in a word doesn't take it apart, a zero-width space or a soft hyphen.
func isInvisible(r rune) bool {
	return r > unicode.MaxASCII && unicode.In(r, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// visible drops an invisible rune.
func visible(r rune) rune {
	if isInvisible(r) {
		return -1
	}
	return r
}

func isJoiner(r rune) bool { return isApostrophe(r) || isInvisible(r) }

func wordFollows(rest string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimLeftFunc(rest, isInvisible))
	return isWordRune(r)
}

// contractions are endings after an apostrophe and the words that they stand for.
var contractions = map[string]string{"re": "are", "ve": "have", "ll": "will", "m": "am", "d": "would"}

// isHolders are the words after which 's is "is" or "has" rather than a possessive.
var isHolders = set("it that there here he she everything what who all")

// appendWord adds text as one word, or as two that share a place when it is a contraction.
func appendWord(words []word, text string, w word) []word {
	add := func(s string) {
		w.text = s
		words = append(words, w)
		w.clause, w.sentence, w.colon = false, false, false
	}
	text = strings.ToLower(strings.Map(visible, text))
	at := strings.IndexFunc(text, isApostrophe)
	if at < 0 {
		if text == "cannot" {
			add("can")
			text = "not"
		}
		add(text)
		return words
	}
	stem := text[:at]
	_, size := utf8.DecodeRuneInString(text[at:])
	switch ending := text[at+size:]; {
	case ending == "t" && strings.HasSuffix(stem, "n"):
		switch stem {
		case "won":
			add("will")
		case "can":
			add("can")
		default:
			add(strings.TrimSuffix(stem, "n"))
		}
		add("not")
	case contractions[ending] != "":
		add(stem)
		add(contractions[ending])
	case ending == "s" && isHolders[stem]:
		add(stem)
		add("is")
	default:
		add(stem)
	}
	return words
}

// set makes a set of the words in a list.
func set(lists ...string) map[string]bool {
	m := make(map[string]bool)
	for _, list := range lists {
		for _, w := range strings.Fields(list) {
			m[w] = true
		}
	}
	return m
}

const (
	beWords   = "is are was were be been being am"
	haveWords = "has have had"
	detWords  = "a an the your our my any this that these those its such"
	apptWords = "appointment appointments appt appointments booking bookings reservation reservations visit visits"
	timeWords = "time times slot slots spot spots window windows place date day arrival timeslot opening"
	techWords = "technician technicians tech techs plumber plumbers electrician electricians mechanic mechanics installer " +
		"installers crew crews specialist inspector roofer roofers locksmith mover movers painter painters cleaner " +
		"cleaners engineer engineers repairman professional pro"
	officeWords = "office business team staff dispatcher dispatch scheduler manager shop company coordinator person " +
		"representative member desk front service yard receptionist somebody someone human owner advisor"
	dayWords = "today tomorrow tonight monday tuesday wednesday thursday friday saturday sunday"
)

var (
	apptNouns = set(apptWords)
	timeNouns = set(timeWords)
	techNouns = set(techWords)
	slotNouns = set(apptWords, timeWords)
	// officeNouns are who acts for the business.
	officeNouns = set(officeWords)
	// requestNouns make a request out of the noun before them: an "appointment request" is no appointment.
	requestNouns = set("request requests inquiry enquiry form page policy system record team office desk department " +
		"requested preference preferences tool software calendar")
	// leadIn are the words that a claim is quoted with.
	leadIn = set(beWords, haveWords, detWords, apptWords, timeWords, techWords,
		"we you it i us now been all request service job for already successfully officially will not")
)
