package money_test

import (
	"encoding/json"
	"testing"

	jsonv2 "github.com/go-json-experiment/json"

	"github.com/openservicekit/openservice/money"
)

func BenchmarkCompare(b *testing.B) {
	price, limit := money.Fixed("USD", 9500), money.Fixed("USD", 10000)
	b.ReportAllocs()
	for b.Loop() {
		if c, err := money.Compare(price, limit); err != nil || c != -1 {
			b.Fatal(c, err)
		}
	}
}

func BenchmarkExponent(b *testing.B) {
	for _, code := range []string{"USD", "JPY", "KWD"} {
		b.Run(code, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := money.Exponent(code); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkFromMajor(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := money.FromMajor("80.00", "USD"); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPlain(b *testing.B) {
	m := money.Fixed("USD", 9500)
	b.Run("Plain", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_ = m.Plain()
		}
	})
	b.Run("AppendPlain", func(b *testing.B) {
		buf := make([]byte, 0, 64)
		b.ReportAllocs()
		for b.Loop() {
			if _, err := m.AppendPlain(buf); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkFormat(b *testing.B) {
	m := money.Fixed("USD", 9599)
	for _, lang := range []string{"en", "de", "ar", "es-MX"} {
		b.Run(lang, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := money.Format(m, lang); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkDecode(b *testing.B) {
	data := []byte(`{"amount_minor":9500,"currency":"USD","type":"fixed","display":"$95.00"}`)
	b.Run("Amount", func(b *testing.B) {
		var a money.Amount
		number := []byte("9500")
		b.ReportAllocs()
		for b.Loop() {
			if err := a.UnmarshalJSON(number); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Money/encoding-json", func(b *testing.B) {
		var m money.Money
		b.ReportAllocs()
		for b.Loop() {
			if err := json.Unmarshal(data, &m); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("Money/json-v2", func(b *testing.B) {
		var m money.Money
		b.ReportAllocs()
		for b.Loop() {
			if err := jsonv2.Unmarshal(data, &m); err != nil {
				b.Fatal(err)
			}
		}
	})
}
