// Package storetest checks that an implementation of [store.Store] keeps the
// contract written there.
//
// An implementer runs the checks as subtests:
//
//	func TestStore(t *testing.T) {
//		storetest.Run(t, func(t *testing.T, clock func() time.Time) store.Store {
//			s, err := mystore.Open(t.TempDir(), clock)
//			if err != nil {
//				t.Fatal(err)
//			}
//			t.Cleanup(func() { s.Close() })
//			return s
//		})
//	}
//
// A store that is bounded, or that several processes share, says so with a
// [Harness] and [RunHarness]; what the harness cannot show is skipped by name.
// [Check] runs the same checks without the testing package.
//
// Each check has a fresh store, an id that doesn't change between releases, and
// a sentence that says what is required. Each of them is itself tested against
// stores that break that one requirement and no other.
package storetest
