package adaptertest_test

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

var summaryMutants = slices.Concat(summaryShownMutants, summaryToldMutants)

var summaryShownMutants = []mutant{
	{
		name: "weekdays count from Sunday", check: "summary.weekday",
		adapter: resummarized(func(s string) string {
			return isoDate.ReplaceAllStringFunc(s, func(date string) string {
				at, err := time.Parse(time.DateOnly, date)
				if err != nil {
					return date
				}
				return ((at.Weekday() + 1) % 7).String() + ", " + date
			})
		}),
	},
	{
		name: "the price is what the display text says", check: "summary.price_not_display",
		open: func(r *rig, business string) (osbp.BookingAdapter, error) {
			p, err := r.platform(business)
			if err != nil {
				return nil, err
			}
			a, err := r.adapterOver(business, p)
			if err != nil {
				return nil, err
			}
			return brokenAdapter{BookingAdapter: a, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
				got, err := a.CreateBooking(ctx, c)
				s, serr := p.DescribeService(ctx, osbp.ServiceDescribeInput{ServiceID: c.ServiceID})
				if refusal := osbp.AsProblem(err); refusal != nil && serr == nil && s.Price != nil && s.Price.Display != "" {
					shown := *refusal
					shown.Message = strings.Replace(shown.Message, s.Price.Plain(), s.Price.Display, 1)
					return got, &shown
				}
				return got, err
			}}, nil
		},
	},
	{
		name: "given and family name are labelled the wrong way round", check: "summary.name_labels",
		hand: func(q *quirks) { q.namePartsSwapped = true },
	},
	{name: "no service", check: "summary.service", also: []string{"summary.long_note"}, hand: func(q *quirks) { q.serviceLeftOut = true }},
	{
		name: "no date", check: "summary.date", also: []string{"summary.long_note"},
		adapter: resummarized(func(s string) string { return isoDate.ReplaceAllString(s, "that day") }),
	},
	{
		name: "no date and no time", check: "summary.time", also: []string{"summary.long_note", "summary.date"},
		hand: func(q *quirks) { q.timeLeftOut = true },
	},
	{
		name: "date and time of UTC", check: "summary.time", also: []string{"summary.long_note", "summary.date", "time.*"},
		hand: func(q *quirks) { q.timeInUTC = true },
	},
	{name: "no zone", check: "summary.zone", hand: func(q *quirks) { q.zoneLeftOut = true }},
	{name: "no provider", check: "summary.provider", also: []string{"summary.long_note", "summary.provider_of_slot"}, hand: func(q *quirks) { q.providerLeftOut = true }},
	{name: "no place", check: "summary.place", hand: func(q *quirks) { q.placeLeftOut = true }},
	{
		name: "the place's id instead of its name", check: "summary.place",
		adapter: resummarized(func(s string) string { return strings.ReplaceAll(s, "Online room", sandbox.MeridianOnline) }),
	},
	{
		name: "no customer", check: "summary.customer",
		also: []string{"summary.long_note", "summary.name_parts", "summary.name_as_written", "summary.display_name_alone", "approval.*", "input.*"},
		hand: func(q *quirks) { q.customerNameLeftOut = true },
	},
	{
		name: "the display name alone", check: "summary.name_parts",
		hand: func(q *quirks) { q.namePartsUnlabelled = true },
	},
	{
		name: "no given name", check: "summary.name_parts",
		adapter: resummarized(func(s string) string {
			return regexp.MustCompile(`, given name "[^"]*", family name "[^"]*"`).ReplaceAllString(s, "")
		}),
	},
	{
		name: "names in ASCII", check: "summary.name_as_written",
		adapter: resummarized(func(s string) string {
			return strings.NewReplacer("é", "e", "’", "'", "Ł", "L", "ę", "e").Replace(s)
		}),
	},
	{
		name: "a family name made of the display name", check: "summary.display_name_alone",
		adapter: before(func(c *osbp.BookingCreateInput, _ *rig) {
			if c.Customer.GivenName == "" && c.Customer.FamilyName == "" {
				c.Customer.GivenName, c.Customer.FamilyName, _ = strings.Cut(c.Customer.DisplayName, " ")
			}
		}),
		also: []string{"input.*"},
	},
	{
		name: "no cancellation terms", check: "summary.cancellation_terms", also: []string{"summary.long_note", "summary.note_of_lines", "summary.cancellation_note", "approval.*"},
		hand: func(q *quirks) { q.termsLeftOut = true },
	},
	{
		name: "no length of the cancellation window", check: "summary.cancellation_terms",
		adapter: resummarized(func(s string) string { return strings.ReplaceAll(s, "24 hours before", "some time before") }),
	},
	{
		name: "no cancellation note", check: "summary.cancellation_note", also: []string{"summary.note_of_lines", "approval.*"},
		adapter: resummarized(func(s string) string {
			return regexp.MustCompile(`note on cancellation: "[^"]*"`).ReplaceAllString(s, "note")
		}),
	},
	{
		name: "enum labels", check: "summary.prose", also: []string{"summary.long_note", "summary.nothing_due", "summary.deposit", "summary.full_prepay"},
		hand: func(q *quirks) { q.enumDumped = true },
	},
	{
		name: "durations as on the wire", check: "summary.prose", also: []string{"summary.cancellation_terms"},
		adapter: resummarized(func(s string) string { return strings.ReplaceAll(s, "24 hours", "PT24H") }),
	},
	{
		name: "the instruction in the summary", check: "summary.without_instruction",
		adapter: resummarized(func(s string) string { return s + " Retry booking.create with the same idempotency_key." }),
	},
	{
		name: "a slot that is held", check: "summary.claims_no_hold",
		adapter: resummarized(func(s string) string { return s + " Your slot is held for ten minutes." }),
	},
	{
		name: "no price", check: "summary.price",
		also: []string{"verification.facts_again", "summary.long_note",
			"summary.price_by_exponent", "summary.price_of_nothing", "summary.price_of_slot", "summary.price_now",
			"approval.*", "money.*", "summary.price_not_display",
		},
		hand: func(q *quirks) { q.priceLeftOut = true },
	},
	{
		name: "the price as the platform displays it", check: "summary.price", also: []string{"summary.price_by_exponent", "approval.*", "money.*", "summary.price_not_display"},
		adapter: resummarized(func(s string) string { return strings.Replace(s, "Price: 40.00 USD", "Price: from $1.00", 1) }),
	},
	{
		name: "the price without its currency", check: "summary.price", also: []string{"summary.long_note",
			"summary.price_now", "summary.price_of_nothing", "approval.*", "money.*", "summary.price_by_exponent",
			"summary.price_not_display",
		},
		adapter: resummarized(func(s string) string { return strings.Replace(s, " USD. No upfront", ". No upfront", 1) }),
	},
	{
		name: "the price in minor units", check: "summary.price_by_exponent",
		also: []string{"summary.fees_alike", "summary.long_note",
			"summary.price", "summary.price_now", "summary.price_of_nothing", "summary.deposit", "summary.full_prepay",
			"summary.cancellation_fee", "summary.no_show_fee", "summary.fee_of_free", "summary.fee_now",
			"summary.price_of_slot", "approval.*", "money.*", "summary.price_not_display",
		},
		hand: func(q *quirks) { q.summaryUsesMinor = true },
	},
	{
		name: "two places for every currency", check: "summary.price_by_exponent", also: []string{"money.*"},
		adapter: resummarized(func(s string) string { return strings.ReplaceAll(s, "6000 JPY", "60.00 JPY") }),
	},
	{
		name: "no price where it is nothing", check: "summary.price_of_nothing",
		adapter: resummarized(func(s string) string { return strings.Replace(s, "Price: 0.00 USD. ", "", 1) }),
	},
	{
		name: "the service's price for a slot that has its own", check: "summary.price_of_slot",
		adapter: resummarized(func(s string) string { return strings.ReplaceAll(s, "8800 JPY", "6600 JPY") }),
	},
	{
		name: "a price that was read before", check: "summary.price_now",
		also: []string{"mandate.price_raised", "approval.*", "money.*", "idempotency.*"},
		adapter: func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
			return resummarized(func(s string) string { return strings.ReplaceAll(s, "Price: 57.00 USD", "Price: 40.00 USD") })(in, r)
		},
	},
	{
		name: "nothing about what is due", check: "summary.nothing_due", also: []string{"summary.long_note", "summary.deposit", "summary.full_prepay"},
		hand: func(q *quirks) { q.payNowLeftOut = true },
	},
	{
		name: "nothing about the deposit", check: "summary.deposit",
		adapter: resummarized(func(s string) string {
			return regexp.MustCompile(`The merchant requires a deposit of [^,]*,[^.]*\. `).ReplaceAllString(s, "")
		}),
	},
	{
		name: "a deposit that is none", check: "summary.deposit",
		adapter: resummarized(func(s string) string { return s + " No deposit is required to book." }),
		also:    []string{"summary.full_prepay"},
	},
	{
		name: "nothing about payment in advance", check: "summary.full_prepay",
		adapter: resummarized(func(s string) string {
			return strings.Replace(s, "to be paid in advance, which is not collected here", "at the appointment", 1)
		}),
	},
	{name: "no cancellation fee", check: "summary.cancellation_fee", also: []string{"summary.long_note", "approval.*"}, hand: func(q *quirks) { q.feeLeftOut = true }},
	{
		name: "no no-show fee", check: "summary.no_show_fee", also: []string{"summary.fees_alike", "summary.long_note", "summary.fee_of_free", "summary.fee_now", "approval.*"},
		hand: func(q *quirks) { q.noShowLeftOut = true },
	},
	{name: "fees that the mandate caps", check: "summary.fees_not_capped", hand: func(q *quirks) { q.feesCalledCapped = true }},
	{
		name: "no fees of what is free", check: "summary.fee_of_free",
		adapter: resummarized(func(s string) string {
			if strings.Contains(s, "Price: 0.00") {
				return regexp.MustCompile(`No-show fee: [^ ]* USD\. `).ReplaceAllString(s, "")
			}
			return s
		}),
	},
	{
		name: "a fee that was read before", check: "summary.fee_now",
		also: []string{"approval.bound_to_fee"},
		adapter: resummarized(func(s string) string {
			return strings.ReplaceAll(s, "No-show fee: 67.00 USD", "No-show fee: 50.00 USD")
		}),
	},
}

var isoDate = regexp.MustCompile(`\d{4}-\d{2}-\d{2}`)

// resummarized is an adapter whose challenges show another summary.
func resummarized(change func(string) string) func(osbp.BookingAdapter, *rig) osbp.BookingAdapter {
	return func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
		return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			p := osbp.AsProblem(err)
			challenge, perr := osbp.ParseChallenge(p)
			if perr != nil {
				return got, err
			}
			own := *p
			own.Message = strings.Replace(p.Message, challenge.Summary, change(challenge.Summary), 1)
			return got, &own
		}}
	}
}
