package adaptertest_test

import (
	"time"

	"github.com/openservicekit/openservice/osbp"
	"github.com/openservicekit/openservice/wallclock"
)

// quirks are the slips that a plausible author of an adapter makes. The zero quirks
// are none: handAdapter is right. Each is consulted in one place, or in the few where its
// slip would otherwise undo itself.
type quirks struct {
	// Every tool.
	panics           osbp.Tool    // this tool panics
	plainErrors      osbp.Tool    // this tool returns an error that is no Problem
	leaksPanic       bool         // a panic's text becomes the message
	retryableFlipped osbp.Code    // this code comes with the other retryability
	codeRenamed      [2]osbp.Code // the first code comes as the second
	upstreamText     bool         // the platform's text becomes part of the message
	credentialLeaks  bool         // the request's credential becomes part of a message
	missingIdentity  bool         // no platform identity
	versionNotSent   bool         // the version pin is left to the platform's default
	upstreamSilent   bool         // no upstream metadata
	retiringSilent   bool         // Deprecation and Sunset tell nobody
	retiringFails    bool         // Deprecation becomes a Problem
	forgets          bool         // state lives in the process, not in the store
	sharedNamespace  bool         // organizations share records

	// Reads.
	centsAlways       bool                                                                           // every currency has two places
	floatMoney        bool                                                                           // amounts go through a float and are cut
	nonFixedAsFree    bool                                                                           // a price that is not fixed becomes 0
	displayAsPrice    bool                                                                           // a display text that states another amount
	weekdayFromSunday bool                                                                           // 0 is Sunday in schedule_hours
	minutesAsNumber   bool                                                                           // durations such as "45"
	localWithOffset   bool                                                                           // Z on starts_at_local
	instantNoOffset   bool                                                                           // no offset on starts_at
	localFromUTC      bool                                                                           // the wall clock is cut off the UTC instant
	instantAt         func(zone wallclock.Zone, local wallclock.DateTime, right time.Time) time.Time // another instant
	zoneMissing       bool                                                                           // no schedule_timezone
	zoneAbbreviated   bool                                                                           // PST for America/Los_Angeles
	foreignSlots      bool                                                                           // organization_id of somebody else
	providerNotFilled bool                                                                           // slots name no provider
	providerIgnored   bool                                                                           // slots of all providers, whoever was asked for
	badDateAccepted   bool                                                                           // dates are not checked
	defaultsMissing   bool                                                                           // no default service and schedule
	consultationLost  bool                                                                           // requires_consultation is always false
	feesLost          bool                                                                           // policy without cancellation and no-show fee
	unknownAsNone     bool                                                                           // an unknown payment requirement becomes none
	methodGuessed     bool                                                                           // an unknown verification method becomes sms
	organizationLost  bool                                                                           // policy without its organization block

	// Mandate.
	ignoresMandate     bool
	preflightOnly      bool   // only what the request names is checked
	skips              string // the name of a step that is left out
	ordersSteps        func([]handStep) []handStep
	nakedExpiry        bool // an expires_at without offset is read as UTC
	expiryInclusive    bool // valid at expires_at itself
	emptyListAllows    bool // an empty list is none
	prefixMatches      bool // ids match by prefix
	pinnedButUnnamed   bool // provider_ids without a provider passes
	offsetCutOff       bool // offsets on wall clocks are cut off
	earliestExclusive  bool
	latestExclusive    bool
	endForgotten       bool // the start, not the end, is held to latest_end
	timesAsText        bool // 13:00 and 13:00:00 differ
	capExclusive       bool
	servicePriceOnly   bool // the service's price, also where the slot has its own
	currencyIgnored    bool
	noCapNoPrice       bool // without max_price no price is needed
	feeCapExclusive    bool
	feeCurrencyIgnored bool
	prepayIsFree       bool // full_prepay needs no payment
	terminalRetryable  bool
	terminalWithToken  bool

	// Approval.
	noGate                 bool
	gateAfterCreate        bool
	approvedAlready        bool // confirmed alone is enough
	confirmedIgnored       bool // the token alone is enough
	anyTokenAccepted       bool
	tokenByPrefix          bool // the first eight characters are compared
	sameTokenForAll        bool
	tokenNotBoundToPayload bool
	tokenNotBoundToFacts   bool
	tokenNotBoundToKey     bool
	tokenReusable          bool
	tokenSpentByRefusal    bool
	tokenNeverExpires      bool
	tokenExpiryInclusive   bool
	tokenLivesAnHour       bool
	tokenAnewEachTime      bool
	tokenShort             bool // six characters
	tokenFromFacts         bool // nothing random in it
	challengeFinal         bool // the challenge is not retryable
	markerMisspelt         bool
	tokenTwice             bool
	tokenBeforeSummary     bool

	// Summary.
	serviceLeftOut      bool
	timeLeftOut         bool
	timeInUTC           bool
	zoneLeftOut         bool
	providerLeftOut     bool
	placeLeftOut        bool
	priceLeftOut        bool
	summaryUsesDisplay  bool
	summaryUsesMinor    bool
	payNowLeftOut       bool
	enumDumped          bool
	termsLeftOut        bool
	feeLeftOut          bool
	noShowLeftOut       bool
	feesCalledCapped    bool
	customerNameLeftOut bool
	namePartsUnlabelled bool
	namePartsSwapped    bool
	markerNotCleaned    bool
	controlsNotCleaned  bool

	// Idempotency and booking.
	inputUnchecked           bool
	hashIncludesApproval     bool
	hashIncludesCode         bool
	hashExcludesCustomer     bool
	hashExcludesMandate      bool
	boundOnlyBySuccess       bool // a challenge does not bind the key
	replaySkipsConflict      bool
	noReplay                 bool
	replayNotMarked          bool
	firstMarked              bool // the first receipt says that it is a replay
	replayAfterSlot          bool // the slot is looked up before the record
	replayNeedsApproval      bool
	receiptOfLastCustomer    bool
	receiptIDAnew            bool
	noLock                   bool // twins do not wait for each other
	noReservation            bool // nothing is written before the create
	unknownRetried           bool // a lost answer frees the key
	unknownRetriedInside     bool // a lost answer is asked for again at once, with another create
	unknownReportedAsRefusal bool
	unknownFinal             bool // no retry may ask what became of it
	refusalCached            bool // a refusal settles the key
	serverErrorDefinite      bool // a 5xx counts as a refusal
	mismatchIgnored          bool
	anyoneNamed              bool // the slot of any provider will do
	nearestSlot              bool // another time will do
	expiredWhileSending      bool // the mandate's expiry is not looked at again
	cancelledByCaller        bool // the create ends with its caller
	partsInvented            bool // a missing family name is made of the display name
	codeStored               bool
	customerStored           bool
	tokenSent                bool // to the platform, as a reference
	receiptNamesCustomer     bool
	guestInvented            bool // the platform is told of a guest of the agent's
	guestByInitial           bool // the platform is told an initial for the given name
	checksSkipped            bool // the platform is asked to skip its own checks
	timeReadOnce             bool // the mandate's expiry is held to the time at which the call came
	otherPriceExpected       bool // the platform is not told the approved price

	// Verification and status.
	codeNotPassed       bool
	codeInMessage       bool
	emailInMessage      bool
	anyCodeAccepted     bool // verification.verify says yes to every code
	purposeIgnored      bool
	purposeLost         bool
	sentClaimed         bool // verification.send claims to have sent where nothing was
	foreignBookingShown bool
	statusPassedThrough bool
	statusAlwaysBooked  bool
	gatedAsNotFound     bool
	notFoundAsBooked    bool // an unknown booking is unknown instead of not found
	snapshotNotMarked   bool
}
