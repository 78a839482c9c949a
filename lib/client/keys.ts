/** One place for query keys: an event names a workspace and a branch, and everything under that key is read again. */
export const keys = {
  me: ["me"] as const,
  workspaces: ["workspaces"] as const,
  workspace: (workspace: string) => ["w", workspace] as const,
  tree: (workspace: string, version: string) => ["w", workspace, "tree", version] as const,
  /** Of one version, which never changes: not under the workspace's key, so that no event reads it again. */
  view: (workspace: string, path: string, contentHash: string) => ["view", workspace, path, contentHash] as const,
  rendering: (workspace: string) => ["rendering", workspace] as const,
  history: (workspace: string) => ["w", workspace, "history"] as const,
  branches: (workspace: string) => ["w", workspace, "branches"] as const,
  branch: (workspace: string, branch: string) => ["w", workspace, "b", branch] as const,
  delta: (workspace: string, branch: string) => ["w", workspace, "b", branch, "delta"] as const,
  diff: (workspace: string, branch: string, path: string) => ["w", workspace, "b", branch, "diff", path] as const,
  text: (workspace: string, branch: string, path: string) => ["w", workspace, "b", branch, "text", path] as const,
  grid: (workspace: string, branch: string, path: string) => ["w", workspace, "b", branch, "grid", path] as const,
  trace: (workspace: string, branch: string) => ["w", workspace, "b", branch, "trace"] as const,
  stale: (workspace: string, branch: string) => ["w", workspace, "b", branch, "stale"] as const,
  reconcile: (workspace: string, branch: string, operation: string) =>
    ["w", workspace, "b", branch, "reconcile", operation] as const,
  plan: (workspace: string, branch: string) => ["w", workspace, "b", branch, "plan"] as const,
};
