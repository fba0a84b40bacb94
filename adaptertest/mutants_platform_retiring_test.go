package adaptertest_test

var platformRetiringMutants = []mutant{
	{
		name: "nobody hears that an endpoint is going to end", check: "platform.retiring_told",
		hand: func(q *quirks) { q.retiringSilent = true },
	},
	{
		name: "an endpoint that is going to end counts as gone", check: "platform.retiring_harmless",
		also: []string{"platform.retiring_*"},
		hand: func(q *quirks) { q.retiringFails = true },
	},
}
