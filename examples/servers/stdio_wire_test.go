package servers_test

import (
	"bytes"
	"encoding/json"
	"os/exec"
	"strings"
	"testing"

	"github.com/openservicekit/openservice/osbp"
)

// hello opens a session.
const hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

// TestStdio_FramesOnly: rule 44. Whatever comes in, every byte that goes out belongs to
// a JSON-RPC message on a line of its own, and what has an id is answered under it.
func TestStdio_FramesOnly(t *testing.T) {
	s := startStdio(t)
	c := converse(t, s)
	big := strings.Repeat("a", 2<<20)
	for _, line := range []string{
		`garbage`,
		`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"osbp_service_describe"}} {"jsonrpc":"2.0","id":2,"method":"ping"}`,
		``,
		"\r",
		`[]`,
		`[{"jsonrpc":"2.0","id":3,"method":"ping"}]`,
		`null`,
		`{"jsonrpc":"1.0","id":4,"method":"ping"}`,
		`{"jsonrpc":"1.0","method":"ping"}`,
		`{"jsonrpc":"2.0","id":5,"method":"no/such/method"}`,
		`{"jsonrpc":"2.0","id":6,"method":"tools/call"}`,
		`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":7}}`,
		`{"jsonrpc":"2.0","id":8,"method":"tools/call","params":{"name":"osbp_booking_cancel"}}`,
		`{"jsonrpc":"2.0","id":9,"method":"tools/call","params":{"name":"osbp_service_describe","arguments":null}}`,
		`{"jsonrpc":"2.0","id":10,"method":"tools/call","params":{"name":"osbp_booking_status","arguments":[1,2]}}`,
		"{\"jsonrpc\":\"2.0\",\"id\":11,\"method\":\"tools/call\",\"params\":{\"name\":\"osbp_booking_status\",\"arguments\":{\"booking_id\":\"\xff\xfe\"}}}",
		`{"jsonrpc":"2.0","id":12,"method":"tools/call","params":{"name":"osbp_handoff_request","arguments":{"reason":"big","message":"` + big + `"}}}`,
		`{"jsonrpc":"2.0","id":13,"method":"tools/call","params":{"name":"osbp_handoff_request","arguments":{"reason":"long","message":"` + big[:70_000] + `"}}}`,
		`{"jsonrpc":"2.0","id":14,"method":"tools/call","params":{"name":"osbp_handoff_request","arguments":{"reason":"huge","message":"` + big + big + big + `"}}}`,
		`{"jsonrpc":"2.0","id":"fifteen","method":"tools/call","params":{"name":"osbp_service_describe"}}`,
		`{"jsonrpc":"2.0","id":16,"method":"tools/call","params":{"name":"osbp_service_describe"},"id":17}`,
	} {
		c.send(t, line)
	}
	s.in.Close()
	s.ended(t)
	answers := map[string]frame{}
	unknown := 0
	for _, f := range c.rest(t) {
		if string(f.ID) == "null" {
			unknown++
			continue
		}
		answers[string(f.ID)] = f
	}
	if unknown != 7 { // garbage, two values, two arrays, null, the huge line, two ids
		t.Errorf("%d lines were refused without an id", unknown)
	}
	for id, code := range map[string]int{"4": -32600, "5": -32601, "6": -32600, "7": -32602, "8": -32602} {
		if f, ok := answers[id]; !ok || f.Error == nil || f.Error.Code != code {
			t.Errorf("%s got %s, %+v, not error %d", id, f.Result, f.Error, code)
		}
	}
	for id, code := range map[string]osbp.Code{
		"9": "", "10": osbp.CodeInvalidInput, "11": osbp.CodeInvalidInput, "12": osbp.CodeInvalidInput, "13": "", `"fifteen"`: "",
	} {
		var result struct {
			IsError           *bool
			StructuredContent osbp.Envelope
		}
		if err := json.Unmarshal(answers[id].Result, &result); err != nil {
			t.Errorf("%s: %v, %+v", id, err, answers[id].Error)
			continue
		}
		if e := result.StructuredContent; result.IsError != nil || e.OK != (code == "") || !e.OK && e.Problem.Code != code {
			t.Errorf("%s got %s, isError %v", id, e, result.IsError)
		}
	}
	if _, ok := answers["14"]; ok {
		t.Error("a line over the limit was read")
	}
	checkFrames(t, s.written.String())
}

// checkFrames looks at every byte.
func checkFrames(t *testing.T, written string) {
	t.Helper()
	if !strings.HasSuffix(written, "\n") {
		t.Error("the output does not end with a whole line")
	}
	for line := range strings.Lines(written) {
		line = strings.TrimSuffix(line, "\n")
		var members map[string]json.RawMessage
		decoder := json.NewDecoder(strings.NewReader(line))
		if err := decoder.Decode(&members); err != nil || decoder.InputOffset() != int64(len(line)) {
			t.Errorf("%q is not one JSON object: %v", line, err)
			continue
		}
		_, hasResult := members["result"]
		_, hasError := members["error"]
		if string(members["jsonrpc"]) != `"2.0"` || members["id"] == nil || hasResult == hasError || len(members) != 3 {
			t.Errorf("%q is no answer of JSON-RPC", line)
		}
	}
}

// TestStdio_PipedIn: what a shell pipes in is answered before the end of the input ends
// the session.
func TestStdio_PipedIn(t *testing.T) {
	command := exec.Command(program(t, "osbp-stdio"), "-audit", t.TempDir()+"/events.jsonl")
	command.Stdin = strings.NewReader(hello + `{"jsonrpc":"2.0","id":1,"method":"tools/list"}
{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"osbp_service_describe"}}`)
	var out bytes.Buffer
	command.Stdout = &out
	if err := command.Run(); err != nil {
		t.Fatal(err)
	}
	checkFrames(t, out.String())
	if n := strings.Count(out.String(), `"result":`); n != 3 {
		t.Errorf("%d answers:\n%s", n, &out)
	}
}

// TestStdio_Flags: what can't be is said on standard error, with nothing on standard
// output.
func TestStdio_Flags(t *testing.T) {
	for _, one := range []struct {
		flags  []string
		status int
		says   string
	}{
		{[]string{"-scenario", "chaos"}, 1, "normal, slot_taken, rate_limited, outcome_unknown, verification"},
		{[]string{"-business", "biz_nobody"}, 1, "biz_nobody"},
		{[]string{"-business", "biz_yoru_cycle", "-scenario", "verification"}, 1, "needs a verification code"},
		{[]string{"-store", "sqlite:bookings.db"}, 1, "not part of this build"},
		{[]string{"-store", "postgres://user:secret@db/bookings"}, 1, "not part of this build"},
		{[]string{"-store", "redis"}, 1, "-store memory"},
		{[]string{"-store", "host=db password=secret"}, 1, "-store memory"},
		{[]string{"-audit", "/dev/full"}, 1, "no regular file"},
		{[]string{"-audit", "both.log", "-outbox", "./x/../both.log"}, 1, "the same file"},
		{[]string{"-clock", "yesterday"}, 1, "RFC 3339"},
		{[]string{"-audit", "/dev/null/events.jsonl"}, 1, "audit log"},
		{[]string{"stray"}, 1, "stray"},
		{[]string{"-no-such-flag"}, 2, "no-such-flag"},
		{[]string{"-help"}, 2, "-scenario"},
	} {
		args := append([]string{"-audit", t.TempDir() + "/events.jsonl"}, one.flags...)
		command := exec.Command(program(t, "osbp-stdio"), args...)
		var out, complaints bytes.Buffer
		command.Stdout, command.Stderr = &out, &complaints
		err := command.Run()
		if code := command.ProcessState.ExitCode(); code != one.status || err == nil {
			t.Errorf("%v: status %d, %v", one.flags, code, err)
		}
		if !strings.Contains(complaints.String(), one.says) || strings.Contains(complaints.String(), "secret") || out.Len() > 0 {
			t.Errorf("%v: says %q, and %q on standard output", one.flags, &complaints, &out)
		}
	}
}

// TestStdio_AuditPath: the environment overrides the default, and the command line
// both.
func TestStdio_AuditPath(t *testing.T) {
	for _, one := range []struct{ name, flag, want string }{
		{"default", "", ".osbp/audit/events.jsonl"},
		{"environment", "", "fromenv.jsonl"},
		{"flag", "fromflag.jsonl", "fromflag.jsonl"},
	} {
		t.Run(one.name, func(t *testing.T) {
			command := exec.Command(program(t, "osbp-stdio"))
			if one.flag != "" {
				command.Args = append(command.Args, "-audit", one.flag)
			}
			command.Dir = t.TempDir()
			command.Env = append(command.Environ(), "OSBP_AUDIT_LOG_PATH=")
			if one.name != "default" {
				command.Env = append(command.Env, "OSBP_AUDIT_LOG_PATH=fromenv.jsonl")
			}
			command.Stdin = strings.NewReader(hello + `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"osbp_service_describe"}}`)
			if err := command.Run(); err != nil {
				t.Fatal(err)
			}
			if n := len((&stdioServer{audit: command.Dir + "/" + one.want}).events(t)); n != 1 {
				t.Errorf("%d events", n)
			}
		})
	}
}
