package adaptertest_test

import (
	"context"
	"encoding/json"

	"github.com/openservicekit/openservice/adaptertest"
	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

// adapterBreaks is what mutant.adapter is.
type adapterBreaks = func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter

// describing changes what service.describe answers. The adapter's own create, which
// reads for itself, stays sound.
func describing(change func(*osbp.Service)) adapterBreaks {
	return func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
		return brokenAdapter{BookingAdapter: in, describe: func(ctx context.Context, i osbp.ServiceDescribeInput) (*osbp.Service, error) {
			s, err := in.DescribeService(ctx, i)
			if err == nil {
				change(s)
			}
			return s, err
		}}
	}
}

// explaining changes what policy.explain answers.
func explaining(change func(*osbp.Policy)) adapterBreaks {
	return func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
		return brokenAdapter{BookingAdapter: in, explain: func(ctx context.Context, i osbp.PolicyExplainInput) (*osbp.Policy, error) {
			p, err := in.ExplainPolicy(ctx, i)
			if err == nil {
				change(p)
			}
			return p, err
		}}
	}
}

// listing changes each slot that availability.find answers.
func listing(change func(*osbp.Slot)) adapterBreaks {
	return lists(func(_ osbp.AvailabilityFindInput, slots []osbp.Slot) []osbp.Slot {
		for i := range slots {
			change(&slots[i])
		}
		return slots
	})
}

// lists changes the list that availability.find answers.
func lists(change func(osbp.AvailabilityFindInput, []osbp.Slot) []osbp.Slot) adapterBreaks {
	return func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
		return brokenAdapter{BookingAdapter: in, find: func(ctx context.Context, i osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
			slots, err := in.FindAvailability(ctx, i)
			if err == nil {
				slots = change(i, slots)
			}
			return slots, err
		}}
	}
}

// asking changes what availability.find is asked before it is answered.
func asking(change func(*osbp.AvailabilityFindInput)) adapterBreaks {
	return func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
		return brokenAdapter{BookingAdapter: in, find: func(ctx context.Context, i osbp.AvailabilityFindInput) ([]osbp.Slot, error) {
			change(&i)
			return in.FindAvailability(ctx, i)
		}}
	}
}

// creating changes what booking.create is asked before it is answered.
func creating(change func(*osbp.BookingCreateInput)) adapterBreaks {
	return func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
		return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, i osbp.BookingCreateInput) (*osbp.CreateResult, error) {
			change(&i)
			return in.CreateBooking(ctx, i)
		}}
	}
}

// refusing refuses some bookings before they are judged.
func refusing(which func(*osbp.BookingCreateInput) bool) adapterBreaks {
	return func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
		return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, i osbp.BookingCreateInput) (*osbp.CreateResult, error) {
			if which(&i) {
				return nil, osbp.NewProblem(osbp.CodeInvalidInput, "The customer is not valid.")
			}
			return in.CreateBooking(ctx, i)
		}}
	}
}

// repriced is a copy of a price with another amount.
func repriced(m *money.Money, amount func(int64) int64) *money.Money {
	if m == nil {
		return nil
	}
	n, ok := m.FixedAmount()
	if !ok {
		return m
	}
	out := *m
	out.AmountMinor = money.Fixed(m.Currency, amount(n)).AmountMinor
	return &out
}

// answering changes what the host answers to one tool.
func answering(tool osbp.Tool, change func(*osbp.Envelope)) func(adaptertest.Host) adaptertest.Host {
	return func(in adaptertest.Host) adaptertest.Host {
		return brokenHost{Host: in, call: func(ctx context.Context, called osbp.Tool, args json.RawMessage) (osbp.Envelope, error) {
			e, err := in.Call(ctx, called, args)
			if err == nil && called == tool {
				change(&e)
			}
			return e, err
		}}
	}
}

// withoutMember drops a member of a tool's value.
func withoutMember(tool osbp.Tool, name string) func(adaptertest.Host) adaptertest.Host {
	return answering(tool, editing(func(value map[string]any) { delete(value, name) }))
}

// editing changes the value of a success, or each value of a list.
func editing(change func(map[string]any)) func(*osbp.Envelope) {
	return func(e *osbp.Envelope) {
		var v any
		if !e.OK || json.Unmarshal(e.Value, &v) != nil {
			return
		}
		switch v := v.(type) {
		case map[string]any:
			change(v)
		case []any:
			for _, one := range v {
				change(one.(map[string]any))
			}
		}
		e.Value, _ = json.Marshal(v)
	}
}

// reading changes the arguments of every call before the host reads them.
func reading(change func(osbp.Tool, json.RawMessage) json.RawMessage) func(adaptertest.Host) adaptertest.Host {
	return func(in adaptertest.Host) adaptertest.Host {
		return brokenHost{Host: in, call: func(ctx context.Context, tool osbp.Tool, args json.RawMessage) (osbp.Envelope, error) {
			return in.Call(ctx, tool, change(tool, args))
		}}
	}
}

// logging is a host whose events are changed on their way into the log. A nil event is
// not written.
func logging(change func(*audit.Event) *audit.Event) func(*adaptertest.Harness) {
	return func(h *adaptertest.Harness) {
		h.Host = func(a osbp.BookingAdapter, organization string, log audit.Log) (adaptertest.Host, error) {
			return osbp.NewHost(a, osbp.HostOptions{Log: changedLog{log, change}, OrganizationID: organization, Clock: h.Now})
		}
	}
}

type changedLog struct {
	audit.Log
	change func(*audit.Event) *audit.Event
}

func (l changedLog) Append(ctx context.Context, e *audit.Event) error {
	if e = l.change(e); e == nil {
		return nil
	}
	return l.Log.Append(ctx, e)
}
