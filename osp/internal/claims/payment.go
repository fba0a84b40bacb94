package claims

var (
	cardQualifiers = set("business punch report score post sim memory sd greeting you loyalty membership insurance id rate library " +
		"key circuit control warranty graphics video index appointment reminder")
	depositQualifiers = set("mineral minerals carbon calcium lime limescale sediment water scale wax grease oil salt rust fatty " +
		"ice soot creosote sludge hard")
	payObjects = set("now online today upfront up in ahead here by with via your the an for before when at on securely us " +
		"cash card half full any")
	payIdioms  = set("attention heed visit")
	paidBefore = set("prepaid postpaid")
)

// payment reports talk of payment, deposits and cards, unless the text says that there is none.
func (s *scan) payment() {
	for i := range s.words {
		if s.paymentWord(i) && !s.noPayment(i) {
			s.report(Payment, i, i)
		}
	}
}

func (s *scan) paymentWord(i int) bool {
	w, prev, next := s.words[i].text, s.before(i, 1), s.after(i, 1)
	switch w {
	case "payment", "payments", "prepay", "prepayment", "paypal", "venmo", "zelle", "cvv", "cvc", "checkout":
		return true
	case "card", "cards":
		return !cardQualifiers[prev]
	case "deposit", "deposits":
		if depositQualifiers[prev] {
			return false
		}
		for n := 1; n <= 3; n++ { // "deposit your keys in the drop box"
			if k := s.after(i, n); k == "key" || k == "keys" || k == "vehicle" {
				return false
			}
		}
		return true
	case "pay", "pays", "paying", "payable":
		return !payIdioms[next] && !(next == "a" && payIdioms[s.after(i, 2)]) && (payObjects[next] || next == "" || next == "a" || modals[prev])
	case "paid":
		return prev == "been" || prev == "is" || prev == "are" || prev == "fully" || prev == "already" || prev == "you"
	}
	return paidBefore[w]
}

// noPaymentWords may stand between a negation and what it denies.
var noPaymentWords = set(beWords, haveWords, detWords,
	"take takes ask asks require requires required need needs needed collect collects request requests accept charge we will you to for "+
		"of or and upfront up front advance in prior online credit debit card cards payment payments deposit deposits details "+
		"information info number numbers due send share give enter store include provide make pay any form kind us please by "+
		"phone email text over the")

var notDue = set("required needed due taken collected requested necessary accepted stored asked")

// noPayment: "no deposit is needed", "we never ask for card details", "payment is not due until the work is done".
func (s *scan) noPayment(i int) bool {
	const reach = 10
	for n := 1; n <= reach; n++ {
		w := s.before(i, n)
		if negators[w] {
			return s.before(i, n-1) != "only"
		}
		if !noPaymentWords[w] {
			break
		}
	}
	for n := 1; n <= 5; n++ {
		w := s.after(i, n)
		if w == "not" || w == "never" {
			return true
		}
		if w == "" || !noPaymentWords[w] || notDue[w] {
			return false
		}
	}
	return false
}
