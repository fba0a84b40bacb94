package osp

func (s *Server) checkCoverage(c *call) (answer, error) {
	zip, err := DecodeCoverageQuery(c.arguments)
	if err != nil {
		return nil, err
	}
	result := s.profile.Coverage(zip)
	return &result, nil
}

func (r *CoverageResult) size() int { return 384 }

func (r *CoverageResult) write(w *writer) {
	w.open()
	w.boolean("covered", r.Covered)
	w.textIfAny("areaName", r.AreaName)
	w.textIfAny("areaUrl", r.AreaURL)
	w.text("matchedBy", string(r.MatchedBy))
	w.textIfAny("phone", r.Phone)
	w.textIfAny("message", r.Message)
	w.text("canonicalSiteUrl", r.CanonicalSiteURL)
	w.close(nil)
}
