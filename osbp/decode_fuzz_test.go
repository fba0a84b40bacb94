package osbp_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/osbp"
)

// fuzzDecoder: a decoder never panics, gives no value with an error, and what it
// accepts encodes to JSON that decodes to the same value.
func fuzzDecoder[T any](f *testing.F, tool osbp.Tool, decode func([]byte) (T, error)) {
	f.Add(specDocument(f, string(tool)+".input"))
	f.Add([]byte(`{"service_id":"\u0000\ud83d\ude42","date":"2026-02-30","customer":{"phone":null}}`))
	f.Fuzz(func(t *testing.T, doc []byte) {
		in, err := decode(doc)
		if err != nil {
			p := osbp.AsProblem(err)
			if p == nil || p.Code != osbp.CodeInvalidInput && (p.Code != osbp.CodeInvalidMandate || tool != osbp.ToolBookingCreate) {
				t.Fatalf("refused with %v", err)
			}
			if strings.ContainsAny(p.Message, "\n\r\"") || len(p.Message) > 2000 {
				t.Fatalf("message %q", p.Message)
			}
			if !reflect.ValueOf(in).IsZero() {
				t.Fatalf("value with an error for %s", doc)
			}
			return
		}
		again, err := decode(mustJSON(t, in))
		if err != nil {
			t.Fatalf("%s of %s", problemText(err), mustJSON(t, in))
		}
		if diff := cmp.Diff(in, again); diff != "" {
			t.Fatal(diff)
		}
	})
}

func FuzzDecodeServiceDescribe(f *testing.F) {
	fuzzDecoder(f, osbp.ToolServiceDescribe, func(b []byte) (osbp.ServiceDescribeInput, error) { return osbp.DecodeServiceDescribe(b) })
}

func FuzzDecodeAvailabilityFind(f *testing.F) {
	fuzzDecoder(f, osbp.ToolAvailabilityFind, func(b []byte) (osbp.AvailabilityFindInput, error) { return osbp.DecodeAvailabilityFind(b) })
}

func FuzzDecodePolicyExplain(f *testing.F) {
	fuzzDecoder(f, osbp.ToolPolicyExplain, func(b []byte) (osbp.PolicyExplainInput, error) { return osbp.DecodePolicyExplain(b) })
}

func FuzzDecodeVerificationSend(f *testing.F) {
	fuzzDecoder(f, osbp.ToolVerificationSend, func(b []byte) (osbp.VerificationSendInput, error) { return osbp.DecodeVerificationSend(b) })
}

func FuzzDecodeVerificationVerify(f *testing.F) {
	fuzzDecoder(f, osbp.ToolVerificationVerify, func(b []byte) (osbp.VerificationVerifyInput, error) { return osbp.DecodeVerificationVerify(b) })
}

func FuzzDecodeBookingCreate(f *testing.F) {
	fuzzDecoder(f, osbp.ToolBookingCreate, func(b []byte) (osbp.BookingCreateInput, error) { return osbp.DecodeBookingCreate(b) })
}

func FuzzDecodeBookingStatus(f *testing.F) {
	fuzzDecoder(f, osbp.ToolBookingStatus, func(b []byte) (osbp.BookingStatusInput, error) { return osbp.DecodeBookingStatus(b) })
}

func FuzzDecodeHandoffRequest(f *testing.F) {
	fuzzDecoder(f, osbp.ToolHandoffRequest, func(b []byte) (osbp.HandoffRequestInput, error) { return osbp.DecodeHandoffRequest(b) })
}

func FuzzDecodeMandate(f *testing.F) {
	f.Add(specDocument(f, "mandate"))
	f.Add([]byte(`{"id":"","allowed_actions":[],"max_price":{"amount_minor":1e2,"type":"x"}}`))
	f.Fuzz(func(t *testing.T, doc []byte) {
		m, err := osbp.DecodeMandate(doc)
		if (m == nil) != (err != nil) {
			t.Fatalf("mandate %v with error %v", m, err)
		}
		if err != nil {
			return
		}
		again, err := osbp.DecodeMandate(mustJSON(t, m))
		if err != nil {
			t.Fatal(problemText(err))
		}
		if diff := cmp.Diff(m, again); diff != "" {
			t.Fatal(diff)
		}
	})
}
