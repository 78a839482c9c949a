/**
 * The core put together as the services put it together, over files of cells in memory and without a store: several
 * branches of one workspace, each event one call. It holds no rule of its own; what it calls is what is tested.
 */
import { invariant } from "../../shared/assert.ts";
import type { Hash } from "../../shared/brand.ts";
import { sha256 } from "../../shared/sha256.ts";
import type { Change, ChangeId } from "../change/change.ts";
import { carryDecisions, type BaseMove } from "../decision/carry.ts";
import { closureToAccept, closureToReject } from "../decision/closure.ts";
import type { ChangeVerdict } from "../decision/verdict.ts";
import { draftRollback, sealRollback, type RollbackLeftOut } from "../inverse/rollback.ts";
import { inverseOf, type InversePatch } from "../inverse/inverse.ts";
import { decide, type DecideError } from "../journal/decide.ts";
import type { Actor, Entry, OperationId, PatchId } from "../journal/entry.ts";
import { humanEdit, type Edit, type EditError } from "../journal/human-edit.ts";
import { baseAfter, settlePromotion } from "../journal/promotion.ts";
import { rebase } from "../journal/rebase.ts";
import { recognise } from "../journal/recognise.ts";
import { reconcile, sidesOf, type Resolution } from "../journal/reconcile.ts";
import { applyRejections, type Cleaned } from "../journal/rejections.ts";
import { replay, startBranch } from "../journal/replay.ts";
import type { Carried, BranchState, Stamp, Step } from "../journal/state.ts";
import { synchronize } from "../journal/synchronize.ts";
import { closeTurn, openTurn } from "../journal/turn.ts";
import type { Content } from "../journal/retarget.ts";
import { draftPlan } from "../plan/draft.ts";
import type { CommitPlan } from "../plan/plan.ts";
import { checkPlan, sealPlan } from "../plan/seal.ts";
import { treeFrom } from "../tree/edit.ts";
import { treeHash } from "../tree/objects.ts";
import { path, type Path } from "../tree/path.ts";
import { mapGet, mapKeys } from "../tree/persistent-map.ts";
import { entries, getFile, type Tree } from "../tree/tree.ts";
import type { Result } from "../../shared/result.ts";
import { reviewOf, type ReviewedPath } from "./review.ts";
import { applyCells, diffCells, followCells, mergeCells, type Text } from "./cells.ts";
import { by, value } from "./worlds.ts";

/** By path, the text of each file. */
export type Files = ReadonlyMap<string, Text>;

export interface Promotion {
  readonly number: number;
  readonly before: Tree;
  readonly after: Tree;
  readonly inverse: InversePatch;
  readonly plan: CommitPlan;
}

export interface BenchBranch {
  state: BranchState;
  readonly start: BranchState;
  readonly journal: Entry[];
}

export class Bench {
  accepted: Tree;
  readonly branches: BenchBranch[];
  readonly history: Promotion[] = [];
  readonly #texts = new Map<Hash, Text>();
  readonly #trees = new Map<Hash, Tree>();
  readonly #reviews = new WeakMap<BranchState, ReviewedPath[]>();
  #patches = 0;

  constructor(files: Files, branches: number) {
    this.accepted = this.tree(files);
    this.branches = Array.from({ length: branches }, () => {
      const state = startBranch("chat", this.accepted);
      return { state, start: state, journal: [] };
    });
    this.text("");
  }

  /** Keeps the bytes. */
  text(text: Text): Content {
    const hash = sha256(text);
    this.#texts.set(hash, text);
    return { hash, size: text.length };
  }

  textAt(hash: Hash): Text {
    const text = this.#texts.get(hash);
    invariant(text !== undefined, "every hash has its bytes");
    return text;
  }

  tree(files: Files): Tree {
    return this.#know(treeFrom([...files].map(([at, text]) => [path(at), { kind: "file", ...this.text(text) }])));
  }

  files(tree: Tree): Map<string, Text> {
    return new Map(
      [...entries(tree)].map(({ path: at, entry }) => {
        invariant(entry.kind === "file", "there are no empty folders in this test");
        return [at, this.textAt(entry.hash)];
      }),
    );
  }

  open(branch: BenchBranch, actor: Actor): Step[] {
    const steps = [this.applyRejections(branch, actor), this.rebase(branch)].flatMap((step) => (step ? [step] : []));
    const opened = value(openTurn(branch.state, { patch: this.#patch(), title: "turn" }, by(actor)));
    return [...steps, this.#take(branch, opened)];
  }

  close(branch: BenchBranch, actor: Actor): ReturnType<typeof closeTurn> {
    const closed = closeTurn(branch.state, by(actor));
    if (closed.ok) this.#take(branch, closed.value);
    return closed;
  }

  scan(branch: BenchBranch, sandbox: Files, illegal: readonly string[], actor: Actor): Step {
    return this.#take(branch, value(synchronize(branch.state, { sandbox: this.tree(sandbox), illegal }, by(actor))));
  }

  edit(branch: BenchBranch, edits: readonly Edit[], actor: Actor): Result<Step, EditError> {
    const step = humanEdit(branch.state, { patch: `person:${actor.user}` as PatchId, edits }, by(actor));
    if (step.ok) this.#take(branch, step.value);
    return step;
  }

  review({ state }: BenchBranch): ReviewedPath[] {
    const known = this.#reviews.get(state) ?? reviewOf(state, (hash) => this.textAt(hash));
    this.#reviews.set(state, known);
    return known;
  }

  /** With the closure, answering whatever somebody else decided where `answering`. */
  decide(
    branch: BenchBranch,
    chosen: readonly ChangeVerdict[],
    verdict: "accept" | "reject" | "clear",
    answering: boolean,
    actor: Actor,
  ): { readonly result: Result<Step, DecideError>; readonly all: readonly ChangeVerdict[] } {
    const verdicts = this.review(branch).flatMap((reviewed) => reviewed.verdicts);
    const asked = new Set(chosen.map(({ path: at, change }) => `${at} ${change.id}`));
    const isAsked = (one: ChangeVerdict): boolean => asked.has(`${one.path} ${one.change.id}`);
    const all =
      verdict === "accept"
        ? closureToAccept(verdicts, isAsked).all
        : verdict === "reject"
          ? closureToReject(verdicts, isAsked).all
          : verdicts.filter(isAsked);
    const facts = all.map(({ path: at, change, decision }) => ({
      path: at,
      change,
      verdict,
      ...(answering && decision ? { answers: decision.seq } : {}),
    }));
    const result = decide(branch.state, facts, by(actor));
    if (result.ok) this.#take(branch, result.value);
    return { result, all };
  }

  /** null: nothing that is staged is rejected, or there is no room for what comes back. */
  applyRejections(branch: BenchBranch, actor: Actor): Step | null {
    const cleaned = this.review(branch).flatMap((reviewed) => this.#cleaned(reviewed));
    if (cleaned.length === 0) return null;
    const person: Actor = { ...actor, kind: "person" };
    const step = applyRejections(branch.state, { patch: `person:${actor.user}` as PatchId, cleaned }, by(person));
    return step.ok ? this.#take(branch, step.value) : null;
  }

  rebase(branch: BenchBranch): Step | null {
    if (branch.state.openTurn !== null) return null;
    const carried = this.#carried(branch.state, branch.state.base, this.accepted, new Map());
    const step = value(rebase(branch.state, { accepted: this.accepted, carried }, SYSTEM));
    return step.entries.length === 0 ? null : this.#take(branch, step);
  }

  plan(branch: BenchBranch, paths: ReadonlySet<Path> | null): CommitPlan {
    const { state } = branch;
    const draft = draftPlan({
      base: state.base,
      accepted: this.accepted,
      subjects: this.review(branch),
      selection: paths === null ? {} : { paths },
    });
    const results = new Map<Path, Content>();
    for (const { path: at, outcome } of draft.entries) {
      if (outcome.kind !== "apply") continue;
      const [before, after] = [this.textAt(outcome.before.hash), this.textAt(outcome.after.hash)];
      results.set(at, this.text(applyCells(before, after, new Set(outcome.ids))));
    }
    return value(sealPlan(draft, results));
  }

  promote(branch: BenchBranch, plan: CommitPlan, actor: Actor): Step {
    value(checkPlan(plan, this.accepted));
    const number = this.history.length + 1;
    const newBase = this.#know(baseAfter(branch.state.base, plan));
    const moves = new Map(
      plan.entries.flatMap(({ path: at, basePath }) =>
        basePath !== null && basePath !== at ? [[basePath, at] as const] : [],
      ),
    );
    const spent = new Set(
      plan.entries.flatMap(({ path: at, basePath, decisions }) => decisions.map(({ id }) => `${basePath ?? at} ${id}`)),
    );
    const origins = new Map<Path, Readonly<Record<ChangeId, number>>>();
    for (const { delta, verdicts } of this.review(branch)) {
      const left = verdicts.filter(
        ({ path: at, change, provenance }) => provenance !== null && !spent.has(`${at} ${change.id}`),
      );
      origins.set(delta.path, Object.fromEntries(left.map((one) => [one.change.id, one.provenance?.seq ?? 0])));
    }
    const carried = this.#carried(branch.state, branch.state.base, newBase, moves);
    const step = settlePromotion(branch.state, { plan, promotion: number, origins, carried }, by(actor));
    this.#take(branch, step);
    this.#head(number, plan);
    return step;
  }

  planRollback(number: number): { readonly plan: CommitPlan; readonly leftOut: readonly RollbackLeftOut[] } {
    const target = this.history[number - 1];
    invariant(target !== undefined, "a promotion that was made is rolled back");
    const later = this.history.slice(number).map(({ inverse }) => inverse);
    const draft = draftRollback(this.accepted, target.inverse, later);
    const merged = new Map<Path, Content | null>();
    for (const { path: at, base, accepted, staged } of draft.merges) {
      const text = mergeCells(this.textAt(base.hash), this.textAt(accepted.hash), this.textAt(staged.hash));
      merged.set(at, text === null ? null : this.text(text));
    }
    return value(sealRollback(draft, merged, "leave-out"));
  }

  rollBack(plan: CommitPlan): void {
    value(checkPlan(plan, this.accepted));
    this.#head(this.history.length + 1, plan);
  }

  /** null: it has conflicts, or no room. */
  reconcile(branch: BenchBranch, stale: OperationId, how: "keep" | "take" | "merge", actor: Actor): Step | null {
    const resolution = this.#resolution(branch.state, stale, how);
    if (resolution === null) return null;
    const patch = `person:${actor.user}` as PatchId;
    const step = reconcile(branch.state, { stale, resolution, patch }, by(actor));
    return step.ok ? this.#take(branch, step.value) : null;
  }

  /** From the first entry. */
  replayed({ start, journal }: BenchBranch): BranchState {
    return replay(start, journal, (hash) => {
      const tree = this.#trees.get(hash);
      invariant(tree !== undefined, "every tree that a journal names is known");
      return tree;
    });
  }

  #head(number: number, plan: CommitPlan): void {
    const [before, after] = [this.accepted, this.#know(plan.resultingTree)];
    this.history.push({ number, before, after, inverse: inverseOf(number, before, plan), plan });
    this.accepted = after;
  }

  #resolution(state: BranchState, stale: OperationId, how: "keep" | "take" | "merge"): Resolution | null {
    if (how === "keep") return { kind: "keep-accepted" };
    const results = new Map<Path, Content | null>();
    for (const { path: at, base, accepted, staged } of sidesOf(state, stale)) {
      const clean = staged === null ? null : this.#withoutRejected(state, at, base, staged);
      if (how === "take") {
        if (clean !== null) results.set(at, this.text(clean));
        continue;
      }
      const [b, a] = [base === null ? null : this.textAt(base), accepted === null ? null : this.textAt(accepted)];
      if (b === a) results.set(at, clean === null ? null : this.text(clean));
      else if (a === clean || clean === b) results.set(at, a === null ? null : this.text(a));
      else {
        const merged = b === null || a === null || clean === null ? null : mergeCells(b, a, clean);
        if (merged === null) return null;
        results.set(at, this.text(merged));
      }
    }
    return how === "take" ? { kind: "take-staged", instead: results } : { kind: "result", results };
  }

  #withoutRejected(state: BranchState, at: Path, base: Hash | null, staged: Hash): Text {
    const text = this.textAt(staged);
    if (base === null) return text;
    const from = this.textAt(base);
    const kept = diffCells(from, text).filter(({ id }) => {
      const records = mapGet(state.decisions, at);
      return records === undefined || mapGet(records, id)?.latest.verdict !== "reject";
    });
    return applyCells(from, text, new Set(kept.map(({ id }) => id)));
  }

  #cleaned({ delta, verdicts }: ReviewedPath): Cleaned[] {
    const rejected = verdicts.filter(({ status }) => status === "rejected");
    if (rejected.length === 0) return [];
    const { path: at, before, after, decisionPath } = delta;
    const has = (kind: Change["kind"]): boolean =>
      rejected.some(({ change }) => change.facet === "structure" && change.kind === kind);
    if (has("added") || has("removed")) return [{ path: at, result: before }];
    if (before?.kind !== "file" || after?.kind !== "file")
      return [{ path: at, result: { kind: "file", ...this.text("") } }];
    const toPath = has("moved") ? { toPath: decisionPath } : {};
    const kept = verdicts.filter(({ status }) => status !== "rejected").map(({ change }) => change.id);
    const text = applyCells(this.textAt(before.hash), this.textAt(after.hash), new Set(kept));
    return [{ path: at, result: { kind: "file", ...this.text(text) }, ...toPath }];
  }

  #carried(state: BranchState, from: Tree, to: Tree, moves: ReadonlyMap<Path, Path>): Carried[] {
    const recognised = recognise(from, to).flatMap(({ kind, path: at, toPath }): [Path, Path][] =>
      kind === "move" && toPath !== undefined ? [[at, toPath]] : [],
    );
    const moved = new Map([...recognised, ...moves]);
    const baseMoves = ([...mapKeys(state.decisions)] as Path[]).flatMap((at): BaseMove[] => {
      const target = moved.get(at) ?? at;
      const [before, after] = [getFile(from, at), getFile(to, target)];
      if (before === undefined || after === undefined || before.hash === after.hash)
        return at === target ? [] : [{ from: at, to: target, follow: (change) => change }];
      const [old, now] = [this.textAt(before.hash), this.textAt(after.hash)];
      const follow = (change: Change): Change | null =>
        change.address.kind === "file" ? change : followCells(change, old, now);
      return [{ from: at, to: target, follow }];
    });
    return carryDecisions(state.decisions, baseMoves);
  }

  #know(tree: Tree): Tree {
    this.#trees.set(treeHash(tree), tree);
    return tree;
  }

  #patch(): PatchId {
    this.#patches += 1;
    return `turn-${this.#patches}` as PatchId;
  }

  #take(branch: BenchBranch, step: Step): Step {
    branch.journal.push(...step.entries);
    branch.state = step.state;
    this.#know(step.state.base);
    this.#know(step.state.current);
    return step;
  }
}

const SYSTEM: Stamp = by({ kind: "system", user: "ada" as Actor["user"] });
