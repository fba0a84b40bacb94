package sandbox

// Counts tells what has happened. The front desk's own appointments don't count.
type Counts struct {
	// Creates is how many create calls arrived, whatever became of them.
	Creates int
	// Appointments is how many appointments creates have made. One that was called
	// off later still counts.
	Appointments int
	// Codes is how many verification codes were sent.
	Codes int
}

// Counts returns the counts over all businesses.
func (s *Sandbox) Counts() Counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.counts
}

// CountsOf returns the counts of one idempotency key; Codes is zero.
func (s *Sandbox) CountsOf(businessID, key string) Counts {
	s.mu.Lock()
	defer s.mu.Unlock()
	log := s.keys[businessKey{businessID, key}]
	if log == nil {
		return Counts{}
	}
	return Counts{Creates: log.received, Appointments: len(log.made)}
}

// arrived counts a create. Its result, heard or not, is noted by calling finished.
func (s *Sandbox) arrived(businessID, key string) (finished func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts.Creates++
	if key == "" {
		return nil
	}
	log := s.keyLog(businessID, key)
	log.received++
	return func() {
		s.mu.Lock()
		log.finished++
		s.mu.Unlock()
	}
}
