package main

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime/debug"
	_ "time/tzdata" // programs bring zone data, libraries do not

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/openservicekit/openservice/examples/servers/internal/osbpstack"
	"github.com/openservicekit/openservice/examples/servers/internal/ospstack"
	"github.com/openservicekit/openservice/examples/servers/internal/stdio"
	"github.com/openservicekit/openservice/examples/servers/mcpbind"
	"github.com/openservicekit/openservice/osp"
)

// beServer is what a program of that name serves, with the limits off.
func beServer(name, audit string) error {
	debug.SetGCPercent(400) // as osp-http does
	switch name {
	case "osp-http":
		none := osp.Rate{PerSecond: math.Inf(1)}
		stack, err := ospstack.New(ospstack.Options{
			Limits: osp.Limits{Caller: none, Business: none, BookingCaller: none, BookingBusiness: none},
		})
		if err != nil {
			return err
		}
		return listen(stack.Handler)
	case "osbp-stdio":
		stack, err := osbpstack.New(osbpstack.Options{AuditPath: audit, Outbox: audit + ".outbox"})
		if err != nil {
			return err
		}
		server := mcpbind.NewServer(&mcp.Implementation{Name: name, Version: "0.1.0"}, nil)
		mcpbind.AddOSBP(server, stack.Host)
		return errors.Join(server.Run(context.Background(), &stdio.Transport{In: os.Stdin, Out: os.Stdout}), stack.Close(context.Background()))
	}
	return fmt.Errorf("no server %q", name)
}
