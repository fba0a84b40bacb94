package adaptertest_test

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/openservicekit/openservice/osbp"
)

// lenientSend takes a purpose that is not quite the organization's for it.
func lenientSend(good func(purpose, own string) bool) adapterBreaks {
	return sendsFor(func(in osbp.BookingAdapter, i *osbp.VerificationSendInput) {
		if own := osbp.BookingPurpose(in.(*osbp.Adapter).OrganizationID()); good(i.Purpose, own) {
			i.Purpose = own
		}
	})
}

// asNumber is the code that was sent, if a code is the same number.
func (r *rig) asNumber(phone, code string) string {
	right := r.sandbox.LastCode(phone)
	if right != "" && strings.TrimLeft(code, "0") == strings.TrimLeft(right, "0") {
		return right
	}
	return code
}

var verificationLoopMutants = []mutant{
	{
		name: "an approval lives on while a code is awaited", check: "verification.approval_expires",
		adapter: trusting(func(was issued, now osbp.BookingCreateInput, summary string, at time.Time) bool {
			return now.VerificationCode != "" && was.token == now.Approval.Token && was.in.IdempotencyKey == now.IdempotencyKey &&
				samePayload(was.in, now) && was.summary == summary
		}),
	},
	{
		name: "with a code nothing is put to the user anew", check: "verification.facts_again",
		adapter: trusting(func(was issued, now osbp.BookingCreateInput, _ string, at time.Time) bool {
			return now.VerificationCode != "" && sameToken(was, now, at)
		}),
	},
	{
		name: "a code outlives the mandate", check: "verification.mandate_again",
		adapter: booking(func(ctx context.Context, in osbp.BookingAdapter, c osbp.BookingCreateInput, r *rig) (*osbp.CreateResult, error) {
			got, err := in.CreateBooking(ctx, c)
			if errors.Is(err, osbp.CodeMandateExpired) && c.VerificationCode != "" && c.VerificationCode == r.sandbox.LastCode(c.Customer.Phone) {
				return &osbp.CreateResult{Receipt: osbp.Receipt{ID: "receipt_" + c.IdempotencyKey, BookingID: "rsv_verified", Text: "Booked."}}, nil
			}
			return got, err
		}),
	},
	{
		name: "a code is a number, and 0123 is 123", check: "verification.whole_code",
		adapter: withCode(func(c *osbp.BookingCreateInput, r *rig) {
			c.VerificationCode = r.asNumber(c.Customer.Phone, c.VerificationCode)
		}),
	},
	{
		name: "a code is cut to its length", check: "verification.whole_code",
		adapter: withCode(func(c *osbp.BookingCreateInput, r *rig) {
			if right := r.sandbox.LastCode(c.Customer.Phone); right != "" && strings.HasPrefix(c.VerificationCode, right) {
				c.VerificationCode = right
			}
		}),
	},
	{
		name: "the end of a code is enough", check: "verification.whole_code",
		adapter: withCode(func(c *osbp.BookingCreateInput, r *rig) {
			if right := r.sandbox.LastCode(c.Customer.Phone); len(c.VerificationCode) >= 4 && strings.HasSuffix(right, c.VerificationCode) {
				c.VerificationCode = right
			}
		}),
	},
	{
		name: "a checked code is a number", check: "verification.verify_whole_code",
		adapter: func(in osbp.BookingAdapter, r *rig) osbp.BookingAdapter {
			return verifies(func(in osbp.BookingAdapter, ctx context.Context, i osbp.VerificationVerifyInput) (*osbp.VerificationChallenge, error) {
				i.Code = r.asNumber(i.Customer.Phone, i.Code)
				return in.VerifyCode(ctx, i)
			})(in, r)
		},
	},
	{
		name: "a purpose may begin with the organization's", check: "verification.purpose_exact",
		adapter: lenientSend(func(purpose, own string) bool { return strings.HasPrefix(purpose, own) }),
	},
	{
		name: "a purpose is the same in other letters", check: "verification.purpose_exact",
		adapter: lenientSend(strings.EqualFold),
	},
	{
		name: "the organization's id alone is a purpose", check: "verification.purpose_exact",
		adapter: lenientSend(func(purpose, own string) bool { return "booking:"+purpose == own }),
	},
}
