package audit

import "maps"

func (u *UpstreamMeta) clone() *UpstreamMeta {
	if u == nil {
		return nil
	}
	c := *u
	c.RateLimit = maps.Clone(u.RateLimit)
	return &c
}
