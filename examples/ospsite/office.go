package main

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"sync"
	"time"

	"github.com/openservicekit/openservice/osp"
)

// The office sees the requests after saying the word that the program printed. The
// word travels in a form's body, never in an address, and is compared in constant
// time; the session is a random cookie.

const (
	officeCookie     = "office"
	officeSession    = 8 * time.Hour
	maxOfficeSession = 100
	maxWrongWords    = 10
)

// sessions are the office's open sessions by the hash of their cookie, and the wrong
// words of the last minute.
type sessions struct {
	mu    sync.Mutex
	ends  map[[32]byte]time.Time
	wrong []time.Time
}

// mayTry bounds guessing: after maxWrongWords in a minute nobody gets another try
// until the first of them is a minute old.
func (s *sessions) mayTry(now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.wrong) > 0 && now.Sub(s.wrong[0]) >= time.Minute {
		s.wrong = s.wrong[1:]
	}
	return len(s.wrong) < maxWrongWords
}

func (s *sessions) noteWrong(now time.Time) {
	s.mu.Lock()
	s.wrong = append(s.wrong, now)
	s.mu.Unlock()
}

func (s *sessions) open(now time.Time) string {
	value := rand.Text()
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, end := range s.ends {
		if !now.Before(end) {
			delete(s.ends, key)
		}
	}
	if s.ends == nil || len(s.ends) >= maxOfficeSession {
		s.ends = map[[32]byte]time.Time{}
	}
	s.ends[sha256.Sum256([]byte(value))] = now.Add(officeSession)
	return value
}

func (s *sessions) holds(value string, now time.Time) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	end, ok := s.ends[sha256.Sum256([]byte(value))]
	return ok && now.Before(end)
}

// officeBody is the sign-in form, or the requests.
type officeBody struct {
	IsOpen   bool
	IsWrong  bool
	Requests []osp.ServiceRequest
}

var officeTemplate = pageTemplate("office.html")

func (s *site) office(w http.ResponseWriter, r *http.Request) {
	cookie, err := r.Cookie(officeCookie)
	if err != nil || !s.sessions.holds(cookie.Value, s.clock()) {
		s.showOffice(w, http.StatusUnauthorized, officeBody{})
		return
	}
	requests, err := s.requests.All(r.Context())
	if err != nil {
		s.fail(w, err)
		return
	}
	s.showOffice(w, http.StatusOK, officeBody{IsOpen: true, Requests: requests})
}

func (s *site) officeSignIn(w http.ResponseWriter, r *http.Request) {
	if !s.sessions.mayTry(s.clock()) {
		http.Error(w, "Too many tries. Come back in a minute.", http.StatusTooManyRequests)
		return
	}
	r.Body = http.MaxBytesReader(w, r.Body, 4<<10)
	said, want := sha256.Sum256([]byte(r.PostFormValue("word"))), sha256.Sum256([]byte(s.officeToken))
	if subtle.ConstantTimeCompare(said[:], want[:]) != 1 {
		s.sessions.noteWrong(s.clock())
		s.showOffice(w, http.StatusUnauthorized, officeBody{IsWrong: true})
		return
	}
	http.SetCookie(w, &http.Cookie{
		Name: officeCookie, Value: s.sessions.open(s.clock()), Path: "/office",
		MaxAge: int(officeSession / time.Second), HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: r.TLS != nil,
	})
	http.Redirect(w, r, "/office", http.StatusSeeOther)
}

func (s *site) showOffice(w http.ResponseWriter, status int, body officeBody) {
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("X-Robots-Tag", "noindex")
	s.render(w, officeTemplate, status, page{Title: "Office", Here: "/office", Body: body})
}
