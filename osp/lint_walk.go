package osp

import (
	"encoding/json"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/openservicekit/openservice/internal/strictjson"
)

// below returns the path of a member or, for a name in brackets, of an entry.
func below(path, name string) string {
	switch {
	case name != "" && name[0] == '[':
		return path + name
	case !isPlainName(name):
		return path + "[" + quote(name) + "]"
	case path == "":
		return name
	}
	return path + "." + name
}

func index(i int) string { return "[" + strconv.Itoa(i) + "]" }

// walk visits every value of a manifest's Go types, and tells visit the path of each.
func walk(path string, v reflect.Value, visit func(path string, v reflect.Value)) {
	visit(path, v)
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			walk(path, v.Elem(), visit)
		}
	case reflect.Slice:
		for i := range v.Len() {
			walk(path+index(i), v.Index(i), visit)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && f.Type != reflect.TypeFor[Members]() {
				walk(below(path, memberName(f)), v.Field(i), visit)
			}
		}
	}
}

// memberName returns the JSON name of a field, or the field's own name when it is no member.
func memberName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "" || name == "-" {
		return f.Name
	}
	return name
}

// members points out the members that OSP doesn't define.
func (l *linter) members() {
	walk("", reflect.ValueOf(l.m).Elem(), func(path string, v reflect.Value) {
		if v.Kind() != reflect.Struct {
			return
		}
		field := v.FieldByName("Extra")
		if !field.IsValid() {
			return
		}
		for _, name := range slices.Sorted(maps.Keys(field.Interface().(Members))) {
			at := below(path, name)
			meant := meantMember(name, v.Type())
			switch {
			case meant != "":
				l.note(at, LintUnknownMember, "OSP 9", quote(name)+" is not a member that OSP defines, and agents ignore it. Is it meant to be \""+meant+"\"?")
			case path == "":
				l.note(at, LintVendorMember, "OSP 5.1", quote(name)+" does not belong at the top level: put vendor data in \"extensions\", under a reverse domain name such as com.example.vendor.")
			default:
				l.note(at, LintUnknownMember, "OSP 9", quote(name)+" is not a member that OSP defines, and agents ignore it.")
			}
		}
	})
}

// meantMember returns the member of struct type t that a misspelt name probably means, "" if there is none.
func meantMember(name string, t reflect.Type) string {
	if len(name) > maxQuoted {
		return ""
	}
	best, bestDistance := "", slips(name)+1
	for i := range t.NumField() {
		f := t.Field(i)
		known := memberName(f)
		if known == f.Name {
			continue
		}
		if d := strictjson.Distance(letters(name), letters(known)); d < bestDistance {
			best, bestDistance = known, d
		}
	}
	return best
}

// eachText calls f for every text in the manifest, those of unknown members and of extensions included.
func (l *linter) eachText(f func(path, text string)) {
	walk("", reflect.ValueOf(l.m).Elem(), func(path string, v reflect.Value) {
		switch {
		case v.Kind() == reflect.String:
			f(path, v.String())
		case v.Kind() == reflect.Struct:
			for i := range v.NumField() {
				if m, ok := fieldMembers(v, i); ok {
					at := path
					if name := memberName(v.Type().Field(i)); name != "Extra" {
						at = below(path, name)
					}
					for _, name := range slices.Sorted(maps.Keys(m)) {
						eachRawText(below(at, name), m[name], f)
					}
				}
			}
		}
	})
}

func fieldMembers(v reflect.Value, i int) (Members, bool) {
	if !v.Type().Field(i).IsExported() {
		return nil, false
	}
	m, ok := v.Field(i).Interface().(Members)
	return m, ok
}

// eachRawText calls f for every text in JSON.
func eachRawText(path string, raw json.RawMessage, f func(path, text string)) {
	var v any
	if json.Unmarshal(raw, &v) == nil {
		eachValueText(path, v, f)
	}
}

func eachValueText(path string, v any, f func(path, text string)) {
	switch v := v.(type) {
	case string:
		f(path, v)
	case []any:
		for i, e := range v {
			eachValueText(path+index(i), e, f)
		}
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			eachValueText(below(path, name), v[name], f)
		}
	}
}
