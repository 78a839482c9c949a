/** What single events must and must not do, told from the texts before and after them. */
import { expect } from "vitest";

import type { RollbackLeftOut } from "../inverse/rollback.ts";
import type { StaleChain } from "../journal/state.ts";
import type { CommitPlan, PlanEntry } from "../plan/plan.ts";
import type { Path } from "../tree/path.ts";
import type { Hash } from "../../shared/brand.ts";
import type { Bench } from "./bench.ts";
import type { ReviewedPath } from "./review.ts";
import { mergeCells, type Text } from "./cells.ts";
import { modelChange, modelChangesOf, type Pair } from "./checks.ts";
import { exclude, promotedText, type Files } from "./model.ts";

const textOf = (bench: Bench, hash: Hash | null): Text | null => (hash === null ? null : bench.textAt(hash));

/** What one branch held before an event that must lose nothing. */
export interface Snapshot {
  readonly base: Files;
  readonly current: Files;
  readonly stale: readonly StaleChain[];
  readonly statuses: ReadonlyMap<string, string>;
  readonly makers: ReadonlyMap<string, number>;
  /** M3: what was not promoted is as it was: W_t, verdicts, makers of single changes, stale operations. */
  keeps(pair: Pair, moves: ReadonlyMap<string, string>): void;
  newStale(pair: Pair): number;
}

export function snapshot({ bench, branch, model }: Pair): Snapshot {
  const stale = branch.state.stale;
  const statuses = new Map<string, string>();
  const makers = new Map<string, number>();
  for (const verdict of bench.review(branch).flatMap((reviewed) => reviewed.verdicts)) {
    const { path, what } = modelChange(verdict);
    statuses.set(`${path} ${what}`, verdict.status);
    if (verdict.provenance !== null) makers.set(`${path} ${what}`, verdict.provenance.seq);
  }
  return {
    base: model.base,
    current: model.current,
    stale,
    statuses,
    makers,
    newStale: (pair) => pair.branch.state.stale.filter(({ id }) => !stale.some((one) => one.id === id)).length,
    keeps: (pair, moves) => {
      expect(pair.branch.state.stale, "M3: stale operations stay").toEqual(stale);
      const back = new Map([...moves].map(([from, to]) => [to, from]));
      for (const verdict of pair.bench.review(pair.branch).flatMap((reviewed) => reviewed.verdicts)) {
        const { path, what } = modelChange(verdict);
        const before = `${back.get(path) ?? path} ${what}`;
        const [status, maker] = [statuses.get(before), makers.get(before)];
        if (status === undefined || verdict.through !== null) continue;
        expect(`${before} ${verdict.status}`, "R1: spends what it carries, nothing else").toBe(`${before} ${status}`);
        if (maker !== undefined)
          expect(`${before} ${verdict.provenance?.seq ?? "?"}`, "M3: its maker is remembered").toBe(
            `${before} ${maker}`,
          );
      }
    },
  };
}

export const entryOf = (plan: CommitPlan, { path, basePath }: ReviewedPath["delta"]): PlanEntry | undefined =>
  plan.entries.find((entry) => entry.basePath === basePath && (basePath !== null || entry.path === path));

/** M1, R2, R4: exactly what is accepted is planned, on top of what is accepted already. Returns both trees after it. */
export function expectPlan(
  { bench, model }: Pair,
  reviewed: readonly ReviewedPath[],
  plan: CommitPlan,
  accepted: Files,
  paths: ReadonlySet<Path> | null,
): { accepted: Files; base: Files } {
  for (const { delta, verdicts } of reviewed) {
    const entry = entryOf(plan, delta);
    const took = new Set(entry?.decisions.map(({ id }) => id));
    for (const verdict of verdicts) {
      const status = verdict.through === null ? model.status(modelChange(verdict)) : "rejected";
      const say = `${delta.decisionPath} ${modelChange(verdict).what}`;
      if (took.has(verdict.change.id)) expect(`${say} ${status}`, "M1: only what is accepted").toBe(`${say} accepted`);
    }
    if (entry === undefined) {
      expectLeftOut(
        plan,
        accepted,
        model.base,
        delta.path,
        verdicts.filter(({ status }) => status === "accepted").length,
        paths,
      );
      continue;
    }
    expectResult(bench, entry, { delta, verdicts }, took);
  }
  for (const { mustHold } of plan.entries)
    for (const { path, hash } of mustHold)
      expect(textOf(bench, hash), "M1: must hold").toBe(accepted.get(path) ?? null);
  const carried = carriedOut(bench, accepted, plan);
  expect(bench.files(plan.resultingTree), "M1: nothing but the plan's paths changes").toEqual(carried);
  return { accepted: carried, base: carriedOut(bench, model.base, plan) };
}

function expectResult(
  bench: Bench,
  entry: PlanEntry,
  { delta, verdicts }: ReviewedPath,
  took: ReadonlySet<string>,
): void {
  const result = entry.result?.kind === "file" ? bench.textAt(entry.result.hash) : null;
  const taken = verdicts.filter(({ change }) => took.has(change.id)).map((one) => modelChange(one).what);
  const side = (of: typeof delta.before): Text => (of?.kind === "file" ? bench.textAt(of.hash) : "");
  const say = `${delta.kind} ${delta.decisionPath}`;
  if (delta.kind === "deleted") expect(result, say).toBeNull();
  else if (delta.kind === "created")
    expect(result, say).toBe(taken.some((what) => what.startsWith("contents")) ? side(delta.after) : "");
  else {
    const chosen = new Set(taken);
    const text = promotedText(side(delta.before), side(delta.after), (cell, was, is) =>
      chosen.has(`cell ${cell} ${was || "-"} ${is || "-"}`),
    );
    expect(result, `R2, R4: ${say}`).toBe(text);
    expect(entry.path, say).toBe(taken.some((what) => what.startsWith("moved")) ? delta.path : delta.decisionPath);
  }
}

/** M1: an accepted change is not promoted for a reason that is told. */
function expectLeftOut(
  plan: CommitPlan,
  accepted: Files,
  base: Files,
  path: string,
  open: number,
  paths: ReadonlySet<Path> | null,
): void {
  const told = plan.untouched.find((one) => one.path === path)?.leftOut.map(({ why }) => why) ?? [];
  const kinds = told.filter(({ kind }) => kind !== "pending" && kind !== "rejected");
  if (told.length > 0) expect(kinds.length, `M1: ${path} says why each accepted change waits`).toBe(open);
  for (const why of kinds) {
    if (why.kind === "not-chosen") expect(paths).not.toBeNull();
    if (why.kind !== "base-moved") continue;
    const differs = [...new Set([...accepted.keys(), ...base.keys()])].filter(
      (at) => accepted.get(at) !== base.get(at),
    );
    const inTheWay = [...accepted.keys(), ...base.keys()];
    expect(
      differs.some((at) => exclude(at, why.path)) || inTheWay.some((at) => at !== path && exclude(at, path)),
      `M1: ${why.path} really moved`,
    ).toBe(true);
  }
}

function carriedOut(bench: Bench, from: Files, plan: CommitPlan): Files {
  const files = new Map(from);
  for (const { path, basePath } of plan.entries) {
    files.delete(basePath ?? path);
    files.delete(path);
  }
  for (const { path, result } of plan.entries) if (result?.kind === "file") files.set(path, bench.textAt(result.hash));
  return files;
}

/** B1, J2: what still fits is folded, what does not is stale, nothing else happens. Returns W_t after it. */
export function expectRebase({ bench, branch: { state } }: Pair, accepted: Files, before: Snapshot): Files {
  const after = bench.files(state.current);
  const found = state.stale.filter(({ id }) => !before.stale.some((one) => one.id === id));
  const moved = [...new Set([...accepted.keys(), ...before.base.keys()])].filter(
    (at) => accepted.get(at) !== before.base.get(at),
  );
  for (const { paths } of found) {
    const why = paths.some(({ path }) => moved.some((at) => exclude(at, path)));
    expect(why, `J2: ${paths.map(({ path }) => path).join(", ")} turned stale because its base moved`).toBe(true);
  }
  const stagedSide = new Map(found.flatMap(({ paths }) => paths.map(({ path, staged }) => [path as string, staged])));
  for (const at of new Set([...before.current.keys(), ...before.base.keys(), ...after.keys(), ...accepted.keys()])) {
    const [base, was, is, now] = [before.base.get(at), before.current.get(at), after.get(at), accepted.get(at)];
    if (is === was && is === now) continue;
    if (was === base) expect(is, `B1: ${at} follows the accepted tree`).toBe(now);
    else if (is !== was) {
      expect(is, `J2: nothing is overwritten at ${at}`).toBe(now);
      expect(stagedSide.has(at), `J2: what was staged at ${at} waits`).toBe(true);
      expect(textOf(bench, stagedSide.get(at) ?? null), `J2: what was staged at ${at} waits`).toBe(was ?? null);
    }
  }
  for (const chain of before.stale) {
    const gone = chain.clash !== null && (after.get(chain.clash.path) ?? null) === textOf(bench, chain.clash.sandbox);
    expect(gone || state.stale.some(({ id }) => id === chain.id), "J2: stale until reconciled").toBe(true);
  }
  return after;
}

/** M6: the chain is settled; W_t holds at its paths what was chosen, and is as it was elsewhere. Returns W_t. */
export function expectReconciled(
  { bench, branch: { state }, model }: Pair,
  chain: StaleChain,
  how: "keep" | "take" | "merge",
): Files {
  expect(
    state.stale.some(({ id }) => id === chain.id),
    "M6: it is settled",
  ).toBe(false);
  const after = bench.files(state.current);
  const own = new Set(chain.paths.map(({ path }) => path as string));
  for (const at of new Set([...after.keys(), ...model.current.keys()])) {
    if (!own.has(at) || how === "keep") expect(after.get(at), `M6: ${at} stays`).toBe(model.current.get(at));
  }
  for (const { path, base, staged } of chain.paths) {
    const [from, mine, theirs] = [textOf(bench, base), textOf(bench, staged), model.current.get(path) ?? null];
    const rejected = (cell: string, was: string, is: string) =>
      model.rejects({ path, what: `cell ${cell} ${was || "-"} ${is || "-"}` });
    if (how === "keep") continue;
    const result = after.get(path) ?? null;
    if (mine === null || from === null) {
      if (how === "take") expect(result, `M6: staged at ${path}`).toBe(mine);
      continue;
    }
    if (how === "take") {
      const text = promotedText(from, mine, (cell, was, is) => !rejected(cell, was, is));
      expect(result, `M6: staged at ${path}, without what was rejected`).toBe(text);
    } else if (theirs !== null && mergeCells(from, theirs, mine) !== null && result !== null) {
      expect(mergeCells(mine, result, theirs), `M6: ${path} holds both sides`).not.toBeNull();
    }
  }
  return after;
}

/** R4: W_t without what was rejected, and nothing else. Returns W_t after it. */
export function expectCleaned(pair: Pair, reviewed: readonly ReviewedPath[]): Files {
  const { bench, branch } = pair;
  const after = bench.files(branch.state.current);
  const touched = new Set(reviewed.flatMap(({ delta }) => [delta.path, delta.decisionPath]));
  for (const [at, text] of after) if (!touched.has(at as Path)) expect(text).toBe(pair.model.current.get(at));
  const open = new Set(
    reviewed
      .flatMap(({ verdicts }) => verdicts.filter(({ status }) => status !== "rejected").map(modelChange))
      .map(({ path, what }) => `${path} ${what}`),
  );
  const now = new Set(modelChangesOf(pair).map(({ path, what }) => `${path} ${what}`));
  expect(
    [...now].filter((one) => !open.has(one)),
    "R4: nothing that is rejected is left, nothing new comes",
  ).toEqual([]);
  expect(
    [...open].filter((one) => !now.has(one)),
    "R4: nothing else is lost",
  ).toEqual([]);
  return after;
}

/** M4, M5: the inverse where a path still holds what n left; what else, is merged or left out by name. */
export function expectRollback(
  bench: Bench,
  number: number,
  target: { readonly before: Files; readonly after: Files },
  accepted: Files,
  plan: CommitPlan,
  leftOut: readonly RollbackLeftOut[],
  last: boolean,
): Files {
  const next = bench.files(plan.resultingTree);
  if (last) {
    expect(leftOut, "M5: nothing in between, nothing left out").toEqual([]);
    expect(next, "M5: exactly the tree of before").toEqual(target.before);
    return next;
  }
  const out = new Set(leftOut.flatMap(({ path, step }) => [path, step.path, step.basePath] as string[]));
  const all = new Set([...target.before.keys(), ...target.after.keys(), ...accepted.keys(), ...next.keys()]);
  // Files that it or later work moved are followed: what is said below is about the others.
  const moved = new Set<string>(
    [plan, ...bench.history.slice(number - 1).map((one) => one.plan)]
      .flatMap(({ entries }) => entries)
      .flatMap(({ path, basePath }) => (basePath !== null && basePath !== path ? [path, basePath] : [])),
  );
  for (const at of all) {
    const [was, left, now, is] = [target.before.get(at), target.after.get(at), accepted.get(at), next.get(at)];
    if (moved.has(at) || out.has(at)) continue;
    if (was === left) expect(is, `M4: ${at} was not touched by it`).toBe(now);
    else if (now === left) expect(is, `M4: ${at} still held what it left`).toBe(was);
    else if (is !== now && is !== undefined && left !== undefined && now !== undefined && was !== undefined)
      expect(is, `M4: ${at} is merged`).toBe(mergeCells(left, now, was));
  }
  return next;
}
