/**
 * Finds contents without a record in every accepted tree and every branch, and asks for them: after an update of a
 * format, after a queue that did not answer. Costs a walk over these trees, and nothing where all is there.
 */
import type { Hash } from "../shared/brand.ts";
import { stateOf } from "./branchState.ts";
import type { Services } from "./context.ts";
import { contentsOfTree, requestRecords } from "./requestRecords.ts";
import { loadTree } from "./trees.ts";

/** How many contents were asked for. */
export async function sweepRecords(services: Services): Promise<number> {
  const workspaces = await services.db.workspace.findMany({
    where: { archivedAt: null },
    select: { id: true, acceptedTree: true, branches: true },
  });
  let asked = 0;
  for (const { id, acceptedTree, branches } of workspaces) {
    const accepted = await loadTree(services, acceptedTree as Hash);
    asked += await requestRecords(services, id, null, contentsOfTree(accepted));
    for (const branch of branches) {
      const { current } = await stateOf(services, services.db, { ...branch, baseTree: branch.baseTree as Hash });
      if (current === accepted) continue;
      const known = new Set(contentsOfTree(accepted).map(({ hash }) => hash));
      const own = contentsOfTree(current).filter(({ hash }) => !known.has(hash));
      asked += await requestRecords(services, id, branch.id, own);
    }
  }
  return asked;
}
