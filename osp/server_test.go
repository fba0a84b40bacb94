package osp_test

import (
	"testing"

	"github.com/openservicekit/openservice/osp"
)

// P-118 to P-120: each tool answers.
func TestServerAnswers(t *testing.T) {
	r := newRig(t, "hvac-two-locations", nil)
	for tool, arguments := range map[osp.Tool]string{
		osp.ToolGetBusinessInfo:       "",
		osp.ToolListServices:          `{"location":"palm-coast"}`,
		osp.ToolCheckCoverage:         `{"zip":"32174"}`,
		osp.ToolCheckAvailability:     `{"serviceSlug":"ac-repair","from":"2026-09-08","to":"2026-09-14","location":"daytona"}`,
		osp.ToolGetReviews:            "{}",
		osp.ToolRequestServiceBooking: string(bookingInput(t)),
	} {
		wantResult(t, r.call(tool, arguments), "")
	}
}
