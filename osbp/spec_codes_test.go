package osbp_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osbp"
)

// specCodes are the codes of OSBP "Result Envelope" in its order, and whether its
// table or the code's description calls the refusal retryable.
var specCodes = []struct {
	code      osbp.Code
	retryable bool
}{
	{"invalid_mandate", false}, {"mandate_expired", false}, {"action_not_allowed", false},
	{"organization_not_allowed", false}, {"service_not_allowed", false}, {"schedule_not_allowed", false},
	{"provider_unknown", false}, {"provider_not_allowed", false}, {"slot_too_early", false}, {"slot_too_late", false},
	{"price_exceeds_mandate", false}, {"policy_fee_exceeds_mandate", false}, {"currency_mismatch", false},
	{"requires_payment_handoff", false}, {"requires_consultation_handoff", false},
	{"requires_user_confirmation", false}, // the challenge alone is retryable, and says so itself
	{"requires_verification", true}, {"verification_failed", true}, {"slot_taken", true}, {"idempotency_conflict", false},
	{"booking_not_found", false}, {"booking_status_requires_verification", false}, {"rate_limited", true},
	{"internal_adapter_error", false},
}

// ownCodes are those that this suite adds.
var ownCodes = []osbp.Code{
	osbp.CodeInvalidInput, osbp.CodeVerificationNotSupported, osbp.CodeInvalidVerificationPurpose,
	osbp.CodeVerificationNotPending, osbp.CodePlatformResultInvalid, osbp.CodePlatformUnavailable,
	osbp.CodeBookingInProgress, osbp.CodeBookingOutcomeUnknown, osbp.CodeStoreUnavailable,
	osbp.CodeBookingCapReached, osbp.CodeCustomerNameAmbiguous, osbp.CodeAdapterNotImplemented, osbp.CodeMissingConfig,
}

// TestProtocolCodes: the stable contract, letter by letter (B-096, B-098..B-122).
func TestProtocolCodes(t *testing.T) {
	var want []osbp.Code
	for _, c := range specCodes {
		want = append(want, c.code)
		if !c.code.Protocol() {
			t.Errorf("%s is not taken for a code of the protocol", c.code)
		}
		if p := osbp.NewProblem(c.code, "Words."); p.Retryable != c.retryable {
			t.Errorf("%s: retryable %t, want %t", c.code, p.Retryable, c.retryable)
		}
	}
	if diff := cmp.Diff(want, osbp.ProtocolCodes()); diff != "" {
		t.Errorf("codes (-spec +ours):\n%s", diff)
	}
	clear(osbp.ProtocolCodes())
	if osbp.ProtocolCodes()[0] == "" {
		t.Error("callers share the list")
	}
	for _, c := range append([]osbp.Code{"", "Slot_Taken", "slot_taken "}, ownCodes...) {
		if c.Protocol() {
			t.Errorf("%q is taken for a code of the protocol", string(c))
		}
	}
}

// TestRule45_CodesAreErrors: errors.Is finds the code, and no other, in a Problem and
// in itself, however they are wrapped.
func TestRule45_CodesAreErrors(t *testing.T) {
	all := append([]osbp.Code(nil), ownCodes...)
	for _, c := range specCodes {
		all = append(all, c.code)
	}
	for _, code := range all {
		p := osbp.NewProblem(code, "Words.")
		for name, err := range map[string]error{
			"bare": code, "problem": p, "refused": osbp.Refused(p),
			"twice":    fmt.Errorf("upstream: %w", fmt.Errorf("call: %w", p)),
			"bare, in": fmt.Errorf("upstream: %w", fmt.Errorf("call: %w", code)),
			"joined":   errors.Join(errUpstream, p),
		} {
			for _, other := range all {
				if errors.Is(err, other) != (other == code) {
					t.Errorf("%s %s: errors.Is(%s) is %t", code, name, other, other != code)
				}
			}
			if got := osbp.AsProblem(err); got == nil || got.Code != code || got.Message == "" || got.Retryable != code.Retryable() {
				t.Errorf("%s %s: AsProblem gives %v", code, name, got)
			}
		}
	}
	for _, err := range []error{nil, errUpstream, osbp.Code(""), (*osbp.Problem)(nil)} {
		if p := osbp.AsProblem(err); p != nil {
			t.Errorf("%v is taken for %v", err, p)
		}
	}
}

// TestRule45_CommentsSayWhoIsNext: a reader of a code's comment learns who does what.
func TestRule45_CommentsSayWhoIsNext(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "code.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	documented := 0
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.ValueSpec)
		if !ok || !strings.HasPrefix(spec.Names[0].Name, "Code") {
			return true
		}
		documented++
		words := strings.ToLower(strings.Join(strings.Fields(spec.Doc.Text()), " "))
		someone := slices.ContainsFunc([]string{"the agent ", "the operator ", "as above", "show the summary"},
			func(who string) bool { return strings.Contains(words, who) })
		if !someone || !strings.HasPrefix(words, strings.ToLower(spec.Names[0].Name)) {
			t.Errorf("%s: the comment says nobody's next step", spec.Names[0].Name)
		}
		return true
	})
	if want := len(specCodes) + len(ownCodes); documented != want {
		t.Errorf("%d codes are declared, %d are tested", documented, want)
	}
}
