package claims

// A state is a participle that says that something has been settled.
type state struct {
	kind Kind
	// needs are the nouns one of which must be near for the word to be a claim; nil if the word is enough. "Guaranteed"
	// is nothing without a time.
	needs map[string]bool
	// not are the words that make the word before or after them harmless: "fully booked", "scheduled maintenance".
	notAfter, notBefore map[string]bool
}

var requestOrSlot = set(apptWords, timeWords, "request")

var states = map[string]state{
	"confirmed": {kind: Appointment, notBefore: set("receipt that"), notAfter: set("receipt")},
	"booked": {kind: Appointment, notAfter: set("fully double heavily solidly"),
		notBefore: set("up solid out")},
	"scheduled": {kind: Appointment, notAfter: set("regularly"),
		notBefore: set("maintenance service services servicing inspection inspections tune hours work repairs intervals")},
	"rescheduled": {kind: Appointment},
	"finalized":   {kind: Appointment, needs: requestOrSlot},
	"finalised":   {kind: Appointment, needs: requestOrSlot},
	"arranged":    {kind: Appointment, needs: slotNouns},
	"made":        {kind: Appointment, needs: apptNouns},
	"created":     {kind: Appointment, needs: apptNouns},
	"placed":      {kind: Appointment, needs: apptNouns},
	"complete":    {kind: Appointment, needs: apptNouns},
	"completed":   {kind: Appointment, needs: apptNouns},
	"successful":  {kind: Appointment, needs: apptNouns},
	"accepted":    {kind: Appointment, needs: requestOrSlot},
	"approved":    {kind: Appointment, needs: requestOrSlot},
	"granted":     {kind: Appointment, needs: requestOrSlot},
	"reserved":    {kind: Time, notAfter: set("rights"), notBefore: set("parking")},
	"secured":     {kind: Time, needs: slotNouns},
	"guaranteed":  {kind: Time, needs: slotNouns},
	"held":        {kind: Time, needs: slotNouns},
	"kept":        {kind: Time, needs: slotNouns},
	"saved":       {kind: Time, needs: slotNouns},
	"blocked":     {kind: Time, needs: slotNouns},
	"allocated":   {kind: Time, needs: set(apptWords, timeWords, techWords)},
	"assigned":    {kind: Technician, notBefore: set("parking")},
	"dispatched":  {kind: Technician},
}

// states reports the participles that nothing around them excuses.
func (s *scan) states() {
	for i := range s.words {
		st, ok := states[s.words[i].text]
		if !ok || i > 0 && st.notAfter[s.before(i, 1)] || st.notBefore[s.after(i, 1)] {
			continue
		}
		if st.needs != nil && !s.nounNear(i, st.needs) {
			continue
		}
		if s.inList(i) || s.excuse(i) || s.habit(i) || s.adjectiveToCome(i) {
			s.excused[i] = true
			continue
		}
		s.report(st.kind, i, s.untilNoun(i))
	}
}

// nounNear reports whether one of the nouns stands within five words before or after i in its clause. A noun that only
// qualifies a request is none.
func (s *scan) nounNear(i int, nouns map[string]bool) bool {
	const reach = 5
	for n := 1; n <= reach; n++ {
		w := s.before(i, n)
		if w == "" {
			break
		}
		if nouns[w] && !requestNouns[s.words[i-n+1].text] {
			return true
		}
	}
	for n := 1; n <= reach; n++ {
		w := s.after(i, n)
		if w == "" {
			break
		}
		if nouns[w] && !requestNouns[s.after(i, n+1)] {
			return true
		}
	}
	return false
}

// untilNoun returns the index of the noun that directly follows i, or i: "confirmed appointment" is quoted whole.
func (s *scan) untilNoun(i int) int {
	if slotNouns[s.after(i, 1)] {
		return i + 1
	}
	return i
}

// inList reports whether i continues a list whose last word was excused: "not booked, reserved or assigned".
func (s *scan) inList(i int) bool {
	prev := i - 1
	if prev >= 0 && !s.words[i].clause && (s.words[prev].text == "or" || s.words[prev].text == "nor" || s.words[prev].text == "and") {
		if s.words[prev].sentence {
			return false
		}
		prev--
	}
	return prev >= 0 && !s.words[i].sentence && s.excused[prev]
}

var (
	pluralNouns = set("appointments bookings reservations visits requests times slots windows dates jobs estimates " +
		"technicians techs plumbers electricians mechanics installers crews arrivals")
	singleNouns = set("appointment booking reservation visit request time slot window date job estimate technician crew")
	owners      = set("your both these those")
	habitLinks  = set("by over via within in through only when after once as individually the with from on for")
)

// habit reports whether i is what usually happens rather than what happened: "appointments are confirmed by phone", "each
// request is confirmed by our office". It takes a subject that is nobody's in particular and a word on how.
func (s *scan) habit(i int) bool {
	if !habitLinks[s.after(i, 1)] {
		return false
	}
	n := 1
	for adverbs[s.before(i, n)] {
		n++
	}
	if w := s.before(i, n); w == "are" || w == "is" || w == "get" || w == "gets" {
		n++
	}
	noun, owner := s.before(i, n), s.before(i, n+1)
	if singleNouns[noun] {
		return owner == "each" || owner == "every" || owner == "no"
	}
	return pluralNouns[noun] && !owners[owner] && !owners[s.before(i, n+2)]
}
