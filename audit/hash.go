package audit

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"

	"github.com/openservicekit/openservice/internal/strictjson"
)

// Hash is the hex SHA-256 digest of the RFC 8785 form of a JSON document, so
// that neither white space nor the order of members makes a difference (OSBP
// "Audit", input_hash and result_hash). The snapshots of a [Redactor] always
// have one; a document that is no JSON, has two members of one name or a number
// beyond the range of a double has none.
func Hash(snapshot []byte) (string, error) {
	canonical, err := strictjson.Canonical(snapshot)
	if err != nil {
		return "", fmt.Errorf("audit: %w", err)
	}
	sum := sha256.Sum256(canonical)
	return hex.EncodeToString(sum[:]), nil
}
