package sandbox

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base32"
	"encoding/binary"
	"fmt"
	"strings"
)

// draw is pseudo-random and the same for one seed, kind and number.
func (s *Sandbox) draw(kind string, n int) [sha256.Size]byte {
	mac := hmac.New(sha256.New, binary.BigEndian.AppendUint64(nil, s.opts.Seed))
	fmt.Fprintf(mac, "%s\x00%d", kind, n)
	return [sha256.Size]byte(mac.Sum(nil))
}

// newRef is an id that no one can guess from the ones before, such as
// rsv_k3v7q2m5x4.
func (s *Sandbox) newRef(kind string) string {
	s.issued[kind]++
	random := s.draw(kind, s.issued[kind])
	return kind + "_" + strings.ToLower(base32.StdEncoding.EncodeToString(random[:])[:10])
}

// newCode is six digits for a contact of a business.
func (s *Sandbox) newCode(of businessContact) string {
	kind := "code\x00" + of.business + "\x00" + of.contact
	s.issued[kind]++
	random := s.draw(kind, s.issued[kind])
	return fmt.Sprintf("%06d", binary.BigEndian.Uint64(random[:])%1_000_000)
}
