package strictjson

import (
	"bytes"
	"errors"
	"io"
	"reflect"
	"strconv"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Limits that hold unless [Options] sets others.
const (
	MaxBytes = 1 << 20 // size of a document
	MaxDepth = 64      // objects and arrays inside one another
)

// Options loosens or tightens the reading. The zero Options are the strict ones.
type Options struct {
	// AllowUnknown lets [Decode] pass over members that the Go type does not have.
	AllowUnknown bool
	// MaxBytes and MaxDepth replace the package's limits when they are positive.
	MaxBytes, MaxDepth int
}

// Check reports whether data is one JSON value that a careful reader and a
// careless one understand alike: RFC 8259 syntax, UTF-8 without a byte order
// mark or lone surrogates, no two members of one name in any object, nothing
// after the value, and within the limits on size and nesting.
//
// The error is an [*Error]. Where the data has several faults, one that makes
// it unreadable comes before a duplicate name.
func Check(data []byte, o Options) error {
	if err := checkLimits(data, o); err != nil {
		return err
	}
	if jsontext.Value(data).IsValid() {
		return nil
	}
	return explain(data)
}

// Decode reads data into v, which must be a non-nil pointer; what v held before
// is discarded. Data must pass [Check]. Names match letter for letter, members
// that v has no place for are refused unless o allows them, and null is refused
// wherever v is typed: it is not absence. A member typed as raw JSON
// ([encoding/json.RawMessage] and its like) or as any takes null as it is.
//
// A refusal is an [*Error] and leaves v zero.
func Decode(data []byte, v any, o Options) error {
	target := reflect.ValueOf(v)
	if target.Kind() != reflect.Pointer || target.IsNil() {
		return errors.New("strictjson: Decode needs a non-nil pointer")
	}
	if err := checkLimits(data, o); err != nil {
		return err
	}
	target.Elem().SetZero()
	opts := []json.Options{json.RejectUnknownMembers(!o.AllowUnknown)}
	if bytes.Contains(data, []byte("null")) {
		opts = append(opts, json.WithUnmarshalers(refuseNull))
	}
	// Success here implies that Check would pass: the decoder enforces the same
	// grammar. Only a failure needs a second reading to be told apart.
	err := json.Unmarshal(data, v, opts...)
	if err == nil {
		return nil
	}
	target.Elem().SetZero()
	if fault := explain(data); fault != nil {
		return fault
	}
	return semantic(err)
}

// checkLimits is what can be refused before any parsing, so that neither a huge
// nor a deeply nested document costs more than one look at its bytes.
func checkLimits(data []byte, o Options) error {
	maxBytes, maxDepth := MaxBytes, MaxDepth
	if o.MaxBytes > 0 {
		maxBytes = o.MaxBytes
	}
	if o.MaxDepth > 0 {
		maxDepth = o.MaxDepth
	}
	if len(data) > maxBytes {
		return &Error{Kind: Size, Detail: "is larger than " + strconv.Itoa(maxBytes) + " bytes"}
	}
	if bytes.HasPrefix(data, []byte("\xef\xbb\xbf")) {
		return &Error{Kind: UTF8, Detail: "starts with a byte order mark"}
	}
	// Counting is far quicker than following the nesting, and settles nearly
	// every document.
	if bytes.Count(data, []byte("{"))+bytes.Count(data, []byte("[")) > maxDepth && depth(data) > maxDepth {
		return &Error{Kind: Depth, Detail: "is nested more than " + strconv.Itoa(maxDepth) + " levels deep"}
	}
	return nil
}

// depth is the deepest nesting in data, counted without recursion. On data that
// is not JSON it is only a guess, and the parser has the last word.
func depth(data []byte) int {
	deepest, now := 0, 0
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '{', '[':
			now++
			deepest = max(deepest, now)
		case '}', ']':
			now--
		case '"':
			for i++; i < len(data) && data[i] != '"'; i++ {
				if data[i] == '\\' {
					i++
				}
			}
		}
	}
	return deepest
}

// explain says what is wrong with the bytes, nil if nothing is. It reads with
// the rules relaxed one by one, so that the graver fault is named.
func explain(data []byte) error {
	allowNames, allowUTF8 := jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)
	if err := readOne(data, allowNames, allowUTF8); err != nil {
		return syntactic(err, Syntax)
	}
	if err := readOne(data, allowNames); err != nil {
		return syntactic(err, UTF8)
	}
	if err := readOne(data); err != nil {
		return syntactic(err, Duplicate)
	}
	return nil
}

var errTrailing = errors.New("data after the value")

func readOne(data []byte, opts ...json.Options) error {
	dec := jsontext.NewDecoder(bytes.NewBuffer(data), opts...)
	if _, err := dec.ReadValue(); err != nil {
		return err
	}
	if _, err := dec.ReadToken(); err != io.EOF {
		return errTrailing
	}
	return nil
}

// refuseNull is consulted before every typed value.
var refuseNull = json.UnmarshalFromFunc(func(dec *jsontext.Decoder, v any) error {
	if dec.PeekKind() != jsontext.KindNull || takesNull(v) {
		return errors.ErrUnsupported // let the decoder go on as usual
	}
	return errNull
})

var errNull = errors.New("null")

// takesNull reports whether v holds JSON as it comes.
func takesNull(v any) bool {
	t := reflect.TypeOf(v).Elem()
	if t.Kind() == reflect.Interface && t.NumMethod() == 0 {
		return true
	}
	return t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8 &&
		(t == reflect.TypeFor[jsontext.Value]() || t.Name() == "RawMessage")
}
