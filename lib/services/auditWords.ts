/** An event of the log in one line for people. What it does not know it calls by its type: nothing is left out. */
type Body = Readonly<Record<string, unknown>>;

export function auditWords(type: string, body: Body, nameOf: (id: string) => string): string {
  const who = typeof body["person"] === "string" ? nameOf(body["person"]) : "somebody";
  const known = WORDS[`${type} ${text(body, "act")}`.trimEnd()] ?? WORDS[type];
  if (!known && THINGS[type]) return `${THINGS[type]}: ${text(body, "what") || "changed"}${pathOf(body)}`;
  return known ? known(body, who) : `${type}${pathOf(body)}`;
}

const text = (body: Body, key: string): string => {
  const value = body[key];
  return typeof value === "string" || typeof value === "number" ? String(value) : "";
};

const pathOf = (body: Body): string => (text(body, "path") === "" ? "" : ` ${text(body, "path")}`);
const quoted = (body: Body, key: string): string => `“${text(body, key)}”`;
const short = (body: Body, key: string): string => text(body, key).slice(0, 8);

/** Things with a life of their own, whose events say what became of them. */
const THINGS: Readonly<Record<string, string>> = {
  thread: "comment thread",
  "action-item": "action item",
  "review-request": "review request",
};

const DECIDED: Readonly<Record<string, string>> = {
  accept: "accepted",
  reject: "rejected",
  clear: "took back the decision on",
};

/** By type, or by type and act. */
const WORDS: Readonly<Record<string, (body: Body, who: string) => string>> = {
  workspace: () => "made the workspace",
  "workspace renamed": (body) => `renamed the workspace from ${quoted(body, "was")} to ${quoted(body, "name")}`,
  "workspace archived": () => "archived the workspace",
  "workspace restored": () => "restored the workspace",
  "member joined": (body) => `joined as ${text(body, "role")}`,
  "member role": (body, who) => `made ${who} ${text(body, "role")}, who was ${text(body, "was")}`,
  "member removed": (body, who) => `removed ${who}, who was ${text(body, "was")}`,
  "member left": (body) => `left, was ${text(body, "was")}`,
  "invitation made": (body) => `made an invitation as ${text(body, "role")}`,
  "invitation revoked": (body) => `revoked an invitation as ${text(body, "role")}`,
  "agent-token made": (body) => `made the agent token ${quoted(body, "name")}, scope ${text(body, "scope")}`,
  "agent-token revoked": (body) => `revoked the agent token ${quoted(body, "name")}`,
  "password link-made": (_, who) => `made a password link for ${who}`,
  "password link-used": () => "set a new password by a link; all sessions ended",
  promoted: (body) =>
    `${body["kind"] === "rollback" ? "rolled back" : "promoted"} as no. ${text(body, "number")}, plan ${short(body, "planHash")}`,
  branch: (body) => (pathOf(body) === "" ? "moved the branch on" : `edited${pathOf(body)}`),
  decided: (body) =>
    [
      DECIDED[text(body, "verdict")] ?? "decided on",
      ...(text(body, "count") === "" ? [] : [text(body, "count")]),
      text(body, "count") === "1" ? "change" : "changes",
      ...(pathOf(body) === "" ? [] : [`of${pathOf(body)}`]),
    ].join(" "),
  stale: (body) => `settled what was stale${pathOf(body) === "" ? "" : ` at${pathOf(body)}`}`,
  seen: (body) => `looked at changes${pathOf(body) === "" ? "" : ` of${pathOf(body)}`}`,
  records: () => "parsed files for the search index",
  rendering: () => "rendered a file",
};
