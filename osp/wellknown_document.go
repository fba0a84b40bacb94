package osp

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"maps"
	"net/http"
	"strconv"
	"time"
)

// document is a published document, ready to be sent: its bytes, the same compressed, and the headers of both.
type document struct {
	plain, gzip representation // gzip.body is nil if compressing gains nothing
	// modified is when the content last changed, zero if that isn't known.
	modified time.Time
	// lastModified is the header of it.
	lastModified []string
	clock        func() time.Time
}

// representation is one encoding of a document. Each has an ETag of its own, because a strong one stands for the very bytes.
type representation struct {
	body []byte
	etag string
	// fresh are the headers of an answer with the body, unchanged those of one without. Answers share the values.
	fresh, unchanged http.Header
}

// newDocument prepares a document. Its ETags depend on its bytes alone, so that instances that serve the same agree.
func newDocument(mediaType string, body []byte, modified time.Time, maxAge time.Duration, clock func() time.Time) (*document, error) {
	hash := sha256.Sum256(body)
	tag := base64.RawURLEncoding.EncodeToString(hash[:15])
	d := &document{clock: clock}
	if !modified.IsZero() {
		d.modified = modified.Truncate(time.Second)
		d.lastModified = []string{modified.UTC().Format(http.TimeFormat)}
	}
	cacheControl := fmt.Sprintf("public, max-age=%d", int(maxAge.Seconds()))
	d.plain = newRepresentation(mediaType, body, `"`+tag+`"`, cacheControl)

	var compressed bytes.Buffer
	z, err := gzip.NewWriterLevel(&compressed, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(body); err != nil {
		return nil, err
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	if compressed.Len() < len(body) {
		d.gzip = newRepresentation(mediaType, compressed.Bytes(), `"`+tag+`-gzip"`, cacheControl)
		d.gzip.fresh["Content-Encoding"] = []string{"gzip"}
	}
	return d, nil
}

func newRepresentation(mediaType string, body []byte, etag, cacheControl string) representation {
	unchanged := http.Header{}
	unchanged.Set("ETag", etag)
	unchanged.Set("Cache-Control", cacheControl)
	unchanged.Set("Vary", "Accept-Encoding")
	unchanged.Set("Access-Control-Allow-Origin", "*")
	unchanged.Set("Access-Control-Expose-Headers", "ETag")
	fresh := unchanged.Clone()
	fresh.Set("Content-Type", mediaType)
	fresh.Set("Content-Length", strconv.Itoa(len(body)))
	fresh.Set("X-Content-Type-Options", "nosniff")
	return representation{body: body, etag: etag, fresh: fresh, unchanged: unchanged}
}

// get answers GET and HEAD.
func (d *document) get(w http.ResponseWriter, r *http.Request) {
	chosen := &d.plain
	if d.gzip.body != nil && acceptsGzip(r.Header) {
		chosen = &d.gzip
	}
	h := w.Header()
	modified := d.modified
	// A date of change that lies ahead is a mistake, and must not be sent (RFC 9110 8.8.2.1).
	if !modified.IsZero() && !modified.After(d.clock()) {
		h["Last-Modified"] = d.lastModified
	} else {
		modified = time.Time{}
	}
	status := conditionOf(r.Header, chosen.etag, modified)
	if status != http.StatusOK {
		maps.Copy(h, chosen.unchanged)
		w.WriteHeader(status)
		return
	}
	maps.Copy(h, chosen.fresh)
	w.WriteHeader(http.StatusOK)
	if r.Method != http.MethodHead {
		_, _ = w.Write(chosen.body) // whoever went away needs no answer
	}
}
