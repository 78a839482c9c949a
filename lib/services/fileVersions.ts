/** The content hashes that a path ever had in a workspace: in journals, and in the trees of promotions. */
import type { Path } from "../core/tree/path.ts";
import { getFile } from "../core/tree/tree.ts";
import type { Hash } from "../shared/brand.ts";
import type { Services } from "./context.ts";
import { loadTree } from "./trees.ts";

export async function fileVersions(services: Services, workspaceId: string, path: Path): Promise<ReadonlySet<Hash>> {
  const found = new Set<Hash>();
  const rows = await services.db.$queryRaw<{ base: Hash | null; result: Hash | null }[]>`
    SELECT entry.body -> 'operation' ->> 'baseHash' AS base, entry.body -> 'operation' ->> 'resultHash' AS result
    FROM journal_entry entry JOIN branch ON branch.id = entry.branch_id
    WHERE branch.workspace_id = ${workspaceId} AND entry.type = 'operation'
      AND (entry.body -> 'operation' ->> 'path' = ${path} OR entry.body -> 'operation' ->> 'toPath' = ${path})`;
  for (const { base, result } of rows) for (const hash of [base, result]) if (hash !== null) found.add(hash);
  const promotions = await services.db.promotion.findMany({
    where: { workspaceId },
    select: { beforeTree: true, afterTree: true },
  });
  for (const { beforeTree, afterTree } of promotions) {
    for (const tree of [beforeTree, afterTree]) {
      const file = getFile(await loadTree(services, tree as Hash), path);
      if (file) found.add(file.hash);
    }
  }
  return found;
}
