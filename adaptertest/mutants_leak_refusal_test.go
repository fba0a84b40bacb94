package adaptertest_test

// Slips in one message alone, and in what is kept.
var leakRefusalMutants = []mutant{
	{
		name: "a rejected code is quoted", check: "leak.code_in_refusal",
		hand: func(q *quirks) { q.codeInMessage = true },
	},
	{
		name: "requires_verification says where the code will go", check: "leak.contact_in_refusal",
		hand: func(q *quirks) { q.emailInMessage = true },
	},
	{
		name: "an outage quotes the request", check: "leak.credential_in_refusal",
		hand: func(q *quirks) { q.credentialLeaks = true },
	},
	{
		name: "the record of an attempt names its customer", check: "leak.customer_stored",
		hand: func(q *quirks) { q.customerStored = true },
	},
}
