/** What a person has had on the screen (R5). Bound to the change's identity: a change that becomes another is unseen. */
import type { Version } from "../contracts/common.ts";
import { ok } from "../shared/result.ts";
import { loadBranch } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import { fail, type Outcome } from "./failure.ts";
import { parsePath } from "../core/tree/path.ts";

const BATCH = 1_000;

export async function markSeen(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
  { path, ids }: { path: string; ids: string[] },
): Outcome<{ version: Version }> {
  const at = parsePath(path);
  if (!at.ok) return fail("illegal-path", `"${path}" is not a legal path.`);
  const branch = await loadBranch(services, principal, slug, branchId, "viewer");
  if (!branch.ok) return branch;
  for (let start = 0; start < ids.length; start += BATCH) {
    const rows = ids
      .slice(start, start + BATCH)
      .map((changeId) => ({ branchId, userId: principal.userId, path: at.value, changeId }));
    await services.db.seen.createMany({ data: rows, skipDuplicates: true });
  }
  return ok({ version: branch.value.version });
}

/** By path: the change ids that this person has seen on the branch. */
export async function seenOn(
  services: Services,
  branchId: string,
  userId: string,
  path?: string,
): Promise<Map<string, Set<string>>> {
  const rows = await services.db.seen.findMany({
    where: { branchId, userId, ...(path === undefined ? {} : { path }) },
    select: { path: true, changeId: true },
  });
  const seen = new Map<string, Set<string>>();
  for (const row of rows) {
    const ids = seen.get(row.path) ?? new Set<string>();
    ids.add(row.changeId);
    seen.set(row.path, ids);
  }
  return seen;
}
