package main

import (
	"bufio"
	"io"
	"strings"
	"unicode/utf8"
)

// The page: how wide it is, and where the text begins beside numbers and voices.
const (
	width  = 88
	column = 14
)

// narrate tells the story to people.
func (s *story) narrate(w io.Writer) error {
	aliases, err := s.aliases()
	if err != nil {
		return err
	}
	// Events alone: everything else is the same every time, and people know it by its
	// own name.
	var pairs []string
	for _, e := range s.events.all() {
		pairs = append(pairs, e.ID, aliases.Text(e.ID))
	}
	out := bufio.NewWriter(w)
	page := &page{out: out, eventAliases: strings.NewReplacer(pairs...)}
	page.heading(s.title, "=")
	page.paragraph(0, "", s.intro)
	for _, p := range s.parts {
		out.WriteString("\n")
		page.heading(p.title, "-")
		page.paragraph(0, "", p.intro)
		for _, st := range p.steps {
			out.WriteString("\n" + strings.Repeat(" ", 2-len(st.label)) + st.label + "  " + st.title + "\n")
			for _, l := range st.lines {
				page.paragraph(column, l.who, l.text)
			}
		}
	}
	out.WriteString("\n")
	page.paragraph(0, "", s.outro)
	return out.Flush()
}

type page struct {
	out          *bufio.Writer
	eventAliases *strings.Replacer
}

func (p *page) heading(text, underline string) {
	p.out.WriteString(text + "\n" + strings.Repeat(underline, utf8.RuneCountInString(text)) + "\n")
}

// paragraph writes text beside a margin, and who says it into the margin. Lines that
// are broken already stay so.
func (p *page) paragraph(margin int, who, text string) {
	label := strings.Repeat(" ", margin)
	if who != "" {
		label = strings.Repeat(" ", margin-2-len(who)) + who + "  "
	}
	for _, paragraph := range strings.Split(p.eventAliases.Replace(text), "\n") {
		for _, l := range wrap(paragraph, width-margin) {
			p.out.WriteString(strings.TrimRight(label+l, " ") + "\n")
			label = strings.Repeat(" ", margin)
		}
	}
}

// wrap breaks text between words into lines of at most n runes, where it can. What
// fits stays as it is.
func wrap(text string, n int) []string {
	if utf8.RuneCountInString(text) <= n {
		return []string{text}
	}
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > n:
			lines, line = append(lines, line), word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}
