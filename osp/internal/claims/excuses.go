package claims

// Words that a negation, a condition or an auxiliary may reach across.
var (
	negators    = set("not no never nothing none nobody neither nor without")
	transparent = set(beWords, haveWords, detWords, apptWords, timeWords, techWords,
		"yet of in for you us we it request service work job specific particular exact firm final official already been "+
			"mean means meant imply implies say says state states guarantee guarantees promise promises claim claims that as "+
			"considered treated consider treat regard assume or there")
	conditions = set("once when if until till unless before after whether whenever provided")
	agents     = set(officeWords, "we they he she one everything anything all has have")
	adverbs    = set("then also only yet fully officially later soon still now finally formally personally individually not " +
		"usually normally typically always first just")
	modals       = set("will would can could may might must shall should to")
	contactVerbs = set("call calls text texts email emails contact contacts phone phones reply replies follow follows wait await " +
		"reach reaches send sends")
	pastReceipt = set("received got have")
)

// excuse reports whether the words around i make it something other than a claim about now: denied, still to come,
// conditional on the business's own confirmation, or asked.
func (s *scan) excuse(i int) bool {
	return s.denied(i) || s.passiveToCome(i) || s.conditional(i) || s.asked(i)
}

// denied: "is not confirmed", "no time is reserved", "does not mean that an appointment is booked".
func (s *scan) denied(i int) bool {
	const reach = 9
	for k := i - 1; k >= 0 && k >= i-reach; k-- {
		w, next := s.words[k].text, s.words[k+1]
		if next.sentence || next.clause && !(listNouns[w] && listNouns[next.text]) {
			return false
		}
		if negators[w] {
			return next.text != "only" && next.text != "just" && next.text != "merely"
		}
		if !transparent[w] {
			return false
		}
	}
	return false
}

// listNouns may stand on either side of a comma in "no time, appointment or technician".
var listNouns = set(apptWords, timeWords, techWords)

// passiveToCome: "will be confirmed", "has yet to be scheduled", "is being confirmed", "to get you scheduled".
func (s *scan) passiveToCome(i int) bool {
	n := s.skip(i, 1, adverbs)
	switch s.before(i, n) {
	case "being", "gets", "getting":
		return true
	case "be", "get", "become":
		m := s.before(i, s.skip(i, n+1, adverbs))
		return modals[m] && (m != "should" || s.words[i].text != "booked")
	}
	// "to get your visit confirmed", "we will have a time reserved"
	n = s.skip(i, 1, objects)
	switch s.before(i, n) {
	case "get":
		return true
	case "have":
		return modals[s.before(i, n+1)]
	}
	return false
}

var objects = set(detWords, apptWords, timeWords, techWords, "you it everything that")

// skip returns the first distance from n on at which the word before i is not in the set.
func (s *scan) skip(i, n int, words map[string]bool) int {
	const reach = 6
	for n <= reach && words[s.before(i, n)] {
		n++
	}
	return n
}

// conditional: "until our office has confirmed", "once confirmed", "is confirmed when we call", and the main clause after
// "once our office calls,".
func (s *scan) conditional(i int) bool {
	const reach = 9
	for n := 1; n <= reach; n++ {
		w := s.before(i, n)
		if conditions[w] || w == "as" && s.before(i, n+1) == "soon" {
			return true
		}
		if !transparent[w] && !agents[w] && !adverbs[w] {
			break
		}
	}
	return s.conditionFollows(i) || s.conditionLeads(i)
}

var confirmingMeans = set("by phone text email call only with you us directly in writing first and for")

// conditionFollows: "only when our office calls". What the customer does is no condition: "booked when you send this".
func (s *scan) conditionFollows(i int) bool {
	const reach = 5
	for k := i + 1; k < len(s.words) && k <= i+reach; k++ {
		if s.words[k].sentence {
			return false
		}
		switch w := s.words[k].text; {
		case w == "once" || w == "when" || w == "after" || w == "if":
			return s.businessActs(k + 1)
		case w == "as" && s.after(k, 1) == "soon" && s.after(k, 2) == "as":
			return s.businessActs(k + 3)
		case !confirmingMeans[w]:
			return false
		}
	}
	return false
}

// conditionLeads: the clause before this one is "once confirmed" or "once our office calls". What the business has already
// done is no condition: "once we received your request".
func (s *scan) conditionLeads(i int) bool {
	start := s.clauseStart(i)
	if start == 0 || s.words[start].sentence {
		return false
	}
	lead := s.clauseStart(start - 1)
	if w := s.words[lead].text; w == "as" && s.after(lead, 1) == "soon" {
		lead += 2
	} else if w != "once" && w != "when" && w != "after" && w != "if" {
		return false
	}
	if lead+1 >= start {
		return false
	}
	if _, ok := states[s.words[lead+1].text]; ok {
		return true
	}
	for k := lead + 1; k < start; k++ {
		if pastReceipt[s.words[k].text] {
			return false
		}
	}
	return s.businessActs(lead + 1)
}

// clauseStart returns the first word of i's clause, or of the longest piece of it that is looked at.
func (s *scan) clauseStart(i int) int {
	const reach = 30
	for n := 0; n < reach && i > 0 && !s.words[i].clause; n++ {
		i--
	}
	return i
}

// businessActs reports whether the words from k on have the business for a subject, or the customer hearing from it.
func (s *scan) businessActs(k int) bool {
	if k >= len(s.words) {
		return false
	}
	switch w := s.words[k].text; w {
	case "we", "someone", "somebody", "they":
		return true
	case "our", "the", "a", "an":
		return officeNouns[s.after(k, 1)] || w == "our"
	case "you":
		return s.after(k, 1) == "hear" || s.after(k, 1) == "speak" || s.after(k, 1) == "talk"
	}
	return false
}

var askers = set(beWords, haveWords, "do does did can will when how what why should could")

// asked: "is my appointment confirmed?"
func (s *scan) asked(i int) bool {
	if !s.words[i].asks {
		return false
	}
	const reach = 30
	for n := 0; n < reach && i > 0 && !s.words[i].sentence; n++ {
		i--
	}
	return askers[s.words[i].text]
}

// adjectiveToCome: "we call with a confirmed time", "you will receive a confirmed appointment".
func (s *scan) adjectiveToCome(i int) bool {
	if d := s.before(i, 1); d != "a" && d != "an" && d != "the" && d != "your" && d != "any" || !slotNouns[s.after(i, 1)] {
		return false
	}
	const reach = 12
	for n := 2; n <= reach; n++ {
		if w := s.before(i, n); contactVerbs[w] || modals[w] {
			return true
		}
	}
	return false
}
