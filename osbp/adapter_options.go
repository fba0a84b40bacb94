package osbp

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"github.com/openservicekit/openservice/store"
	"github.com/openservicekit/openservice/wallclock"
)

// Defaults of AdapterOptions.
const (
	// DefaultReadTimeout bounds one read of the platform, and the reads before a
	// create together.
	DefaultReadTimeout = 10 * time.Second
	// DefaultVerifyTimeout bounds one call of a Verifier.
	DefaultVerifyTimeout = 10 * time.Second
)

// AdapterOptions configure an Adapter. They are copied.
type AdapterOptions struct {
	// Vendor is a stable slug for the platform and APIVersion the exact version pin
	// that is sent to it; both required (OSBP "Platform Metadata and Versioning").
	Vendor     string
	APIVersion string
	// OrganizationID is the one organization that this adapter serves; required.
	OrganizationID string
	// Store keeps booking attempts, and pending approvals too unless Approvals is
	// set; required. See CreatorOptions.Store.
	Store store.Store
	// Approvals is a store of their own for pending approvals, so that challenges
	// can't fill the one that idempotency needs; nil is Store.
	Approvals store.Store
	// Namespace prefixes records; empty is Namespace(Vendor, OrganizationID).
	Namespace string
	// Zones loads IANA zones; nil is the system's. See wallclock.ZoneLoader.
	Zones wallclock.ZoneLoader
	// Clock tells the time; nil is the system's.
	Clock func() time.Time
	// Rand is the source of salts; nil is crypto/rand.
	Rand io.Reader
	// Logger is the operator's: it gets the causes that agents never see. Nil
	// discards.
	Logger *slog.Logger

	// DefaultServiceID and DefaultScheduleID stand in where a read leaves the id
	// out. A create always names its ids.
	DefaultServiceID  string
	DefaultScheduleID string

	// NativeIdempotency: see CreatorOptions.
	NativeIdempotency bool
	// NeedsNameParts says that the platform wants given and family name apart. An
	// input that has only a display name is then refused with
	// CodeCustomerNameAmbiguous; parts are never invented.
	NeedsNameParts bool
	// Approver: see GateOptions.
	Approver Approver
	// MaxBookingsPerMandate: see CreatorOptions. Off by default, as in v0.1.0.
	MaxBookingsPerMandate int
	// VerifyPendingOnly lets verification.send reach only the contact of a booking
	// attempt that the platform has asked to verify within the last half hour. Off
	// by default, as in v0.1.0.
	VerifyPendingOnly bool
	// ContactKey, of at least 16 bytes, keys the hashes of those contacts; instances
	// that share a store share it too. Empty is a random key, under which attempts
	// made before a restart or elsewhere are not found, and refused.
	ContactKey []byte

	// ApprovalLifetime and MaxPendingApprovals: see GateOptions.
	ApprovalLifetime    time.Duration
	MaxPendingApprovals int
	// Time limits per platform call; zero means the default.
	ReadTimeout   time.Duration
	CreateTimeout time.Duration
	FindTimeout   time.Duration
	VerifyTimeout time.Duration
	StoreTimeout  time.Duration
}

// minContactKey is the shortest key under which phone numbers can't be found by trying
// all of them.
const minContactKey = 16

func (o *AdapterOptions) complete() error {
	switch {
	case o.Vendor == "":
		return errors.New("osbp: AdapterOptions.Vendor is required")
	case o.APIVersion == "":
		return errors.New("osbp: AdapterOptions.APIVersion is required")
	case o.OrganizationID == "":
		return errors.New("osbp: AdapterOptions.OrganizationID is required")
	case o.Store == nil:
		return errors.New("osbp: AdapterOptions.Store is required")
	case len(o.ContactKey) > 0 && len(o.ContactKey) < minContactKey:
		return fmt.Errorf("osbp: AdapterOptions.ContactKey is shorter than %d bytes", minContactKey)
	case o.ReadTimeout < 0 || o.VerifyTimeout < 0:
		return errors.New("osbp: a timeout in AdapterOptions is negative")
	}
	if o.Approvals == nil {
		o.Approvals = o.Store
	}
	if o.Namespace == "" {
		o.Namespace = Namespace(o.Vendor, o.OrganizationID)
	}
	if o.Zones == nil {
		o.Zones = wallclock.SystemZones()
	}
	if o.Clock == nil {
		o.Clock = time.Now
	}
	if o.Rand == nil {
		o.Rand = rand.Reader
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.ReadTimeout == 0 {
		o.ReadTimeout = DefaultReadTimeout
	}
	if o.VerifyTimeout == 0 {
		o.VerifyTimeout = DefaultVerifyTimeout
	}
	o.ContactKey = append([]byte(nil), o.ContactKey...)
	return nil
}
