/** The paths of one version of a tree: files and empty folders, sorted, paged by path. */
import type { TreeView } from "../contracts/workspaces.ts";
import { treeHash } from "../core/tree/objects.ts";
import { entries, type Tree } from "../core/tree/tree.ts";
import { ok } from "../shared/result.ts";
import type { Principal, Services } from "./context.ts";
import type { Outcome } from "./failure.ts";
import { pageOf, type PageQuery } from "./page.ts";
import { versionedTree, type Which } from "./versions.ts";

type Rows = readonly TreeView["entries"][number][];

export async function listTree(
  services: Services,
  principal: Principal,
  slug: string,
  query: PageQuery & Which,
): Outcome<TreeView> {
  const found = await versionedTree(services, principal, slug, query);
  if (!found.ok) return found;
  const rows = rowsOf(services, found.value.tree);
  const start = query.cursor === undefined ? 0 : firstAfter(rows, query.cursor);
  const page = pageOf(rows.slice(start, start + query.limit + 1), query.limit, (row) => row.path);
  return ok({ version: found.value.version, entries: page.rows, nextCursor: page.nextCursor });
}

/** Sorted once for all pages of a version. */
function rowsOf(services: Services, tree: Tree): Rows {
  const known = services.caches.listings.get(treeHash(tree));
  if (known) return known;
  const rows: TreeView["entries"] = [];
  for (const { path, entry } of entries(tree)) {
    rows.push(
      entry.kind === "file"
        ? { path, kind: "file", contentHash: entry.hash, size: entry.size }
        : { path, kind: "directory", contentHash: null, size: null },
    );
  }
  rows.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  services.caches.listings.set(treeHash(tree), rows);
  return rows;
}

function firstAfter(rows: Rows, cursor: string): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.path ?? "") <= cursor) low = middle + 1;
    else high = middle;
  }
  return low;
}
