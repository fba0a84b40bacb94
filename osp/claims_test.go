package osp_test

import (
	"strings"
	"testing"

	"github.com/openservicekit/openservice/osp"
)

// Rule 36, P-014, P-217, P-261: each of these says or implies more than a request allows.
var claimTexts = []struct {
	kind osp.ClaimKind
	text string
}{
	{osp.ClaimAppointment, "Your appointment is confirmed."},
	{osp.ClaimAppointment, "Your appointment has been confirmed for Tuesday at 9."},
	{osp.ClaimAppointment, "YOUR APPOINTMENT IS CONFIRMED"},
	{osp.ClaimAppointment, "Your appointment’s confirmed"},
	{osp.ClaimAppointment, "Appointment confirmed!"},
	{osp.ClaimAppointment, "Status: confirmed"},
	{osp.ClaimAppointment, "Your request has been confirmed."},
	{osp.ClaimAppointment, "This is a confirmed appointment."},
	{osp.ClaimAppointment, "You have a confirmed appointment."},
	{osp.ClaimAppointment, "Your visit is booked"},
	{osp.ClaimAppointment, "Your visit is\nbooked for Monday"},
	{osp.ClaimAppointment, "You're booked!"},
	{osp.ClaimAppointment, "You are now booked for Friday morning."},
	{osp.ClaimAppointment, "We've booked you in for Monday."},
	{osp.ClaimAppointment, "We booked your AC repair."},
	{osp.ClaimAppointment, "Successfully booked"},
	{osp.ClaimAppointment, "Your service is scheduled for September 9."},
	{osp.ClaimAppointment, "We have scheduled your repair."},
	{osp.ClaimAppointment, "You are scheduled"},
	{osp.ClaimAppointment, "Booking complete."},
	{osp.ClaimAppointment, "Your booking was successful."},
	{osp.ClaimAppointment, "Your reservation has been made."},
	{osp.ClaimAppointment, "An appointment was created for you."},
	{osp.ClaimAppointment, "Your request has been accepted."},
	{osp.ClaimAppointment, "Your appointment is on Tuesday."},
	{osp.ClaimAppointment, "Your appointment is at 9."},
	{osp.ClaimAppointment, "You have an appointment on the 9th."},
	{osp.ClaimAppointment, "You're all set!"},
	{osp.ClaimAppointment, "You are all set for Tuesday morning."},
	{osp.ClaimAppointment, "We have you down for Tuesday."},
	{osp.ClaimAppointment, "You are on our schedule."},
	{osp.ClaimAppointment, "Thank you for booking with us."},
	{osp.ClaimAppointment, "Thanks for scheduling!"},
	{osp.ClaimAppointment, "Here is your booking confirmation."},
	{osp.ClaimAppointment, "Your confirmation number is 4711."},
	{osp.ClaimAppointment, "We'll see you Tuesday."},
	{osp.ClaimAppointment, "See you then"},
	{osp.ClaimAppointment, "We look forward to seeing you."},
	{osp.ClaimAppointment, "You're locked in for Friday."},
	{osp.ClaimAppointment, "Don't worry, your appointment is confirmed."},
	{osp.ClaimAppointment, "No worries your appointment is confirmed"},
	{osp.ClaimAppointment, "No need to call: your visit is scheduled."},
	{osp.ClaimAppointment, "Your visit is not only requested but booked."},
	{osp.ClaimAppointment, "It is not just confirmed"},
	{osp.ClaimAppointment, "You are booked once you send this form."},
	{osp.ClaimAppointment, "Once you submit, your appointment is confirmed."},
	{osp.ClaimAppointment, "Once we received your request, your appointment was confirmed."},
	{osp.ClaimAppointment, "Your appointment is confirmed until you cancel."},
	{osp.ClaimAppointment, "Nothing else to do and your appointment is booked."},
	{osp.ClaimAppointment, "Your appointments are confirmed by our system."},
	{osp.ClaimAppointment, "Consider it booked."},
	{osp.ClaimAppointment, "Your booking went through."},
	{osp.ClaimAppointment, "We've penciled you in."},
	{osp.ClaimAppointment, "Reservation number 4711"},
	{osp.ClaimAppointment, "We've got you scheduled for Tuesday."},
	{osp.ClaimAppointment, "We are happy to confirm your appointment on Tuesday."},
	{osp.ClaimAppointment, "This email confirms your booking."},
	{osp.ClaimAppointment, "This message serves as confirmation of your appointment."},
	{osp.ClaimAppointment, "Appointment confirmation"},
	{osp.ClaimAppointment, "Your appointment has been set for 9 am."},
	{osp.ClaimAppointment, "Your appointment: Tuesday, 9 am"},
	{osp.ClaimAppointment, "Reminder: your appointment tomorrow at 9"},
	{osp.ClaimAppointment, "We added your visit to our calendar."},
	{osp.ClaimAppointment, "An appointment exists for you."},
	{osp.ClaimTime, "Your arrival window is 8 to 12."},
	{osp.ClaimTime, "Your time is reserved."},
	{osp.ClaimTime, "Time reserved"},
	{osp.ClaimTime, "We have reserved the morning window for you."},
	{osp.ClaimTime, "Your slot is held for 24 hours."},
	{osp.ClaimTime, "We are holding your slot."},
	{osp.ClaimTime, "We hold your preferred time until we call."},
	{osp.ClaimTime, "We saved you a spot."},
	{osp.ClaimTime, "The slot is yours."},
	{osp.ClaimTime, "Your arrival time is guaranteed."},
	{osp.ClaimTechnician, "A technician has been assigned."},
	{osp.ClaimTechnician, "Technician assigned"},
	{osp.ClaimTechnician, "Your assigned technician will call you."},
	{osp.ClaimTechnician, "We dispatched a crew."},
	{osp.ClaimTechnician, "A technician is on the way."},
	{osp.ClaimTechnician, "A technician is en route."},
	{osp.ClaimTechnician, "Bob is on his way."},
	{osp.ClaimAppointment, "Your appointment is con\u200bfirmed."},
	{osp.ClaimAppointment, "You\u2060'\u2060re boo\u00adked!"},
	{osp.ClaimTechnician, "Your technician will arrive between 8 and 12."},
	{osp.ClaimTechnician, "The plumber will come on Tuesday."},
	{osp.ClaimTechnician, "Your technician is Mike."},
	{osp.ClaimTechnician, "Mike will be your technician."},
	{osp.ClaimTechnician, "We'll be there at nine."},
	{osp.ClaimTechnician, "Expect us on Tuesday."},
	{osp.ClaimTechnician, "We are sending a technician."},
	{osp.ClaimPayment, "A $50 deposit is required."},
	{osp.ClaimPayment, "Please enter your credit card details."},
	{osp.ClaimPayment, "Card on file"},
	{osp.ClaimPayment, "Payment is due on arrival."},
	{osp.ClaimPayment, "Pay now to keep going."},
	{osp.ClaimPayment, "You can pay online."},
	{osp.ClaimPayment, "A prepayment applies."},
	{osp.ClaimPayment, "Your card will be charged after the visit."},
	{osp.ClaimPayment, "You will not be charged until then; your card is saved."},
	{osp.ClaimPayment, "We accept all major credit cards."},
}

func TestRule36_Claims(t *testing.T) {
	for _, c := range claimTexts {
		t.Run(c.text, func(t *testing.T) {
			claims := osp.Claims(c.text)
			if len(claims) == 0 {
				t.Fatal("no claim found")
			}
			found := false
			for _, claim := range claims {
				found = found || claim.Kind == c.kind
				if claim.Phrase == "" || c.text[claim.Start:claim.End] != claim.Phrase {
					t.Errorf("phrase %q is not the text at %d to %d", claim.Phrase, claim.Start, claim.End)
				}
			}
			if !found {
				t.Errorf("got %+v, want kind %s", claims, c.kind)
			}
		})
	}
}

// Rule 36, P-015, P-218: plain talk of what is still to come passes, and so does everything else that businesses say.
func TestRule36_PlainTalkPasses(t *testing.T) {
	for _, text := range []string{
		"",
		"Our office calls or texts within one business hour to confirm the arrival window.",
		"We call back the same business day to confirm a drop-off time.",
		"The service manager emails or calls within one business day with a haul or visit date.",
		"Our office calls within one business hour to confirm.",
		"We call to confirm.",
		"The service request was received. The business must still confirm the appointment and exact arrival time.",
		"We received your request and will contact you to schedule.",
		"A record was created in the business's scheduling system for staff to review.",
		"Your appointment request was placed.",
		"This request was already received. No second request was made.",
		"Your appointment will be confirmed by phone.",
		"Your visit must be confirmed by our office.",
		"Your appointment still has to be confirmed.",
		"Your appointment should be confirmed within the hour.",
		"Your request is being confirmed.",
		"We call you to get your visit scheduled.",
		"We'll get you scheduled.",
		"Nothing is booked until we call.",
		"Nothing is booked or reserved yet.",
		"No appointment has been booked.",
		"No time, appointment or technician is reserved.",
		"No time is reserved and no technician is assigned.",
		"This is not a confirmed appointment.",
		"This does not mean that an appointment is booked.",
		"It doesn't mean you are scheduled.",
		"Your appointment isn't confirmed yet.",
		"Your appointment is not confirmed, booked or scheduled.",
		"Until our office has confirmed, please keep the day free.",
		"Once confirmed, a technician will come to you.",
		"Once our office calls, your appointment is confirmed.",
		"Your appointment is confirmed only when our office calls.",
		"Your visit is booked once we have spoken with you.",
		"Your time is reserved as soon as we call back.",
		"A technician is assigned after we confirm.",
		"Appointments are confirmed by phone.",
		"All requests are confirmed by our office within a day.",
		"Each request is confirmed by email.",
		"Technicians are assigned by the dispatcher the evening before.",
		"Is my appointment confirmed? Our office calls to tell you.",
		"We call with a confirmed time.",
		"You will receive a confirmed time by text.",
		"Wait for a confirmed appointment before you leave home.",
		"We will call to reserve a time.",
		"We can hold a time when we talk.",
		"Scheduled maintenance for all makes.",
		"We are fully booked in July.",
		"All rights reserved.",
		"Satisfaction guaranteed.",
		"We've confirmed receipt of your request.",
		"The business accepts requests for Tuesday morning.",
		"After-hours calls answered around the clock; a $150 dispatch fee applies after 6 PM.",
		"A technician will call you to confirm.",
		"No deposit is needed.",
		"We never ask for card details.",
		"Please don't send card numbers.",
		"Payment is not taken here.",
		"No payment, no deposit.",
		"Free of charge.",
		"Removes mineral deposits.",
		"Deposit your keys in the drop box.",
		"Pick up a business card at the desk.",
		"We pay attention to detail.",
		"Bookings by phone only.",
		"A member of our team will reach out to confirm your appointment on Tuesday.",
		"Our dispatcher confirms your appointment by text.",
		"We confirm every appointment by phone.",
		"Only a call from our office confirms an appointment.",
		"The business confirms the appointment through its own process.",
		"No appointment exists until the business confirms it.",
		"Do not consider your appointment confirmed until you hear from us.",
		"Please do not treat this as a confirmed appointment.",
		"You'll hear from us before anything is scheduled.",
		"This is a request, not a confirmed appointment.",
		"This request does not reserve a time.",
		"We hold no time for you until we have talked.",
		"Your appointment is not set until we call.",
		"Confirmation follows by phone.",
		"The technician calls 30 minutes before arrival once the visit is confirmed.",
		"Please keep the morning free; nothing is booked yet.",
		"See our website for more.",
		"We don't book appointments here; we take requests.",
		"Outboard and sterndrive repair, winterization, shrink wrap, and dry storage.",
	} {
		t.Run(text, func(t *testing.T) {
			if claims := osp.Claims(text); claims != nil {
				t.Errorf("got %+v", claims)
			}
		})
	}
}

func TestClaimsPhrases(t *testing.T) {
	text := "Thank you! Your appointment is confirmed, and a technician has been assigned."
	var got []string
	for _, c := range osp.Claims(text) {
		got = append(got, string(c.Kind)+": "+c.Phrase)
	}
	want := "appointment: Your appointment is confirmed; technician: a technician has been assigned"
	if strings.Join(got, "; ") != want {
		t.Errorf("got %q", got)
	}
}

// Doubling the text doubles the work, whatever it is made of.
func TestClaimsIsLinear(t *testing.T) {
	for _, unit := range []string{"confirmed ", "not booked, ", "?", "once we call ", "a confirmed time ", "’", "see you ", "no deposit "} {
		osp.Claims(strings.Repeat(unit, 1<<15)) // a quadratic reading would take minutes
	}
}

func FuzzClaims(f *testing.F) {
	for _, c := range claimTexts {
		f.Add(c.text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		last := 0
		for _, c := range osp.Claims(text) {
			if c.Start < last || c.End <= c.Start || c.End > len(text) || text[c.Start:c.End] != c.Phrase {
				t.Fatalf("bad offsets %+v", c)
			}
			last = c.End
		}
	})
}
