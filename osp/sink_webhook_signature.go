package osp

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strconv"
	"strings"
	"time"
)

// WebhookSignatureHeader is the header that holds the signature of a posted request: "t=SECONDS,v1=HEX", the Unix time of the
// post and the HMAC-SHA-256 of that time, a full stop and the body.
const WebhookSignatureHeader = "OSP-Signature"

// DefaultWebhookTolerance is how far the time of a signature may lie from the receiver's.
const DefaultWebhookTolerance = 5 * time.Minute

const minWebhookSecret = 16 // bytes

// ErrWebhookSignature is what [VerifyWebhook] returns for a post that must not be trusted.
var ErrWebhookSignature = errors.New("osp: the post is not signed with this secret, or too long ago")

// VerifyWebhook is for receivers: nil says that the body was posted by a [WebhookSink] with this secret, within the tolerance
// of now; zero tolerance is [DefaultWebhookTolerance]. Verify the bytes of the body before anything else is done with them.
// Within the tolerance the same post can be sent again by somebody who has seen it, so tell requests apart by their id.
func VerifyWebhook(secret []byte, header string, body []byte, now time.Time, tolerance time.Duration) error {
	stamp, signature, ok := strings.Cut(header, ",")
	seconds, isStamp := strings.CutPrefix(stamp, "t=")
	sum, isSum := strings.CutPrefix(signature, "v1=")
	at, err := strconv.ParseInt(seconds, 10, 64)
	given, hexErr := hex.DecodeString(sum)
	if !ok || !isStamp || !isSum || err != nil || hexErr != nil || len(secret) < minWebhookSecret {
		return ErrWebhookSignature
	}
	if tolerance <= 0 {
		tolerance = DefaultWebhookTolerance
	}
	age := now.Sub(time.Unix(at, 0)) // saturates
	if age < -tolerance || age > tolerance || !hmac.Equal(given, webhookSum(secret, seconds, body)) {
		return ErrWebhookSignature
	}
	return nil
}

func signWebhook(secret, body []byte, now time.Time) string {
	seconds := strconv.FormatInt(now.Unix(), 10)
	return "t=" + seconds + ",v1=" + hex.EncodeToString(webhookSum(secret, seconds, body))
}

func webhookSum(secret []byte, seconds string, body []byte) []byte {
	mac := hmac.New(sha256.New, secret)
	mac.Write([]byte(seconds + "."))
	mac.Write(body)
	return mac.Sum(nil)
}
