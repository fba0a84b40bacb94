package sandbox_test

import (
	"fmt"
	"log/slog"
	"strings"
	"testing"
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/osbp/sandbox"
)

// send has a code sent to a customer and returns it.
func (k *stack) send(t testing.TB, business string, c osbp.Customer) string {
	t.Helper()
	if _, err := k.adapter.SendVerification(t.Context(), osbp.VerificationSendInput{Customer: c, Purpose: osbp.BookingPurpose(business)}); err != nil {
		t.Fatal(err)
	}
	messages := k.sandbox.Messages()
	return messages[len(messages)-1].Code
}

// TestVerification_Codes are wrong, late, used up, superseded, somebody else's or
// another merchant's, and refused for it on both faces (B-150, B-221).
func TestVerification_Codes(t *testing.T) {
	for name, code := range map[string]func(t *testing.T, k *stack) string{
		"wrong": func(t *testing.T, k *stack) string {
			good := k.send(t, sandbox.HarborHair, jane)
			return strings.Repeat(string('0'+('9'-good[0])), len(good))
		},
		"never sent": func(*testing.T, *stack) string { return "123456" },
		"expired at its instant": func(t *testing.T, k *stack) string {
			defer k.clock.Advance(sandbox.DefaultCodeLifetime)
			return k.send(t, sandbox.HarborHair, jane)
		},
		"superseded": func(t *testing.T, k *stack) string {
			defer k.send(t, sandbox.HarborHair, jane)
			return k.send(t, sandbox.HarborHair, jane)
		},
		"another contact's": func(t *testing.T, k *stack) string {
			return k.send(t, sandbox.HarborHair, osbp.Customer{Phone: "+15555550199"})
		},
		"used up": func(t *testing.T, k *stack) string {
			other := k.approved(t, wish{sandbox.Haircut, sandbox.HarborMain, sandbox.StaffSam, "2026-05-05", "13:00"}, "other")
			other.VerificationCode = k.send(t, sandbox.HarborHair, jane)
			if _, err := k.adapter.CreateBooking(t.Context(), other); err != nil {
				t.Fatal(err)
			}
			return other.VerificationCode
		},
		"guessed too often": func(t *testing.T, k *stack) string {
			good := k.send(t, sandbox.HarborHair, jane)
			for range 5 {
				_, err := k.adapter.VerifyCode(t.Context(), osbp.VerificationVerifyInput{
					Customer: jane, Purpose: osbp.BookingPurpose(sandbox.HarborHair), Code: "x" + good[1:],
				})
				wantCode(t, err, osbp.CodeVerificationFailed, true)
			}
			return good
		},
		"another merchant's": func(t *testing.T, k *stack) string {
			tutors, err := k.sandbox.Platform(sandbox.MeridianTutors)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := tutors.SendVerification(t.Context(), osbp.VerificationSendInput{Customer: jane}); err != nil {
				t.Fatal(err)
			}
			return k.sandbox.LastCode(jane.Phone)
		},
	} {
		t.Run(name, func(t *testing.T) {
			onBothFaces(t, func(t *testing.T, overHTTP bool) {
				k := newStack(t, setup{overHTTP: overHTTP})
				in := k.request(t, tuesday, "idem")
				in.VerificationCode = code(t, k)
				in = approve(t, k.adapter, in)
				_, err := k.adapter.CreateBooking(t.Context(), in)
				wantCode(t, err, osbp.CodeVerificationFailed, true)
				k.wantCounts(t, sandbox.HarborHair, "idem", 1, 0)
			})
		})
	}
}

// TestVerification_Check leaves the code good for the booking (B-153).
func TestVerification_Check(t *testing.T) {
	onBothFaces(t, func(t *testing.T, overHTTP bool) {
		k := newStack(t, setup{overHTTP: overHTTP})
		in := k.approved(t, tuesday, "idem")
		in.VerificationCode = k.send(t, sandbox.HarborHair, jane)
		got, err := k.adapter.VerifyCode(t.Context(), osbp.VerificationVerifyInput{
			Customer: jane, Purpose: osbp.BookingPurpose(sandbox.HarborHair), Code: in.VerificationCode,
		})
		if err != nil || got.Verified == nil || !*got.Verified || got.Method != osbp.VerificationSMS {
			t.Fatalf("%+v, %v", got, err)
		}
		if _, err := k.adapter.CreateBooking(t.Context(), in); err != nil {
			t.Fatal(err)
		}
	})
}

// TestVerification_Send bounds what one contact gets (B-219), and refuses where
// nobody is verified or nobody can be reached.
func TestVerification_Send(t *testing.T) {
	onBothFaces(t, func(t *testing.T, overHTTP bool) {
		k := newStack(t, setup{overHTTP: overHTTP})
		purpose := osbp.BookingPurpose(sandbox.HarborHair)
		for range 5 {
			k.send(t, sandbox.HarborHair, jane)
		}
		_, err := k.adapter.SendVerification(t.Context(), osbp.VerificationSendInput{Customer: jane, Purpose: purpose})
		wantCode(t, err, osbp.CodeRateLimited, true)
		k.send(t, sandbox.HarborHair, osbp.Customer{Phone: "+15555550199"})
		k.clock.Advance(10 * time.Minute)
		k.send(t, sandbox.HarborHair, jane)
		if n := k.sandbox.Counts().Codes; n != 7 || n != len(k.sandbox.Messages()) {
			t.Errorf("%d codes", n)
		}
		_, err = k.adapter.SendVerification(t.Context(), osbp.VerificationSendInput{Customer: osbp.Customer{Email: jane.Email}, Purpose: purpose})
		wantCode(t, err, sandbox.CodeContactRejected, false)

		bikes := newStack(t, setup{business: sandbox.YoruCycle, overHTTP: overHTTP})
		_, err = bikes.adapter.SendVerification(t.Context(), osbp.VerificationSendInput{Customer: jane, Purpose: osbp.BookingPurpose(sandbox.YoruCycle)})
		wantCode(t, err, osbp.CodeVerificationNotSupported, false)
	})
}

// TestVerification_LifetimeOption moves the instant at which a code ends.
func TestVerification_LifetimeOption(t *testing.T) {
	k := newStack(t, setup{options: sandbox.Options{CodeLifetime: time.Minute}})
	in := k.approved(t, tuesday, "idem")
	in.VerificationCode = k.send(t, sandbox.HarborHair, jane)
	k.clock.Advance(time.Minute - time.Nanosecond)
	if _, err := k.adapter.CreateBooking(t.Context(), in); err != nil {
		t.Fatal(err)
	}
}

// TestRule48_Message prints neither the customer nor the code.
func TestRule48_Message(t *testing.T) {
	k := newStack(t, setup{})
	code := k.send(t, sandbox.HarborHair, jane)
	m := k.sandbox.Messages()[0]
	var logged strings.Builder
	slog.New(slog.NewTextHandler(&logged, nil)).Info("sent", "message", m)
	for _, text := range []string{fmt.Sprint(m), fmt.Sprintf("%+v %#v %s %q", m, m, m, m), fmt.Sprint(&m), logged.String()} {
		if strings.Contains(text, code) || strings.Contains(text, "5550100") {
			t.Error("a message shows its code or contact")
		}
	}
	if m.To != jane.Phone || m.Code != code || m.Channel != sandbox.ByText || !m.At.Equal(k.clock.Now()) {
		t.Error("the outbox does not have what was sent")
	}
}
