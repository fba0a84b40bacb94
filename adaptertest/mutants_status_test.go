package adaptertest_test

import (
	"context"
	"slices"
	"sync"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
	"github.com/openservicekit/openservice/wallclock"
)

// reporting is an adapter that makes something else of a status.
func reporting(change func(*osbp.Booking)) adapterBreaks {
	return func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
		return brokenAdapter{BookingAdapter: in, status: func(ctx context.Context, i osbp.BookingStatusInput) (*osbp.Booking, error) {
			b, err := in.GetBooking(ctx, i)
			if err == nil {
				change(b)
			}
			return b, err
		}}
	}
}

// unreported is an adapter that makes something else of a status that was refused.
func unreported(change func(i osbp.BookingStatusInput, err error) (*osbp.Booking, error)) adapterBreaks {
	return func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
		return brokenAdapter{BookingAdapter: in, status: func(ctx context.Context, i osbp.BookingStatusInput) (*osbp.Booking, error) {
			b, err := in.GetBooking(ctx, i)
			if err != nil {
				return change(i, err)
			}
			return b, nil
		}}
	}
}

// statusCache is an adapter with a cache of what it has seen of bookings.
type statusCache struct {
	mu   sync.Mutex
	seen map[string]osbp.Booking
	last osbp.Booking
}

func (m *statusCache) note(b osbp.Booking) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.seen == nil {
		m.seen = map[string]osbp.Booking{}
	}
	b.Runtime = nil
	m.seen[b.ID], m.last = b, b
}

func (m *statusCache) get(id string) (osbp.Booking, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	b, ok := m.seen[id]
	return b, ok
}

// ofCreates is an adapter that remembers what it booked, as it reads right after, and
// uses that for later answers.
func ofCreates(answer func(m *statusCache, i osbp.BookingStatusInput, b *osbp.Booking, err error) (*osbp.Booking, error)) adapterBreaks {
	return func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
		m := new(statusCache)
		return brokenAdapter{
			BookingAdapter: in,
			create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
				got, err := in.CreateBooking(ctx, c)
				if err == nil {
					if b, err := in.GetBooking(ctx, osbp.BookingStatusInput{BookingID: got.Receipt.BookingID}); err == nil {
						m.note(*b)
					}
				}
				return got, err
			},
			status: func(ctx context.Context, i osbp.BookingStatusInput) (*osbp.Booking, error) {
				b, err := in.GetBooking(ctx, i)
				return answer(m, i, b, err)
			},
		}
	}
}

var statusMutants = slices.Concat(statusOwnMutants, statusOtherMutants)

var statusOwnMutants = []mutant{
	{
		name: "ids match by their beginning", check: "status.not_found",
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, status: func(ctx context.Context, i osbp.BookingStatusInput) (*osbp.Booking, error) {
				b, err := in.GetBooking(ctx, i)
				if n := len(i.BookingID) - 2; err != nil && n > 2 {
					i.BookingID = i.BookingID[:n]
					if first, ferr := in.GetBooking(ctx, i); ferr == nil {
						return first, nil
					}
				}
				return b, err
			}}
		},
	},
	{
		name: "a status that is rate limited is not found", check: "status.not_found_in_trouble",
		adapter: unreported(func(_ osbp.BookingStatusInput, err error) (*osbp.Booking, error) {
			return nil, notFoundInstead(err, osbp.CodeRateLimited)
		}),
	},
	{
		name: "a status that can't be read is not found", check: "status.not_found_in_trouble",
		adapter: unreported(func(_ osbp.BookingStatusInput, err error) (*osbp.Booking, error) {
			return nil, notFoundInstead(err, osbp.CodePlatformResultInvalid)
		}),
	},
	{
		name: "a status that fails is not found", check: "status.not_found_in_trouble",
		adapter: unreported(func(_ osbp.BookingStatusInput, err error) (*osbp.Booking, error) {
			return nil, notFoundInstead(err, osbp.CodeInternalAdapterError)
		}),
	},
	{
		name: "a booking is in no zone", check: "status.zone",
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, status: func(ctx context.Context, i osbp.BookingStatusInput) (*osbp.Booking, error) {
				b, err := in.GetBooking(ctx, i)
				if err == nil {
					b.ScheduleTimezone = ""
				}
				return b, err
			}}
		},
	},
	{
		name: "a gated status asks to be tried again", check: "status.gated_final",
		hand: func(q *quirks) { q.retryableFlipped = osbp.CodeBookingStatusRequiresVerification },
	},
	{
		name: "everything just made is unknown", check: "status.booked",
		adapter: reporting(func(b *osbp.Booking) {
			if b.Status == osbp.BookingBooked {
				b.Status = osbp.BookingUnknown
			}
		}),
		also: []string{"shape.*", "idempotency.*", "outcome.*"},
	},
	{
		name: "the schedule is left out", check: "status.ids", also: []string{"shape.*"},
		adapter: reporting(func(b *osbp.Booking) { b.ScheduleID = "" }),
	},
	{
		name: "the provider is the one who is on duty", check: "status.ids", also: []string{"shape.*"},
		adapter: reporting(func(b *osbp.Booking) { b.ProviderID = sandbox.StaffMaya }),
	},
	{
		name: "the start is when the status was asked", check: "status.start",
		also: []string{"status.of_customer", "time.*", "status.each_its_own"},
		adapter: func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
			return reporting(func(b *osbp.Booking) { b.StartsAtLocal = r.clock.now().Format("2006-01-02T15:04:05") })(in, r)
		},
	},
	{
		name: "the start is UTC's", check: "status.start", also: []string{"status.of_customer", "time.*"},
		adapter: reporting(func(b *osbp.Booking) {
			if at, err := wallclock.ParseInstant(b.StartsAt); err == nil {
				b.StartsAtLocal = at.UTC().Format("2006-01-02T15:04:05")
			}
		}),
	},
	{
		name: "the latest booking, whichever was asked for", check: "status.each_its_own",
		also: []string{"status.of_customer", "status.no_readback", "idempotency.*", "outcome.*"},
		adapter: ofCreates(func(m *statusCache, i osbp.BookingStatusInput, b *osbp.Booking, err error) (*osbp.Booking, error) {
			if _, ours := m.get(i.BookingID); err == nil && ours {
				last := m.last
				last.Status = b.Status
				return &last, nil
			}
			return b, err
		}),
	},
	{
		name: "the second reading is another one", check: "status.read_again", also: []string{"status.*"},
		adapter: func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
			seen := new(statusCache)
			return reporting(func(b *osbp.Booking) {
				if _, again := seen.get(b.ID); again && b.Status == osbp.BookingBooked {
					b.Status = osbp.BookingCompleted
				}
				seen.note(*b)
			})(in, r)
		},
	},
	{
		name: "what was booked stays booked", check: "status.cancelled",
		also: []string{"status.cancelled_after_reading", "status.unfamiliar"},
		hand: func(q *quirks) { q.statusAlwaysBooked = true },
	},
	{
		name: "the receipt is the status", check: "status.cancelled",
		also: []string{"status.cancelled_after_reading", "status.unfamiliar", "status.unreadable", "status.no_readback", "outcome.*"},
		adapter: ofCreates(func(m *statusCache, i osbp.BookingStatusInput, b *osbp.Booking, err error) (*osbp.Booking, error) {
			if kept, ok := m.get(i.BookingID); ok {
				return &kept, nil
			}
			return b, err
		}),
	},
	{
		name: "what was read once is kept", check: "status.cancelled_after_reading",
		adapter: func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
			seen := new(statusCache)
			return reporting(func(b *osbp.Booking) {
				if old, ok := seen.get(b.ID); ok && b.Runtime == nil {
					*b = old
				}
				seen.note(*b)
			})(in, r)
		},
	},
	{
		name: "states as the platform calls them", check: "status.unfamiliar",
		also: []string{"status.booked", "status.cancelled", "status.cancelled_after_reading", "shape.*"},
		hand: func(q *quirks) { q.statusPassedThrough = true },
	},
	{
		name: "a state without a word is booked", check: "status.unfamiliar",
		adapter: reporting(func(b *osbp.Booking) {
			if b.Status == osbp.BookingUnknown {
				b.Status = osbp.BookingBooked
			}
		}),
	},
	{
		name: "what can't be read is still booked", check: "status.unreadable", also: []string{"containment.*", "outcome.*"},
		adapter: ofCreates(func(m *statusCache, i osbp.BookingStatusInput, b *osbp.Booking, err error) (*osbp.Booking, error) {
			if kept, ok := m.get(i.BookingID); ok && err != nil {
				return &kept, nil
			}
			return b, err
		}),
	},
	{
		name: "an id that no one has is unknown", check: "status.not_found",
		also: []string{"status.of_customer", "status.not_found_final", "status.no_readback_not_found", "shape.*", "containment.*", "leak.*", "input.*"},
		hand: func(q *quirks) { q.notFoundAsBooked = true },
	},
	{
		name: "what is not found may be asked for again", check: "status.not_found_final",
		hand: func(q *quirks) { q.retryableFlipped = osbp.CodeBookingNotFound },
	},
	{
		name: "without an id it is the last booking", check: "status.without_id", also: []string{"containment.*", "input.*"},
		adapter: ofCreates(func(m *statusCache, i osbp.BookingStatusInput, b *osbp.Booking, err error) (*osbp.Booking, error) {
			if i.BookingID == "" && m.last.ID != "" {
				last := m.last
				return &last, nil
			}
			return b, err
		}),
	},
	{
		name: "another organization's booking is shown", check: "status.foreign", also: []string{"status.of_other_adapter", "leak.*"},
		hand: func(q *quirks) { q.foreignBookingShown = true },
	},
	{
		name: "another organization's booking needs a proof", check: "status.of_other_adapter",
		also: []string{"status.not_found", "status.foreign"},
		adapter: unreported(func(i osbp.BookingStatusInput, err error) (*osbp.Booking, error) {
			if p := osbp.AsProblem(err); p != nil && p.Code == osbp.CodeBookingNotFound && len(i.BookingID) > 4 && i.BookingID[:4] == "rsv_" {
				return nil, osbp.NewProblem(osbp.CodeBookingStatusRequiresVerification, "Prove that it is yours.")
			}
			return nil, err
		}),
	},
	{
		name: "who names a customer needs a proof", check: "status.with_customer",
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, status: func(ctx context.Context, i osbp.BookingStatusInput) (*osbp.Booking, error) {
				if i.Customer != nil {
					return nil, osbp.NewProblem(osbp.CodeBookingStatusRequiresVerification, "Prove that it is you.")
				}
				return in.GetBooking(ctx, i)
			}}
		},
		also: []string{"status.of_customer", "containment.*", "leak.*", "shape.*", "host.*", "time.status", "platform.retiring_books"},
	},
	{
		name: "what is gated is not found", check: "status.gated",
		also: []string{"status.gated_final"},
		hand: func(q *quirks) { q.gatedAsNotFound = true },
	},
	{
		name: "what is gated is booked", check: "status.gated",
		also: []string{"status.gated_final"},
		adapter: unreported(func(i osbp.BookingStatusInput, err error) (*osbp.Booking, error) {
			if p := osbp.AsProblem(err); p != nil && p.Code == osbp.CodeBookingStatusRequiresVerification {
				return &osbp.Booking{ID: i.BookingID, Status: osbp.BookingBooked}, nil
			}
			return nil, err
		}),
	},
	{
		name: "a snapshot that looks fresh", check: "status.no_readback",
		hand: func(q *quirks) { q.snapshotNotMarked = true },
	},
	{
		name: "without a readback everything is booked", check: "status.no_readback_not_found",
		adapter: func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
			return unreported(func(i osbp.BookingStatusInput, err error) (*osbp.Booking, error) {
				if in.(*osbp.Adapter).OrganizationID() == sandbox.SalmiyaPhoto && i.BookingID != "" {
					return &osbp.Booking{ID: i.BookingID, Status: osbp.BookingBooked, Runtime: &osbp.Runtime{Idempotency: osbp.LocalCacheReplay}}, nil
				}
				return nil, err
			})(in, r)
		},
		also: []string{"containment.*"},
	},
	{
		name: "the snapshot says who booked", check: "status.no_customer", also: []string{"leak.*"},
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			who := ""
			return brokenAdapter{
				BookingAdapter: in,
				create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
					got, err := in.CreateBooking(ctx, c)
					if err == nil {
						who = c.Customer.DisplayName
					}
					return got, err
				},
				status: func(ctx context.Context, i osbp.BookingStatusInput) (*osbp.Booking, error) {
					b, err := in.GetBooking(ctx, i)
					if err == nil && b.Runtime != nil {
						own := *b.Runtime
						own.Message = "Booked for " + who + "."
						b.Runtime = &own
					}
					return b, err
				},
			}
		},
	},
	{
		name: "what was booked before the start is not found", check: "status.after_restart",
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			var mu sync.Mutex
			ours := map[string]bool{}
			return brokenAdapter{
				BookingAdapter: in,
				create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
					got, err := in.CreateBooking(ctx, c)
					if err == nil {
						mu.Lock()
						ours[got.Receipt.BookingID] = true
						mu.Unlock()
					}
					return got, err
				},
				status: func(ctx context.Context, i osbp.BookingStatusInput) (*osbp.Booking, error) {
					mu.Lock()
					known := ours[i.BookingID]
					mu.Unlock()
					if !known {
						return nil, osbp.NewProblem(osbp.CodeBookingNotFound, "There is no such booking.")
					}
					return in.GetBooking(ctx, i)
				},
			}
		},
		also: []string{"status.without_id", "outcome.*", "idempotency.*"},
	},
}

// notFoundInstead is booking_not_found for an error with a code.
func notFoundInstead(err error, code osbp.Code) error {
	if p := osbp.AsProblem(err); p != nil && p.Code == code {
		return osbp.NewProblem(osbp.CodeBookingNotFound, "There is no such booking.")
	}
	return err
}
