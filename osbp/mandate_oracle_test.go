package osbp_test

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/openservicekit/openservice/money"
	"github.com/openservicekit/openservice/osbp"
)

// oracleCovers answers by another way than ValidateMandate: one unordered
// conjunction, on package time and regular expressions, with no thought of speed
// or of which refusal to give.
func oracleCovers(c *osbp.MandateCheck) bool {
	m, in, service, slot, policy := c.Mandate, c.Request, c.Service, c.Slot, c.Policy
	if m == nil || service == nil || slot == nil || policy == nil || c.Now.IsZero() {
		return false
	}
	if c.Action != "" && c.Action != "booking.create" {
		return false // the oracle knows one action
	}
	expires, ok := oracleInstant(m.ExpiresAt)
	if !ok || m.ID == "" || !c.Now.Before(expires) {
		return false
	}
	if !slices.Contains(m.AllowedActions, "booking.create") {
		return false
	}

	org := []string{m.OrganizationID, slot.OrganizationID}
	if policy.Organization != nil {
		org = append(org, policy.Organization.ID)
	}
	serviceIDs := []string{service.ID, slot.ServiceID}
	if policy.ServiceID != "" {
		serviceIDs = append(serviceIDs, policy.ServiceID)
	}
	scheduleIDs, providerIDs := []string{slot.ScheduleID}, []string{slot.ProviderID}
	if in != nil {
		serviceIDs = append(serviceIDs, in.ServiceID)
		scheduleIDs = append(scheduleIDs, in.ScheduleID)
		providerIDs = append(providerIDs, in.ProviderID)
	}
	same := func(ids []string) bool { return len(slices.Compact(slices.Clone(ids))) == 1 }
	allowed := func(list []string, id string) bool { return list == nil || slices.Contains(list, id) }
	if c.OrganizationID == "" || !same(append(org, c.OrganizationID)) ||
		!same(serviceIDs) || service.ID == "" || !allowed(m.ServiceIDs, service.ID) ||
		!same(scheduleIDs) || slot.ScheduleID == "" || !allowed(m.ScheduleIDs, slot.ScheduleID) ||
		!same(providerIDs) || !allowed(m.ProviderIDs, slot.ProviderID) ||
		m.ProviderIDs != nil && slot.ProviderID == "" {
		return false
	}
	return oracleTimes(c) && oracleMoney(c)
}

func oracleTimes(c *osbp.MandateCheck) bool {
	start, ok := oracleWall(c.Slot.StartsAtLocal)
	if !ok {
		return false
	}
	if in := c.Request; in != nil {
		requested, ok := oracleWall(in.Date + "T" + in.Time)
		if !ok || len(in.Date) != 10 || !requested.Equal(start) {
			return false
		}
	}
	var loc *time.Location
	if c.Slot.ScheduleTimezone != "" && c.Zone.Name() == c.Slot.ScheduleTimezone {
		loc = c.Zone.Location()
	}
	instants := c.Slot.StartsAt != "" || c.Slot.EndsAt != ""
	if instants && c.Slot.ScheduleTimezone != "" && loc == nil {
		return false
	}
	agree := func(instant, local time.Time) bool { return loc == nil || oracleLocal(instant, loc).Equal(local) }

	var startsAt, endsAt time.Time
	if c.Slot.StartsAt != "" {
		if startsAt, ok = oracleInstant(c.Slot.StartsAt); !ok || !agree(startsAt, start) {
			return false
		}
	}
	var end time.Time
	endKnown, onTimeLine := false, false
	if c.Slot.EndsAtLocal != "" {
		if end, endKnown = oracleWall(c.Slot.EndsAtLocal); !endKnown {
			return false
		}
	}
	if c.Slot.EndsAt != "" {
		if endsAt, ok = oracleInstant(c.Slot.EndsAt); !ok || endKnown && !agree(endsAt, end) {
			return false
		}
		if !endKnown && loc != nil {
			end, endKnown = oracleLocal(endsAt, loc), true
		}
		if c.Slot.StartsAt != "" {
			if !endsAt.After(startsAt) {
				return false
			}
			onTimeLine = loc != nil
		}
	} else if !endKnown {
		end, endKnown = oracleEnd(c, start, startsAt, loc)
		onTimeLine = loc != nil && c.Slot.StartsAt != ""
	}
	if endKnown && !onTimeLine && !end.After(start) {
		return false
	}

	if s := c.Mandate.EarliestStart; s != "" {
		earliest, ok := oracleWall(s)
		if !ok || start.Before(earliest) || endKnown && end.Before(earliest) {
			return false
		}
	}
	if s := c.Mandate.LatestEnd; s != "" {
		latest, ok := oracleWall(s)
		if !ok || !endKnown || end.After(latest) || !start.Before(latest) {
			return false
		}
	}
	return true
}

// oracleDurations are the durations that the fuzzer uses and that have a length.
var oracleDurations = map[string]struct {
	days  int
	clock time.Duration
}{
	"PT60M": {0, time.Hour}, "PT30M": {0, 30 * time.Minute}, "PT5400S": {0, 90 * time.Minute},
	"PT16H": {0, 16 * time.Hour}, "P1D": {1, 0}, "P1W": {7, 0}, "P1DT30M": {1, 30 * time.Minute},
}

func oracleEnd(c *osbp.MandateCheck, start, startsAt time.Time, loc *time.Location) (time.Time, bool) {
	d, ok := oracleDurations[c.Service.Duration]
	if !ok {
		return time.Time{}, false
	}
	civil := start.AddDate(0, 0, d.days).Add(d.clock)
	if loc == nil {
		return civil, true
	}
	from := startsAt
	if c.Slot.StartsAt == "" {
		readings := oracleReadings(start, loc)
		if len(readings) == 0 {
			return time.Time{}, false
		}
		if len(readings) > 1 {
			return civil, true
		}
		from = readings[0]
	}
	if d.days > 0 {
		readings := oracleReadings(oracleLocal(from, loc).AddDate(0, 0, d.days), loc)
		if len(readings) == 0 {
			return time.Time{}, false
		}
		if len(readings) > 1 {
			return civil, true
		}
		from = readings[0]
	}
	return oracleLocal(from.Add(d.clock), loc), true
}

// oracleReadings are all instants at which clocks in loc show the wall clock.
func oracleReadings(local time.Time, loc *time.Location) []time.Time {
	var found []time.Time
	for quarters := -26 * 4; quarters <= 26*4; quarters++ {
		at := local.Add(time.Duration(quarters) * 15 * time.Minute)
		if oracleLocal(at, loc).Equal(local) {
			found = append(found, at)
		}
	}
	return found
}

// oracleLocal is what clocks in loc show, written as a time in UTC.
func oracleLocal(t time.Time, loc *time.Location) time.Time {
	l := t.In(loc)
	return time.Date(l.Year(), l.Month(), l.Day(), l.Hour(), l.Minute(), l.Second(), l.Nanosecond(), time.UTC)
}

func oracleMoney(c *osbp.MandateCheck) bool {
	m, service, slot, policy := c.Mandate, c.Service, c.Slot, c.Policy
	for _, p := range []*money.Money{m.MaxPrice, m.MaxExtraFee, service.Price, slot.Price, policy.Deposit,
		policy.CancellationFee, policy.NoShowFee} {
		if p != nil {
			if n, ok := p.AmountMinor.Minor(); ok && (n < 0 || n > 9007199254740991) {
				return false
			}
		}
	}
	fixed := func(p *money.Money) (int64, bool) {
		if p == nil || p.Type != "" && p.Type != "fixed" {
			return 0, false
		}
		return p.AmountMinor.Minor()
	}
	iso := func(p *money.Money) bool {
		return p == nil || slices.Contains([]string{"USD", "EUR", "JPY", "KWD"}, p.Currency)
	}
	if !iso(m.MaxPrice) || !iso(m.MaxExtraFee) || service.RequiresConsultation {
		return false
	}
	price := slot.Price
	if price == nil {
		price = service.Price
	}
	amount, ok := fixed(price)
	if !ok || !iso(price) {
		return false
	}
	if m.MaxPrice != nil {
		limit, ok := fixed(m.MaxPrice)
		if !ok || amount > limit {
			return false
		}
		for _, p := range []*money.Money{service.Price, slot.Price, policy.Deposit} {
			if p != nil && p.Currency != m.MaxPrice.Currency {
				return false
			}
		}
	}
	var fee *money.Money
	deposit, depositFixed := fixed(policy.Deposit)
	switch policy.PaymentRequirement {
	case "none":
		return policy.Deposit == nil || depositFixed && deposit == 0
	case "deposit":
		if fee = policy.Deposit; !depositFixed || deposit == 0 {
			return false
		}
	case "full_prepay":
		fee = price
	default:
		return false
	}
	due, ok := fixed(fee)
	if !ok || !iso(fee) || !m.AllowPolicyFee {
		return false
	}
	if m.MaxExtraFee == nil {
		return true
	}
	limit, ok := fixed(m.MaxExtraFee)
	return ok && m.MaxExtraFee.Currency == fee.Currency && due <= limit
}

var (
	oracleWallForm    = regexp.MustCompile(`^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?$`)
	oracleInstantForm = regexp.MustCompile(`^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$`)
)

func oracleWall(s string) (time.Time, bool) {
	f := oracleWallForm.FindStringSubmatch(s)
	if f == nil || len(f[7]) > 9 && strings.Trim(f[7][9:], "0") != "" {
		return time.Time{}, false
	}
	return oracleCivil(f, 59)
}

func oracleInstant(s string) (time.Time, bool) {
	f := oracleInstantForm.FindStringSubmatch(s)
	if f == nil {
		return time.Time{}, false
	}
	t, ok := oracleCivil(f, 60)
	if z := f[8]; len(z) > 1 {
		hours, minutes := oracleNumber(z[1:3]), oracleNumber(z[4:])
		if hours > 23 || minutes > 59 {
			return t, false
		}
		offset := time.Duration(hours)*time.Hour + time.Duration(minutes)*time.Minute
		if z[0] == '+' {
			offset = -offset
		}
		t = t.Add(offset)
	}
	if f[6] == "60" {
		after := t.Truncate(time.Second)
		ok = ok && after.Day() == 1 && after.Hour() == 0 && after.Minute() == 0 && after.Second() == 0 &&
			(after.Month() == time.January || after.Month() == time.July)
	}
	return t, ok
}

func oracleCivil(f []string, maxSecond int) (time.Time, bool) {
	year, month, day := oracleNumber(f[1]), oracleNumber(f[2]), oracleNumber(f[3])
	hour, minute, second := oracleNumber(f[4]), oracleNumber(f[5]), oracleNumber(f[6])
	nanos := oracleNumber((f[7] + "000000000")[:9])
	date := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	ok := date.Month() == time.Month(month) && date.Day() == day && hour < 24 && minute < 60 && second <= maxSecond
	return time.Date(year, time.Month(month), day, hour, minute, second, nanos, time.UTC), ok
}

func oracleNumber(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}
