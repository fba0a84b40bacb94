package osp

import "strings"

// action asks for one ScheduleAction that leads to the schedule page and ends in a pending reservation (OSP 8.1). Actions of
// other types don't matter.
func (f *nodeFindings) action() {
	const path = "potentialAction"
	actions := scheduleActions(f.node)
	if len(actions) == 0 {
		f.wrongAction(path, "The node has no potentialAction of type ScheduleAction.")
		return
	}
	blocks := make(map[int]bool)
	for _, action := range actions {
		// Blocks that each describe the node bring an action each; one that brings two offers a choice.
		if blocks[action.block] {
			f.wrongAction(path, "The node has more than one ScheduleAction.")
			return
		}
		blocks[action.block] = true
	}
	for _, action := range actions {
		templateProblem, resultProblem := f.templateProblem(action), pendingProblem(action)
		if templateProblem != "" {
			f.wrongAction(path+".target.urlTemplate", templateProblem)
		}
		if resultProblem != "" {
			f.wrongAction(path+".result", resultProblem)
		}
		if templateProblem+resultProblem != "" {
			return
		}
	}
}

// templateProblem says what is wrong with the target of an action.
func (f *nodeFindings) templateProblem(action *ldNode) string {
	wanted := f.j.m.Interfaces.SchedulePageURL
	templates := urlTemplates(action)
	if len(templates) == 0 {
		return "The target of the ScheduleAction is no EntryPoint with a urlTemplate."
	}
	for _, t := range templates {
		if !f.j.equalTemplate(t, wanted) {
			return "The ScheduleAction leads to " + quote(t) + ", the manifest's schedule page is " + quote(wanted) + "."
		}
	}
	return ""
}

func (f *nodeFindings) wrongAction(path, message string) {
	f.lacks = append(f.lacks, Issue{Path: path, Rule: RuleJSONLDAction, Source: sourceLevel1, Message: message})
}

// scheduleActions returns the distinct ScheduleActions of a node.
func scheduleActions(node *ldNode) []*ldNode {
	var actions []*ldNode
	seen := make(map[*ldNode]bool)
	for _, action := range node.children("potentialAction") {
		if action.is("ScheduleAction") && !seen[action] {
			seen[action] = true
			actions = append(actions, action)
		}
	}
	return actions
}

// urlTemplates returns the addresses of an action's entry points.
func urlTemplates(action *ldNode) []string {
	var templates []string
	for _, target := range action.children("target") {
		for _, v := range target.props["urlTemplate"] {
			if s, ok := v.(string); ok {
				templates = append(templates, s)
			}
		}
	}
	return templates
}

// pendingProblem says what is wrong with the result of an action; it must be a reservation that is pending and nothing else.
func pendingProblem(action *ldNode) string {
	results := action.children("result")
	if len(results) == 0 {
		return "The ScheduleAction has no Reservation as its result."
	}
	for _, result := range results {
		if !result.is("Reservation") {
			return "The result of the ScheduleAction is no Reservation."
		}
		statuses := result.props["reservationStatus"]
		if len(statuses) == 0 {
			return "The Reservation has no reservationStatus; it must be " + reservationPending + "."
		}
		for _, v := range statuses {
			status, _ := v.(string)
			if node, ok := v.(*ldNode); ok {
				status = node.id
			}
			if strings.Replace(status, "http://", "https://", 1) != reservationPending {
				return "The reservationStatus is " + quote(status) + "; every booking is a request, so it must be " + reservationPending + "."
			}
		}
	}
	return ""
}
