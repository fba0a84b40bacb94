// Package money holds the Money object of the Open Service Booking Protocol
// (OSBP "Money"): a count of minor units and an ISO 4217 currency.
//
// Prices reach a program in one of three ways. [FromMajor] takes what a
// platform writes in major units ("80.00", or a json.Number), [FromMinor]
// takes what it writes in minor units, and decoding JSON takes the wire form.
// All three are exact: there is no floating point in this package, and digits
// that a currency cannot hold are an error, never rounded away.
//
// [Compare] and [Money.AtMost] answer only when both sides are fixed prices in
// one known currency, and are errors otherwise. [Money.Plain] writes an amount
// the same way for everyone ("95.00 USD"), [Format] writes it for the speaker
// of a language. Neither ever reads [Money.Display].
//
// The number of minor digits is [Exponent]'s, from a dated copy of the ISO
// 4217 list ([ISOPublished]). Display data such as CLDR's is not used for it:
// it shows fewer digits than many currencies have.
package money
