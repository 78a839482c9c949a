/**
 * Rolling back promotion n (M4): planned against the accepted tree of now, like a promotion. Where a path still holds
 * what n left, it gets what was there before. Where later work touched it, the file is followed over later moves, and
 * its content is asked from the caller as a three-way merge; what cannot be is left out by name, or stops it all.
 *
 * Undoing a rollback is rolling back the promotion that it was (M5): with nothing in between every path holds what
 * it left, so the tree hash is exactly the one of before.
 */
import { err, ok, type Result } from "../../shared/result.ts";
import type { Content } from "../journal/retarget.ts";
import { planOf } from "../plan/seal.ts";
import type { CommitPlan, PlanEntry } from "../plan/plan.ts";
import { TreeEdit } from "../tree/edit.ts";
import { comparePaths, type Path } from "../tree/path.ts";
import {
  getEntry,
  hashAt,
  nodeAt,
  obstacleAt,
  sameEntry,
  type FileEntry,
  type Tree,
  type TreeEntry,
} from "../tree/tree.ts";
import { movesOfPatch, type InversePatch, type InverseStep } from "./inverse.ts";

export type RollbackWhy =
  /** Later work deleted what n had left. */
  | "deleted-later"
  /** n created it, and later work edited it: taking it away would take the edit. */
  | "edited-later"
  /** n moved it, and later work moved it again, to somewhere else. */
  | "moved-later"
  /** Something else is where it has to go back to. */
  | "occupied"
  /** The three-way merge has conflicts, or the format cannot merge. */
  | "conflict";

export interface RollbackLeftOut {
  /** Where it is now, or would be. */
  readonly path: Path;
  readonly step: InverseStep;
  readonly why: RollbackWhy;
}

/** What the caller has to merge: from what n left, to what was before it, over what is accepted now. */
export interface MergeRequest {
  readonly path: Path;
  readonly base: FileEntry;
  readonly accepted: FileEntry;
  readonly staged: FileEntry;
}

interface Going {
  readonly step: InverseStep;
  /** Where what n left is now; null where nothing is to leave. */
  readonly from: Path | null;
  readonly to: Path;
  readonly outcome:
    | { readonly kind: "entry"; readonly entry: TreeEntry | null }
    | { readonly kind: "merge"; readonly request: MergeRequest };
}

export interface RollbackDraft {
  readonly accepted: Tree;
  readonly going: readonly Going[];
  readonly merges: readonly MergeRequest[];
  readonly leftOut: readonly RollbackLeftOut[];
}

/** `later`: the inverse patches of the promotions after n, in order: where files went since. */
export function draftRollback(accepted: Tree, inverse: InversePatch, later: readonly InversePatch[]): RollbackDraft {
  const leftOut: RollbackLeftOut[] = [];
  let going: Going[] = [];
  for (const step of inverse.steps) {
    const next = plan(accepted, step, followed(step.path, later));
    if (next === null) continue;
    if ("why" in next) leftOut.push(next);
    else going.push(next);
  }
  for (let blocked = firstBlocked(accepted, going); blocked !== null; blocked = firstBlocked(accepted, going)) {
    const { step, from, to } = blocked;
    going = going.filter((other) => other !== blocked);
    leftOut.push({ path: from ?? to, step, why: "occupied" });
  }
  const merges = going.flatMap(({ outcome }) => (outcome.kind === "merge" ? [outcome.request] : []));
  return { accepted, going, merges, leftOut: leftOut.sort((a, b) => comparePaths(a.path, b.path)) };
}

/**
 * `merged`: by path of the request, the merged content, or null where it has conflicts. With `stop` nothing is rolled
 * back unless everything can be.
 */
export function sealRollback(
  draft: RollbackDraft,
  merged: ReadonlyMap<Path, Content | null>,
  onConflict: "leave-out" | "stop",
): Result<
  { readonly plan: CommitPlan; readonly leftOut: readonly RollbackLeftOut[] },
  { readonly reason: "conflicts"; readonly leftOut: readonly RollbackLeftOut[] }
> {
  const leftOut = [...draft.leftOut];
  let going = draft.going.flatMap((one): (Going & { readonly result: TreeEntry | null })[] => {
    if (one.outcome.kind === "entry") return [{ ...one, result: one.outcome.entry }];
    const content = merged.get(one.outcome.request.path) ?? null;
    if (content !== null) return [{ ...one, result: { kind: "file", hash: content.hash, size: content.size } }];
    leftOut.push({ path: one.outcome.request.path, step: one.step, why: "conflict" });
    return [];
  });
  for (
    let blocked = firstBlocked(draft.accepted, going);
    blocked !== null;
    blocked = firstBlocked(draft.accepted, going)
  ) {
    leftOut.push({ path: blocked.from ?? blocked.to, step: blocked.step, why: "occupied" });
    going = going.filter((other) => other !== blocked);
  }
  if (leftOut.length > 0 && onConflict === "stop") return err({ reason: "conflicts", leftOut });
  const entries = going.map((one) => entryOf(draft.accepted, one)).sort((a, b) => comparePaths(a.path, b.path));
  return ok({ plan: withoutKeptFolders(planOf(draft.accepted, entries, []), draft.accepted), leftOut });
}

/** An empty folder comes back only where nothing else is in it meanwhile. */
function withoutKeptFolders(plan: CommitPlan, accepted: Tree): CommitPlan {
  const entries = plan.entries.filter(
    ({ path, result }) => result?.kind !== "directory" || hashAt(plan.resultingTree, path) !== null,
  );
  return entries.length === plan.entries.length ? plan : planOf(accepted, entries, plan.untouched);
}

/** Where a file that n left at `path` is now. */
function followed(path: Path, later: readonly InversePatch[]): Path {
  let at = path;
  for (const patch of later) at = movesOfPatch(patch).find(({ from }) => from === at)?.to ?? at;
  return at;
}

function plan(accepted: Tree, step: InverseStep, at: Path): Going | RollbackLeftOut | null {
  const { left, was, path, basePath } = step;
  if (left === null) return comeBack(accepted, step);
  const now = getEntry(accepted, at) ?? null;
  if (was === null) {
    if (now === null || (left.kind === "directory" && now.kind !== "directory")) return null;
    if (sameEntry(now, left)) return { step, from: at, to: at, outcome: { kind: "entry", entry: null } };
    return { path: at, step, why: "edited-later" };
  }
  const to = path === basePath ? at : basePath;
  if (now === null) return sameEntry(null, was) ? null : { path: at, step, why: "deleted-later" };
  if (path !== basePath && at !== path && at !== basePath) return { path: at, step, why: "moved-later" };
  if (sameEntry(now, was) && to === at) return null;
  if (sameEntry(now, left)) return { step, from: at, to, outcome: { kind: "entry", entry: was } };
  if (sameEntry(left, was)) return { step, from: at, to, outcome: { kind: "entry", entry: now } };
  if (now.kind !== "file" || left.kind !== "file" || was.kind !== "file")
    return { path: at, step, why: "edited-later" };
  return {
    step,
    from: at,
    to,
    outcome: { kind: "merge", request: { path: to, base: left, accepted: now, staged: was } },
  };
}

/** Something that n removed, an empty folder also by filling it. Where it is there again already, nothing is to do. */
function comeBack(accepted: Tree, step: InverseStep): Going | RollbackLeftOut | null {
  const { was, path } = step;
  if (was === null || sameEntry(getEntry(accepted, path), was)) return null;
  return { step, from: null, to: path, outcome: { kind: "entry", entry: was } };
}

/** The first that has no room once all that leave have left. */
function firstBlocked<T extends Going>(accepted: Tree, going: readonly T[]): T | null {
  const edit = new TreeEdit(accepted);
  for (const { from } of going) if (from !== null) edit.remove(from);
  for (const one of filesFirst(going)) {
    const entry = one.outcome.kind === "merge" ? one.outcome.request.accepted : one.outcome.entry;
    if (entry === null || (entry.kind === "directory" && nodeAt(edit.tree, one.to)?.kind === "directory")) continue;
    if (obstacleAt(edit.tree, one.to) !== null) return one;
    edit.put(one.to, entry);
  }
  return null;
}

function filesFirst<T extends Going>(going: readonly T[]): T[] {
  const rank = ({ outcome }: Going): number =>
    outcome.kind === "entry" && outcome.entry?.kind === "directory" ? 1 : 0;
  return [...going].sort((a, b) => rank(a) - rank(b) || comparePaths(a.to, b.to));
}

function entryOf(accepted: Tree, { from, to, result }: Going & { readonly result: TreeEntry | null }): PlanEntry {
  const paths = from === null || from === to ? [to] : [from, to];
  const mustHold = paths.map((path) => ({ path, hash: hashAt(accepted, path) }));
  return { path: to, basePath: from, mustHold, result, decisions: [], leftOut: [] };
}
