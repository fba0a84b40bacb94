// Package ospstack is the origin of one business with everything that OSP serves: the
// manifest, the server card, the tools over streamable HTTP, REST and a few pages with
// JSON-LD. The example server is a shell around it.
package ospstack
