// Package scrub finds what must not be logged in a piece of text.
//
// Text is matched as a reader would see it: a [Known] set of values and the
// shapes of contacts are compared with a folded view of the text, in which
// letter case, Unicode normal form, diacritics, invisible characters, the script
// of digits and the width of letters make no difference. Text that was escaped
// on its way (percent-encoding, JSON escapes, HTML references) is looked at both
// as it stands and as it decodes. Each part of a view remembers where in the
// text it came from, so what is found is cut out of the text itself.
//
// Everything here takes time linear in the text plus the known values.
package scrub
