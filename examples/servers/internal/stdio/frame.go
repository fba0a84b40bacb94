package stdio

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/openservicekit/openservice/examples/servers/internal/frame"
)

// errSilent is for what is no message and, having no id, gets no answer either.
var errSilent = errors.New("neither a call nor a notification")

// decode reads one message. Its error is the JSON-RPC error to answer with, or
// errSilent. Bad UTF-8 in a tool's arguments is for the tool to refuse, which knows whom to
// answer.
func decode(line []byte) (jsonrpc.Message, json.RawMessage, error) {
	if !json.Valid(line) {
		return nil, nil, &jsonrpc.Error{Code: jsonrpc.CodeParseError, Message: "the line is not one JSON value"}
	}
	var members map[string]json.RawMessage
	if bytes.TrimLeft(line, " \t")[0] != '{' || json.Unmarshal(line, &members) != nil {
		return nil, nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "the line is not one JSON-RPC message; batches are not taken"}
	}
	message, err := jsonrpc.DecodeMessage(line)
	if err == nil {
		if err := frame.Check(line); err != nil {
			return nil, nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: err.Error()}
		}
		if _, isRequest := message.(*jsonrpc.Request); isRequest {
			if err := frame.CheckID(members["id"]); err != nil {
				return nil, nil, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: err.Error()}
			}
		}
		return message, nil, nil
	}
	id := members["id"]
	if _, isRequest := members["method"]; isRequest && id == nil {
		return nil, nil, errSilent
	}
	if !isID(id) {
		id = nil
	}
	return nil, id, &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: "this is no JSON-RPC 2.0 message"}
}

// isID reports whether a value can be the id of a call: a string or a number.
func isID(value json.RawMessage) bool {
	return len(value) > 0 && (value[0] == '"' || value[0] == '-' || value[0] >= '0' && value[0] <= '9')
}

// refusal is the line that answers what was no message, with id null where it is not
// known.
func refusal(id json.RawMessage, err error) ([]byte, error) {
	return json.Marshal(struct {
		JSONRPC string          `json:"jsonrpc"`
		ID      json.RawMessage `json:"id"`
		Error   error           `json:"error"`
	}{"2.0", id, err})
}
