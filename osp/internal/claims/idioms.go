package claims

import (
	"strings"
	"sync"
)

// An idiom is a turn of phrase that claims something without a participle, or with one that is no claim alone. Its words
// are alternatives separated by |, a word list after @, or optional with ? at the end.
type idiom struct {
	kind  Kind
	words string
	how   manner
}

// manner narrows or widens when an idiom counts.
type manner int

const (
	// toCome: it is a claim in the future tense too, "we will see you on Tuesday".
	toCome manner = 1 << iota
	// opening: only where it opens a clause.
	opening
	// alone: only where it is a whole clause, such as a subject line.
	alone
)

var idiomList = []idiom{
	{Appointment, "you are all set", 0},
	{Appointment, "all set for|on", 0},
	{Appointment, "you are set for|on|@day", 0},
	{Appointment, "you are good to go", 0},
	{Appointment, "your|the|this appointment|visit|booking|reservation time? is|was|falls on|at|for|@day", 0},
	{Appointment, "your appointment|visit|booking|reservation on|at|for|@day", opening},
	{Appointment, "@appt|time|slot has|have? is|are|been|was set", 0},
	{Appointment, "appointment|booking|reservation exists", 0},
	{Appointment, "you have an|a|your appointment|booking|reservation|visit", 0},
	{Appointment, "have|got|put|putting you down", 0},
	{Appointment, "you are down for", 0},
	{Appointment, "you are|is|been added? on|to our|the schedule|calendar|books|roster", 0},
	{Appointment, "added|put|placed you|it|this|your|the @appt? on|to our|the schedule|calendar|books|roster", 0},
	{Appointment, "thank|thanks you? for your? booking|scheduling|reserving|reservation|appointment", 0},
	{Appointment, "this|here is your booking|appointment|reservation confirmation", 0},
	{Appointment, "booking|appointment|reservation confirmation", alone},
	{Appointment, "is|as your? confirmation of|that", 0},
	{Appointment, "this|email|message|text|it confirms|confirm your|the @appt", 0},
	{Appointment, "we confirm your @appt for|on|@day", 0},
	{Appointment, "can|happy|pleased|glad to? confirm your|the @appt", toCome},
	{Appointment, "confirmation|appointment|booking|reservation number|code|reference", 0},
	{Appointment, "@appt went|gone through", 0},
	{Appointment, "locked|penciled|pencilled you|it|this? in", 0},
	{Appointment, "lock|locks|locking in your|the|this|a @slot", 0},
	{Appointment, "see you then|there|on|at|soon|next|this|in|between|@day", toCome},
	{Appointment, "seeing you", toCome},
	{Time, "hold|holds|holding|keep|keeps|keeping|save|saves|saving|block|blocking|reserve|reserves|reserving " +
		"a|an|the|this|that|your preferred|requested|chosen|selected? @slot", 0},
	{Time, "hold|holding|keep|keeping|save|saving|saved|held you a|the|your @slot", 0},
	{Time, "your arrival|appointment|service time|window|slot is", 0},
	{Time, "@slot is yours", toCome},
	{Time, "on hold for you", 0},
	{Technician, "@tech team? will|is|are be? arrive|arriving|come|coming|there|visit|visiting|headed|heading", toCome},
	{Technician, "@tech team? will be at|with|on", toCome},
	{Technician, "@tech arrives|comes|arriving|coming at|on|between|@day", toCome},
	{Technician, "@tech is|are on the|his|her|their|its way", toCome},
	{Technician, "is|are on his|her|their|our way", toCome},
	{Technician, "@tech is|are en route", toCome},
	{Technician, "your @tech is|will", 0},
	{Technician, "is|will be? your @tech", toCome},
	{Technician, "team|we will|are be? arrive|arriving|there", toCome},
	{Technician, "expect us|our|your|the @tech? on|at|between|@day", toCome},
	{Technician, "expecting you", toCome},
	{Technician, "sending|sent|dispatching|assigning a|an|our|your|the @tech", 0},
}

var wordLists = map[string]map[string]bool{
	"@appt": apptNouns, "@time": timeNouns, "@tech": techNouns, "@day": set(dayWords),
	"@slot": set(apptWords, "time slot spot window place timeslot"),
}

// idiomStep is one place of an idiom.
type idiomStep struct {
	words    map[string]bool
	optional bool
}

type idiomPattern struct {
	idiom
	steps []idiomStep
}

// idiomPatterns has the idioms by the words that they can begin with.
var idiomPatterns = sync.OnceValue(func() map[string][]idiomPattern {
	patterns := make(map[string][]idiomPattern)
	for _, id := range idiomList {
		p := idiomPattern{idiom: id}
		for _, field := range strings.Fields(id.words) {
			field, optional := strings.CutSuffix(field, "?")
			step := idiomStep{words: make(map[string]bool), optional: optional}
			for _, alternative := range strings.Split(field, "|") {
				if list, ok := wordLists[alternative]; ok {
					for w := range list {
						step.words[w] = true
					}
				} else {
					step.words[alternative] = true
				}
			}
			p.steps = append(p.steps, step)
		}
		for first := range p.steps[0].words {
			patterns[first] = append(patterns[first], p)
		}
	}
	return patterns
})

// idioms reports the turns of phrase that nothing around them excuses.
func (s *scan) idioms() {
	patterns := idiomPatterns()
	for i := range s.words {
		if i+2 < len(s.words) && s.words[i].text == "your" && apptNouns[s.words[i+1].text] && s.words[i+2].colon {
			s.report(Appointment, i, i+2) // "your appointment: Tuesday at 9"
		}
		for _, p := range patterns[s.words[i].text] {
			last, ok := s.match(p.steps, i)
			if !ok || requestNouns[s.after(last, 1)] || !s.placed(p.how, i, last) {
				continue
			}
			if s.denied(i) || s.denied(last) || s.conditional(i) || s.conditionFollows(last) || s.asked(i) {
				continue
			}
			if p.how&toCome == 0 && s.isToCome(i) {
				continue
			}
			s.report(p.kind, i, last)
			break
		}
	}
}

// placed reports whether words i to last stand where the manner wants them.
func (s *scan) placed(how manner, i, last int) bool {
	return how&(opening|alone) == 0 || s.words[i].clause && (how&alone == 0 || s.after(last, 1) == "")
}

// match returns the index of the last word of the idiom that begins at i. It doesn't reach over a clause.
func (s *scan) match(steps []idiomStep, i int) (last int, ok bool) {
	k := i
	for _, step := range steps {
		if k < len(s.words) && (k == i || !s.words[k].clause) && step.words[s.words[k].text] {
			last = k
			k++
		} else if !step.optional {
			return 0, false
		}
	}
	return last, true
}

// isToCome reports whether an auxiliary or "to" stands before i, or a plea: "to hold a time", "please keep the time free".
func (s *scan) isToCome(i int) bool {
	w := s.before(i, s.skip(i, 1, adverbs))
	return modals[w] || w == "please"
}
