package osp

import (
	"bytes"
	"encoding/json"
	"slices"
)

// prepared are the answers that the manifest alone decides, encoded once.
type prepared struct {
	business encoded
	services []encodedService // in the order of the manifest
	// windows are the window objects of the manifest as the tools show them.
	windows encoded
}

// encoded is JSON that is ready.
type encoded []byte

func (e encoded) write(w *writer) { w.b = append(w.b, e...) }

func (e encoded) size() int { return len(e) }

func newPrepared(p *Profile, pages *Pages) prepared {
	f := prepared{business: encode(newBusinessInfo(p, pages)), windows: encode(plainWindows(p.manifest.BookingPolicy.Windows))}
	for i := range p.manifest.Services {
		s := &p.manifest.Services[i]
		f.services = append(f.services, encodedService{s, encode(newListedService(s, &p.manifest.Interfaces))})
	}
	return f
}

// encode writes a value as compact JSON in which texts are as they are. Only values of this package come here, all of which
// can be encoded.
func encode(v any) encoded {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if e.Encode(v) != nil {
		return nil
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}

// Members that OSP doesn't define are for readers of the manifest. Answers of the tools leave them out: they may hold null,
// which no answer does.

func plainWindows(windows []Window) []Window {
	windows = slices.Clone(windows)
	for i := range windows {
		windows[i].Extra = nil
	}
	return windows
}

func plainHours(h *Hours) Hours {
	hours := *h
	hours.Extra = nil
	hours.Weekly.Extra = nil
	for _, day := range hours.Weekly.days() {
		day.Extra = nil
	}
	return hours
}
