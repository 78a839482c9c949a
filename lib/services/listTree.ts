/** The paths of one version of a tree: files and empty folders, sorted, paged by path. */
import type { TreeView } from "../contracts/workspaces.ts";
import { entries } from "../core/tree/tree.ts";
import { ok } from "../shared/result.ts";
import type { Principal, Services } from "./context.ts";
import type { Outcome } from "./failure.ts";
import { pageOf, type PageQuery } from "./page.ts";
import { versionedTree, type Which } from "./versions.ts";

export async function listTree(
  services: Services,
  principal: Principal,
  slug: string,
  query: PageQuery & Which,
): Outcome<TreeView> {
  const found = await versionedTree(services, principal, slug, query);
  if (!found.ok) return found;
  const rows: TreeView["entries"] = [];
  for (const { path, entry } of entries(found.value.tree)) {
    if (query.cursor !== undefined && path <= query.cursor) continue;
    rows.push(
      entry.kind === "file"
        ? { path, kind: "file", contentHash: entry.hash, size: entry.size }
        : { path, kind: "directory", contentHash: null, size: null },
    );
  }
  rows.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  const page = pageOf(rows, query.limit, (row) => row.path);
  return ok({ version: found.value.version, entries: page.rows, nextCursor: page.nextCursor });
}
