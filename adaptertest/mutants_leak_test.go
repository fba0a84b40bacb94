package adaptertest_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"time"

	"github.com/openservicekit/openservice/adaptertest"
	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/osbp"
)

// saying adds to the messages of refusals, the challenge apart.
func saying(more func(c osbp.BookingCreateInput, code osbp.Code) string) adapterBreaks {
	return refusals(func(p osbp.Problem, c osbp.BookingCreateInput) osbp.Problem {
		if !isChallenge(p) {
			p.Message += more(c, p.Code)
		}
		return p
	})
}

// telling has the adapter tell its operator of every create.
func telling(what func(c osbp.BookingCreateInput) string) adapterBreaks {
	return booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, r *rig) (*osbp.CreateResult, error) {
		got, err := in.CreateBooking(ctx, c)
		r.logger.Info("booking.create", slog.Bool("ok", err == nil), slog.String("about", what(c)))
		return got, err
	})
}

func tokenOf(c osbp.BookingCreateInput) string {
	if c.Approval == nil {
		return "none"
	}
	return c.Approval.Token
}

var leakMutants = slices.Concat([]mutant{
	{
		name: "the receipt quotes the code", check: "leak.receipt",
		also: []string{"idempotency.code_transient"},
		adapter: booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, _ *rig) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			if err == nil && c.VerificationCode != "" {
				quoting := *got
				quoting.Receipt.Text += " Verified with " + c.VerificationCode + "."
				return &quoting, nil
			}
			return got, err
		}),
	},
	{
		name: "a phone number in brackets is recorded", check: "leak.free_text_audited",
		harness: tattling(func(e *audit.Event, args json.RawMessage, answer osbp.Envelope) {
			if bytes.Contains(args, []byte("call (")) {
				unredacted("message")(e, args, answer)
			}
		}),
	},
	{
		name: "the operator hears of names", check: "leak.name_logged",
		adapter: telling(func(c osbp.BookingCreateInput) string { return c.Customer.FamilyName }),
	},
	{
		name: "one message has the phone number as people write it", check: "leak.contact_in_refusal",
		adapter: saying(func(c osbp.BookingCreateInput, code osbp.Code) string {
			if n := c.Customer.Phone; code == osbp.CodeSlotTooLate && len(n) == len("+15555550100") {
				return " We shall call (" + n[2:5] + ") " + n[5:8] + "-" + n[8:] + "."
			}
			return ""
		}),
	},
	{
		name: "one message quotes the phone number", check: "leak.contact_in_refusal",
		adapter: saying(func(c osbp.BookingCreateInput, code osbp.Code) string {
			if code == osbp.CodeSlotTooLate {
				return " We shall call " + c.Customer.Phone + "."
			}
			return ""
		}),
	},
	{
		name: "verification.send quotes the email address", check: "leak.contact_in_refusal",
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, send: func(ctx context.Context, i osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
				got, err := in.SendVerification(ctx, i)
				if p := osbp.AsProblem(err); p != nil {
					changed := *p
					changed.Message += " Nothing was sent to " + i.Customer.Email + "."
					return got, &changed
				}
				return got, err
			}}
		},
	},
	{
		name: "a conflict names the customer", check: "leak.name_in_refusal",
		adapter: saying(func(c osbp.BookingCreateInput, code osbp.Code) string {
			if code == osbp.CodeIdempotencyConflict {
				return " The key is " + c.Customer.DisplayName + "'s."
			}
			return ""
		}),
	},
	{
		name: "slot_taken quotes the token", check: "leak.token_in_refusal",
		adapter: saying(func(c osbp.BookingCreateInput, code osbp.Code) string {
			if code == osbp.CodeSlotTaken {
				return " Approval " + tokenOf(c) + " is void."
			}
			return ""
		}),
	},
	{
		name: "an expired mandate quotes the code", check: "leak.code_in_refusal",
		adapter: saying(func(c osbp.BookingCreateInput, code osbp.Code) string {
			if code == osbp.CodeMandateExpired {
				return " The code " + c.VerificationCode + " was not used."
			}
			return ""
		}),
	},
	{
		name: "errors wrap what they are about", check: "leak.error_text",
		adapter: booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, _ *rig) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			if err != nil {
				return got, fmt.Errorf("booking for %s: %w", c.Customer.Email, err)
			}
			return got, nil
		}),
	},
	{
		name: "an error's text is its message", check: "leak.error_text",
		adapter: booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, _ *rig) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			if p := osbp.AsProblem(err); p != nil {
				return got, errors.Join(errors.New(p.Message), p)
			}
			return got, err
		}),
	},
	{
		name: "the receipt has the customer's phone number", check: "leak.receipt",
		hand: func(q *quirks) { q.receiptNamesCustomer = true },
	},
	{
		name: "a slot that is taken says by whom", check: "leak.other_customer",
		adapter: receipted(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, given []receiptOf) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			if p := osbp.AsProblem(err); p != nil && p.Code == osbp.CodeSlotTaken {
				for _, was := range given {
					if bySlot(was.in) == bySlot(c) {
						changed := *p
						changed.Message += " It is " + was.in.Customer.GivenName + "'s."
						return got, &changed
					}
				}
			}
			return got, err
		}),
	},
	{
		name: "tokens are kept as they are", check: "leak.token_stored",
		adapter: booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, r *rig) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			if challenge, perr := osbp.ParseChallenge(osbp.AsProblem(err)); perr == nil {
				_, _ = r.store.Create(ctx, "tokens/"+challenge.Token, nil, r.clock.now().Add(time.Hour))
			}
			return got, err
		}),
	},
	{
		name: "the token goes to the platform as a reference", check: "leak.token_sent",
		also: []string{"leak.token_logged"},
		hand: func(q *quirks) { q.tokenSent = true },
	},
	{
		name: "the operator hears of contacts", check: "leak.contact_logged",
		also:    []string{"leak.upstream_logged"},
		adapter: telling(func(c osbp.BookingCreateInput) string { return c.Customer.Phone + " " + c.Customer.Email }),
	},
	{
		name: "the operator hears of tokens", check: "leak.token_logged",
		also:    []string{"leak.upstream_logged"},
		adapter: telling(tokenOf),
	},
	{
		name: "the operator hears of codes", check: "leak.code_logged",
		also:    []string{"verification.not_logged"},
		adapter: telling(func(c osbp.BookingCreateInput) string { return c.VerificationCode }),
	},
	{
		name: "the operator hears of credentials", check: "leak.credential_stored",
		adapter: telling(func(osbp.BookingCreateInput) string { return "Authorization: Bearer " + credential }),
	},
}, leakRefusalMutants, leakTextMutants, leakAuditMutants, leakUpstreamMutants)

// tattling hosts write events that leak adds to, from the call as it was.
func tattling(leak func(e *audit.Event, args json.RawMessage, answer osbp.Envelope)) func(*adaptertest.Harness) {
	return func(h *adaptertest.Harness) {
		h.Host = func(a osbp.BookingAdapter, organization string, log audit.Log) (adaptertest.Host, error) {
			t := &tattler{log: log, leak: leak}
			var err error
			t.Host, err = osbp.NewHost(a, osbp.HostOptions{Log: holding{log, t}, OrganizationID: organization, Clock: h.Now})
			return t, err
		}
	}
}

// tattler holds an event back until its call is answered.
type tattler struct {
	adaptertest.Host
	log  audit.Log
	held *audit.Event
	leak func(e *audit.Event, args json.RawMessage, answer osbp.Envelope)
}

func (t *tattler) Call(ctx context.Context, tool osbp.Tool, args json.RawMessage) (osbp.Envelope, error) {
	e, err := t.Host.Call(ctx, tool, args)
	if t.held != nil {
		t.leak(t.held, args, e)
		held := t.held
		t.held = nil
		_ = t.log.Append(ctx, held) // the answer stands, as that of an osbp.Host does
	}
	return e, err
}

type holding struct {
	audit.Log
	t *tattler
}

func (h holding) Append(ctx context.Context, e *audit.Event) error {
	if err := h.Log.Ready(ctx); err != nil {
		return err
	}
	h.t.held = e
	return nil
}

// unredacted puts what is at path in args back into the event's input.
func unredacted(path ...string) func(*audit.Event, json.RawMessage, osbp.Envelope) {
	return func(e *audit.Event, args json.RawMessage, _ osbp.Envelope) {
		var given map[string]any
		if json.Unmarshal(args, &given) != nil {
			return
		}
		resnapped(e, func(input, _ map[string]any) {
			from, to := given, input
			for _, name := range path[:len(path)-1] {
				from, _ = from[name].(map[string]any)
				to, _ = to[name].(map[string]any)
			}
			if last := path[len(path)-1]; from[last] != nil && to != nil {
				to[last] = from[last]
			}
		})
	}
}

var leakAuditMutants = []mutant{
	{
		name: "email addresses are recorded", check: "leak.contact_audited",
		also:    []string{"leak.upstream_audited"},
		harness: tattling(unredacted("customer", "email")),
	},
	{
		name: "given names are recorded", check: "leak.name_audited",
		also:    []string{"leak.upstream_audited"},
		harness: tattling(unredacted("customer", "given_name")),
	},
	{
		name: "challenges are recorded as they are", check: "leak.token_audited",
		harness: tattling(func(e *audit.Event, _ json.RawMessage, answer osbp.Envelope) {
			if answer.Problem == nil || !isChallenge(*answer.Problem) {
				return
			}
			resnapped(e, func(_, result map[string]any) {
				if problem, ok := result["problem"].(map[string]any); ok {
					_, instruction, _ := strings.Cut(answer.Problem.Message, "\n\n")
					problem["message"] = instruction
				}
			})
		}),
	},
	{
		name: "approvals are recorded as they are", check: "leak.token_audited",
		also:    []string{"leak.upstream_audited"},
		harness: tattling(unredacted("approval")),
	},
	{
		name: "codes are recorded", check: "leak.code_audited",
		also:    []string{"verification.not_audited"},
		harness: tattling(unredacted("verification_code")),
	},
	{
		name: "image URLs are recorded", check: "leak.image_audited",
		harness: tattling(func(e *audit.Event, _ json.RawMessage, answer osbp.Envelope) {
			slots, err := osbp.DecodeValue[[]osbp.Slot](answer)
			if err != nil {
				return
			}
			resnapped(e, func(_, result map[string]any) {
				recorded, _ := result["value"].([]any)
				for i, s := range recorded {
					if s, ok := s.(map[string]any); ok && i < len(slots) && slots[i].ProviderImageURL != "" {
						s["provider_image_url"] = slots[i].ProviderImageURL
					}
				}
			})
		}),
	},
	{
		name: "free text is recorded as it is", check: "leak.free_text_audited",
		harness: tattling(unredacted("message")),
	},
	{
		name: "credentials are shown in a message of the policy", check: "leak.credential_shown",
		adapter: explaining(func(p *osbp.Policy) { p.CancellationNote += " (" + credential + ")" }),
	},
}

var leakUpstreamMutants = []mutant{
	{
		name: "the platform's text is the message", check: "leak.upstream_answered",
		also: []string{
			"outcome.lost_is_no_refusal", "outcome.lost_then_settled", "outcome.unmade_not_guessed",
			"outcome.lost_then_restart", "leak.upstream_audited", "outcome.server_error_is_no_refusal",
			"outcome.server_error_not_repeated", "outcome.server_error_then_settled", "outcome.unknown_retryable",
			"outcome.lost_then_later", "outcome.restart_then_later",
		},
		platform: createAnswers(func(a *osbp.Appointment, err error) (*osbp.Appointment, error) {
			if err != nil && osbp.AsProblem(err) == nil {
				return nil, osbp.Refused(osbp.NewProblem("platform_says_no", err.Error()))
			}
			return a, err
		}),
	},
	{
		name: "the platform's text goes into the audit event", check: "leak.upstream_audited",
		adapter: booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, r *rig) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			if p := osbp.AsProblem(err); p != nil && p.Code == osbp.CodeBookingOutcomeUnknown {
				osbp.RecordUpstream(ctx, osbp.UpstreamMeta{Call: "POST /reservations", Status: 422, Server: credential})
			}
			return got, err
		}),
	},
	{
		name: "the operator hears the platform's text as it is", check: "leak.upstream_logged",
		also: []string{"leak.contact_logged"},
		adapter: booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, r *rig) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			if p := osbp.AsProblem(err); p != nil && p.Code == osbp.CodeBookingOutcomeUnknown {
				r.logger.Error("upstream said: guest rejected: " + c.Customer.Phone)
			}
			return got, err
		}),
	},
}
