package osbp_test

import (
	"testing"

	"github.com/openservicekit/openservice/osbp"
)

func BenchmarkDecodeBookingCreate(b *testing.B) {
	doc := specDocument(b, "booking.create.input")
	b.SetBytes(int64(len(doc)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := osbp.DecodeBookingCreate(doc); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecodeServiceDescribe(b *testing.B) {
	doc := specDocument(b, "service.describe.input")
	b.ReportAllocs()
	for b.Loop() {
		if _, err := osbp.DecodeServiceDescribe(doc); err != nil {
			b.Fatal(err)
		}
	}
}
