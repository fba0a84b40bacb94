package audit

import (
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"slices"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/openservicekit/openservice/audit/internal/scrub"
)

// Redacted stands in the place of whatever was removed.
const Redacted = scrub.Marker

// Redactor removes what must not be logged from the input and the result of a
// tool call (OSBP "Audit"). A nil or zero Redactor is ready for use, and any
// number of goroutines may use one.
//
// It works on structure first. Contact and name fields of customers, addresses,
// provider image URLs, codes and tokens are replaced, whatever they hold. Then
// the values found there, and everything shaped like a phone number, an email
// address or an approval token, are removed from every other text, in any letter
// case, Unicode normal form, script of digits or escaping. Names go as whole
// words, or in scripts without spaces wherever they stand.
//
// Member names, ids, enum values, dates, durations and amounts stay, so that the
// event still explains the decision: a customer called May does not blank a
// mandate. An id, though, loses an email address, an approval token or the
// customer's phone number, none of which can be part of an opaque one. Names and
// addresses that no structured field gives can't be told from other words and
// stay: OSBP forbids them in free text.
//
// It takes time linear in the length of its input.
type Redactor struct {
	secrets []string
}

// RedactorOptions configure a [Redactor].
type RedactorOptions struct {
	// Secrets are values that no event may hold whatever field they come in, such
	// as the credentials of the platform.
	Secrets []string
}

// NewRedactor returns a Redactor with the options.
func NewRedactor(o RedactorOptions) *Redactor {
	return &Redactor{secrets: slices.Clone(o.Secrets)}
}

// Format writes a placeholder whatever the verb.
func (*Redactor) Format(s fmt.State, _ rune) { io.WriteString(s, Redacted) }

// LogValue logs a placeholder.
func (*Redactor) LogValue() slog.Value { return slog.StringValue(Redacted) }

// Redact returns redacted copies of the JSON documents input and result, both
// of one call: what one of them says is removed from the other, too. The copies
// have all members of the originals. Where an object has two members of one
// name, the second is numbered.
//
// The error names a document that is no JSON, is not UTF-8 or is nested more
// than 128 levels deep; it never quotes it.
func (r *Redactor) Redact(input, result []byte) (redactedInput, redactedResult json.RawMessage, err error) {
	x, err := r.redact(input, result)
	if err != nil {
		return nil, nil, err
	}
	return x.input, x.result, nil
}

// redaction is what comes of redacting the snapshots of a call.
type redaction struct {
	input, result json.RawMessage
	scrubber      *scrub.Scrubber // for more text of the same call
	code          bool            // the input has a verification code
}

func (r *Redactor) redact(input, result []byte) (*redaction, error) {
	in, inTwice, err := parseSnapshot(input)
	if err != nil {
		return nil, fmt.Errorf("audit: input: %w", err)
	}
	out, outTwice, err := parseSnapshot(result)
	if err != nil {
		return nil, fmt.Errorf("audit: result: %w", err)
	}
	var known scrub.Known
	if r != nil {
		for _, secret := range r.secrets {
			known.AddSecret(secret)
		}
	}
	learn(in, &known, false)
	code := known.HasCode()
	learn(out, &known, true)
	learnQuoted(in, &known, maxQuoted)
	learnQuoted(out, &known, maxQuoted)
	s := scrub.New(&known)
	hide(in, s, false)
	hide(out, s, true)
	if inTwice {
		in.numberDuplicates()
	}
	if outTwice {
		out.numberDuplicates()
	}
	return &redaction{
		input: in.append(make([]byte, 0, len(input))), result: out.append(make([]byte, 0, len(result))),
		scrubber: s, code: code,
	}, nil
}

// place is where in a snapshot a value stands.
type place struct {
	parent, name string // of the object and of the member in it; elements have those of their array
	kind         kind
}

// walk calls visit for every value under root that is neither object nor array,
// and rename, unless it is nil, for every member.
func walk(root *snapshot, inResult bool, visit func(at place, value *snapshot), rename func(member *snapshot)) {
	var each func(at place, value *snapshot)
	each = func(at place, value *snapshot) {
		switch value.kind {
		case jsontext.KindBeginObject:
			for i := range value.kids {
				kid := &value.kids[i]
				inner := place{at.name, kid.name, at.kind}
				if !at.kind.isSensitive() { // inside what is sensitive everything is
					inner.kind = kindOf(at.name, kid.name, inResult)
				}
				each(inner, kid)
				if rename != nil {
					rename(kid)
				}
			}
		case jsontext.KindBeginArray:
			for i := range value.kids {
				each(at, &value.kids[i])
			}
		default:
			if at.name == "customer" && !at.kind.isSensitive() {
				at.kind = personName // not an object, so who knows
			}
			visit(at, value)
		}
	}
	each(place{}, root)
}

// learn adds what must go, and the ids that stay, to known.
func learn(root *snapshot, known *scrub.Known, inResult bool) {
	walk(root, inResult, func(at place, value *snapshot) {
		text := value.text
		if value.kind != jsontext.KindString && value.kind != jsontext.KindNumber || text == "" {
			return
		}
		switch at.kind {
		case opaqueID:
			known.AddID(text)
		case freeText:
			scrub.Tokens(text, known.AddSecret)
		default:
			learnValue(text, at.kind, known)
		}
	}, nil)
}

// learnValue adds a value that must go.
func learnValue(text string, k kind, known *scrub.Known) {
	switch k {
	case personName:
		known.AddName(text)
	case contact:
		known.AddContact(text)
	case postalAddress:
		known.AddAddress(text)
	case code:
		known.AddCode(text)
	case token, private:
		known.AddSecret(text)
	case webAddress:
		known.AddURL(text)
	}
}

// hide redacts the document in place.
func hide(root *snapshot, s *scrub.Scrubber, inResult bool) {
	walk(root, inResult, func(at place, value *snapshot) {
		switch value.kind {
		case jsontext.KindString:
			value.text = hideText(value.text, at.name, at.kind, s)
		case jsontext.KindNumber:
			hidden := value.text
			if at.kind.isSensitive() {
				hidden = Redacted
			} else if at.kind != quantity {
				hidden = s.ID(value.text)
			}
			if hidden != value.text {
				value.kind, value.text = jsontext.KindString, hidden
			}
		}
	}, func(member *snapshot) {
		// A name that OSBP does not have may be somebody's address.
		if _, known := members[member.name]; !known {
			member.name = s.Contacts(member.name)
		}
	})
}

func hideText(text, name string, k kind, s *scrub.Scrubber) string {
	switch {
	case text == "":
		return ""
	case k.isSensitive():
		return Redacted
	case k == opaqueID && scrub.IsID(text):
		return s.ID(text)
	case k == conventional && isConventional(name, text):
		return text
	}
	return s.Text(text)
}
