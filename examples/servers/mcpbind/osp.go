package mcpbind

import (
	"context"
	"errors"
	"net/http"
	"net/netip"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/openservicekit/openservice/osp"
)

// OSPOptions configure [AddOSP]. They are copied.
type OSPOptions struct {
	// CallerKey tells the callers apart, as osp.Caller.Key does. It must rest on what
	// the transport observed, never on what a call says of itself. Nil is the key that
	// [ObserveCallers] has seen, and one limit for all where it isn't used, as on
	// stdio.
	CallerKey func(context.Context, *mcp.CallToolRequest) string
}

// AddOSP puts the tools that an OSP server offers on an MCP server, under their own
// names (OSP 6.1). The channel of a booking request is mcp.
func AddOSP(server *mcp.Server, business *osp.Server, opts OSPOptions) {
	if opts.CallerKey == nil {
		opts.CallerKey = func(ctx context.Context, _ *mcp.CallToolRequest) string {
			key, _ := ctx.Value(callerKey{}).(string)
			return key
		}
	}
	for _, spec := range business.Tools() {
		hints := spec.Annotations
		server.AddTool(&mcp.Tool{
			Name: string(spec.Tool), Title: spec.Title, Description: spec.Description,
			InputSchema: spec.InputSchema, OutputSchema: spec.OutputSchema,
			Annotations: annotations(hints.ReadOnly, hints.Destructive, hints.Idempotent, hints.OpenWorld),
		}, func(ctx context.Context, request *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			caller := osp.Caller{Key: opts.CallerKey(ctx, request), Channel: osp.ChannelMCP, UserAgent: userAgent(request)}
			answer, err := business.Call(ctx, caller, spec.Tool, arguments(request))
			if err != nil {
				return nil, notServed(errors.Is(err, osp.ErrNoSuchTool))
			}
			return result(answer.JSON), nil
		})
	}
}

type callerKey struct{}

// ObserveCallers notes for [AddOSP] where each request comes from, in front of a
// stateless handler of streamable HTTP. See osp.CallerKey for the proxies. A handler
// that keeps sessions sees the address that opened the session.
func ObserveCallers(next http.Handler, proxies []netip.Prefix) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ctx := context.WithValue(r.Context(), callerKey{}, osp.CallerKey(r, proxies))
		next.ServeHTTP(w, r.WithContext(ctx))
	})
}

// userAgent is the header of the HTTP request, or else what the client calls itself.
func userAgent(request *mcp.CallToolRequest) string {
	if request.Extra != nil && request.Extra.Header != nil {
		return request.Extra.Header.Get("User-Agent")
	}
	if request.Session == nil {
		return ""
	}
	hello := request.Session.InitializeParams()
	if hello == nil || hello.ClientInfo == nil {
		return ""
	}
	return hello.ClientInfo.Name + "/" + hello.ClientInfo.Version
}
