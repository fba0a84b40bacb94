package adaptertest_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

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
		name:     "slots without names",
		platform: offers(func(s *osbp.Slot) { s.ProviderName, s.ScheduleName, s.ProviderImageURL, s.ScheduleHours = "", "", "", nil }),
		skips:    []string{"mandate.provider_names_are_no_ids", "summary.provider", "summary.place", "leak.image_audited"},
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
		harness: func(h *adaptertest.Harness, _ *rig) { h.Fixtures.Gated, h.Fixtures.NoReadback = h.Fixtures.Plain, adaptertest.Fixture{} },
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
	{name: "a harness whose functions are not supported", harness: unsupported},
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
