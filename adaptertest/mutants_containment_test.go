package adaptertest_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

// errOdd is an error that is no protocol answer.
var errOdd = errors.New("sql: no rows in result set")

// describeFirst answers some of service.describe before the adapter does.
func describeFirst(answer func(in osbp.ServiceDescribeInput) error) adapterBreaks {
	return func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
		return brokenAdapter{BookingAdapter: in, describe: func(ctx context.Context, i osbp.ServiceDescribeInput) (*osbp.Service, error) {
			if err := answer(i); err != nil {
				return nil, err
			}
			return in.DescribeService(ctx, i)
		}}
	}
}

var containmentMutants = []mutant{
	{
		name: "a server error is a day without openings", check: "containment.failing_reads",
		also: []string{"containment.cancelled"},
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, find: func(ctx context.Context, i osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
				slots, err := in.FindAvailability(ctx, i)
				if p := osbp.AsProblem(err); p != nil && p.Code == osbp.CodeInternalAdapterError {
					return []osbp.Slot{}, nil
				}
				return slots, err
			}}
		},
	},
	{
		name: "the platform's text follows the message", check: "containment.plain_words",
		also: []string{"leak.credential_in_refusal"},
		hand: func(q *quirks) { q.upstreamText = true },
	},
	{
		name: "an id that ends in a new line is out of range", check: "containment.describe",
		adapter: describeFirst(func(in osbp.ServiceDescribeInput) error {
			if in.ServiceID != "" && in.ServiceID[len(in.ServiceID)-1] == '\n' {
				panic("index out of range")
			}
			return nil
		}),
	},
	{
		name: "an unknown service is an error of the database", check: "containment.describe", also: []string{"shape.unknown_service"},
		adapter: describeFirst(func(in osbp.ServiceDescribeInput) error {
			if in.ServiceID != "" && !strings.HasPrefix(in.ServiceID, "off_") {
				return errOdd
			}
			return nil
		}),
	},
	{
		name: "a date is cut into its parts", check: "containment.find", also: []string{"input.find_date"},
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, find: func(ctx context.Context, i osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
				if parts := strings.Split(i.Date, "-"); len(parts[2]) > 2 {
					return nil, errOdd
				}
				return in.FindAvailability(ctx, i)
			}}
		},
	},
	{
		name: "an unknown policy is nothing", check: "containment.explain", also: []string{"shape.unknown_service"},
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, explain: func(ctx context.Context, i osbp.PolicyExplainInput) (*osbp.Policy, error) {
				p, err := in.ExplainPolicy(ctx, i)
				if got := osbp.AsProblem(err); got != nil && got.Code == sandbox.CodeServiceNotFound {
					return nil, nil
				}
				return p, err
			}}
		},
	},
	{
		name: "a phone number is cut", check: "containment.send",
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, send: func(ctx context.Context, i osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
				if i.Customer.Phone != "" {
					_ = i.Customer.Phone[len(i.Customer.Phone)-4:]
				}
				return in.SendVerification(ctx, i)
			}}
		},
	},
	{
		name: "a code is a number", check: "containment.verify",
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, verify: func(ctx context.Context, i osbp.VerificationVerifyInput) (*osbp.VerificationChallenge, error) {
				if strings.ContainsAny(i.Code, "<{$") {
					return nil, fmt.Errorf("parse code: %w", errOdd)
				}
				return in.VerifyCode(ctx, i)
			}}
		},
	},
	{
		name: "a time is read without a look at its length", check: "containment.create",
		adapter: creating(func(in *osbp.BookingCreateInput) {
			if in.Time != "" {
				_ = in.Time[:2]
			}
		}),
	},
	{
		name: "a date that can't be read is nobody's fault", check: "containment.create",
		also: []string{"input.create_date", "mandate.time_with_numeric_offset", "mandate.time_with_offset"},
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, i osbp.BookingCreateInput) (*osbp.CreateResult, error) {
				if _, err := time.Parse("15:04:05", i.Time); err != nil && len(i.Time) > len("15:04:05") {
					return nil, err
				}
				return in.CreateBooking(ctx, i)
			}}
		},
	},
	{
		name: "a currency is three letters long", check: "containment.create_mandate",
		adapter: creating(func(in *osbp.BookingCreateInput) {
			if in.Mandate != nil && in.Mandate.MaxExtraFee != nil {
				_ = in.Mandate.MaxExtraFee.Currency[:3]
			}
		}),
	},
	{
		name: "an odd booking id is an error of the database", check: "containment.status",
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, status: func(ctx context.Context, i osbp.BookingStatusInput) (*osbp.Booking, error) {
				if strings.ContainsAny(i.BookingID, "'\x00") {
					return nil, errOdd
				}
				return in.GetBooking(ctx, i)
			}}
		},
	},
	{
		name: "a malformed policy is one of which nothing is known", check: "containment.garbled_reads",
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, explain: func(ctx context.Context, i osbp.PolicyExplainInput) (*osbp.Policy, error) {
				p, err := in.ExplainPolicy(ctx, i)
				if got := osbp.AsProblem(err); got != nil && got.Code == osbp.CodePlatformResultInvalid {
					return &osbp.Policy{ServiceID: i.ServiceID, PaymentRequirement: osbp.PaymentUnknown}, nil
				}
				return p, err
			}}
		},
	},
	{
		name: "evidence that can't be read is the last that could", check: "containment.garbled_evidence",
		also:     []string{"containment.garbled_reads", "outcome.reads_down"},
		platform: func(in osbp.Platform, _ *rig) osbp.Platform { return &lastKnown{wholePlatform: in.(wholePlatform)} },
	},
	{
		name: "429 is an error of the platform", check: "containment.rate_limited",
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, find: func(ctx context.Context, i osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
				slots, err := in.FindAvailability(ctx, i)
				if got := osbp.AsProblem(err); got != nil && got.Code == osbp.CodeRateLimited {
					return nil, osbp.NewProblem(osbp.CodePlatformUnavailable, "The booking platform has a fault.")
				}
				return slots, err
			}}
		},
	},
	{
		name: "429 is final", check: "containment.rate_limited",
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, explain: func(ctx context.Context, i osbp.PolicyExplainInput) (*osbp.Policy, error) {
				p, err := in.ExplainPolicy(ctx, i)
				if got := osbp.AsProblem(err); got != nil && got.Code == osbp.CodeRateLimited {
					return nil, &osbp.Problem{Code: got.Code, Message: got.Message}
				}
				return p, err
			}}
		},
	},
	{
		name: "429 to the reads of a create is final", check: "containment.rate_limited_evidence",
		also: []string{"outcome.rate_limited", "outcome.rate_limited_retryable"},
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, i osbp.BookingCreateInput) (*osbp.CreateResult, error) {
				r, err := in.CreateBooking(ctx, i)
				if got := osbp.AsProblem(err); got != nil && got.Code == osbp.CodeRateLimited {
					return nil, osbp.NewProblem(osbp.CodeInternalAdapterError, "The adapter failed.")
				}
				return r, err
			}}
		},
	},
	{
		name: "one failure opens a circuit for good", check: "containment.recovers",
		also: []string{"leak.*"},
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			var mu sync.Mutex
			open := false
			return brokenAdapter{BookingAdapter: in, describe: func(ctx context.Context, i osbp.ServiceDescribeInput) (*osbp.Service, error) {
				mu.Lock()
				defer mu.Unlock()
				if open {
					return nil, osbp.NewProblem(osbp.CodePlatformUnavailable, "The booking platform has a fault.")
				}
				s, err := in.DescribeService(ctx, i)
				got := osbp.AsProblem(err)
				open = got != nil && got.Code == osbp.CodePlatformResultInvalid
				return s, err
			}}
		},
	},
	{
		name: "the decoder's text is the message", check: "containment.plain_words",
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, describe: func(ctx context.Context, i osbp.ServiceDescribeInput) (*osbp.Service, error) {
				s, err := in.DescribeService(ctx, i)
				if got := osbp.AsProblem(err); got != nil && got.Code == osbp.CodePlatformResultInvalid {
					cause := json.Unmarshal([]byte("nonsense"), s)
					return nil, osbp.NewProblem(got.Code, "The booking platform's answer is malformed: "+cause.Error())
				}
				return s, err
			}}
		},
	},
	{
		name: "a caller who has left is a panic", check: "containment.cancelled",
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, find: func(ctx context.Context, i osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
				if err := ctx.Err(); err != nil {
					panic(err)
				}
				return in.FindAvailability(ctx, i)
			}}
		},
	},
}

// lastKnown is a platform whose reads repeat the last good answer where the platform
// gives a bad one.
type lastKnown struct {
	wholePlatform
	mu      sync.Mutex
	service *osbp.Service
	policy  *osbp.Policy
	slots   []osbp.Slot
}

func (l *lastKnown) DescribeService(ctx context.Context, in osbp.ServiceDescribeInput) (*osbp.Service, error) {
	s, err := l.wholePlatform.DescribeService(ctx, in)
	l.mu.Lock()
	defer l.mu.Unlock()
	if err == nil && s.ID == "" && l.service != nil && l.service.ID == in.ServiceID {
		return l.service, nil
	}
	if err == nil {
		l.service = s
	}
	return s, err
}

func (l *lastKnown) ExplainPolicy(ctx context.Context, in osbp.PolicyExplainInput) (*osbp.Policy, error) {
	p, err := l.wholePlatform.ExplainPolicy(ctx, in)
	l.mu.Lock()
	defer l.mu.Unlock()
	if err == nil && p.ServiceID == "" && l.policy != nil && l.policy.ServiceID == in.ServiceID {
		return l.policy, nil
	}
	if err == nil {
		l.policy = p
	}
	return p, err
}

func (l *lastKnown) FindAvailability(ctx context.Context, in osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
	slots, err := l.wholePlatform.FindAvailability(ctx, in)
	l.mu.Lock()
	defer l.mu.Unlock()
	if err == nil && len(slots) == 1 && slots[0].ServiceID == "" && len(l.slots) > 0 {
		return l.slots, nil
	}
	if err == nil && len(slots) > 0 {
		l.slots = slots
	}
	return slots, err
}
