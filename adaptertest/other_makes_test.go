package adaptertest_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
	"unicode"

	"github.com/openservicekit/openservice/adaptertest"
	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

// otherMake is a sound adapter, or a sandbox, that is made otherwise than ours where the
// specification leaves that free.
type otherMake struct {
	name     string
	platform platformBreaks
	adapter  adapterBreaks
	harness  func(h *adaptertest.Harness, r *rig)
	skips    []string // what it can't show
}

var otherMakes = []otherMake{
	{
		name:     "slots without an end",
		platform: offers(func(s *osbp.Slot) { s.EndsAt, s.EndsAtLocal = "", "" }),
		skips:    []string{"mandate.ends_next_day"},
		harness:  func(h *adaptertest.Harness, _ *rig) { h.Fixtures.Overnight = adaptertest.Fixture{} },
	},
	{
		name:     "slots without a price",
		platform: offers(func(s *osbp.Slot) { s.Price = nil }),
		harness:  func(h *adaptertest.Harness, _ *rig) { h.Fixtures.SlotPrice = adaptertest.Fixture{} },
	},
	{
		name: "slots without names",
		platform: offers(func(s *osbp.Slot) {
			s.ProviderName, s.ScheduleName, s.ProviderImageURL, s.ScheduleHours = "", "", "", nil
		}),
		skips: []string{
			"mandate.schedule_names_are_no_ids", "mandate.provider_names_are_no_ids", "summary.provider", "summary.provider_of_slot",
			"summary.place", "time.hours_listed", "leak.image_audited",
		},
	},
	{
		name: "slots in another order and with other ids each time",
		adapter: func() adapterBreaks {
			var n atomic.Int64
			return lists(func(_ osbp.AvailabilityFindInput, slots []osbp.Slot) []osbp.Slot {
				slices.Reverse(slots)
				for i := range slots {
					slots[i].ID = fmt.Sprintf("opening_%d", n.Add(1))
				}
				return slots
			})
		}(),
	},
	{
		name: "prices as other places write them",
		adapter: describing(func(s *osbp.Service) {
			if s.Price == nil {
				return
			}
			if n, ok := s.Price.FixedAmount(); ok {
				p := *s.Price
				p.Display = map[string]string{"USD": "ab $" + fmt.Sprint(n/100), "JPY": fmt.Sprintf("%d.00 JPY", n), "EUR": fmt.Sprintf("%d,%02d €", n/100, n%100)}[p.Currency]
				s.Price = &p
			}
		}),
	},
	{
		name: "a cancelled appointment is gone",
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, status: func(ctx context.Context, i osbp.BookingStatusInput) (*osbp.Booking, error) {
				b, err := in.GetBooking(ctx, i)
				if err == nil && b.Status == osbp.BookingCancelled {
					return nil, osbp.NewProblem(osbp.CodeBookingNotFound, "There is no such appointment.")
				}
				return b, err
			}}
		},
	},
	{
		name: "a status with what it must have",
		adapter: reporting(func(b *osbp.Booking) {
			b.OrganizationID, b.StartsAt, b.EndsAt, b.EndsAtLocal = "", "", "", ""
		}),
	},
	{
		name: "no readback at the plain service",
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, status: func(ctx context.Context, i osbp.BookingStatusInput) (*osbp.Booking, error) {
				if i.BookingID == "" {
					return in.GetBooking(ctx, i)
				}
				return nil, osbp.NewProblem(osbp.CodeBookingStatusRequiresVerification, "Ask the merchant.")
			}}
		},
		harness: func(h *adaptertest.Harness, _ *rig) {
			h.Fixtures.Gated, h.Fixtures.NoReadback = h.Fixtures.Plain, adaptertest.Fixture{}
		},
	},
	{
		name: "refusals in few words, with codes of its own where the protocol has none",
		adapter: func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
			return reanswered(func(p *osbp.Problem) *osbp.Problem {
				if isChallenge(*p) {
					return p
				}
				own := *p
				own.Message = "Sorry."
				if !p.Code.Protocol() {
					own.Code = "acme_" + p.Code
				}
				return &own
			})(in, r)
		},
	},
	{
		name: "a sandbox with one code for all",
		adapter: func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
			real := func(code string, c osbp.Customer) string {
				if code == "000000" {
					return max(r.sandbox.LastCode(c.Phone), r.sandbox.LastCode(c.Email))
				}
				return code
			}
			return brokenAdapter{
				BookingAdapter: in,
				create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
					c.VerificationCode = real(c.VerificationCode, c.Customer)
					return in.CreateBooking(ctx, c)
				},
				verify: func(ctx context.Context, i osbp.VerificationVerifyInput) (*osbp.VerificationChallenge, error) {
					i.Code = real(i.Code, i.Customer)
					return in.VerifyCode(ctx, i)
				},
			}
		},
		harness: func(h *adaptertest.Harness, _ *rig) {
			code := h.Code
			h.Code = func(ctx context.Context, c osbp.Customer) (string, error) {
				if got, err := code(ctx, c); err != nil || got == "" {
					return got, err
				}
				return "000000", nil
			}
		},
		skips: []string{"verification.of_another"},
	},
	{
		name: "a receipt that names the customer",
		adapter: booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, _ *rig) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			if err == nil {
				named := *got
				named.Receipt.Text += " In the name of " + c.Customer.DisplayName + "."
				return &named, nil
			}
			return got, err
		}),
	},
	{name: "a summary in other words", adapter: inOtherWords},
	{name: "a harness whose functions are not supported", harness: unsupported},
}

// inOtherWords is an adapter that puts the same facts to the user otherwise.
func inOtherWords(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
	return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
		got, err := in.CreateBooking(ctx, c)
		p := osbp.AsProblem(err)
		challenge, perr := osbp.ParseChallenge(p)
		if perr != nil {
			return got, err
		}
		service, err1 := in.DescribeService(ctx, osbp.ServiceDescribeInput{ServiceID: c.ServiceID})
		policy, err2 := in.ExplainPolicy(ctx, osbp.PolicyExplainInput{ServiceID: c.ServiceID})
		slots, err3 := in.FindAvailability(ctx, osbp.AvailabilityFindInput{ServiceID: c.ServiceID, ScheduleID: c.ScheduleID, ProviderID: c.ProviderID, Date: c.Date})
		at := slices.IndexFunc(slots, func(s osbp.Slot) bool { return strings.HasPrefix(s.StartsAtLocal, c.Date+"T"+c.Time) })
		if err := errors.Join(err1, err2, err3); err != nil || at < 0 {
			return nil, osbp.NewProblem(osbp.CodePlatformUnavailable, "The platform does not answer.")
		}
		own := *p
		own.Message = strings.Replace(p.Message, challenge.Summary, otherWords(c, service, policy, slots[at]), 1)
		return got, &own
	}}
}

func otherWords(c osbp.BookingCreateInput, service *osbp.Service, policy *osbp.Policy, slot osbp.Slot) string {
	start, err := time.Parse("2006-01-02T15:04:05", slot.StartsAtLocal)
	if err != nil {
		return "It is not known when."
	}
	price := slot.Price
	if price == nil {
		price = service.Price
	}
	amount := func(m *money.Money) string {
		number, code, _ := strings.Cut(m.Plain(), " ")
		return code + " " + strings.TrimSuffix(number, ".00")
	}
	quoted := strings.NewReplacer("approval.token", "…", `"`, "'")
	said := func(text string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) {
				return -1
			}
			return r
		}, quoted.Replace(text))
	}
	text := fmt.Sprintf("%s with %s (%s), %s local time.", service.Name, slot.ProviderName, slot.ScheduleName, start.Format("Mon, 2 January 2006, 3:04pm"))
	text += " You pay " + amount(price) + "."
	switch policy.PaymentRequirement {
	case osbp.PaymentNone:
		text += " Nothing is due up front."
	case osbp.PaymentDeposit:
		text += " A deposit of " + amount(policy.Deposit) + " is due up front."
	case osbp.PaymentFullPrepay:
		text += " All of it is due up front."
	}
	window, err := time.ParseDuration(strings.ToLower(strings.TrimPrefix(policy.CancellationWindow, "PT")))
	switch {
	case !policy.CancellationEnabled:
		text += " You can't cancel."
	case err != nil:
		text += " You can cancel at any time."
	default:
		text += " You can cancel until " + start.Add(-window).Format("Monday, Jan 2 at 15:04") + "."
	}
	if policy.CancellationNote != "" {
		text += " They say: " + said(policy.CancellationNote) + "."
	}
	if policy.CancellationFee != nil {
		text += " If you cancel within the last hours, that costs a fee of " + amount(policy.CancellationFee) + "."
	}
	if policy.NoShowFee != nil {
		text += " Not coming costs a fee of " + amount(policy.NoShowFee) + "."
	}
	text += " The appointment is confirmed only once you say yes. In the name of " + said(c.Customer.DisplayName)
	if c.Customer.GivenName != "" || c.Customer.FamilyName != "" {
		text += " (first name " + said(c.Customer.GivenName) + ", last name " + said(c.Customer.FamilyName) + ")"
	}
	return text + "."
}

// offers is a platform that makes something else of its slots.
func offers(change func(*osbp.Slot)) platformBreaks {
	return func(in osbp.Platform, _ *rig) osbp.Platform {
		whole := in.(wholePlatform)
		return brokenPlatform{wholePlatform: whole, find: func(ctx context.Context, i osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
			slots, err := whole.FindAvailability(ctx, i)
			for i := range slots {
				change(&slots[i])
			}
			return slots, err
		}}
	}
}

// unsupported leaves every function in place, and has each say that it can't.
func unsupported(h *adaptertest.Harness, _ *rig) {
	no := fmt.Errorf("not at this platform: %w", errors.ErrUnsupported)
	fault := func(context.Context) (func(), error) { return nil, no }
	made := func(context.Context, bool) (func(), error) { return nil, no }
	byID := func(context.Context, string) error { return no }
	h.Restart = func(string) (osbp.BookingAdapter, error) { return nil, no }
	h.Persisted, h.Received = func() ([]byte, error) { return nil, no }, func() ([]byte, error) { return nil, no }
	h.TakeSlot = func(context.Context, osbp.Slot) error { return no }
	h.SetPrice = func(context.Context, adaptertest.Fixture, money.Money) error { return no }
	h.SetNoShowFee = func(context.Context, adaptertest.Fixture, money.Money) error { return no }
	h.SetNote = func(context.Context, adaptertest.Fixture, string) error { return no }
	h.RateLimit, h.RateLimitReads, h.FailReads, h.MakeOther, h.MakeDearer = fault, fault, fault, fault, fault
	h.GarbleReads, h.GarbleCreates, h.HoldCreates, h.Retire, h.EchoCustomer = fault, fault, fault, fault, fault
	h.LoseAnswer, h.FailCreates = made, made
	h.HoldReads = func(context.Context) (<-chan struct{}, func(), error) { return nil, nil, no }
	h.Code = func(context.Context, osbp.Customer) (string, error) { return "", no }
	h.ExpireCodes = func(context.Context) error { return no }
	h.Cancel, h.SetUnusualState = byID, byID
	h.ForeignBooking = func(context.Context) (string, error) { return "", no }
}

// TestHarnessIsCopied: what is filled in is the suite's own, so that one harness serves
// again, with other keys.
func TestHarnessIsCopied(t *testing.T) {
	h := newRig(t, overMemory).harness()
	h.Close = nil
	seeds := make(map[uint64]bool)
	for range 2 {
		report, err := adaptertest.Check(t.Context(), func() (*adaptertest.Harness, error) { return h, nil })
		if err != nil || !report.OK() {
			t.Fatalf("%d failed, %v", report.Failed, err)
		}
		seeds[report.Seed] = true
	}
	if h.Seed != 0 || h.Timeout != 0 || len(seeds) != 2 {
		t.Errorf("the harness has seed %d and timeout %v now, and the runs %d seeds", h.Seed, h.Timeout, len(seeds))
	}
}

// TestPanicIsNotQuoted: an adapter's panic may carry what no report should.
func TestPanicIsNotQuoted(t *testing.T) {
	report, err := adaptertest.Check(t.Context(), func() (*adaptertest.Harness, error) {
		return newRig(t, mutant{adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, create: func(_ context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
				panic("no such customer: " + c.Customer.Email + " " + credential)
			}}
		}}.opener()).harness(), nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range report.Results {
		if secret.MatchString(r.Detail) {
			t.Errorf("%s tells what the adapter panicked with", r.ID)
		}
	}
	if detail := detailOf(report, "approval.challenged"); !strings.Contains(detail, "panic: a value of type string") {
		t.Errorf("approval.challenged: %.100s", detail)
	}
}

// TestChangedBack: a state that can't be given back is a failure of the check that took it.
func TestChangedBack(t *testing.T) {
	report, err := adaptertest.Check(t.Context(), func() (*adaptertest.Harness, error) {
		h := newRig(t, overMemory).harness()
		set, n := h.SetPrice, 0
		h.SetPrice = func(ctx context.Context, f adaptertest.Fixture, price money.Money) error {
			if n++; n > 1 {
				return errors.New("the price list is locked")
			}
			return set(ctx, f, price)
		}
		return h, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if detail := detailOf(report, "money.current"); !strings.Contains(detail, "giving back what Harness.SetPrice had changed") {
		t.Errorf("money.current: %s", detail)
	}
}

// TestOtherMakes: the suite fails nobody for what the specification leaves free.
func TestOtherMakes(t *testing.T) {
	for _, m := range otherMakes {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			report, err := adaptertest.Check(context.Background(), m.newHarness(t))
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range report.Results {
				switch {
				case r.Outcome == adaptertest.Failed:
					t.Error(r)
				case r.Outcome == adaptertest.Skipped && m.harness == nil && !slices.Contains(m.skips, r.ID):
					t.Error(r)
				case r.Outcome == adaptertest.Skipped && !strings.Contains(r.Detail, "not shown") && !strings.Contains(r.Detail, "not supported"):
					t.Errorf("a skip that does not say what stays unproved: %s", r)
				}
			}
			if report.Passed < 250 {
				t.Errorf("%d checks passed", report.Passed)
			}
		})
	}
}

func (m otherMake) newHarness(t testing.TB) func() (*adaptertest.Harness, error) {
	sound := mutant{platform: m.platform, adapter: m.adapter}
	return func() (*adaptertest.Harness, error) {
		r := newRig(t, sound.opener())
		h := r.harness()
		h.Strict = false
		if m.harness != nil {
			m.harness(h, r)
		}
		return h, nil
	}
}
