import fc from "fast-check";
import { describe, expect, test } from "vitest";

import {
  AGENT,
  arbitraryMutations,
  arbitraryTree,
  edited,
  h,
  mutated,
  shown,
  tree,
  type Literal,
  type Mutation,
} from "../testing/worlds.ts";
import { treeHash } from "../tree/objects.ts";
import { path } from "../tree/path.ts";
import { getEntry, hashAt, nodeAt, sameEntry, type Tree } from "../tree/tree.ts";
import { chainsOf } from "./chains.ts";
import type { Instant, JournaledOperation, OperationId, PatchId } from "./entry.ts";
import type { OperationDraft } from "./operation.ts";
import { recognise } from "./recognise.ts";
import { fold, reduce } from "./reduce.ts";
import type { Reduction } from "./reduction.ts";

const journaled = (drafts: readonly OperationDraft[], from = 1): JournaledOperation[] =>
  drafts.map((draft, i) => ({
    ...draft,
    seq: from + i,
    id: `o${from + i}` as OperationId,
    patch: "p" as PatchId,
    actor: AGENT,
    cause: "turn",
    at: "2026-01-01T00:00:00.000Z" as Instant,
  }));

/** The operations of a history of states. */
function history(base: Tree, states: readonly Tree[]): JournaledOperation[] {
  const all: OperationDraft[] = [];
  let held = base;
  for (const next of states) {
    all.push(...recognise(held, next));
    held = next;
  }
  return journaled(all);
}

const through = (base: Literal, ...states: readonly Literal[]): JournaledOperation[] =>
  history(tree(base), states.map(tree));
const chains = (reduction: Reduction): string[] =>
  chainsOf(reduction).map(({ operations, standing }) => `${operations.map(({ seq }) => seq).join(",")} ${standing}`);

describe("chains", () => {
  test("[J2] operations on unconnected paths are chains of their own", () => {
    const reduced = reduce(
      tree({ a: "1", b: "1" }),
      through({ a: "1", b: "1" }, { a: "2", b: "2" }, { a: "3", b: "2" }),
    );
    expect(chains(reduced)).toEqual(["1,3 folded", "2 folded"]);
  });

  test("[J2] a chain whose first base does not hold is stale and skipped whole; others go through", () => {
    const operations = through({ a: "1", b: "1" }, { a: "2", b: "2" }, { a: "3", b: "2" });
    const reduced = reduce(tree({ a: "other", b: "1" }), operations);
    expect(chains(reduced)).toEqual(["1,3 stale", "2 folded"]);
    expect(shown(reduced.current)).toEqual({ a: h("other"), b: h("2") });
  });

  test("[J2] a chain is skipped whole even where a later operation would fit by itself", () => {
    const reduced = reduce(tree({ a: "2" }), through({ a: "1" }, { a: "2" }, { a: "3" }));
    expect(chains(reduced)).toEqual(["1,2 stale"]);
    expect(shown(reduced.current)).toEqual({ a: h("2") });
  });

  test("[J2] moves connect: what was done before and after a move stands or falls with it", () => {
    const operations = through({ a: "1" }, { a: "2" }, { c: "2" }, { c: "3" });
    expect(chains(reduce(tree({ a: "1" }), operations))).toEqual(["1,2,3 folded"]);
    const stale = reduce(tree({ a: "1", c: "taken" }), operations);
    expect(chains(stale)).toEqual(["1,2,3 stale"]);
    expect(shown(stale.current)).toEqual({ a: h("1"), c: h("taken") });
  });

  test("[J1, J2] move a to c, new a: one chain", () => {
    const operations = through({ a: "1" }, { c: "1" }, { c: "1", a: "new" });
    expect(operations.map(({ kind }) => kind)).toEqual(["move", "create"]);
    expect(chains(reduce(tree({ a: "1" }), operations))).toEqual(["1,2 folded"]);
    expect(shown(reduce(tree({ a: "changed" }), operations).current)).toEqual({ a: h("changed") });
  });

  test("[J1, J2] delete d, create d/x: nested paths are one chain", () => {
    const operations = through({ d: "1" }, { "d/x": "2" });
    expect(chains(reduce(tree({ d: "1" }), operations))).toEqual(["1,2 folded"]);
    const stale = reduce(tree({ d: "changed" }), operations);
    expect(chains(stale)).toEqual(["1,2 stale"]);
    expect(shown(stale.current)).toEqual({ d: h("changed") });
  });

  test("[J2] case twins are one chain, of names and of folders", () => {
    expect(chains(reduce(tree({ a: "1" }), through({ a: "1" }, { A: "2" })))).toEqual(["1,2 folded"]);
    const folders = through({ "Docs/x": "1", "Docs/z": "1" }, { "docs/y": "2" });
    expect(chains(reduce(tree({ "Docs/x": "1", "Docs/z": "1" }), folders))).toEqual(["1,2,3 folded"]);
    const stale = reduce(tree({ "Docs/x": "1", "Docs/z": "changed" }), folders);
    expect(chains(stale)).toEqual(["1,2,3 stale"]);
    expect(shown(stale.current)).toEqual({ "Docs/x": h("1"), "Docs/z": h("changed") });
  });

  test("[J2] a created path that somebody else created meanwhile, as a case twin, is stale", () => {
    const reduced = reduce(tree({ "README.md": "theirs" }), through({}, { "readme.md": "mine" }));
    expect(chains(reduced)).toEqual(["1 stale"]);
    expect(chainsOf(reduced)[0]?.misfit).toEqual({
      reason: "not-absent",
      at: "readme.md",
      obstacle: { kind: "case-twin", at: "README.md" },
    });
  });

  test("[J3] a chain that comes back to its base is redundant, whatever is accepted", () => {
    const operations = through({ a: "A" }, { a: "B" }, { a: "A" });
    expect(chains(reduce(tree({ a: "A" }), operations))).toEqual(["1,2 redundant"]);
    expect(chains(reduce(tree({ a: "B" }), operations))).toEqual(["1,2 redundant"]);
    expect(shown(reduce(tree({ a: "B" }), operations).current)).toEqual({ a: h("B") });
  });

  test("[J3] a chain whose result is accepted already is redundant, not stale", () => {
    const reduced = reduce(tree({ a: "B" }), through({ a: "A" }, { a: "B" }));
    expect(chains(reduced)).toEqual(["1 redundant"]);
    expect(chains(reduce(tree({}), through({ a: "A" }, {})))).toEqual(["1 redundant"]);
  });

  test("two people fill one empty folder, or make it, without a conflict", () => {
    expect(shown(reduce(tree({ "d/theirs": "1" }), through({ d: null }, { "d/mine": "2" })).current)).toEqual({
      "d/theirs": h("1"),
      "d/mine": h("2"),
    });
    expect(chains(reduce(tree({ "d/theirs": "1" }), through({}, { d: null })))).toEqual(["1 redundant"]);
    expect(chains(reduce(tree({ "d/theirs": "1" }), through({ d: null }, {})))).toEqual(["1 redundant"]);
  });

  test("a folder that was filled and emptied again is gone, and says so", () => {
    const reduced = reduce(tree({ d: null }), through({ d: null }, { "d/x": "1" }, {}));
    expect(shown(reduced.current)).toEqual({});
    expect(chains(reduced)).toEqual(["1,2 folded"]);
  });
});

const arbitraryHistory = fc.record({
  base: arbitraryTree,
  turns: fc.array(arbitraryMutations, { minLength: 1, maxLength: 5 }),
  elsewhere: fc.oneof(fc.constant<Mutation[]>([]), arbitraryMutations),
});

const historyOf = (
  base: Tree,
  turns: readonly (readonly Mutation[])[],
): { operations: JournaledOperation[]; last: Tree } => {
  const states: Tree[] = [];
  for (const changes of turns) states.push(mutated(states.at(-1) ?? base, changes));
  return { operations: history(base, states), last: states.at(-1) ?? base };
};

describe("the algebra of reduction", () => {
  test("[J5] property: over its own base a history reduces to its last state", () => {
    fc.assert(
      fc.property(arbitraryHistory, ({ base, turns }) => {
        const { operations, last } = historyOf(base, turns);
        const reduced = reduce(base, operations);
        expect(shown(reduced.current)).toEqual(shown(last));
        expect(chainsOf(reduced).filter(({ standing }) => standing === "stale")).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
  });

  test("[J5] property: folding in any pieces gives the same as at once", () => {
    fc.assert(
      fc.property(arbitraryHistory, fc.nat(20), fc.nat(20), ({ base, turns, elsewhere }, i, j) => {
        const { operations } = historyOf(base, turns);
        const accepted = mutated(base, elsewhere);
        const [first, second] = [Math.min(i, j), Math.max(i, j)];
        const pieces = [operations.slice(0, first), operations.slice(first, second), operations.slice(second)];
        const whole = reduce(accepted, operations);
        const inPieces = pieces.reduce((reduction, piece) => fold(reduction, piece), reduce(accepted, []));
        expect(shown(inPieces.current)).toEqual(shown(whole.current));
        expect(chainsOf(inPieces)).toEqual(chainsOf(whole));
      }),
      { numRuns: 1_000 },
    );
  });

  test("[J5] property: an earlier reduction is not changed by folding onto it", () => {
    fc.assert(
      fc.property(arbitraryHistory, fc.nat(20), ({ base, turns, elsewhere }, cut) => {
        const { operations } = historyOf(base, turns);
        const before = reduce(mutated(base, elsewhere), operations.slice(0, cut));
        const [tree1, chains1, hash1] = [shown(before.current), chainsOf(before), treeHash(before.current)];
        const after = fold(before, operations.slice(cut));
        expect([shown(before.current), chainsOf(before), treeHash(before.current)]).toEqual([tree1, chains1, hash1]);
        expect(treeHash(after.current)).toBe(treeHash(reduce(mutated(base, elsewhere), operations).current));
      }),
      { numRuns: 500 },
    );
  });

  test("[J2] property: each chain alone over the accepted tree does what it does among the others", () => {
    fc.assert(
      fc.property(arbitraryHistory, ({ base, turns, elsewhere }) => {
        const { operations } = historyOf(base, turns);
        const accepted = mutated(base, elsewhere);
        const reduced = reduce(accepted, operations);
        const touched = new Set<string>();
        for (const chain of chainsOf(reduced)) {
          const alone = reduce(accepted, chain.operations);
          expect(chainsOf(alone)).toEqual([chain]);
          for (const { path: at } of chain.paths) {
            touched.add(at);
            const [here, there] = [getEntry(reduced.current, at), getEntry(alone.current, at)];
            if (nodeAt(reduced.current, at)?.kind === "directory" && there?.kind === "directory") continue;
            expect(sameEntry(here, there), at).toBe(true);
            if (chain.misfit !== null)
              expect(sameEntry(here, getEntry(accepted, at)) || nodeAt(reduced.current, at)?.kind === "directory").toBe(
                true,
              );
          }
        }
        for (const [at, hash] of Object.entries(shown(accepted))) {
          if (!touched.has(at) && hash !== "folder") expect(hashAt(reduced.current, path(at))).toBe(hash);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  test("[J5] an unchanged subtree keeps its identity through a fold", () => {
    const base = tree({ "big/x": "1", "big/y": "1", "other/z": "1" });
    const reduced = reduce(base, history(base, [edited(base, { "other/z": "2" })]));
    expect(nodeAt(reduced.current, path("big"))).toBe(nodeAt(base, path("big")));
  });

  test("[J5] reverting a stale chain gives the accepted tree back", () => {
    const base = tree({ "big/x": "1", "big/y": "1" });
    const operations = history(base, [
      edited(base, { "big/x": undefined, "c/x": "1" }),
      edited(base, { "big/x": undefined, "c/x": "2" }),
    ]);
    const accepted = edited(base, { "c/x": "taken" });
    expect(treeHash(reduce(accepted, operations).current)).toBe(treeHash(accepted));
  });
});
