package money_test

import (
	"encoding/csv"
	"errors"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/text/currency"

	"github.com/openservicekit/openservice/money"
)

// rows returns a list of testdata without its heading.
func rows(tb testing.TB, name string) [][]string {
	tb.Helper()
	f, err := os.Open("testdata/" + name)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	all, err := csv.NewReader(f).ReadAll()
	if err != nil {
		tb.Fatal(err)
	}
	return all[1:]
}

// currencyError returns the *CurrencyError in err, and fails without one.
func currencyError(tb testing.TB, err error) *money.CurrencyError {
	tb.Helper()
	e, ok := errors.AsType[*money.CurrencyError](err)
	if !ok {
		tb.Fatalf("error is %v, want a *CurrencyError", err)
	}
	return e
}

// The table is ISO 4217's list one, code for code (rule 5, B-059).
func TestRule05_TableEqualsISOList(t *testing.T) {
	counts := map[string]int{}
	var withExponent []string
	for _, row := range rows(t, "iso4217.csv") {
		code, units := row[0], row[2]
		counts[units]++
		got, err := money.Exponent(code)
		if units == "" {
			want := &money.CurrencyError{Code: code, Kind: money.CurrencyNoMinorUnit}
			if diff := cmp.Diff(want, currencyError(t, err)); diff != "" {
				t.Errorf("Exponent(%s): -want +got\n%s", code, diff)
			}
			continue
		}
		withExponent = append(withExponent, code)
		if err != nil || strconv.Itoa(got) != units {
			t.Errorf("Exponent(%s) = %d, %v, want %s", code, got, err, units)
		}
	}
	if diff := cmp.Diff(map[string]int{"0": 17, "2": 139, "3": 7, "4": 2, "": 13}, counts); diff != "" {
		t.Errorf("currencies by minor units: -want +got\n%s", diff)
	}
	if diff := cmp.Diff(withExponent, slices.Collect(money.Currencies())); diff != "" {
		t.Errorf("Currencies: -want +got\n%s", diff)
	}
	if money.ISOPublished != "2026-01-01" {
		t.Errorf("ISOPublished = %q", money.ISOPublished)
	}
}

// Withdrawn codes are told apart, with the month (rule 5).
func TestRule05_WithdrawnCodesSayWhen(t *testing.T) {
	list := rows(t, "iso4217-withdrawn.csv")
	if len(list) != 129 {
		t.Errorf("%d withdrawn codes, want 129", len(list))
	}
	for _, row := range list {
		_, err := money.Exponent(row[0])
		want := &money.CurrencyError{Code: row[0], Kind: money.CurrencyWithdrawn, Withdrawn: row[2]}
		if diff := cmp.Diff(want, currencyError(t, err)); diff != "" {
			t.Errorf("Exponent(%s): -want +got\n%s", row[0], diff)
		}
	}
}

// Of all codes of three letters, those of the lists and no others are known.
func TestRule05_NothingElseIsListed(t *testing.T) {
	listed := map[string]bool{}
	for _, name := range []string{"iso4217.csv", "iso4217-withdrawn.csv"} {
		for _, row := range rows(t, name) {
			listed[row[0]] = true
		}
	}
	for i := range 26 * 26 * 26 {
		code := string([]byte{byte('A' + i/676), byte('A' + i/26%26), byte('A' + i%26)})
		_, err := money.Exponent(code)
		if listed[code] {
			continue
		}
		if e := currencyError(t, err); e.Kind != money.CurrencyUnknown {
			t.Errorf("Exponent(%s): %v, want unknown", code, e.Kind)
		}
	}
}

// Codes compare exactly (rule 16), and the message never repeats other text.
func TestExponentIsExact(t *testing.T) {
	for _, code := range []string{"", "usd", "Usd", "USD ", " USD", "US", "USDX", "$", "840", "ＵＳＤ", "US\x00", "+1 415 555 0100"} {
		_, err := money.Exponent(code)
		e := currencyError(t, err)
		if e.Kind != money.CurrencyUnknown || e.Code != code {
			t.Errorf("Exponent(%q): %+v", code, e)
		}
		if len(code) > 3 && strings.Contains(e.Error(), code) {
			t.Errorf("Exponent(%q) repeats the text: %v", code, e)
		}
	}
}

func TestCurrencyErrorSaysWhich(t *testing.T) {
	for _, test := range []struct{ code, kind, message string }{
		{"ANG", "withdrawn", "ANG was withdrawn from ISO 4217 in 2025-03"},
		{"VNC", "withdrawn", "VNC was withdrawn from ISO 4217 in 1989-1990"},
		{"XAU", "no minor unit", "XAU has no minor unit in ISO 4217"},
		{"ZZZ", "unknown", "ZZZ is not an ISO 4217 currency code"},
		{"usd", "unknown", "usd is not an ISO 4217 currency code"},
		{"dollars", "unknown", "code is not three capital letters (ISO 4217)"},
	} {
		_, err := money.Exponent(test.code)
		e := currencyError(t, err)
		if e.Kind.String() != test.kind || e.Error() != test.message {
			t.Errorf("Exponent(%s): %s: %q, want %s: %q", test.code, e.Kind, e, test.kind, test.message)
		}
	}
}

// Codes that shortlists and display data get wrong (B-057, B-059).
func TestExponentsThatShortlistsGetWrong(t *testing.T) {
	want := map[string]int{
		"USD": 2, "EUR": 2, "JPY": 0, "KRW": 0, "VND": 0, "ISK": 0, "CLP": 0, "UGX": 0,
		"KWD": 3, "BHD": 3, "JOD": 3, "TND": 3, "IQD": 3, "OMR": 3, "CLF": 4, "UYW": 4,
		"MGA": 2, "MRU": 2, "COP": 2, "XCG": 2, "HUF": 2,
	}
	got := map[string]int{}
	for code := range want {
		e, err := money.Exponent(code)
		if err != nil {
			t.Error(err)
		}
		got[code] = e
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got\n%s", diff)
	}
}

// A merchant's currency without an exponent is not onboarded (B-060), and no
// price is ever made in one.
func TestNoMoneyWithoutExponent(t *testing.T) {
	for _, code := range []string{"XAU", "XXX", "XTS", "ZZZ", "ANG", "", "usd"} {
		_, err := money.Exponent(code)
		want := currencyError(t, err)
		major, errMajor := money.FromMajor("1", code)
		minor, errMinor := money.FromMinor(1, code)
		for _, got := range []error{errMajor, errMinor} {
			if diff := cmp.Diff(want, currencyError(t, got)); diff != "" {
				t.Errorf("%q: -want +got\n%s", code, diff)
			}
		}
		if (major != money.Money{}) || (minor != money.Money{}) {
			t.Errorf("%q: a price beside an error: %v, %v", code, major, minor)
		}
	}
	if m, err := money.FromMajor("1", "XCG"); err != nil || m != money.Fixed("XCG", 100) {
		t.Errorf("XCG replaced ANG: %v, %v", m, err)
	}
}

// Why the table is ISO's and not golang.org/x/text/currency's: every
// disagreement between the two (rule 5).
func TestRule05_XTextDisagrees(t *testing.T) {
	type pair struct{ ISO, XText int }
	differ := map[string]pair{}
	var unknown []string
	for code := range money.Currencies() {
		exponent, err := money.Exponent(code)
		if err != nil {
			t.Fatal(err)
		}
		unit, err := currency.ParseISO(code)
		if err != nil {
			unknown = append(unknown, code)
			continue
		}
		if scale, _ := currency.Standard.Rounding(unit); scale != exponent {
			differ[code] = pair{exponent, scale}
		}
	}
	want := map[string]pair{
		"AFN": {2, 0}, "ALL": {2, 0}, "AMD": {2, 0}, "COP": {2, 0}, "GYD": {2, 0}, "IDR": {2, 0},
		"IQD": {3, 0}, "IRR": {2, 0}, "KPW": {2, 0}, "LAK": {2, 0}, "LBP": {2, 0}, "MGA": {2, 0},
		"MMK": {2, 0}, "MNT": {2, 0}, "MUR": {2, 0}, "PKR": {2, 0}, "RSD": {2, 0}, "SOS": {2, 0},
		"SYP": {2, 0}, "TZS": {2, 0}, "UZS": {2, 0}, "YER": {2, 0},
	}
	if diff := cmp.Diff(want, differ); diff != "" {
		t.Errorf("exponents: -want +got\n%s", diff)
	}
	if diff := cmp.Diff([]string{"MRU", "SLE", "UYW", "VED", "VES", "XAD", "XCG", "ZWG"}, unknown); diff != "" {
		t.Errorf("codes unknown to x/text: -want +got\n%s", diff)
	}
}
