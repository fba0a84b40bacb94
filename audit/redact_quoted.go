package audit

import (
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/openservicekit/openservice/audit/internal/scrub"
)

// maxQuoted is how deep documents may quote one another and still be learnt from.
const maxQuoted = 3

// learnQuoted adds what must go of the JSON objects that free texts quote, as a
// platform's error may quote the request. Ids in them prove nothing and are not
// learnt, and a code in one was not submitted.
func learnQuoted(root *snapshot, known *scrub.Known, depth int) {
	walk(root, true, func(at place, value *snapshot) {
		if value.kind != jsontext.KindString || at.kind != freeText {
			return
		}
		quoted := quotedObject(value.text)
		if quoted == nil {
			return
		}
		walk(quoted, true, func(at place, value *snapshot) {
			if (value.kind == jsontext.KindString || value.kind == jsontext.KindNumber) && value.text != "" {
				learnValue(value.text, at.kind, known)
			}
		}, nil)
		if depth > 1 {
			learnQuoted(quoted, known, depth-1)
		}
	}, nil)
}

// quotedObject is the JSON object between the first brace of text and the last
// one, nil if that is none.
func quotedObject(text string) *snapshot {
	from, to := strings.IndexByte(text, '{'), strings.LastIndexByte(text, '}')
	if from < 0 || to < from {
		return nil
	}
	object, _, err := parseSnapshot([]byte(text[from : to+1]))
	if err != nil {
		return nil
	}
	return object
}
