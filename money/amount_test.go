package money_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/google/go-cmp/cmp"

	"github.com/openservicekit/openservice/money"
)

// codecs are the two JSON packages that programs use.
var codecs = []struct {
	name      string
	marshal   func(any) ([]byte, error)
	unmarshal func([]byte, any) error
}{
	{"encoding/json", json.Marshal, json.Unmarshal},
	{
		"json/v2",
		func(v any) ([]byte, error) { return jsonv2.Marshal(v) },
		func(data []byte, v any) error { return jsonv2.Unmarshal(data, v) },
	},
}

func TestAmountAbsentIsNotZero(t *testing.T) {
	var absent money.Amount
	if n, ok := absent.Minor(); ok || n != 0 || !absent.IsZero() || absent.String() != "absent" {
		t.Errorf("zero Amount: %d, %v, IsZero %v, %q", n, ok, absent.IsZero(), absent)
	}
	zero := money.Minor(0)
	if n, ok := zero.Minor(); !ok || n != 0 || zero.IsZero() || zero.String() != "0" {
		t.Errorf("Minor(0): %d, %v, IsZero %v, %q", n, ok, zero.IsZero(), zero)
	}
	if absent == zero || absent.Equal(zero) || !zero.Equal(money.Minor(0)) {
		t.Error("an absent amount equals nothing but itself")
	}
}

// Any JSON number that is mathematically an integer in 0..2^53-1, and nothing
// else (rule 3, B-056).
func TestRule03_AmountDecoding(t *testing.T) {
	zeros := strings.Repeat("0", 1_000_000)
	for _, test := range []struct {
		name, json string
		want       int64
		err        error // nil when want is the answer
	}{
		{"integer", "9500", 9500, nil},
		{"zero", "0", 0, nil},
		{"seventeen digits", "12345678901234567", 0, money.ErrAmountRange},
		{"seventeen digits, scaled", "1234567890123456.7e1", 0, money.ErrAmountRange},
		{"trailing fraction of zeros", "9500.0", 9500, nil},
		{"exponent", "9.5e3", 9500, nil},
		{"capital exponent", "95E+2", 9500, nil},
		{"negative exponent", "950000e-2", 9500, nil},
		{"exponent of zero", "9500e0", 9500, nil},
		{"exponent with leading zeros", "95e002", 9500, nil},
		{"negative zero is zero", "-0", 0, nil},
		{"negative zero with fraction", "-0.000e7", 0, nil},
		{"zero with a vast exponent", "0e999999999999999999999", 0, nil},
		{"zero with a vast negative exponent", "0.0e-999999999999999999999", 0, nil},
		{"largest", "9007199254740991", money.MaxMinor, nil},
		{"largest in another form", "9.007199254740991e15", money.MaxMinor, nil},
		{"largest with zeros", "9007199254740991.000", money.MaxMinor, nil},
		{"million zeros cancelled by the exponent", "0." + zeros + "95e1000002", 95, nil},
		{"million digits cancelled by the exponent", "95" + zeros + "e-1000000", 95, nil},
		{"million zeros after the point", "95." + zeros, 95, nil},

		{"half", "0.5", 0, money.ErrInexact},
		{"fraction", "95.5", 0, money.ErrInexact},
		{"small fraction", "9500.0000000000000000000000001", 0, money.ErrInexact},
		{"fraction beside more digits than count", "12345678901234567890.5", 0, money.ErrInexact},
		{"negative exponent leaves a fraction", "95e-1", 0, money.ErrInexact},
		{"vast negative exponent", "1e-999999999999999999999", 0, money.ErrInexact},
		{"million digits of fraction", "0." + zeros + "1", 0, money.ErrInexact},

		{"2^53", "9007199254740992", 0, money.ErrAmountRange},
		{"2^53 with an exponent", "9007199254740992e0", 0, money.ErrAmountRange},
		{"2^63", "9223372036854775808", 0, money.ErrAmountRange},
		{"2^64 plus 9500", "18446744073709561116", 0, money.ErrAmountRange},
		{"1e16", "1e16", 0, money.ErrAmountRange},
		{"1e400", "1e400", 0, money.ErrAmountRange},
		{"1e999999999", "1e999999999", 0, money.ErrAmountRange},
		{"exponent past int64", "1e9223372036854775808", 0, money.ErrAmountRange},
		{"exponent of 2^64", "1e18446744073709551616", 0, money.ErrAmountRange},
		{"million digits", "1" + zeros, 0, money.ErrAmountRange},
		{"minus one", "-1", 0, money.ErrAmountRange},
		{"negative", "-500", 0, money.ErrAmountRange},
		{"negative with exponent", "-5e2", 0, money.ErrAmountRange},

		{"null is not absence", "null", 0, money.ErrSyntax},
		{"string", `"9500"`, 0, money.ErrSyntax},
		{"empty string", `""`, 0, money.ErrSyntax},
		{"true", "true", 0, money.ErrSyntax},
		{"array", "[9500]", 0, money.ErrSyntax},
		{"object", `{"n":9500}`, 0, money.ErrSyntax},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, codec := range codecs {
				got := money.Minor(7)
				err := codec.unmarshal([]byte(test.json), &got)
				want := money.Minor(test.want)
				if test.err != nil {
					want = money.Minor(7) // as it was
				}
				if !errors.Is(err, test.err) || got != want {
					t.Errorf("%s: %v, %v, want %v, %v", codec.name, got, err, want, test.err)
				}
			}
		})
	}
}

// What is not JSON at all never reaches UnmarshalJSON through a decoder, and is
// refused when handed over directly.
func TestRule03_AmountRefusesOtherText(t *testing.T) {
	for _, text := range []string{
		"", "-", "+1", "01", "-01", "1.", ".5", "1e", "1e+", "1.e3", "1e2.0", "0x10", "1_000", "1,000",
		" 1", "1 ", "1\n", "--1", "Infinity", "NaN", "٩", "１", "1\x00",
	} {
		var got money.Amount
		if err := got.UnmarshalJSON([]byte(text)); !errors.Is(err, money.ErrSyntax) || !got.IsZero() {
			t.Errorf("%q: %v, %v, want ErrSyntax", text, got, err)
		}
	}
}

// Amounts that the wire cannot carry do not encode.
func TestAmountEncoding(t *testing.T) {
	for _, test := range []struct {
		name   string
		amount money.Amount
		want   string // empty: an error
	}{
		{"zero", money.Minor(0), "0"},
		{"price", money.Minor(9500), "9500"},
		{"largest", money.Minor(money.MaxMinor), "9007199254740991"},
		{"2^53", money.Minor(money.MaxMinor + 1), ""},
		{"2^60", money.Minor(1 << 60), ""},
		{"largest int64", money.Minor(math.MaxInt64), ""},
		{"negative", money.Minor(-5), ""},
		{"absent has no form of its own", money.Amount{}, ""},
	} {
		for _, codec := range codecs {
			got, err := codec.marshal(test.amount)
			if string(got) != test.want || (err == nil) != (test.want != "") {
				t.Errorf("%s: %s: %s, %v, want %q", test.name, codec.name, got, err, test.want)
			}
		}
	}
}

// An absent amount is left out, never null (rule 4), and comes back absent.
func TestRule04_AbsentMembersAreOmitted(t *testing.T) {
	for _, test := range []struct {
		name  string
		money money.Money
		want  string
	}{
		{"fixed", money.Fixed("USD", 9500), `{"amount_minor":9500,"currency":"USD","type":"fixed"}`},
		{"free", money.Money{AmountMinor: money.Minor(0), Currency: "USD"}, `{"amount_minor":0,"currency":"USD"}`},
		{"no amount", money.Money{Currency: "USD", Type: money.TypeQuoteRequired}, `{"currency":"USD","type":"quote_required"}`},
		{
			"display", money.Money{AmountMinor: money.Minor(9500), Currency: "USD", Display: "$95.00"},
			`{"amount_minor":9500,"currency":"USD","display":"$95.00"}`,
		},
	} {
		for _, codec := range codecs {
			got, err := codec.marshal(test.money)
			if err != nil || string(got) != test.want {
				t.Errorf("%s: %s: %s, %v, want %s", test.name, codec.name, got, err, test.want)
			}
			var back money.Money
			if err := codec.unmarshal(got, &back); err != nil {
				t.Errorf("%s: %s: %v", test.name, codec.name, err)
			}
			if diff := cmp.Diff(test.money, back); diff != "" {
				t.Errorf("%s: %s: -want +got\n%s", test.name, codec.name, diff)
			}
		}
	}
}

// Inside a Money the same amounts are refused, null too (rule 3).
func TestRule03_MoneyDecoding(t *testing.T) {
	for _, amount := range []string{"null", `"9500"`, "0.5", "-1", "9007199254740992", "1e400", "[]", "false"} {
		for _, codec := range codecs {
			var got money.Money
			if err := codec.unmarshal([]byte(`{"amount_minor":`+amount+`,"currency":"USD"}`), &got); err == nil {
				t.Errorf("%s: amount_minor %s decoded to %v", codec.name, amount, got.AmountMinor)
			}
			if got.IsFixed() {
				t.Errorf("%s: amount_minor %s left a fixed price", codec.name, amount)
			}
		}
	}
}

// Against exact rational arithmetic: the same numbers, and the reason why not.
func FuzzAmountDecoding(f *testing.F) {
	for _, seed := range []string{
		"9500", "9500.0", "9.5e3", "-0", "0.5", "-1", "1e400", "9007199254740991", "9007199254740992", "null",
		`"1"`, "1e-2", "100e-2", "01", "1.", "12345678901234567.5", "90071992547409910e-1", "1e99999", "1e999999999999999999999",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var got money.Amount
		err := got.UnmarshalJSON(data)
		n, ok := got.Minor()
		if (err == nil) != ok || n < 0 || n > money.MaxMinor {
			t.Fatalf("%q: %v, %v", data, got, err)
		}
		isNumber := json.Valid(data) && strings.IndexByte("-0123456789", data[0]) >= 0 && strings.TrimSpace(string(data)) == string(data)
		if isNumber == errors.Is(err, money.ErrSyntax) {
			t.Fatalf("%q is a number: %v, error %v", data, isNumber, err)
		}
		if !isNumber {
			return
		}
		if i := strings.IndexAny(string(data), "eE"); i >= 0 {
			if e, convErr := strconv.Atoi(string(data[i+1:])); convErr != nil || e < -10_000 || e > 10_000 {
				return // too large for the other side of the comparison
			}
		}
		exact, valid := new(big.Rat).SetString(string(data))
		if !valid {
			t.Fatalf("%q is no rational number", data)
		}
		var want error
		switch {
		case !exact.IsInt():
			want = money.ErrInexact
		case exact.Sign() < 0 || exact.Num().Cmp(big.NewInt(money.MaxMinor)) > 0:
			want = money.ErrAmountRange
		case exact.Num().Int64() != n:
			t.Fatalf("%q: %d, want %v", data, n, exact)
		}
		if !errors.Is(err, want) {
			t.Fatalf("%q: %v, want %v", data, err, want)
		}
		if ok {
			text, err := got.MarshalJSON()
			if err != nil || string(text) != strconv.FormatInt(n, 10) {
				t.Fatalf("%q encodes as %s, %v", data, text, err)
			}
		}
	})
}
