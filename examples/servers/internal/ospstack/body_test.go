package ospstack_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/openservicekit/openservice/examples/servers/internal/ospstack"
)

// unread fails the test if anybody reads it.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("the body was read")
	return 0, io.ErrUnexpectedEOF
}

// TestStack_AnnouncedLength: a body that is said to be too large is not waited for.
func TestStack_AnnouncedLength(t *testing.T) {
	s, err := ospstack.New(ospstack.Options{})
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodPost, "http://localhost"+s.MCPPath, unread{t})
	r.ContentLength = 5 << 20
	w := httptest.NewRecorder()
	s.Handler.ServeHTTP(w, r)
	if w.Code != http.StatusRequestEntityTooLarge {
		t.Errorf("status %d", w.Code)
	}
}
