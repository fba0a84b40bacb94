// Package osbpstack is everything between an agent and an appointment in the example
// server of OSBP: the sandbox platform in memory, the adapter that carries the
// protocol's obligations, the audit log, and the host that serves the tools.
package osbpstack
