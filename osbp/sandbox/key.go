package sandbox

// businessKey is a caller's key for an attempt, with one business.
type businessKey struct{ business, key string }

// keyLog is what the platform remembers of a key.
type keyLog struct {
	order    orderPayload // of the appointment made
	made     []*Reservation
	received int // creates that arrived with it
	finished int // creates that came to a result, whether or not it was heard
}

// keyLog returns the log of a key, a new one if there is none.
func (s *Sandbox) keyLog(business, key string) *keyLog {
	at := businessKey{business, key}
	log := s.keys[at]
	if log == nil {
		log = new(keyLog)
		s.keys[at] = log
	}
	return log
}

// keyState is the platform's answer to what became of a key.
type keyState struct {
	made []Reservation
	// settled says that every create which arrived with the key has come to its
	// result. One that is still on its way is not known to the platform.
	settled bool
}

// lookUp finds appointments by the key of their create.
func (s *Sandbox) lookUp(business, key string) (keyState, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.byID[business] == nil {
		return keyState{}, refuse(reasonNoBusiness)
	}
	log := s.keys[businessKey{business, key}]
	if log == nil {
		return keyState{}, nil
	}
	state := keyState{settled: log.received > 0 && log.received == log.finished}
	for _, r := range log.made {
		state.made = append(state.made, r.clone())
	}
	return state, nil
}
