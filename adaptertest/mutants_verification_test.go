package adaptertest_test

import (
	"context"
	"encoding/json"
	"log/slog"
	"regexp"
	"sync"

	"github.com/openservicekit/openservice/adaptertest"
	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

// sendSays is an adapter that makes something else of what verification.send says.
func sendSays(change func(*osbp.VerificationChallenge)) adapterBreaks {
	return func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
		return brokenAdapter{BookingAdapter: in, send: func(ctx context.Context, i osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
			v, err := in.SendVerification(ctx, i)
			if err == nil {
				change(v)
			}
			return v, err
		}}
	}
}

// sendsFor is an adapter that makes something else of whom a code is asked for.
func sendsFor(change func(in osbp.BookingAdapter, i *osbp.VerificationSendInput)) adapterBreaks {
	return func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
		return brokenAdapter{BookingAdapter: in, send: func(ctx context.Context, i osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
			change(in, &i)
			return in.SendVerification(ctx, i)
		}}
	}
}

// verifies is an adapter that answers verification.verify by itself.
func verifies(answer func(in osbp.BookingAdapter, ctx context.Context, i osbp.VerificationVerifyInput) (*osbp.VerificationChallenge, error)) adapterBreaks {
	return func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
		return brokenAdapter{BookingAdapter: in, verify: func(ctx context.Context, i osbp.VerificationVerifyInput) (*osbp.VerificationChallenge, error) {
			return answer(in, ctx, i)
		}}
	}
}

// withCode is an adapter that makes something else of a call that brings a code, or does
// something beside it.
func withCode(change func(c *osbp.BookingCreateInput, r *rig)) adapterBreaks {
	return before(func(c *osbp.BookingCreateInput, r *rig) {
		if c.VerificationCode != "" {
			change(c, r)
		}
	})
}

// recoded is an adapter that refuses with another code or retryability.
func recoded(from osbp.Code, change func(*osbp.Problem)) adapterBreaks {
	return reanswered(func(p *osbp.Problem) *osbp.Problem {
		if p.Code == from {
			change(p)
		}
		return p
	})
}

var submittedCode = regexp.MustCompile(`,?"verification_code":"[^"]*"`)

func yes() *bool { b := true; return &b }

var verificationMutants = []mutant{
	{
		name: "who gives the right code has agreed", check: "verification.code_is_no_approval",
		also: []string{"verification.approval_expires", "verification.facts_again", "verification.old_code"},
		adapter: booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, r *rig) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			challenge, perr := osbp.ParseChallenge(osbp.AsProblem(err))
			if perr == nil && c.VerificationCode != "" && c.VerificationCode == r.sandbox.LastCode(c.Customer.Phone) {
				c.Approval = challenge.Approval()
				return in.CreateBooking(ctx, c)
			}
			return got, err
		}),
	},
	{
		name: "the answer that asks for a code tells the last one", check: "verification.not_told",
		adapter: booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, r *rig) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			if p := osbp.AsProblem(err); p != nil && p.Code == osbp.CodeRequiresVerification {
				own := *p
				own.Message += " (" + r.sandbox.LastCode(c.Customer.Phone) + ")"
				return got, &own
			}
			return got, err
		}),
	},
	{
		name: "a code is sent with the challenge", check: "verification.nothing_sent_before",
		adapter: booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, _ *rig) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			if p := osbp.AsProblem(err); p != nil && isChallenge(*p) {
				in.SendVerification(ctx, osbp.VerificationSendInput{Customer: c.Customer, Purpose: osbp.BookingPurpose(c.Mandate.OrganizationID)})
			}
			return got, err
		}),
	},
	{
		name: "an unfamiliar method is taken for sms", check: "verification.method_not_guessed",
		hand: func(q *quirks) { q.methodGuessed = true },
	},
	{
		name: "who needs a code is rejected", check: "verification.required", also: []string{"verification.*", "status.gated", "approval.survives_refusal", "status.gated_final"},
		adapter: recoded(osbp.CodeRequiresVerification, func(p *osbp.Problem) { p.Code = osbp.CodeVerificationFailed }),
	},
	{
		name: "a missing code is final", check: "verification.required_retryable", also: []string{"outcome.*", "idempotency.*"},
		hand: func(q *quirks) { q.retryableFlipped = osbp.CodeRequiresVerification },
	},
	{
		name: "a create is tried to find out whether a code is needed", check: "verification.after_approval",
		also: []string{"*"}, // as without a gate
		hand: func(q *quirks) { q.gateAfterCreate = true },
	},
	{
		name: "a code is asked for before the approval", check: "verification.after_approval", also: []string{"approval.bound_to_lower_fee", "host.problem_unchanged", "mandate.conditional_fees_uncapped", "approval.survives_refusal", "approval.bound_to_fee", "summary.*", "verification.*"},
		adapter: stricter(func(c osbp.BookingCreateInput, _ *rig) osbp.Code {
			if c.ServiceID == sandbox.Haircut && c.VerificationCode == "" {
				return osbp.CodeRequiresVerification
			}
			return ""
		}),
	},
	{
		name: "the code is not passed on", check: "verification.flow",
		also: []string{
			"verification.*", "status.gated", "approval.*", "idempotency.*", "outcome.*", "leak.*", "shape.*", "host.*",
			"platform.*", "money.*", "harness.*", "input.*", "status.gated_final",
		},
		hand: func(q *quirks) { q.codeNotPassed = true },
	},
	{
		name: "the adapter reads the code off the outbox", check: "verification.not_bypassed", also: []string{"approval.*", "idempotency.*", "outcome.*"},
		adapter: before(func(c *osbp.BookingCreateInput, r *rig) {
			if c.Approval != nil && c.VerificationCode == "" {
				c.VerificationCode = r.sandbox.LastCode(c.Customer.Phone)
			}
		}),
	},
	{
		name: "any code is accepted", check: "verification.wrong_code",
		also: []string{
			"verification.whole_code",
			"verification.wrong_code_retryable", "verification.right_after_wrong", "verification.of_another", "verification.old_code",
			"verification.not_*", "leak.*", "approval.*", "idempotency.*",
		},
		adapter: withCode(func(c *osbp.BookingCreateInput, r *rig) {
			if code := r.sandbox.LastCode(c.Customer.Phone); code != "" {
				c.VerificationCode = code
			}
		}),
	},
	{
		name: "a wrong code asks for verification anew", check: "verification.wrong_code", also: []string{"verification.*", "leak.*", "approval.*", "idempotency.*"},
		adapter: recoded(osbp.CodeVerificationFailed, func(p *osbp.Problem) { p.Code = osbp.CodeRequiresVerification }),
	},
	{
		name: "a wrong code is final", check: "verification.wrong_code_retryable",
		hand: func(q *quirks) { q.retryableFlipped = osbp.CodeVerificationFailed },
	},
	{
		name: "a wrong code settles the key", check: "verification.right_after_wrong",
		also: []string{"verification.not_*", "leak.*"},
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			var mu sync.Mutex
			settled := map[string]error{}
			return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
				mu.Lock()
				err := settled[c.IdempotencyKey]
				mu.Unlock()
				if err != nil {
					return nil, err
				}
				got, err := in.CreateBooking(ctx, c)
				if p := osbp.AsProblem(err); p != nil && p.Code == osbp.CodeVerificationFailed {
					mu.Lock()
					settled[c.IdempotencyKey] = err
					mu.Unlock()
				}
				return got, err
			}}
		},
	},
	{
		name: "an old code is renewed", check: "verification.old_code", also: []string{"verification.of_another"},
		adapter: func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, create: func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
				got, err := in.CreateBooking(ctx, c)
				if p := osbp.AsProblem(err); p == nil || p.Code != osbp.CodeVerificationFailed || r.sandbox.LastCode(c.Customer.Phone) != c.VerificationCode {
					return got, err
				}
				again := osbp.VerificationSendInput{Customer: c.Customer, Purpose: osbp.BookingPurpose(sandbox.HarborHair)}
				if _, err := in.SendVerification(ctx, again); err != nil {
					return nil, err
				}
				c.VerificationCode = r.sandbox.LastCode(c.Customer.Phone)
				return in.CreateBooking(ctx, c)
			}}
		},
	},
	{
		name: "the first code is kept", check: "verification.resend",
		adapter: func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
			var mu sync.Mutex
			first := map[string]string{}
			b := brokenAdapter{BookingAdapter: in}
			b.send = func(ctx context.Context, i osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
				got, err := in.SendVerification(ctx, i)
				mu.Lock()
				defer mu.Unlock()
				if code := r.sandbox.LastCode(i.Customer.Phone); first[i.Customer.Phone] == "" {
					first[i.Customer.Phone] = code
				}
				return got, err
			}
			b.create = func(ctx context.Context, c osbp.BookingCreateInput) (*osbp.CreateResult, error) {
				mu.Lock()
				if code := first[c.Customer.Phone]; code != "" && c.VerificationCode == r.sandbox.LastCode(c.Customer.Phone) {
					c.VerificationCode = code
				}
				mu.Unlock()
				return in.CreateBooking(ctx, c)
			}
			return b
		},
	},
	{
		name: "anybody's code will do", check: "verification.of_another",
		adapter: withCode(func(c *osbp.BookingCreateInput, r *rig) {
			for _, m := range r.sandbox.Messages() {
				if own := r.sandbox.LastCode(c.Customer.Phone); m.Code == c.VerificationCode && m.To != c.Customer.Phone && own != "" {
					c.VerificationCode = own
				}
			}
		}),
	},
	{
		name: "the code is stored", check: "verification.not_stored", also: []string{"leak.*"},
		hand: func(q *quirks) { q.codeStored = true },
	},
	{
		name: "the code is logged", check: "verification.not_logged", also: []string{"leak.*"},
		adapter: withCode(func(c *osbp.BookingCreateInput, r *rig) {
			r.logger.Info("booking with a code", slog.String("code", c.VerificationCode))
		}),
	},
	{
		name: "the code is audited", check: "verification.not_audited", also: []string{"leak.*", "host.*"},
		host: func(in adaptertest.Host) adaptertest.Host {
			return brokenHost{Host: in, call: func(ctx context.Context, tool osbp.Tool, args json.RawMessage) (osbp.Envelope, error) {
				var input struct {
					VerificationCode string `json:"verification_code"`
				}
				e, err := in.Call(ctx, tool, args)
				if json.Unmarshal(args, &input) == nil && input.VerificationCode != "" {
					note, _ := json.Marshal(osbp.HandoffRequestInput{Reason: "verified", Message: "checked " + input.VerificationCode})
					in.Call(ctx, osbp.ToolHandoffRequest, note)
				}
				return e, err
			}}
		},
	},
	{
		name: "the audit log does not say that a code came", check: "verification.audited", also: []string{"host.*"},
		harness: func(h *adaptertest.Harness) {
			now := h.Now
			h.Host = func(a osbp.BookingAdapter, organization string, log audit.Log) (adaptertest.Host, error) {
				silent := changedLog{Log: log, change: func(e *audit.Event) *audit.Event {
					own := *e
					own.Verification = nil
					own.Input = submittedCode.ReplaceAll(own.Input, nil)
					return &own
				}}
				return osbp.NewHost(a, osbp.HostOptions{Log: silent, OrganizationID: organization, Clock: now})
			}
		},
	},
	{
		name: "sent is left out", check: "verification.sent", also: []string{"shape.*"},
		adapter: sendSays(func(v *osbp.VerificationChallenge) { v.Sent = nil }),
	},
	{
		name: "sent is false", check: "verification.sent", also: []string{"shape.*"},
		adapter: sendSays(func(v *osbp.VerificationChallenge) { v.Sent = new(bool) }),
	},
	{
		name: "a send that failed was sent", check: "verification.sent_is_true",
		also: []string{"verification.purpose_*", "verification.without_contact", "containment.*", "leak.*", "input.*", "outcome.*"},
		hand: func(q *quirks) { q.sentClaimed = true },
	},
	{
		name: "the method is another one", check: "verification.method", also: []string{"shape.*", "verification.method_not_guessed"},
		adapter: sendSays(func(v *osbp.VerificationChallenge) { v.Method = osbp.VerificationEmail }),
	},
	{
		name: "the method is the platform's word", check: "verification.method", also: []string{"shape.*", "verification.audited"},
		adapter: sendSays(func(v *osbp.VerificationChallenge) { v.Method = "text" }),
	},
	{
		name: "the purpose is lost", check: "verification.purpose_echoed", also: []string{"shape.*"},
		hand: func(q *quirks) { q.purposeLost = true },
	},
	{
		name: "the purpose is not looked at", check: "verification.purpose_malformed",
		also: []string{"verification.purpose_exact", "verification.purpose_of_other", "verification.purpose_missing", "verification.verify_purpose", "containment.*", "input.*"},
		hand: func(q *quirks) { q.purposeIgnored = true },
	},
	{
		name: "any organization's purpose will do", check: "verification.purpose_of_other",
		adapter: sendsFor(func(in osbp.BookingAdapter, i *osbp.VerificationSendInput) {
			if len(i.Purpose) > len("booking:") && i.Purpose[:len("booking:")] == "booking:" {
				i.Purpose = osbp.BookingPurpose(in.(*osbp.Adapter).OrganizationID())
			}
		}),
		also: []string{"verification.purpose_exact", "containment.*"},
	},
	{
		name: "no purpose is the booking's", check: "verification.purpose_missing", also: []string{"containment.*", "input.*"},
		adapter: sendsFor(func(in osbp.BookingAdapter, i *osbp.VerificationSendInput) {
			if i.Purpose == "" {
				i.Purpose = osbp.BookingPurpose(in.(*osbp.Adapter).OrganizationID())
			}
		}),
	},
	{
		name: "a send to nobody is sent", check: "verification.without_contact", also: []string{"containment.*", "input.*"},
		adapter: func(in osbp.BookingAdapter, _ *rig) osbp.BookingAdapter {
			return brokenAdapter{BookingAdapter: in, send: func(ctx context.Context, i osbp.VerificationSendInput) (*osbp.VerificationChallenge, error) {
				if i.Customer.Phone == "" && i.Customer.Email == "" {
					return &osbp.VerificationChallenge{Sent: yes(), Method: osbp.VerificationUnknown, Purpose: i.Purpose}, nil
				}
				return in.SendVerification(ctx, i)
			}}
		},
	},
	{
		name: "the right code is rejected", check: "verification.verify_right", also: []string{"shape.*"},
		adapter: verifies(func(osbp.BookingAdapter, context.Context, osbp.VerificationVerifyInput) (*osbp.VerificationChallenge, error) {
			return nil, osbp.NewProblem(osbp.CodeVerificationFailed, "The code is wrong.")
		}),
	},
	{
		name: "every code is verified", check: "verification.verify_wrong",
		also: []string{"verification.verify_whole_code", "containment.*", "leak.*", "shape.*", "input.*", "verification.verify_purpose"},
		hand: func(q *quirks) { q.anyCodeAccepted = true },
	},
	{
		name: "a check that is simulated", check: "verification.verify_wrong", also: []string{"verification.verify_whole_code", "containment.*", "leak.*", "shape.*", "input.*", "verification.verify_purpose"},
		adapter: verifies(func(_ osbp.BookingAdapter, _ context.Context, i osbp.VerificationVerifyInput) (*osbp.VerificationChallenge, error) {
			return &osbp.VerificationChallenge{Verified: yes(), Method: osbp.VerificationSMS, Purpose: i.Purpose}, nil
		}),
	},
	{
		name: "a code is checked for any purpose", check: "verification.verify_purpose",
		adapter: verifies(func(in osbp.BookingAdapter, ctx context.Context, i osbp.VerificationVerifyInput) (*osbp.VerificationChallenge, error) {
			i.Purpose = osbp.BookingPurpose(in.(*osbp.Adapter).OrganizationID())
			return in.VerifyCode(ctx, i)
		}),
		also: []string{"containment.*", "input.*"},
	},
}
