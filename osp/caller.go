package osp

// Caller is who calls a tool, as the transport observed it, never as the call itself says (OSP 7.3, OSP 10).
type Caller struct {
	// Key tells callers apart for rate limiting, such as their network address. Callers without a key share one limit.
	// It is neither stored nor logged.
	Key string
	// Channel is how the call arrived. The zero Channel, and one that OSP doesn't know, is [ChannelOther].
	Channel Channel
	// UserAgent is the caller's user-agent string. A booking request is stored with the first [MaxUserAgent] characters
	// of it.
	UserAgent string
}

// MaxUserAgent is how many code points of a user-agent string are kept (OSP 7.3).
const MaxUserAgent = 256

// observed returns the channel that is recorded.
func (c *Caller) observed() Channel {
	if isChannel(string(c.Channel)) {
		return c.Channel
	}
	return ChannelOther
}
