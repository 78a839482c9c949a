/** Stale operations of a branch, each path with its three sides and how far it merges by itself (M6). */
import type { StaleView } from "../contracts/branches.ts";
import type { Version } from "../contracts/common.ts";
import { formatAddress } from "../core/address/address.ts";
import type { Value } from "../core/change/change.ts";
import type { BranchState, StaleChain } from "../core/journal/state.ts";
import { sidesOf } from "../core/journal/reconcile.ts";
import { mapGet } from "../core/tree/persistent-map.ts";
import { formatOf } from "../formats/compare.ts";
import type { Merge } from "../formats/three-way.ts";
import { ok } from "../shared/result.ts";
import { loadBranch } from "./branchState.ts";
import type { Principal, Services } from "./context.ts";
import type { Outcome } from "./failure.ts";
import { mergeSides, stagedWithoutRejected } from "./mergeSides.ts";
import { namesOf } from "./people.ts";
import { valueView } from "./reviewViews.ts";
import { withSources } from "./sources.ts";

export async function listStale(
  services: Services,
  principal: Principal,
  slug: string,
  branchId: string,
): Outcome<{ version: Version; stale: StaleView[] }> {
  const branch = await loadBranch(services, principal, slug, branchId, "viewer");
  if (!branch.ok) return branch;
  const { state, version } = branch.value;
  const nameOf = await namesOf(
    services.db,
    state.stale.flatMap(({ operations }) => operations.map(({ actor }) => actor.user)),
  );
  const stale: StaleView[] = [];
  for (const chain of state.stale) {
    for (const sides of sidesOf(state, chain.id)) stale.push(await viewOf(services, state, chain, sides, nameOf));
  }
  return ok({ version, stale });
}

type Sides = ReturnType<typeof sidesOf>[number];

async function viewOf(
  services: Services,
  state: BranchState,
  chain: StaleChain,
  sides: Sides,
  nameOf: Awaited<ReturnType<typeof namesOf>>,
): Promise<StaleView> {
  const last = chain.operations.at(-1);
  const patch = last ? mapGet(state.patches, last.patch) : undefined;
  const hash = sides.staged ?? sides.accepted ?? sides.base;
  const isFile = hash !== null && (await services.blobs.has(hash));
  const format = isFile
    ? await withSources(services, sides.path, [hash], async (source) =>
        source ? (await formatOf(source)).id : "bytes",
      )
    : "folder";
  const move = chain.operations.find(({ kind, path }) => kind === "move" && path === sides.path);
  const staged = await stagedWithoutRejected(services, state, sides.path, sides.base, sides.staged);
  const merge = isFile ? await mergeSides(services, sides.path, { ...sides, staged }) : null;
  return {
    id: chain.id,
    seq: chain.since,
    path: sides.path,
    ...(move?.toPath === undefined ? {} : { toPath: move.toPath }),
    kind: last?.kind ?? "replace",
    format,
    cause: chain.clash ? "clash" : "base-moved",
    base: sides.base,
    accepted: sides.accepted,
    staged,
    actor: { kind: last?.actor.kind ?? "agent", ...nameOf(last?.actor.user ?? "") },
    at: last?.at ?? "",
    turn: patch?.turn ?? null,
    turnTitle: patch?.title ?? null,
    because: chain.clash
      ? "A person edited the same file while the agent worked on an older version."
      : sides.base === sides.accepted
        ? "The accepted version of this file changed after the agent read it, and is the same again since."
        : "The accepted version of this file changed after the agent read it.",
    places: merge ? placesOf(merge) : [],
    merge: merge
      ? { merged: merge.taken.filter(({ side }) => side !== "accepted").length, conflicts: merge.conflicts.length }
      : null,
  };
}

const MOST = 500;

type Place = StaleView["places"][number];

const view = (value: Value | null) => (value === null ? null : valueView(value));

/** Conflicts first: they are what has to be decided. */
function placesOf({ conflicts, taken }: Merge): StaleView["places"] {
  const clashing = conflicts
    .filter(({ address }) => address.kind !== "file")
    .map(({ address, base, accepted, staged }): Place => ({
      address: formatAddress(address),
      facet: "content",
      base: view(base),
      accepted: view(accepted),
      staged: view(staged),
      how: "conflict",
    }));
  const merged = taken
    .filter(({ change }) => change.address.kind !== "file" && change.facet !== "recalculated")
    .map(({ side, change }): Place => {
      const before = view(change.before ?? null);
      const after = view(change.after ?? null);
      const sides = { accepted: side === "staged" ? before : after, staged: side === "accepted" ? before : after };
      return {
        address: formatAddress(change.address),
        facet: change.facet,
        base: before,
        ...sides,
        how: side,
      };
    });
  return [...clashing, ...merged].slice(0, MOST);
}
