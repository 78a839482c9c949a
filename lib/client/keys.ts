/** One place for query keys: an event names a workspace and a branch, and everything under that key is read again. */
export const keys = {
  me: ["me"] as const,
  workspaces: ["workspaces"] as const,
  archived: ["workspaces", "archived"] as const,
  workspace: (workspace: string) => ["w", workspace] as const,
  tree: (workspace: string, version: string) => ["w", workspace, "tree", version] as const,
  /** Of one version, which never changes: not under the workspace's key, so that no event reads it again. */
  view: (workspace: string, path: string, contentHash: string) => ["view", workspace, path, contentHash] as const,
  rendering: (workspace: string) => ["rendering", workspace] as const,
  /** Of the parsed cache, and of the versions of files: read again with the branch, and when records are made. */
  records: (workspace: string, branch?: string) =>
    branch === undefined ? (["w", workspace, "records"] as const) : (["w", workspace, "b", branch, "records"] as const),
  history: (workspace: string) => ["w", workspace, "history"] as const,
  branches: (workspace: string) => ["w", workspace, "branches"] as const,
  branch: (workspace: string, branch: string) => ["w", workspace, "b", branch] as const,
  delta: (workspace: string, branch: string) => ["w", workspace, "b", branch, "delta"] as const,
  diff: (workspace: string, branch: string, path: string) => ["w", workspace, "b", branch, "diff", path] as const,
  text: (workspace: string, branch: string, path: string) => ["w", workspace, "b", branch, "text", path] as const,
  grid: (workspace: string, branch: string, path: string) => ["w", workspace, "b", branch, "grid", path] as const,
  settings: (workspace: string, what: "members" | "invitations" | "tokens" | "log") =>
    ["w", workspace, "settings", what] as const,
  /** Not under the workspace's key: it is checked from the first event on, so when asked for and not at every event. */
  auditChain: (workspace: string) => ["audit-chain", workspace] as const,
  /** What the link at hand offers: the secret itself is no key. */
  link: (kind: "invitation" | "password") => ["link", kind] as const,
  /** Of a branch, whose every change can move the places that they are about; or of the accepted version. */
  threads: (workspace: string, branch: string | null) =>
    branch === null ? (["w", workspace, "threads"] as const) : (["w", workspace, "b", branch, "threads"] as const),
  actionItems: (workspace: string, branch: string) => ["w", workspace, "b", branch, "action-items"] as const,
  reviewRequests: (workspace: string, branch: string) => ["w", workspace, "b", branch, "review-requests"] as const,
  people: (workspace: string) => ["w", workspace, "people"] as const,
  /** Not under a workspace's key: it is read again at a slower pace than what is on the screen. */
  inboxes: ["inbox"] as const,
  inbox: (workspace: string | null) => ["inbox", workspace ?? ""] as const,
  presence: (workspace: string) => ["presence", workspace] as const,
  trace: (workspace: string, branch: string) => ["w", workspace, "b", branch, "trace"] as const,
  stale: (workspace: string, branch: string) => ["w", workspace, "b", branch, "stale"] as const,
  /** At one seq of the branch: not under the branch's key, so that one that ended is not asked for again. */
  reconcile: (workspace: string, branch: string, seq: number, operation: string) =>
    ["reconcile", workspace, branch, seq, operation] as const,
  plan: (workspace: string, branch: string) => ["w", workspace, "b", branch, "plan"] as const,
};

type Key = readonly unknown[];

const ON_BRANCH = 4;

/** Whether a key is of what is changed on a branch. */
export const ofDelta = (key: Key): boolean => key[2] === "b" && key[ON_BRANCH] === "delta";

/** Of which branch and path a key reads a comparison; null: of none. There is none of a file that is not changed. */
export function ofOneChangedFile(key: Key): { readonly branch: string; readonly path: string } | null {
  const [, , b, branch, what, path] = key;
  const compared = b === "b" && (what === "diff" || what === "text" || what === "grid");
  return compared ? { branch: String(branch), path: String(path) } : null;
}
