package claims_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osp/internal/claims"
)

// Where a word stands decides as much as which word it is.
func TestFind(t *testing.T) {
	type claim struct {
		Kind claims.Kind
		Text string
	}
	for _, c := range []struct {
		name, text string
		want       []claim
	}{
		{"nothing", "", nil},
		{"kinds in order", "Time reserved, technician assigned, deposit paid, appointment confirmed.", []claim{
			{claims.Time, "Time reserved"}, {claims.Technician, "technician assigned"}, {claims.Payment, "deposit"},
			{claims.Appointment, "appointment confirmed"}}},
		{"overlapping claims are one", "Your appointment is confirmed for Friday.", []claim{{claims.Appointment, "Your appointment is confirmed"}}},
		{"a denial ends with its sentence", "Nothing is reserved. You are booked.", []claim{{claims.Appointment, "You are booked"}}},
		{"a denial ends with its clause", "No worries, you are booked", []claim{{claims.Appointment, "you are booked"}}},
		{"a denial reaches over a list", "Nothing is booked, reserved or assigned.", nil},
		{"a wrapped line ends nothing", "Your visit is not\nconfirmed", nil},
		{"a blank line ends a sentence", "Not yet\n\nconfirmed", []claim{{claims.Appointment, "confirmed"}}},
		{"typographic apostrophes", "It’s confirmed. It isn’t confirmed.", []claim{{claims.Appointment, "It’s confirmed"}}},
		{"cannot", "Your visit cannot be confirmed here.", nil},
		{"a condition of the customer's", "You are booked when you send this.", []claim{{claims.Appointment, "You are booked"}}},
		{"a condition of the business's", "You are booked when our office calls.", nil},
		{"letters of other scripts", "Ваша запись подтверждена", nil},
		{"bad UTF-8", "\xffconfirmed\xff", []claim{{claims.Appointment, "confirmed"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []claim
			for _, f := range claims.Find(c.text) {
				got = append(got, claim{f.Kind, c.text[f.Start:f.End]})
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func BenchmarkFind(b *testing.B) {
	const note = "Our office calls or texts within one business hour to confirm the arrival window."
	b.SetBytes(int64(len(note)))
	b.ReportAllocs()
	for b.Loop() {
		if claims.Find(note) != nil {
			b.Fatal("a claim")
		}
	}
}
