/**
 * A whole workspace in memory for the tests of core: branches, decisions, promotion, rollback, with a toy format in
 * which a file is a list of cells (`1,2,3`), compared cell by cell. What services do with real formats and a
 * database is done here in the few lines that the rules leave to the caller.
 */
import type { Hash } from "../../shared/brand.ts";
import { sha256 } from "../../shared/sha256.ts";
import { changeId, type Change, type ChangeId } from "../change/change.ts";
import { attribute, type AttributionStep, type Provenance } from "../decision/attribute.ts";
import { carryDecisions } from "../decision/carry.ts";
import { structuralChanges } from "../decision/path-changes.ts";
import { verdictsOf, type ChangeVerdict } from "../decision/verdict.ts";
import { inverseOf, type InversePatch } from "../inverse/inverse.ts";
import { draftRollback, sealRollback, type RollbackLeftOut } from "../inverse/rollback.ts";
import { decide } from "../journal/decide.ts";
import { deltaOf, type PathDelta } from "../journal/delta.ts";
import type { Actor } from "../journal/entry.ts";
import { lineageOf } from "../journal/lineage.ts";
import { settlePromotion } from "../journal/promotion.ts";
import { rebase } from "../journal/rebase.ts";
import { applyRejections, type Cleaned } from "../journal/rejections.ts";
import type { BranchState } from "../journal/state.ts";
import type { Selection } from "../plan/choose.ts";
import { draftPlan } from "../plan/draft.ts";
import type { CommitPlan } from "../plan/plan.ts";
import { checkPlan, sealPlan } from "../plan/seal.ts";
import type { Path } from "../tree/path.ts";
import { mapGet, mapValues } from "../tree/persistent-map.ts";
import { files, type FileEntry, type Tree } from "../tree/tree.ts";
import { ADA, by, tree, value, World, type Literal } from "./worlds.ts";

export interface Reviewed {
  readonly delta: PathDelta;
  readonly verdicts: readonly ChangeVerdict[];
}

export class Workspace {
  head: Tree;
  readonly promotions: { readonly before: Tree; readonly after: Tree; readonly inverse: InversePatch }[] = [];
  readonly #texts = new Map<Hash, string>();

  constructor(literal: Literal) {
    this.text("");
    this.head = this.tree(literal);
  }

  tree(literal: Literal): Tree {
    for (const text of Object.values(literal)) if (text !== null) this.text(text);
    return tree(literal);
  }

  /** Remembers a text under its hash. */
  text(text: string): FileEntry {
    this.#texts.set(sha256(text), text);
    return { kind: "file", hash: sha256(text), size: text.length };
  }

  read(of: Tree): Record<string, string> {
    const all: Record<string, string> = {};
    for (const { path, entry } of files(of)) all[path] = this.#texts.get(entry.hash) ?? "?";
    return all;
  }

  branch(): World {
    return new World(this.head);
  }

  /** One turn of an agent; the texts become known. */
  turn(world: World, ...batches: readonly Readonly<Record<string, string | null | undefined>>[]): World {
    for (const batch of batches) for (const text of Object.values(batch)) if (typeof text === "string") this.text(text);
    return world.turn(...batches);
  }

  review({ state }: World): Reviewed[] {
    const live = [...mapValues(state.live)];
    const deltas = deltaOf(state.base, state.current, live);
    const structural = structuralChanges(deltas, () => true);
    const subjects = deltas.map((delta) => {
      const own = structural.get(delta) ?? [];
      const changes = [
        ...own,
        ...this.#cells(
          delta.before?.kind === "file" ? delta.before.hash : null,
          delta.after?.kind === "file" ? delta.after.hash : null,
        ),
      ];
      return { path: delta.decisionPath, changes, provenance: this.#provenance(state, delta, own) };
    });
    const verdicts = verdictsOf(subjects, state.decisions);
    let start = 0;
    return deltas.map((delta, i) => {
      const end = start + (subjects[i]?.changes.length ?? 0);
      const mine = verdicts.slice(start, end);
      start = end;
      return { delta, verdicts: mine };
    });
  }

  verdicts(world: World): ChangeVerdict[] {
    return this.review(world).flatMap(({ verdicts }) => verdicts);
  }

  /** Decides on what `which` names, by `name()` of the change. Requirements are not taken along. */
  decide(
    world: World,
    verdict: "accept" | "reject" | "clear",
    which: (name: string) => boolean = () => true,
    actor: Actor = ADA,
  ): World {
    const chosen = this.verdicts(world).filter((one) => one.status !== "follows" && which(nameOf(one)));
    const verdicts = chosen.map(({ path, change, decision }) => ({
      path,
      change,
      verdict,
      ...(decision === null ? {} : { answers: decision.seq }),
    }));
    return world.take(value(decide(world.state, verdicts, by(actor))));
  }

  plan(world: World, selection: Selection = {}): CommitPlan {
    const subjects = this.review(world);
    const draft = draftPlan({ base: world.state.base, accepted: this.head, subjects, selection });
    const results = new Map<Path, { hash: Hash; size: number }>();
    for (const { path, outcome } of draft.entries) {
      if (outcome.kind === "apply")
        results.set(path, this.#apply(outcome.before.hash, outcome.after.hash, outcome.ids));
    }
    return value(sealPlan(draft, results));
  }

  promote(world: World, selection: Selection = {}): CommitPlan {
    const plan = this.plan(world, selection);
    value(checkPlan(plan, this.head));
    const origins = new Map<Path, Record<ChangeId, number>>();
    for (const { delta, verdicts } of this.review(world)) {
      const made = verdicts.flatMap(({ change, provenance }) =>
        provenance === null ? [] : [[change.id, provenance.seq] as const],
      );
      origins.set(delta.path, Object.fromEntries(made));
    }
    const promotion = this.#commit(plan);
    const moves = plan.entries.map(({ path, basePath, result }) => ({
      from: basePath ?? path,
      to: result === null ? null : path,
      follow: (change: Change) => change,
    }));
    const spentFirst = carryDecisions(world.state.decisions, moves).filter(
      ({ from }) => !plan.entries.some((entry) => entry.decisions.some(({ id }) => id === from.id)),
    );
    world.take(settlePromotion(world.state, { plan, promotion, origins, carried: spentFirst }, by(ADA)));
    return plan;
  }

  rebase(world: World): World {
    return world.knows(this.head).take(value(rebase(world.state, { accepted: this.head, carried: [] }, by(ADA))));
  }

  rollBack(promotion: number, onConflict: "leave-out" | "stop" = "leave-out"): readonly RollbackLeftOut[] {
    const inverse = this.promotions[promotion - 1]?.inverse;
    if (inverse === undefined) throw new Error("no such promotion");
    const draft = draftRollback(
      this.head,
      inverse,
      this.promotions.slice(promotion).map((one) => one.inverse),
    );
    const merged = new Map(
      draft.merges.map(({ path, base, accepted, staged }) => [
        path,
        this.#merge(base.hash, accepted.hash, staged.hash),
      ]),
    );
    const { plan, leftOut } = value(sealRollback(draft, merged, onConflict));
    value(checkPlan(plan, this.head));
    this.#commit(plan);
    return leftOut;
  }

  /** R4, as services do it: every path without its rejected changes. */
  applyRejections(world: World): World {
    const reviewed = this.review(world);
    const cleaned = reviewed.flatMap((one): Cleaned[] => {
      const rejected = one.verdicts.filter(({ status }) => status === "rejected");
      return rejected.length === 0 ? [] : [this.#clean(one, rejected)];
    });
    return world.take(value(applyRejections(world.state, { patch: world.patch(), cleaned }, by(ADA))));
  }

  #clean({ delta, verdicts }: Reviewed, rejected: readonly ChangeVerdict[]): Cleaned {
    const { path, basePath, before, after } = delta;
    const whole = rejected.find(({ change }) => change.facet === "structure" && change.kind !== "moved");
    if (whole !== undefined) return { path, result: before };
    if (before === null) return { path, result: this.text("") };
    const cells = verdicts.filter((one) => isCell(one) && !rejected.includes(one));
    const result =
      before.kind === "file" && after?.kind === "file"
        ? {
            kind: "file" as const,
            ...this.#apply(
              before.hash,
              after.hash,
              cells.map(({ change }) => change.id),
            ),
          }
        : after;
    const back = rejected.some(({ change }) => change.kind === "moved");
    return back && basePath !== null ? { path, toPath: basePath, result } : { path, result };
  }

  #commit(plan: CommitPlan): number {
    const promotion = this.promotions.length + 1;
    this.promotions.push({
      before: this.head,
      after: plan.resultingTree,
      inverse: inverseOf(promotion, this.head, plan),
    });
    this.head = plan.resultingTree;
    return promotion;
  }

  #provenance(state: BranchState, delta: PathDelta, structural: readonly Change[]): Map<ChangeId, Provenance> {
    const before = delta.before?.kind === "file" ? delta.before.hash : null;
    const steps = lineageOf(mapValues(state.live), delta.path).map(({ operation, hash, path }): AttributionStep => {
      const cells = this.#cells(before, hash).map(({ id }) => id);
      const own = structural.filter((change) => {
        if (change.facet === "content") return change.after?.type === "file" && change.after.contentHash === hash;
        if (change.kind === "removed")
          return hash === null || operation.kind === "mkdir" || delta.kind === "folderToFile";
        return change.kind === "moved" ? path === delta.path : hash !== null;
      });
      const origins = Object.entries(operation.origins ?? {}).map(
        ([id, seq]) =>
          [id as ChangeId, { seq, actor: mapGet(state.operations, String(seq))?.actor ?? operation.actor }] as const,
      );
      return {
        seq: operation.seq,
        actor: operation.actor,
        changeIds: new Set([...cells, ...own.map(({ id }) => id)]),
        origins: new Map(origins),
      };
    });
    return attribute(steps);
  }

  /** Files of another number of cells are one change. */
  #cells(before: Hash | null, after: Hash | null): Change[] {
    if (before === null || after === null || before === after) return [];
    const [was, is] = [this.#texts.get(before), this.#texts.get(after)];
    if (was === undefined || is === undefined) return [];
    const [a, b] = [was.split(","), is.split(",")];
    if (a.length !== b.length) return [cell(0, was, is)];
    return b.flatMap((text, i) => (text === a[i] ? [] : [cell(i + 1, a[i] ?? "", text)]));
  }

  #apply(before: Hash, after: Hash, ids: readonly ChangeId[]): { hash: Hash; size: number } {
    const changes = this.#cells(before, after).filter(({ id }) => ids.includes(id));
    const cells = (this.#texts.get(before) ?? "").split(",");
    for (const change of changes) {
      const row = change.address.kind === "row" ? change.address.row : 0;
      const text = change.after?.type === "text" ? change.after.text : "";
      if (row === WHOLE) return this.text(text);
      cells[row - 1] = text;
    }
    return this.text(cells.join(","));
  }

  /** Cell by cell; null where both sides changed one cell. */
  #merge(base: Hash, accepted: Hash, staged: Hash): { hash: Hash; size: number } | null {
    const [o, a, b] = [base, accepted, staged].map((hash) => (this.#texts.get(hash) ?? "").split(","));
    if (o === undefined || a === undefined || b === undefined || o.length !== a.length || o.length !== b.length)
      return null;
    if (o.some((text, i) => a[i] !== text && b[i] !== text && a[i] !== b[i])) return null;
    return this.text(o.map((text, i) => (a[i] === text ? (b[i] ?? "") : (a[i] ?? ""))).join(","));
  }
}

const WHOLE = 1_000_000;

function cell(at: number, was: string, is: string): Change {
  const row = at === 0 ? WHOLE : at;
  const address = { kind: "row", row } as const;
  const id = changeId({ kind: "modified", facet: "content", baseAddress: address, before: was, after: is });
  return {
    id,
    kind: "modified",
    facet: "content",
    address,
    before: { type: "text", text: was },
    after: { type: "text", text: is },
  };
}

const isCell = ({ change }: ChangeVerdict): boolean => change.address.kind === "row";

/** `a:2` is the second cell of a; `+a`, `-a`, `~a` its coming, going, moving; `a=` what a created file holds. */
export function nameOf({ path, change }: { readonly path: Path; readonly change: Change }): string {
  if (change.address.kind === "row")
    return change.address.row === WHOLE ? `${path}:all` : `${path}:${change.address.row}`;
  if (change.facet === "content") return `${path}=`;
  return `${{ added: "+", removed: "-", moved: "~", modified: "*" }[change.kind]}${path}`;
}

/** `name status` of every change; ` again` where an agent staged it again. */
export const statuses = (verdicts: readonly ChangeVerdict[]): string[] =>
  verdicts.map(
    (one) => `${nameOf(one)} ${one.status}${one.restaged ? " again" : ""}${one.through === null ? "" : " through"}`,
  );
