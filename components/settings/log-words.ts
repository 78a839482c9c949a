/** What kinds of events are called on the screen; one that is not known here keeps the name that it has in the log. */
const TYPES: Readonly<Record<string, string>> = {
  "agent-token": "Agent tokens",
  "action-item": "Action items",
  branch: "Branches",
  comment: "Comments",
  decided: "Decisions",
  invitation: "Invitations",
  member: "Members",
  password: "Passwords",
  promoted: "Promotions",
  records: "Search index",
  rendering: "Renderings",
  "review-request": "Review requests",
  seen: "Seen",
  stale: "Stale changes",
  thread: "Comments",
  workspace: "Workspace",
};

export const typeWord = (type: string): string => TYPES[type] ?? type;
