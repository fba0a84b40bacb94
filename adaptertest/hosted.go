package adaptertest

import (
	"encoding/json"

	"github.com/openservicekit/openservice/audit"
	"github.com/openservicekit/openservice/osbp"
)

// hosted is a host in front of the adapter, with its audit log.
type hosted struct {
	p    *probe
	host Host
	log  *audit.MemoryLog
}

// hosted puts the harness's host, or an osbp.Host, in front of the fixture's adapter.
func (p *probe) hosted(f Fixture) *hosted { return p.hostedOver(p.adapter(f), f, nil) }

// hostedOver puts a host in front of an adapter of the fixture's organization. Its events
// go to log where that is not nil, and are not seen then.
func (p *probe) hostedOver(a osbp.BookingAdapter, f Fixture, log audit.Log) *hosted {
	h := &hosted{p: p, log: new(audit.MemoryLog)}
	if log == nil {
		log = h.log
	}
	var err error
	if p.h.Host != nil {
		h.host, err = p.h.Host(a, f.OrganizationID, log)
	} else {
		h.host, err = osbp.NewHost(a, osbp.HostOptions{Log: log, OrganizationID: f.OrganizationID, Clock: p.h.Now})
	}
	p.must("Host", err)
	return h
}

// call calls a tool with what args encode to.
func (h *hosted) call(tool osbp.Tool, args any) osbp.Envelope {
	data, err := json.Marshal(args)
	if err != nil {
		h.p.fatalf("arguments of %s: %v", tool, err)
	}
	return h.raw(tool, data)
}

// raw calls a tool with arguments as they stand.
func (h *hosted) raw(tool osbp.Tool, args []byte) osbp.Envelope {
	e, err := h.host.Call(h.p.ctx, tool, args)
	if err != nil {
		h.p.fatalf("%s gave an error beside its envelope: %T", tool, err)
	}
	return e
}

// wantCode calls a tool and requires a refusal with a code.
func (h *hosted) wantCode(what string, tool osbp.Tool, args any, code osbp.Code) *osbp.Problem {
	e := h.call(tool, args)
	switch {
	case e.OK || e.Problem == nil:
		h.p.fatalf("%s was not refused; %s was required", what, code)
	case e.Problem.Code != code:
		h.p.fatalf("%s was refused with %s, not %s", what, e.Problem.Code, code)
	}
	return e.Problem
}

// events are the audit events written so far.
func (h *hosted) events() []*audit.Event { return h.log.Events() }
