package osbp_test

import (
	"bufio"
	"encoding/binary"
	"io"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"testing"
)

// wire is a listener that serves each connection by hand. It counts the mutations
// of which at least one byte arrived.
type wire struct {
	net.Listener
	arrived atomic.Int64
	wg      sync.WaitGroup
	mu      sync.Mutex
	conns   []net.Conn
}

func newWire(t testing.TB, serve func(w *wire, c *net.TCPConn)) *wire {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{Listener: listener}
	w.wg.Go(func() {
		for {
			c, err := listener.Accept()
			if err != nil {
				return
			}
			w.mu.Lock()
			w.conns = append(w.conns, c)
			w.mu.Unlock()
			w.wg.Go(func() {
				defer c.Close()
				serve(w, c.(*net.TCPConn))
			})
		}
	})
	t.Cleanup(func() {
		listener.Close()
		w.mu.Lock()
		for _, c := range w.conns {
			c.Close()
		}
		w.mu.Unlock()
		w.wg.Wait()
	})
	return w
}

func (w *wire) url() string { return "http://" + w.Addr().String() }

// cutAt is where a platform's connection ends during a mutation.
type cutAt int

const (
	cutOnArrival    cutAt = iota // the first byte is there
	cutAfterHeaders              // the body is not read
	cutAfterCommit               // everything is read, nothing is answered
	cutInStatus                  // within the status line
	cutInHeaders                 // within the answer's headers
	cutInBody                    // within the answer's body
	notCut
)

var cutNames = [...]string{"on arrival", "after headers", "after commit", "in status", "in headers", "in body", "not"}

// http1 serves HTTP/1.1: reads are answered and keep the connection, mutations end
// it at the point given, by a reset or an orderly close.
func http1(at cutAt, reset bool) func(*wire, *net.TCPConn) {
	return func(w *wire, c *net.TCPConn) {
		r := bufio.NewReader(c)
		for {
			first, err := r.Peek(1)
			if err != nil {
				return
			}
			mutation := first[0] != 'G'
			if mutation {
				w.arrived.Add(1)
				if reset {
					c.SetLinger(0)
				}
				if at == cutOnArrival {
					return
				}
			}
			req, err := http.ReadRequest(r)
			if err != nil || mutation && at == cutAfterHeaders {
				return
			}
			if _, err := io.Copy(io.Discard, req.Body); err != nil {
				return
			}
			answer := "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nbody"
			if mutation {
				answer = answer[:map[cutAt]int{cutInStatus: 10, cutInHeaders: 30, cutInBody: len(answer) - 2, notCut: len(answer)}[at]]
			}
			if _, err := io.WriteString(c, answer); err != nil || mutation && at != notCut {
				return
			}
		}
	}
}

// Frame types and flags of RFC 9113.
const (
	frameHeaders   = 1
	frameRSTStream = 3
	frameSettings  = 4
	frameGoAway    = 7
	flagEndStream  = 1
	flagEndHeaders = 4
)

func writeFrame(w io.Writer, kind, flags byte, stream uint32, payload []byte) error {
	head := binary.BigEndian.AppendUint32(nil, uint32(len(payload)))[1:]
	head = append(head, kind, flags)
	head = binary.BigEndian.AppendUint32(head, stream)
	_, err := w.Write(append(head, payload...))
	return err
}

// http2 serves unencrypted HTTP/2: the first request of all, which warms the
// connection, and everything after refuse are answered with 200. In between, the
// first mutation is met with refuse once it is complete.
func http2(refuse func(c net.Conn, stream uint32)) func(*wire, *net.TCPConn) {
	var requests atomic.Int64
	return func(w *wire, c *net.TCPConn) {
		r := bufio.NewReader(c)
		if _, err := r.Discard(len("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n")); err != nil {
			return
		}
		if err := writeFrame(c, frameSettings, 0, 0, nil); err != nil {
			return
		}
		for {
			head := make([]byte, 9)
			if _, err := io.ReadFull(r, head); err != nil {
				return
			}
			size := int(head[0])<<16 | int(head[1])<<8 | int(head[2])
			if _, err := r.Discard(size); err != nil {
				return
			}
			kind, flags, stream := head[3], head[4], binary.BigEndian.Uint32(head[5:])
			if kind == frameSettings && flags == 0 {
				writeFrame(c, frameSettings, 1, 0, nil)
			}
			n := requests.Load()
			if kind == frameHeaders {
				if n = requests.Add(1); n > 1 {
					w.arrived.Add(1)
				}
			}
			if kind > frameHeaders || flags&flagEndStream == 0 {
				continue
			}
			if n == 2 {
				refuse(c, stream)
				continue
			}
			const status200 = 0x88 // an index into HPACK's static table
			writeFrame(c, frameHeaders, flagEndStream|flagEndHeaders, stream, []byte{status200})
		}
	}
}
