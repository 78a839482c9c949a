/**
 * How far the parsed cache is with a version: files by state, and those whose text is not current by name (P2). A few
 * that are waited for are asked for again, in case the queue did not take them; many are left to the sweep.
 */
import type { FreshnessView } from "../contracts/records.ts";
import { ok } from "../shared/result.ts";
import type { Principal, Services } from "./context.ts";
import type { Outcome } from "./failure.ts";
import { countsOf, labelView } from "./freshnessViews.ts";
import { bindTree } from "./records.ts";
import { FEW, recordsWanted } from "./requestRecords.ts";
import { versionedTree, type Which } from "./versions.ts";

const NAMED = 200;
/** What is being waited for first, then what will not come. */
const ORDER = ["stale", "pending", "failed", "unsupported"] as const;

export async function getFreshness(
  services: Services,
  principal: Principal,
  slug: string,
  which: Which,
): Outcome<FreshnessView> {
  const found = await versionedTree(services, principal, slug, which);
  if (!found.ok) return found;
  const { workspace, version, tree, state } = found.value;
  const bindings = await bindTree(services, { workspaceId: workspace.id, state }, tree);
  const waiting = bindings.filter(({ own }) => own === null);
  if (waiting.length > 0 && waiting.length <= FEW) {
    const contents = waiting.map(({ label }) => ({ path: label.path, hash: label.current }));
    await recordsWanted(services, workspace.id, version.branch, contents);
  }
  const others = ORDER.flatMap((wanted) => bindings.filter(({ label }) => label.freshness === wanted));
  return ok({
    version,
    counts: countsOf(bindings),
    others: others.slice(0, NAMED).map((binding) => ({ ...labelView(binding), reason: binding.own?.reason ?? null })),
    othersTotal: others.length,
  });
}
