/** What holds after every event, whatever it was: for one branch, and for the head of the workspace. */
import { isDeepStrictEqual } from "node:util";

import { expect } from "vitest";

import type { ChangeVerdict } from "../decision/verdict.ts";
import type { BranchState } from "../journal/state.ts";
import { treeHash } from "../tree/objects.ts";
import { mapValues } from "../tree/persistent-map.ts";
import { entryHash, type Tree } from "../tree/tree.ts";
import type { Hash } from "../../shared/brand.ts";
import type { Bench, BenchBranch } from "./bench.ts";
import { connected, foldAll, type Files, type ModelBranch, type ModelChange, type ModelOperation } from "./model.ts";

export interface Pair {
  readonly bench: Bench;
  readonly branch: BenchBranch;
  readonly model: ModelBranch;
}

/** As `expect`, which costs too much to be asked a hundred times an event. */
function agree(actual: unknown, wanted: unknown, say: string): void {
  if (!isDeepStrictEqual(actual, wanted)) expect(actual, say).toEqual(wanted);
}

/** What was checked of each journal already: entries, and t with the trees of the last point. */
const checked = new WeakMap<BenchBranch, { entries: number; t: number; base: string; current: string }>();

export function expectBranch(pair: Pair, last = false): void {
  const { bench, branch, model } = pair;
  const { state, journal } = branch;
  const known = checked.get(branch);
  if (known?.entries === journal.length && !last) return;
  agree(bench.files(state.current), model.current, "W_t is what the rules say");
  agree(bench.files(state.base), model.base, "W_0 is what the rules say");
  agree(
    journal.slice(known?.entries ?? 0).map(({ seq }) => seq),
    journal.slice(known?.entries ?? 0).map((_, i) => (known?.entries ?? 0) + i + 1),
    "J4: without a gap",
  );
  expectPoints(
    branch,
    known ?? { entries: 0, t: 0, base: treeHash(branch.start.base), current: treeHash(branch.start.base) },
  );
  expectLive(pair);
  expectDelta(pair);
  expectStatuses(pair);
  expectClashes(pair);
  agree(shownState(bench.replayed(branch)), shownState(state), "J4: replay from the first entry");
  const [base, current] = [treeHash(state.base), treeHash(state.current)];
  checked.set(branch, { entries: journal.length, t: state.t, base, current });
}

export function expectHead(bench: Bench, accepted: Files): void {
  agree(bench.files(bench.accepted), accepted, "the accepted tree is what the rules say");
}

/** S4: t grows by one exactly where W_t or W_0 changed; each point names both trees, and nothing else changes them. */
function expectPoints(
  { journal, state }: BenchBranch,
  since: { entries: number; t: number; base: string; current: string },
): void {
  let { t, base, current } = since;
  for (const entry of journal.slice(since.entries)) {
    if (entry.type !== "point") continue;
    agree(entry.t, t + 1, "S4: t grows by one");
    expect([entry.base, entry.current], "S4: W_0 or W_t is another one").not.toEqual([base, current]);
    ({ t, base, current } = entry);
  }
  agree([t, base, current], [state.t, treeHash(state.base), treeHash(state.current)], "S4: no change without a point");
}

/** J3: every live operation fits at its place, all of them give W_t, and no chain is live that changes nothing. */
function expectLive({ bench, branch: { state }, model }: Pair): void {
  const text = (hash: Hash | null) => (hash === null ? null : bench.textAt(hash));
  const operations = [...mapValues(state.live)]
    .sort((a, b) => a.seq - b.seq)
    .map(({ kind, path, toPath, baseHash, resultHash }): ModelOperation => {
      return { kind, path, toPath, base: text(baseHash), result: text(resultHash) };
    });
  agree(foldAll(model.base, operations), model.current, "J3, J6: live operations over W_0 give W_t");
  const redundant = connected(operations).filter((group) =>
    [...group].every((at) => model.base.get(at) === model.current.get(at)),
  );
  agree(
    redundant.map((group) => [...group]),
    [],
    "J3: a redundant chain is superseded",
  );
}

/** J6: Δ_t takes W_0 to W_t; no path is in it twice. */
function expectDelta({ bench, branch, model }: Pair): void {
  const files = new Map(model.base);
  const reviewed = bench.review(branch);
  const bases = reviewed.flatMap(({ delta }) => (delta.basePath === null ? [] : [delta.basePath]));
  agree(new Set(bases).size, bases.length, "J6: a base path has one delta");
  for (const { delta } of reviewed) {
    if (delta.basePath === null) continue;
    const before = entryHash(delta.before);
    agree(before === null ? null : bench.textAt(before), model.base.get(delta.basePath), `J6: before of ${delta.path}`);
    files.delete(delta.basePath);
  }
  for (const { delta } of reviewed) {
    const after = entryHash(delta.after);
    if (after !== null) files.set(delta.path, bench.textAt(after));
  }
  agree(files, model.current, "J6: W_0 with its delta is W_t");
}

/** R1, R4: what counts as decided. */
export function expectStatuses({ bench, branch, model }: Pair): void {
  const verdicts = bench.review(branch).flatMap((reviewed) => reviewed.verdicts);
  const rejected = new Set(verdicts.filter(({ status }) => status === "rejected").map(({ change }) => change.id));
  for (const verdict of verdicts) {
    const say = `R1, R4: ${verdict.path} ${modelChange(verdict).what}`;
    if (verdict.through === null)
      expect(`${say} ${verdict.status}`).toBe(`${say} ${model.status(modelChange(verdict))}`);
    else agree(rejected.has(verdict.through), true, `${say}: R3, what it requires is rejected`);
    const required = verdict.change.requires ?? [];
    if (required.some((id) => rejected.has(id))) agree(verdict.status, "rejected", `${say}: R3`);
  }
}

/** S1: one clash a path, of the open turn as the model says. */
function expectClashes({ bench, branch: { state }, model }: Pair): void {
  if (state.openTurn === null) return;
  const { patch } = state.openTurn;
  const side = (hash: Hash | null) => (hash === null ? null : bench.textAt(hash));
  const found = state.stale.flatMap(({ clash, operations }) =>
    clash !== null && operations[0]?.patch === patch
      ? [[clash.path, { held: side(clash.held), sandbox: side(clash.sandbox) }] as const]
      : [],
  );
  agree(new Map(found).size, found.length, "S1: one a path and turn");
  agree(new Map(found), new Map(model.clashes), "S1: clashes");
  agree(bench.files(state.openTurn.held), model.held, "S1: H");
}

export const modelChangesOf = ({ bench, branch }: Pair): ModelChange[] =>
  bench.review(branch).flatMap(({ verdicts }) => verdicts.map(modelChange));

export function modelChange({ path, change }: ChangeVerdict): ModelChange {
  const { before, after, address, kind } = change;
  if (address.kind === "cells") {
    const text = (side: typeof before) => (side?.type === "text" ? side.text : "-");
    return { path, what: `cell ${address.range} ${text(before)} ${text(after)}` };
  }
  if (after?.type === "file") return { path, what: `contents ${after.contentHash}` };
  if (before?.type === "file") return { path, what: `removed ${before.contentHash}` };
  return { path, what: `${kind} ${after?.type === "name" ? after.name : ""}` };
}

function shownState(state: BranchState): unknown {
  const tree = (of: Tree) => treeHash(of);
  const { seq, t, turns, stale, openTurn } = state;
  return {
    seq,
    t,
    turns,
    stale,
    base: tree(state.base),
    current: tree(state.current),
    live: [...mapValues(state.live)].map(({ id }) => id).sort(),
    decisions: [...mapValues(state.decisions)]
      .flatMap((records) => [...mapValues(records)])
      .map(shownRecord)
      .sort(),
    openTurn: openTurn === null ? null : { ...openTurn, held: tree(openTurn.held) },
    points: state.points.length,
  };
}

const shownRecord = ({
  path,
  change,
  latest,
  history,
  spent,
}: {
  path: string;
  change: { id: string };
  latest: { seq: number };
  history: readonly { seq: number }[];
  spent: number | null;
}): string => JSON.stringify([path, change.id, latest.seq, history.map(({ seq }) => seq), spent]);
