/**
 * One random history of a workspace, run through the core (`Bench`) and through the model side by side. After every
 * event both are compared, and what must hold whatever happened is checked (`checks.ts`).
 */
import fc from "fast-check";
import { expect } from "vitest";

import type { ChangeVerdict } from "../decision/verdict.ts";
import type { Edit } from "../journal/human-edit.ts";
import type { Path } from "../tree/path.ts";
import { Bench } from "./bench.ts";
import type { Text } from "./cells.ts";
import { expectBranch, expectHead, expectStatuses, modelChange, modelChangesOf, type Pair } from "./checks.ts";
import {
  entryOf,
  expectPlan,
  expectRebase,
  expectRollback,
  expectReconciled,
  expectCleaned,
  snapshot,
} from "./expectations.ts";
import { ModelBranch, movedFiles } from "./model.ts";
import { PATHS, sandboxAfter, withCell } from "./sandbox-edits.ts";
import { ADA, AGENT, BEN } from "./worlds.ts";

export const KINDS = [
  "turn",
  "agent",
  "agent",
  "agent",
  "agent",
  "close",
  "meet",
  "person",
  "person",
  "accept",
  "accept",
  "accept",
  "reject",
  "clear",
  "promote",
  "deliver",
  "deliver",
  "rebase",
  "reconcile",
  "clean",
  "rollback",
  "rollback",
] as const;

export interface Action {
  readonly kind: (typeof KINDS)[number];
  readonly branch: number;
  /** What the kind chooses with. */
  readonly a: number;
  readonly b: number;
  readonly c: number;
}

const choice = fc.nat({ max: 99 });
export const arbitraryActions: fc.Arbitrary<Action[]> = fc.noBias(
  fc.array(
    fc.record({ kind: fc.constantFrom(...KINDS), branch: fc.nat({ max: 2 }), a: choice, b: choice, c: choice }),
    { minLength: 1, maxLength: 40, size: "max" },
  ),
);

const START: ReadonlyMap<string, Text> = new Map([
  ["a", "x=1;y=1;z=1"],
  ["b", "x=2;y=2"],
  ["d/x", "x=1;z=3"],
]);

/** How often each thing really happened, so that a run can say what it covered. */
export type Tally = Map<string, number>;

export function runInterleaving(actions: readonly Action[], branches: number, tally: Tally): void {
  const run = new Run(branches, tally);
  for (const action of actions) run.take(action);
  run.end();
}

class Run {
  readonly #bench: Bench;
  readonly #pairs: Pair[];
  readonly #tally: Tally;
  #accepted: ReadonlyMap<string, Text> = START;
  readonly #history: { readonly before: ReadonlyMap<string, Text>; readonly after: ReadonlyMap<string, Text> }[] = [];

  constructor(branches: number, tally: Tally) {
    this.#bench = new Bench(START, branches);
    this.#tally = tally;
    this.#pairs = this.#bench.branches.map((branch) => ({ bench: this.#bench, branch, model: new ModelBranch(START) }));
  }

  take(action: Action): void {
    const pair = this.#pairs[action.branch % this.#pairs.length] as Pair;
    const happened = this.#do(pair, action);
    const name = happened === true ? action.kind : happened;
    if (name === false) return;
    this.#tally.set(name, (this.#tally.get(name) ?? 0) + 1);
    for (const one of this.#pairs) expectBranch(one);
    expectHead(this.#bench, this.#accepted);
  }

  end(): void {
    for (const pair of this.#pairs) expectBranch(pair, true);
  }

  /** False: it could not happen here. */
  #do(pair: Pair, action: Action): boolean | string {
    switch (action.kind) {
      case "turn":
        return this.#turn(pair, action);
      case "agent":
        this.#open(pair);
        return this.#agent(pair, action);
      case "meet":
        return this.#meet(pair, action);
      case "close":
        return this.#close(pair);
      case "person":
        return this.#person(pair, action);
      case "accept":
      case "reject":
      case "clear":
        return this.#decide(pair, action.kind, action);
      case "promote":
        return this.#promote(pair, action);
      case "deliver":
        this.#decide(pair, "accept", { ...action, b: action.b - (action.b % 4) + (action.b % 2) });
        return this.#promote(pair, { ...action, b: 1 });
      case "rebase":
        return this.#rebase(pair);
      case "reconcile":
        return this.#reconcile(pair, action);
      case "clean":
        return this.#clean(pair);
      case "rollback":
        return this.#rollBack(action);
    }
  }

  /** A whole one, of two batches, in between the things of others. */
  #turn(pair: Pair, action: Action): boolean {
    if (pair.model.held !== null || !this.#open(pair)) return false;
    this.#agent(pair, action);
    this.#agent(pair, { ...action, a: action.b, b: action.c, c: action.a });
    return this.#close(pair);
  }

  #open(pair: Pair): boolean {
    if (pair.branch.state.openTurn !== null) return false;
    this.#clean(pair);
    this.#rebase(pair);
    this.#bench.open(pair.branch, AGENT);
    pair.model.open();
    return true;
  }

  #agent(pair: Pair, action: Action): boolean | string {
    const held = pair.model.held;
    if (held === null) return false;
    const sandbox = sandboxAfter(held, action);
    if (sandbox === null) return false;
    if (sandbox === "twin") {
      this.#bench.scan(pair.branch, held, ["A"], AGENT);
      pair.model.scan(held);
      expect(this.#bench.close(pair.branch, AGENT).ok, "V4: an illegal name keeps the turn open").toBe(false);
      this.#bench.scan(pair.branch, held, [], AGENT);
      return "case twin in the sandbox";
    }
    this.#bench.scan(pair.branch, sandbox, [], AGENT);
    pair.model.scan(sandbox);
    this.#notice(pair, false);
    return pair.model.clashes.size > 0 ? "agent, with a clash" : true;
  }

  /** S1: a person and the agent change one file in one turn: the same cell, another one, to the same value, or delete it. */
  #meet(pair: Pair, { a, b, c }: Action): boolean | string {
    this.#open(pair);
    const { model, branch } = pair;
    const held = model.held ?? new Map<string, Text>();
    const at = [...held.keys()].filter((one) => model.current.has(one))[a % (held.size + 1)];
    const [seen, old] = at === undefined ? [] : [model.current.get(at), held.get(at)];
    if (at === undefined || seen === undefined || old === undefined) return false;
    const text = withCell(seen, b, c);
    const edit: Edit = {
      kind: "write",
      path: at as Path,
      base: this.#bench.text(seen).hash,
      result: this.#bench.text(text),
    };
    expect(this.#bench.edit(branch, [edit], BEN).ok).toBe(model.write(at, seen, text));
    this.#notice(pair, true);
    const sandbox = new Map(held);
    if (c % 4 === 0) sandbox.delete(at);
    else sandbox.set(at, c % 4 === 1 ? text : withCell(old, c % 4 === 2 ? b : b + 1, a));
    this.#bench.scan(branch, sandbox, [], AGENT);
    model.scan(sandbox);
    this.#notice(pair, false);
    return model.clashes.size > 0 ? "met, with a clash" : "met, without a clash";
  }

  #close(pair: Pair): boolean {
    if (pair.model.held === null) return false;
    expect(this.#bench.close(pair.branch, AGENT).ok).toBe(true);
    pair.model.close();
    return true;
  }

  #person(pair: Pair, { a, b, c }: Action): boolean | string {
    const { model, branch } = pair;
    const at = (
      c % 5 === 0
        ? PATHS[a % PATHS.length]
        : ([...model.current.keys()][a % (model.current.size + 1)] ?? PATHS[a % PATHS.length])
    ) as Path;
    const seen = model.current.get(at) ?? null;
    const same = model.held?.get(at);
    const text = b % 7 === 0 && same !== undefined ? same : withCell(seen ?? "", b, c);
    const base = c % 11 === 0 ? `${seen ?? ""};q=9` : seen;
    const hash = (of: Text) => this.#bench.text(of).hash;
    let edit: Edit;
    let fits: boolean;
    if (seen !== null && base === seen && b % 5 === 1) {
      edit = { kind: "delete", path: at, base: hash(seen) };
      fits = model.write(at, seen, null);
    } else if (seen !== null && base === seen && b % 5 === 2) {
      const to = PATHS[c % PATHS.length] as Path;
      if (to === at) return false;
      edit = { kind: "move", path: at, toPath: to, base: hash(seen) };
      fits = model.move(at, to, seen);
    } else {
      edit = { kind: "write", path: at, base: base === null ? null : hash(base), result: this.#bench.text(text) };
      fits = model.write(at, base, text);
    }
    const before = branch.journal.length;
    expect(this.#bench.edit(branch, [edit], ADA).ok, `B2: ${edit.kind} ${at}`).toBe(fits);
    if (!fits) expect(branch.journal.length).toBe(before);
    this.#notice(pair, true);
    return fits ? `person, ${model.held === null ? "between turns" : "in an open turn"}` : "person, refused";
  }

  #decide(pair: Pair, verdict: "accept" | "reject" | "clear", { a, b, c }: Action): boolean | string {
    const { branch, model } = pair;
    const verdicts = this.#bench.review(branch).flatMap((reviewed) => reviewed.verdicts);
    const chosen = pick(verdicts, a, b);
    if (chosen.length === 0) return false;
    const actor = c % 2 === 0 ? ADA : BEN;
    const answering = c % 3 !== 0;
    const since = branch.state.seq;
    const { result, all } = this.#bench.decide(branch, chosen, verdict, answering, actor);
    const contrary = all.some((one) => model.contrary(modelChange(one), verdict, actor.user));
    expect(result.ok, "R1: a contrary verdict of somebody else is answered, or refused").toBe(answering || !contrary);
    if (!result.ok) return `${verdict}, contested`;
    for (const [i, one] of all.entries()) model.decide(modelChange(one), verdict, actor.user, since + i + 1);
    return contrary ? `${verdict}, answering` : true;
  }

  #promote(pair: Pair, { a, b }: Action): boolean | string {
    const { branch, model } = pair;
    const reviewed = this.#bench.review(branch);
    const paths =
      b % 3 === 0
        ? new Set(reviewed.filter((_, i) => (a >> i) % 2 === 0).map(({ delta }) => delta.decisionPath))
        : null;
    const plan = this.#bench.plan(branch, paths);
    const next = expectPlan(pair, reviewed, plan, this.#accepted, paths);
    if (plan.entries.length === 0) return false;
    const before = snapshot(pair);
    const current = model.current;
    this.#bench.promote(branch, plan, BEN);
    const moves = new Map(
      plan.entries.flatMap(({ path: to, basePath }) =>
        basePath !== null && basePath !== to ? [[basePath, to] as const] : [],
      ),
    );
    for (const { delta, verdicts } of reviewed) {
      const entry = entryOf(plan, delta);
      const ids = new Set(entry?.decisions.map(({ id }) => id));
      for (const one of verdicts) if (ids.has(one.change.id)) model.spend(modelChange(one));
    }
    model.follow(next.base, new Map([...movedFiles(model.base, next.base), ...moves]));
    model.base = next.base;
    this.#history.push({ before: this.#accepted, after: next.accepted });
    this.#accepted = next.accepted;
    expect(model.current, "M3: W_t stays").toBe(current);
    this.#notice(pair, true);
    before.keeps(pair, moves);
    const partial = this.#bench.review(branch).length > 0 ? "partly" : "wholly";
    return `promoted ${partial}, ${model.held === null ? "between turns" : "in an open turn"}`;
  }

  #rebase(pair: Pair): boolean | string {
    const { branch, model } = pair;
    const before = snapshot(pair);
    const step = this.#bench.rebase(branch);
    if (step === null) return false;
    model.follow(this.#accepted, movedFiles(model.base, this.#accepted));
    model.current = expectRebase(pair, this.#accepted, before);
    model.base = this.#accepted;
    model.dissolve();
    this.#notice(pair, true);
    this.#tally.set(
      "found stale by a rebase",
      (this.#tally.get("found stale by a rebase") ?? 0) + before.newStale(pair),
    );
    return "rebase";
  }

  #reconcile(pair: Pair, { a, b }: Action): boolean | string {
    const chain = pair.branch.state.stale[a % (pair.branch.state.stale.length + 1)];
    if (chain === undefined) return false;
    const how = (["keep", "take", "merge"] as const)[b % 3] ?? "keep";
    const step = this.#bench.reconcile(pair.branch, chain.id, how, BEN);
    if (step === null) return `reconcile, ${how} refused`;
    pair.model.current = expectReconciled(pair, chain, how);
    if (chain.operations[0]?.patch === pair.branch.state.openTurn?.patch)
      pair.model.clashes.delete(chain.clash?.path ?? "");
    pair.model.dissolve();
    this.#notice(pair, true);
    return `reconcile, ${how}`;
  }

  #clean(pair: Pair): boolean {
    const reviewed = this.#bench.review(pair.branch);
    if (this.#bench.applyRejections(pair.branch, ADA) === null) return false;
    pair.model.current = expectCleaned(pair, reviewed);
    pair.model.dissolve();
    this.#notice(pair, true);
    return true;
  }

  #rollBack({ a }: Action): boolean | string {
    const number = this.#history.length - (a % (this.#history.length + 1));
    const target = this.#history[number - 1];
    if (target === undefined) return false;
    const { plan, leftOut } = this.#bench.planRollback(number);
    const next = expectRollback(
      this.#bench,
      number,
      target,
      this.#accepted,
      plan,
      leftOut,
      number === this.#history.length,
    );
    if (plan.entries.length === 0) return "rollback, nothing left";
    this.#bench.rollBack(plan);
    this.#history.push({ before: this.#accepted, after: next });
    this.#accepted = next;
    return number === this.#history.length - 1 ? "rollback of the last" : "rollback after later work";
  }

  #notice(pair: Pair, person: boolean): void {
    pair.model.notice(modelChangesOf(pair), pair.branch.state.seq, person);
    expectStatuses(pair);
  }
}

function pick(verdicts: readonly ChangeVerdict[], a: number, b: number): ChangeVerdict[] {
  if (b % 4 === 0) return [...verdicts];
  const one = verdicts[a % (verdicts.length + 1)];
  if (one === undefined) return [];
  return b % 4 === 1 ? verdicts.filter(({ path: at }) => at === one.path) : [one];
}
