package osp

import "github.com/openservicekit/openservice/wallclock"

// Hours are a weekly table plus exceptions: when the business answers and works (OSP 5.3.2).
type Hours struct {
	// Weekly has an entry for every weekday.
	Weekly Week `json:"weekly"`
	// Exceptions replace the weekly entry on single dates; optional.
	Exceptions []Exception `json:"exceptions,omitzero"`
	// Note is free text of up to 200 characters; optional.
	Note *string `json:"note,omitzero"`
	// Extra holds unknown members.
	Extra Members `json:"-"`
}

// Week has the hours of each weekday (OSP 5.3.2).
type Week struct {
	Monday    DayHours `json:"monday"`
	Tuesday   DayHours `json:"tuesday"`
	Wednesday DayHours `json:"wednesday"`
	Thursday  DayHours `json:"thursday"`
	Friday    DayHours `json:"friday"`
	Saturday  DayHours `json:"saturday"`
	Sunday    DayHours `json:"sunday"`
	// Extra holds unknown members.
	Extra Members `json:"-"`
}

// Day returns the hours of a weekday; for a value outside 1 to 7 it returns closed.
func (w *Week) Day(day wallclock.ISOWeekday) DayHours {
	if !day.IsValid() {
		return DayHours{Status: DayClosed}
	}
	return *w.days()[day-1]
}

// weekdayNames are the members of a Week, in the order of days.
var weekdayNames = [7]string{"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}

func (w *Week) days() [7]*DayHours {
	return [7]*DayHours{&w.Monday, &w.Tuesday, &w.Wednesday, &w.Thursday, &w.Friday, &w.Saturday, &w.Sunday}
}

// DayStatus tells the three forms of a day's hours apart (OSP 5.3.2).
type DayStatus string

const (
	// DayOpen means that Open and Close give the hours. It is the zero value and is not written: a day with hours
	// is an object of open and close.
	DayOpen DayStatus = ""
	// DayClosed is written "closed".
	DayClosed DayStatus = "closed"
	// DayAllDay is written "24_hours": open from midnight to midnight.
	DayAllDay DayStatus = "24_hours"
)

// DayHours are one weekday's hours: "closed", "24_hours", or an opening that ends on the same day. The zero value is not
// valid, because open must precede close (OSP 5.3.2, OSP Appendix A constraint 6).
type DayHours struct {
	Status DayStatus
	// Open and Close are local times in whole minutes, written HH:MM; they count when Status is DayOpen.
	Open, Close wallclock.Time
	// Extra holds unknown members of the object form.
	Extra Members
}

// Exception replaces the weekly hours on one date. It has no members beyond those that OSP defines (OSP 5.3.2).
type Exception struct {
	// Date is a date in the business's time zone.
	Date wallclock.Date `json:"date"`
	// Closed means closed all day, written as status "closed"; otherwise Open and Close give the hours.
	Closed bool `json:"-"`
	// Open and Close are local times in whole minutes, written HH:MM; they count when Closed is false. The schema
	// lets an opening end before it begins; such a date is treated as closed.
	Open  wallclock.Time `json:"open,omitzero"`
	Close wallclock.Time `json:"close,omitzero"`
	// Label is up to 80 characters, such as "Thanksgiving"; optional.
	Label *string `json:"label,omitzero"`
}
