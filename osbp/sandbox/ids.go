package sandbox

// Vendor and APIVersion are the platform's identity (OSBP "Platform Metadata and
// Versioning"): APIVersion is the value of the header [VersionHeader] that every
// request of the HTTP API carries, beside the /v1 of its paths.
const (
	Vendor        = "osbp-sandbox"
	APIVersion    = "2026-05-01"
	VersionHeader = "Sandbox-Version"
)

// Harbor Hair is a hair salon in California: USD, codes by text message, fees for
// late cancellation and for not coming, portraits of its staff.
const (
	HarborHair = "biz_harbor_hair"
	HarborMain = "cal_harbor_main"
	StaffMaya  = "stf_maya"
	StaffSam   = "stf_sam"

	Haircut    = "off_haircut" // 85.00 USD, with extras; nothing to pay before
	HairColor  = "off_color"   // 180.00 USD, 40.00 USD of it as a deposit
	FringeTrim = "off_fringe"  // free, no code, a fee for not coming
	BridalHair = "off_bridal"  // by request only: a consultation comes first
)

// Kanal Dental is a dental practice in Berlin: EUR, codes by email. It books under
// a given and a family name only, and does not show appointments without proof.
const (
	KanalDental  = "biz_kanal_dental"
	KanalRooms   = "cal_kanal_rooms"
	StaffBrandt  = "stf_brandt"
	DentalClean  = "off_cleaning"  // 95.00 EUR
	DentalCheck  = "off_checkup"   // what it costs depends on the insurance
	Whitening    = "off_whitening" // 320.00 EUR, all of it in advance
	DentalCrowns = "off_crowns"    // on quote
)

// Yoru Cycle is a bicycle workshop in Tokyo: JPY, no codes, open from the evening
// into the night. Whoever is free does the work, so that its openings name no
// staff, and late ones cost more.
const (
	YoruCycle    = "biz_yoru_cycle"
	YoruStand    = "cal_yoru_stand"
	BikeTune     = "off_tuneup"   // 6600 JPY, from 22:00 on 8800 JPY
	BikeOverhaul = "off_overhaul" // 22000 JPY; what to pay before is not known
	BikeWheel    = "off_wheel"    // the price is not known
)

// Salmiya Photo is a photo studio in Kuwait: KWD with its three decimals, closed on
// Fridays, no codes, no way to read an appointment back.
const (
	SalmiyaPhoto  = "biz_salmiya_photo"
	SalmiyaStudio = "cal_salmiya_studio"
	StaffNoor     = "stf_noor"
	PassportPhoto = "off_passport" // 3.250 KWD
	PortraitPhoto = "off_portrait" // 12.500 KWD, a deposit of 5.000 KWD, no cancellation
	StudioTour    = "off_tour"     // names no price at all
)

// Meridian Tutors teach from London: GBP, codes by a telephone call. Its online
// room keeps New York's clocks and is open from the evening into the night, also
// when the clocks are turned. There one tutor gives the same lesson in five
// currencies.
const (
	MeridianTutors = "biz_meridian_tutors"
	MeridianOnline = "cal_meridian_online" // America/New_York, remote
	MeridianRoom   = "cal_meridian_room"   // Europe/London
	StaffImogen    = "stf_imogen"
	LessonUSD      = "off_lesson_usd" // 40.00 USD
	LessonEUR      = "off_lesson_eur" // 38.00 EUR
	LessonGBP      = "off_lesson_gbp" // 32.00 GBP
	LessonJPY      = "off_lesson_jpy" // 6000 JPY
	LessonKWD      = "off_lesson_kwd" // 12.500 KWD
	TrialLesson    = "off_trial"      // 10.00 GBP, in the room, with a code
)
