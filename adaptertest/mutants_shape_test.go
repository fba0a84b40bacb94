package adaptertest_test

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

var shapeMutants = slices.Concat(schemaMutants, readMutants, receiptMutants)

var schemaMutants = []mutant{
	{
		name: "requires_consultation is left out when false", check: "shape.service_describe",
		also: []string{"host.reads_anew"},
		host: answering(osbp.ToolServiceDescribe, editing(func(v map[string]any) {
			if v["requires_consultation"] == false {
				delete(v, "requires_consultation")
			}
		})),
	},
	{
		name: "amounts are texts", check: "shape.service_describe",
		host: answering(osbp.ToolServiceDescribe, editing(func(v map[string]any) {
			if price, ok := v["price"].(map[string]any); ok && v["id"] == sandbox.BikeOverhaul {
				price["amount_minor"] = "22000"
			}
		})),
	},
	{
		name: "slots without organization_id", check: "shape.availability_find",
		host: withoutMember(osbp.ToolAvailabilityFind, "organization_id"),
	},
	{
		name: "a policy without service_id", check: "shape.policy_explain",
		host: withoutMember(osbp.ToolPolicyExplain, "service_id"),
	},
	{
		name: "the receipt says bookingId", check: "shape.booking_create",
		also: []string{"leak.display_name_audited", "leak.code_audited", "leak.contact_audited", "leak.credential_shown", "leak.name_audited", "leak.token_audited", "platform.upstream_customer", "platform.upstream_path"},
		host: answering(osbp.ToolBookingCreate, editing(func(v map[string]any) {
			v["bookingId"] = v["booking_id"]
			delete(v, "booking_id")
		})),
	},
	{
		name: "the challenge does not say that it is retryable", check: "shape.booking_create",
		also: []string{"leak.display_name_audited",
			"host.event_result", "leak.code_audited", "leak.contact_audited", "leak.credential_shown", "leak.name_audited",
			"leak.token_audited", "host.approves_nothing",
		},
		host: answering(osbp.ToolBookingCreate, func(e *osbp.Envelope) {
			if e.Problem != nil && e.Problem.Code == osbp.CodeRequiresUserConfirmation {
				e.OK, e.Value, e.Problem = true, json.RawMessage(`{"status":"requires_user_confirmation"}`), nil
			}
		}),
	},
	{
		name: "a status without status", check: "shape.booking_status",
		host: withoutMember(osbp.ToolBookingStatus, "status"),
	},
	{
		name: "purpose is not echoed", check: "shape.verification",
		also: []string{"verification.purpose_echoed"},
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, send: func(ctx context.Context, i osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
				v, err := in.SendVerification(ctx, i)
				if err == nil {
					v.Purpose = "booking"
				}
				return v, err
			}}
		},
	},
	{
		name: "a handoff without its status", check: "shape.handoff_request",
		also: []string{"handoff.audited", "handoff.echo", "handoff.local", "handoff.no_side_effect", "handoff.no_upstream", "handoff.requires_human"},
		host: withoutMember(osbp.ToolHandoffRequest, "status"),
	},
	{
		name: "an unknown price is null", check: "shape.no_null",
		also: []string{"shape.service_describe"},
		host: answering(osbp.ToolServiceDescribe, editing(func(v map[string]any) {
			if _, ok := v["price"]; !ok {
				v["price"] = nil
			}
		})),
	},
	{
		name: "nothing open is null", check: "shape.empty_list", also: []string{"shape.no_null", "shape.availability_find"},
		host: answering(osbp.ToolAvailabilityFind, func(e *osbp.Envelope) {
			if string(e.Value) == "[]" {
				e.Value = json.RawMessage("null")
			}
		}),
	},
}

var readMutants = []mutant{
	{
		name: "a service that is not here is looked up in the whole house", check: "shape.foreign_service",
		also: []string{"containment.garbled_reads"},
		adapter: func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, describe: func(ctx context.Context, i osbp.ServiceDescribeInput) (*osbp.Service, error) {
				s, err := in.DescribeService(ctx, i)
				for _, b := range r.sandbox.Businesses() {
					if err == nil {
						break
					}
					if p, perr := r.platform(b.ID); perr == nil && i.ServiceID != "" {
						if theirs, terr := p.DescribeService(ctx, i); terr == nil {
							return theirs, nil
						}
					}
				}
				return s, err
			}}
		},
	},
	{
		name: "a service takes hours for minutes", check: "shape.duration",
		also:    []string{"time.length", "time.overnight", "time.clock_forward", "time.clock_back"},
		adapter: describing(func(s *osbp.Service) { s.Duration = strings.Replace(s.Duration, "M", "H", 1) }),
	},
	{
		name: "the cancellation window is in minutes", check: "shape.cancellation_window",
		adapter: explaining(func(p *osbp.Policy) { p.CancellationWindow = strings.Replace(p.CancellationWindow, "H", "M", 1) }),
	},
	{
		name: "nothing can be called off", check: "shape.cancellation_window",
		adapter: explaining(func(p *osbp.Policy) { p.CancellationEnabled = false }),
	},
	{
		name: "the grace is in hours", check: "shape.late_grace",
		adapter: explaining(func(p *osbp.Policy) { p.LateGrace = strings.Replace(p.LateGrace, "M", "H", 1) }),
	},
	{
		name: "the cancellation note is left out", check: "shape.cancellation_note",
		adapter: explaining(func(p *osbp.Policy) { p.CancellationNote = "" }),
	},
	{
		name: "the configured defaults are not used", check: "shape.default_is_configured",
		hand: func(q *quirks) { q.defaultsMissing = true },
	},
	{
		name: "an unknown name is empty", check: "shape.service_asked_for",
		adapter: describing(func(s *osbp.Service) {
			if strings.HasPrefix(s.Name, "Passport") {
				s.Name = ""
			}
		}),
	},
	{
		name: "the platform's own id of the service", check: "shape.service_asked_for",
		adapter: describing(func(s *osbp.Service) {
			if s.ID == sandbox.PassportPhoto {
				s.ID = "native_" + s.ID
			}
		}),
	},
	{
		name: "one policy for the whole house", check: "shape.policy_asked_for",
		adapter: explaining(func(p *osbp.Policy) {
			if p.ServiceID == sandbox.FringeTrim {
				p.ServiceID = sandbox.Haircut
			}
		}),
	},
	{
		name: "slots name the chain, not the shop", check: "shape.slot_ids",
		also: []string{
			"idempotency.organizations_apart", "mandate.free_at_zero", "summary.fee_of_free", "summary.price_of_nothing",
			"approval.free_challenged",
		},
		adapter: listing(func(s *osbp.Slot) {
			if s.ServiceID == sandbox.FringeTrim {
				s.OrganizationID = "biz_chain"
			}
		}),
	},
	{
		name: "slots carry the calendar's name for its id", check: "shape.slot_ids",
		also: []string{
			"idempotency.organizations_apart", "mandate.free_at_zero", "summary.fee_of_free", "summary.price_of_nothing",
			"approval.free_challenged",
		},
		adapter: listing(func(s *osbp.Slot) {
			if s.ServiceID == sandbox.FringeTrim {
				s.ScheduleID = s.ScheduleName
			}
		}),
	},
	{
		name: "the last slot of a page is the first of the next", check: "shape.slots_distinct",
		adapter: lists(func(in osbp.AvailabilityFindInput, slots []osbp.Slot) []osbp.Slot {
			if in.ServiceID == sandbox.FringeTrim && len(slots) > 2 {
				return append(slots[:2:2], slots[1:]...)
			}
			return slots
		}),
	},
	{
		name: "provider_id is not passed on", check: "shape.provider_filter", also: []string{"shape.unknown_provider"},
		adapter: asking(func(in *osbp.AvailabilityFindInput) { in.ProviderID = "" }),
	},
	{
		name: "an unknown provider is anybody", check: "shape.unknown_provider",
		adapter: asking(func(in *osbp.AvailabilityFindInput) {
			if !strings.HasPrefix(in.ProviderID, "stf_") {
				in.ProviderID = ""
			}
		}),
	},
	{
		name: "an unknown service is the default one", check: "shape.unknown_service",
		also: []string{"shape.refusal"},
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, describe: func(ctx context.Context, i osbp.ServiceDescribeInput) (*osbp.Service, error) {
				s, err := in.DescribeService(ctx, i)
				if err != nil && i.ServiceID != "" {
					return in.DescribeService(ctx, osbp.ServiceDescribeInput{})
				}
				return s, err
			}}
		},
	},
	{
		name: "an unknown schedule is the default one", check: "shape.unknown_schedule",
		adapter: asking(func(in *osbp.AvailabilityFindInput) {
			if !strings.HasPrefix(in.ScheduleID, "cal_") {
				in.ScheduleID = ""
			}
		}),
	},
	{
		name: "no default service is an empty service", check: "shape.default_service",
		also: []string{"shape.default_is_configured"},
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, describe: func(ctx context.Context, i osbp.ServiceDescribeInput) (*osbp.Service, error) {
				if i.ServiceID == "" {
					return new(osbp.Service), nil
				}
				return in.DescribeService(ctx, i)
			}}
		},
	},
	{
		name: "a policy without the merchant", check: "shape.organization",
		adapter: explaining(func(p *osbp.Policy) { p.Organization = nil }),
	},
	{
		name: "the merchant's slug for its id", check: "shape.organization",
		adapter: explaining(func(p *osbp.Policy) {
			p.Organization.ID = strings.TrimPrefix(p.Organization.ID, "biz_")
		}),
	},
	{
		name: "the country's name for its code", check: "shape.organization_words",
		adapter: explaining(func(p *osbp.Policy) {
			if p.Organization.Country == "KW" {
				p.Organization.Country = "Kuwait"
			}
		}),
	},
	{
		name: "an abbreviation for the zone", check: "shape.organization_words",
		adapter: explaining(func(p *osbp.Policy) {
			if p.Organization.Timezone == "America/Los_Angeles" {
				p.Organization.Timezone = "PST"
			}
		}),
	},
	{
		name: "the platform's word for its payments", check: "shape.policy_words", also: []string{"harness.payment_requirement"},
		adapter: explaining(func(p *osbp.Policy) {
			if p.PaymentRequirement == osbp.PaymentFullPrepay {
				p.PaymentRequirement = "all"
			}
		}),
	},
	{
		name: "verification by a call is passed through", check: "shape.policy_words",
		adapter: explaining(func(p *osbp.Policy) {
			if p.ServiceID == sandbox.DentalCheck {
				p.VerificationMethod = "call"
			}
		}),
	},
	{
		name: "minutes for a duration", check: "shape.durations",
		also: []string{"shape.late_grace"},
		adapter: explaining(func(p *osbp.Policy) {
			if p.LateGrace != "" {
				p.LateGrace = "15"
			}
		}),
	},
	{
		name: "options without ids", check: "shape.options",
		also: []string{"money.option_price"},
		adapter: describing(func(s *osbp.Service) {
			s.Options = slices.Clone(s.Options)
			for i := range s.Options {
				s.Options[i].ID = ""
			}
		}),
	},
	{
		name: "refusals are codes without a word", check: "shape.refusal",
		host: answering(osbp.ToolServiceDescribe, func(e *osbp.Envelope) {
			if e.Problem != nil {
				e.Problem = &osbp.Problem{Code: e.Problem.Code}
			}
		}),
	},
}
