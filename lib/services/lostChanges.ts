/**
 * What is lost of one side where the other is taken whole: its changes that the other side does not have. Who saved the
 * file, and what is only calculated, is no loss.
 */
import type { ReconcileFile } from "../contracts/reconcile.ts";
import type { Change } from "../core/change/change.ts";
import type { Hash } from "../shared/brand.ts";
import { compareVersions } from "./compareVersions.ts";
import type { Services } from "./context.ts";
import { changeView } from "./reviewViews.ts";
import type { StaleFile } from "./staleFiles.ts";

/** How many are named; all are counted. */
const MOST = 40;

export async function lostChanges(services: Services, file: StaleFile): Promise<ReconcileFile["lost"]> {
  const accepted = await changesOf(services, file, file.accepted);
  const staged = await changesOf(services, file, file.staged);
  return { accepted: without(accepted, staged), staged: without(staged, accepted) };
}

async function changesOf(services: Services, { base, key, folder }: StaleFile, side: Hash | null): Promise<Change[]> {
  if (folder || base === null || side === null || base === side) return [];
  const { changes } = await compareVersions(services, key, base, side);
  return changes.filter(({ facet }) => facet !== "recalculated" && facet !== "metadata");
}

function without(own: readonly Change[], other: readonly Change[]): ReconcileFile["lost"]["accepted"] {
  const known = new Set(other.map(({ id }) => id));
  const lost = own.filter(({ id }) => !known.has(id));
  return { count: lost.length, changes: lost.slice(0, MOST).map(changeView) };
}
