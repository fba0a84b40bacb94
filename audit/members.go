package audit

import (
	"strings"

	"github.com/openservicekit/openservice/money"
)

// kind is what a member of a snapshot holds, and so what may stay of it.
type kind uint8

const (
	freeText     kind = iota // anything anybody might have written
	opaqueID                 // an id; stays
	conventional             // a date, an enum value or the like; stays if it has that form
	quantity                 // a number; stays
	personName               // from here on nothing stays
	contact
	postalAddress
	code
	token
	webAddress
	private // another member of a customer
)

func (k kind) isSensitive() bool { return k >= personName }

// members tells the kind of each member that OSBP defines. Names of members stay
// and are compared exactly; members that are not here are free text.
var members = map[string]kind{
	"id": opaqueID, "mandate_id": opaqueID, "organization_id": opaqueID, "service_id": opaqueID, "schedule_id": opaqueID,
	"provider_id": opaqueID, "booking_id": opaqueID, "audit_event_id": opaqueID, "idempotency_key": opaqueID, "purpose": opaqueID,
	"service_ids": opaqueID, "provider_ids": opaqueID, "schedule_ids": opaqueID,

	"allowed_actions": conventional, "status": conventional, "payment_requirement": conventional,
	"verification_method": conventional, "method": conventional, "type": conventional, "idempotency": conventional,
	"reason": conventional, "currency": conventional, "country": conventional, "timezone": conventional, "schedule_timezone": conventional,
	"expires_at": conventional, "earliest_start": conventional, "latest_end": conventional, "date": conventional, "time": conventional,
	"starts_at": conventional, "ends_at": conventional, "starts_at_local": conventional, "ends_at_local": conventional,
	"open": conventional, "close": conventional,
	"duration": conventional, "cancellation_window": conventional, "late_grace": conventional,

	"amount_minor": quantity, "day": quantity,

	"mandate": freeText, "max_price": freeText, "max_extra_fee": freeText, "allow_policy_fee": freeText, "customer": freeText,
	"approval": freeText, "confirmed": freeText, "message": freeText, "text": freeText, "name": freeText, "schedule_name": freeText,
	"provider_name": freeText, "display": freeText, "price": freeText, "options": freeText, "requires_consultation": freeText,
	"schedule_hours": freeText, "cancellation_enabled": freeText, "cancellation_note": freeText, "cancellation_fee": freeText,
	"no_show_fee": freeText, "deposit": freeText, "organization": freeText, "ok": freeText, "value": freeText, "problem": freeText,
	"retryable": freeText, "osbp_runtime": freeText, "sent": freeText, "verified": freeText,

	"display_name": personName, "given_name": personName, "family_name": personName,
	"phone": contact, "email": contact, "address": postalAddress,
	"verification_code": code, "code": code, "token": token, "provider_image_url": webAddress,
}

// relatives are other spellings of sensitive members, folded. A member that is
// not OSBP's may be anything; one that is named so is not looked at further.
var relatives = map[string]kind{
	"displayname": personName, "givenname": personName, "familyname": personName, "firstname": personName, "lastname": personName,
	"middlename": personName, "fullname": personName, "surname": personName, "nickname": personName, "customername": personName,
	"phone": contact, "phonenumber": contact, "customerphone": contact, "mobile": contact, "mobilephone": contact, "telephone": contact,
	"tel": contact, "email": contact, "emailaddress": contact, "customeremail": contact, "contact": contact,
	"address": postalAddress, "streetaddress": postalAddress, "postaladdress": postalAddress, "customeraddress": postalAddress,
	"code": code, "verificationcode": code, "otp": code, "smscode": code, "pin": code,
	"token": token, "approvaltoken": token, "accesstoken": token, "password": token, "secret": token, "apikey": token,
	"authorization": token, "providerimageurl": webAddress, "imageurl": webAddress, "photourl": webAddress, "avatarurl": webAddress,
}

var foldName = strings.NewReplacer("_", "", "-", "", " ", "", ".", "")

// kindOf tells the kind of the member name of an object that is itself the
// member parent, inside the input or the result.
func kindOf(parent, name string, inResult bool) kind {
	k, known := members[name]
	if !known {
		k = relatives[foldName.Replace(strings.ToLower(name))]
	}
	switch {
	case parent == "customer" && name == "name":
		return personName
	case parent == "customer" && k != opaqueID && !k.isSensitive():
		return private
	case name == "code" && (inResult || parent == "problem"):
		return conventional // a problem's code; answers carry no other
	case name == "customer":
		return freeText // an object, as a rule; see walk
	}
	return k
}

// isConventional reports whether text, which is not empty, is a value that member name has by the
// specification's convention, and not something that somebody wrote.
func isConventional(name, text string) bool {
	switch name {
	case "currency":
		_, err := money.Exponent(text)
		return err == nil
	case "country":
		return len(text) == 2 && text == strings.ToUpper(text) && isWordOf(text, "")
	case "timezone", "schedule_timezone":
		area, _, ok := strings.Cut(text, "/")
		return text == "UTC" || ok && zoneAreas[area] && isWordOf(text, "/_+-0123456789")
	case "duration", "cancellation_window", "late_grace":
		return text[0] == 'P' && strings.ContainsAny(text, "0123456789") && strings.Trim(text, "PYMWDTHS0123456789.,") == ""
	case "code":
		return isSnakeCase(text)
	case "expires_at", "earliest_start", "latest_end", "date", "time", "starts_at", "ends_at", "starts_at_local", "ends_at_local", "open", "close":
		return isDateOrTime(text)
	}
	return vocabulary[text]
}

// vocabulary holds the enum values of the specification: tools, statuses,
// requirements, methods, kinds of price, and problem codes as reasons.
var vocabulary = set(`
	service.describe availability.find policy.explain verification.send verification.verify
	booking.create booking.status handoff.request
	booked pending cancelled completed no_show requires_human
	none deposit full_prepay unknown sms email
	fixed insurance_dependent quote_required local_cache_replay
	invalid_mandate mandate_expired action_not_allowed organization_not_allowed service_not_allowed schedule_not_allowed
	provider_unknown provider_not_allowed slot_too_early slot_too_late price_exceeds_mandate policy_fee_exceeds_mandate
	currency_mismatch requires_payment_handoff requires_consultation_handoff requires_user_confirmation requires_verification
	verification_failed slot_taken idempotency_conflict booking_not_found booking_status_requires_verification rate_limited
	internal_adapter_error`)

// zoneAreas are the first halves of IANA zone names.
var zoneAreas = set("Africa America Antarctica Arctic Asia Atlantic Australia Brazil Canada Chile Etc Europe Indian Mexico Pacific US")

func set(words string) map[string]bool {
	s := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		s[w] = true
	}
	return s
}

// isWordOf reports whether text is made of ASCII letters and the extra bytes.
func isWordOf(text, extra string) bool {
	for i := range len(text) {
		if c := text[i]; (c|0x20 < 'a' || c|0x20 > 'z') && strings.IndexByte(extra, c) < 0 {
			return false
		}
	}
	return text != ""
}

func isSnakeCase(text string) bool {
	return text == strings.ToLower(text) && isWordOf(text, "_0123456789") && 'a' <= text[0] && text[0] <= 'z'
}

// isDateOrTime reports whether text is a date, a time or both, of any of the
// forms that OSBP "Time Discipline" has, right or wrong for its member.
func isDateOrTime(text string) bool {
	rest := text
	if len(rest) >= len("2006-01-02") && matches(rest[:10], "0000-00-00") {
		if rest = rest[10:]; rest == "" {
			return true
		}
		if rest[0] != 'T' && rest[0] != 't' && rest[0] != ' ' {
			return false
		}
		rest = rest[1:]
	}
	if len(rest) < 5 || !matches(rest[:5], "00:00") {
		return len(rest) == 4 && matches(rest, "0:00")
	}
	if rest = rest[5:]; len(rest) >= 3 && matches(rest[:3], ":00") {
		rest = rest[3:]
		const nanoseconds = 9
		if fraction, ok := strings.CutPrefix(rest, "."); ok {
			rest = strings.TrimLeft(fraction, "0123456789")
			if n := len(fraction) - len(rest); n < 1 || n > nanoseconds {
				return false
			}
		}
	}
	return rest == "" || rest == "Z" || rest == "z" || len(rest) == 6 && (rest[0] == '+' || rest[0] == '-') && matches(rest[1:], "00:00")
}

// matches reports whether text has a digit wherever form has a zero, and equals
// it elsewhere.
func matches(text, form string) bool {
	if len(text) != len(form) {
		return false
	}
	for i := range len(form) {
		if digit := '0' <= text[i] && text[i] <= '9'; form[i] == '0' && !digit || form[i] != '0' && text[i] != form[i] {
			return false
		}
	}
	return true
}
