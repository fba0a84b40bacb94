package adaptertest_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

// checkInput refuses what a schema would refuse.
func (a *handAdapter) checkInput(in *osbp.BookingCreateInput) error {
	if a.q.inputUnchecked && in.Mandate != nil {
		return nil
	}
	if in.Mandate == nil {
		return refuseHand(osbp.CodeInvalidMandate, "mandate is missing")
	}
	for _, f := range []struct{ name, value string }{
		{"idempotency_key", in.IdempotencyKey}, {"service_id", in.ServiceID}, {"schedule_id", in.ScheduleID},
		{"date", in.Date}, {"time", in.Time},
	} {
		if f.value == "" {
			return badInput(f.name + " is missing")
		}
	}
	plain := strings.IndexFunc(in.IdempotencyKey, func(r rune) bool { return plainRune(r) != r }) < 0
	if len(in.IdempotencyKey) > osbp.MaxIdempotencyKey || !plain {
		return badInput("idempotency_key is longer than 255 bytes or not plain text")
	}
	// Encoders replace what is not UTF-8, and then two payloads would look alike.
	text, c := in.IdempotencyKey+in.ServiceID+in.ScheduleID+in.ProviderID+in.Date+in.Time, &in.Customer
	text += c.ID + c.DisplayName + c.GivenName + c.FamilyName + c.Phone + c.Email + in.VerificationCode
	m := in.Mandate
	text += m.ID + m.ExpiresAt + m.OrganizationID + m.EarliestStart + m.LatestEnd
	text += strings.Join(slices.Concat(m.ServiceIDs, m.ProviderIDs, m.ScheduleIDs), "")
	if !utf8.ValidString(text) {
		return badInput("the input is not UTF-8")
	}
	if a.needsNameParts && (c.GivenName == "" || c.FamilyName == "") && !a.q.partsInvented {
		return refuseHand(osbp.CodeCustomerNameAmbiguous, "The platform wants a given and a family name. Ask the customer.")
	}
	return nil
}

// ownInput copies what a caller could change while the booking runs.
func ownInput(in osbp.BookingCreateInput) osbp.BookingCreateInput {
	m := *in.Mandate
	m.AllowedActions = slices.Clone(m.AllowedActions)
	m.ServiceIDs, m.ProviderIDs, m.ScheduleIDs = slices.Clone(m.ServiceIDs), slices.Clone(m.ProviderIDs), slices.Clone(m.ScheduleIDs)
	m.MaxPrice, m.MaxExtraFee = ownMoney(m.MaxPrice), ownMoney(m.MaxExtraFee)
	in.Mandate = &m
	if in.Approval != nil {
		approval := *in.Approval
		in.Approval = &approval
	}
	return in
}

func ownMoney(m *money.Money) *money.Money {
	if m == nil {
		return nil
	}
	own := *m
	return &own
}

// payloadHash identifies what an attempt asks for, without what changes from call to
// call of it.
func payloadHash(given *osbp.BookingCreateInput, q *quirks) string {
	in := *given
	if !q.hashIncludesApproval {
		in.Approval = nil
	}
	if !q.hashIncludesCode {
		in.VerificationCode = ""
	}
	if q.hashExcludesCustomer {
		in.Customer = osbp.Customer{}
	}
	if q.hashExcludesMandate {
		in.Mandate = nil
	}
	// Members come in the order of the structs, so equal inputs have equal texts. An
	// amount out of range has no JSON form: it makes no difference, as the mandate is
	// refused.
	text, err := json.Marshal(in)
	if err != nil {
		text = []byte("unencodable " + in.IdempotencyKey)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:])
}
