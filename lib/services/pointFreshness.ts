/**
 * What a point notes of the parsed cache (S4): how many files of its tree are in which state at the moment that it is
 * made, so that any `t` can be shown later as it was. What the point's own change made is still to be read then.
 */
import { countFreshness } from "../core/freshness/freshness.ts";
import type { Entry } from "../core/journal/entry.ts";
import type { BranchState, FreshnessCounts, Point, Step } from "../core/journal/state.ts";
import { treeHash } from "../core/tree/objects.ts";
import type { Tree } from "../core/tree/tree.ts";
import type { Services } from "./context.ts";
import { bindTree } from "./records.ts";

/** The same steps, their points with the counts. Points that have some already keep them. */
export async function withPointFreshness(
  services: Pick<Services, "caches" | "db">,
  workspaceId: string,
  steps: readonly Step[],
): Promise<readonly Step[]> {
  if (!steps.some(({ entries }) => entries.some(isBare))) return steps;
  const trees = new Map<string, Tree>(steps.map(({ state }) => [treeHash(state.current), state.current]));
  const noted = new Map<number, FreshnessCounts>();
  for (const { entries, state } of steps) {
    for (const entry of entries.filter(isBare)) {
      const tree = trees.get(entry.current) ?? state.current;
      const bindings = await bindTree(services, { workspaceId, state }, tree);
      noted.set(entry.seq, countFreshness(bindings.map(({ label }) => label)));
    }
  }
  const marked = <E extends Entry | Point>(entry: E): E => {
    const freshness = noted.get(entry.seq);
    return freshness === undefined ? entry : { ...entry, freshness };
  };
  return steps.map(({ entries, state }) => ({
    entries: entries.map(marked),
    state: { ...state, points: state.points.map(marked) } satisfies BranchState,
  }));
}

const isBare = (entry: Entry): entry is Extract<Entry, { type: "point" }> =>
  entry.type === "point" && entry.freshness === undefined;
